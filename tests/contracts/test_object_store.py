"""What every object store promises; the same tests over memory, disk and a real S3 server."""

import hashlib
import io
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from pipeline.errors import InvalidRequest, ObjectDamaged, ObjectMissing
from pipeline.ports import ObjectStore, StoredObject

KEY = "segments/ab/abcd.flac"


def read(store: ObjectStore, key: str) -> bytes:
    into = io.BytesIO()
    store.get(key, into)
    return into.getvalue()


def test_what_was_put_is_what_is_read_and_described(case):
    data = b"speech" * 1000
    made = case.store.put(KEY, data, content_type="audio/flac", metadata={"voice": "af_heart"})
    into = io.BytesIO()
    found = case.again().get(KEY, into)
    assert into.getvalue() == data
    for each in (made, found, case.store.head(KEY)):
        assert each is not None
        assert (each.key, each.size, each.sha256) == (KEY, len(data), hashlib.sha256(data).hexdigest())
        assert (each.content_type, dict(each.metadata)) == ("audio/flac", {"voice": "af_heart"})
    assert found.modified > 1_700_000_000


def test_an_empty_object_is_an_object(case):
    case.store.put(KEY, b"", content_type="text/plain")
    assert read(case.store, KEY) == b""
    head = case.store.head(KEY)
    assert head is not None
    assert head.size == 0


def test_a_file_is_stored_like_bytes(case, tmp_path):
    path = tmp_path / "chapter.mp3"
    path.write_bytes(b"\xff\xfb" * 5000)
    made = case.store.put(KEY, path, content_type="audio/mpeg")
    assert read(case.store, KEY) == path.read_bytes()
    assert made.size == 10_000


def test_the_first_object_under_a_key_wins(case):
    first = case.store.put(KEY, b"first", content_type="audio/flac", metadata={"by": "one"})
    second = case.again().put(KEY, b"second", content_type="audio/x", metadata={"by": "two"})
    assert second.sha256 == first.sha256
    assert (second.content_type, dict(second.metadata)) == ("audio/flac", {"by": "one"})
    assert read(case.store, KEY) == b"first"


def test_replace_overwrites_bytes_and_description(case):
    case.store.put(KEY, b"first", content_type="audio/flac", metadata={"by": "one"})
    made = case.store.put(KEY, b"second!", content_type="text/plain", replace=True)
    head = case.store.head(KEY)
    assert head is not None
    assert made.sha256 == head.sha256 == hashlib.sha256(b"second!").hexdigest()
    assert (head.content_type, dict(head.metadata), head.size) == ("text/plain", {}, 7)
    assert read(case.again(), KEY) == b"second!"


def test_sixteen_writers_at_once_end_in_one_object(case):
    stores: list[ObjectStore] = [case.again() for _ in range(16)]
    line = threading.Barrier(16)

    def write(number: int) -> StoredObject:
        line.wait()
        return stores[number].put(KEY, b"writer %d" % number, content_type="text/plain")

    with ThreadPoolExecutor(16) as pool:
        told = {each.sha256 for each in pool.map(write, range(16))}
    assert told == {hashlib.sha256(read(case.store, KEY)).hexdigest()}


@pytest.mark.parametrize("damage", [b"speecH", b"spee", b"speech and more", b""])
def test_a_damaged_object_is_noticed_and_can_be_replaced(case, damage):
    case.store.put(KEY, b"speech", content_type="audio/flac")
    case.overwrite(KEY, damage)
    with pytest.raises(ObjectDamaged, match="abcd"):
        read(case.store, KEY)
    case.store.put(KEY, b"speech", content_type="audio/flac", replace=True)
    assert read(case.store, KEY) == b"speech"


def test_a_known_sha256_is_taken_and_a_wrong_one_is_noticed_when_it_is_read(case, tmp_path):
    path = tmp_path / "speech"
    path.write_bytes(b"speech")
    digest = hashlib.sha256(b"speech").hexdigest()
    for data in (b"speech", path):
        stored = case.store.put(KEY, data, content_type="audio/flac", replace=True, sha256=digest)
        assert (stored.sha256, stored.size) == (digest, 6)
        assert read(case.again(), KEY) == b"speech"
        case.store.put(KEY, data, content_type="audio/flac", replace=True, sha256="0" * 64)
        with pytest.raises(ObjectDamaged):
            read(case.store, KEY)


def test_a_missing_object_is_missing(case):
    with pytest.raises(ObjectMissing, match="abcd"):
        read(case.store, KEY)
    assert case.store.head(KEY) is None
    case.store.delete(KEY)
    assert list(case.store.list("segments/")) == []


def test_a_deleted_object_is_gone_and_its_key_is_free(case):
    case.store.put(KEY, b"old", content_type="text/plain")
    case.store.put(KEY + "2", b"other", content_type="text/plain")
    case.store.delete(KEY)
    assert case.again().head(KEY) is None
    assert [each.key for each in case.store.list("")] == [KEY + "2"]
    case.store.put(KEY, b"new", content_type="text/plain")
    assert read(case.store, KEY) == b"new"


def test_more_keys_than_a_page_are_listed_once_and_in_order(case):
    names = [hashlib.sha256(b"%d" % number).hexdigest() for number in range(1050)]
    keys = sorted(f"segments/{name[:2]}/{name}.flac" for name in names)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda key: case.store.put(key, key.encode(), content_type="audio/flac"), keys))
    case.store.put("renders/1/manifest.json", b"{}", content_type="application/json")
    found = list(case.again().list("segments/"))
    assert [each.key for each in found] == keys
    assert {each.size for each in found} == {len(keys[0])}
    assert all(each.modified > 1_700_000_000 for each in found)


def test_a_prefix_need_not_end_at_a_slash(case):
    for key in ("renders/ab1/plan.json", "renders/ab2/plan.json", "renders/ac/plan.json", "inbox/ab/text"):
        case.store.put(key, b"1", content_type="text/plain")
    assert [each.key for each in case.store.list("renders/ab")] == ["renders/ab1/plan.json", "renders/ab2/plan.json"]
    assert [each.key for each in case.store.list("renders/ab2/plan.json")] == ["renders/ab2/plan.json"]
    assert next(each.key for each in case.store.list("")) == "inbox/ab/text"


def test_twenty_megabytes_pass_through_in_small_pieces(case, tmp_path):
    if case.kind == "memory":
        pytest.skip("a store in memory holds its objects there")
    path, copy = tmp_path / "book.wav", tmp_path / "copy.wav"
    block = bytes(range(256)) * 4096
    with path.open("wb") as file:
        file.writelines([block] * 20)
    case.store.head(KEY)  # the client's own memory is not what is measured
    tracemalloc.start()
    try:
        made = case.store.put(KEY, path, content_type="audio/wav")
        with copy.open("wb") as into:
            found = case.store.get(KEY, into)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert made.sha256 == found.sha256
    assert copy.stat().st_size == made.size == 20 << 20
    assert peak < 8 << 20


@pytest.mark.parametrize(
    "metadata",
    [
        {"title": "第一章：开端 – Ünïcode", "CaseOf Names": "Keeps"},
        {"spaces": "  two  and\ttab ", "lines": "a\r\nX-Injected: yes", "empty": "", "": "nameless"},
        {"quotes": "\"%7B'{}[]\\,:;", "zero": "\x00\x7f", "😀": "🎧"},
    ],
)
def test_metadata_of_any_text_comes_back_as_it_was(case, metadata):
    case.store.put(KEY, b"1", content_type="text/plain", metadata=metadata)
    head = case.again().head(KEY)
    assert head is not None
    assert dict(head.metadata) == metadata


def test_metadata_at_the_limit_fits_and_above_it_is_refused(case):
    case.store.put(KEY, b"1", content_type="text/plain", metadata={"x": "字" * 198})
    assert dict(case.store.head(KEY).metadata) == {"x": "字" * 198}
    for much in ({"x": "字" * 200}, {"x": "y" * 1800}, {"x": "\ud800"}):
        with pytest.raises(InvalidRequest, match="metadata"):
            case.store.put("other", b"1", content_type="text/plain", metadata=much)


@pytest.mark.parametrize(
    "key",
    [
        "", "/etc/passwd", "..", "../x", "a/../../x", "a/./b", "a//b", "a/", "a\x00b", "a\nb", "a\\..\\b", "\ud800",
        "x" * 1100, "a/" + "x" * 250,
    ],
)  # fmt: skip
def test_a_key_that_could_leave_its_place_is_refused(case, key):
    for call in (
        lambda: case.store.put(key, b"1", content_type="text/plain"),
        lambda: case.store.get(key, io.BytesIO()),
        lambda: case.store.head(key),
        lambda: case.store.delete(key),
        lambda: case.store.link(key, expires_s=60),
    ):
        with pytest.raises(InvalidRequest, match="is refused"):
            call()


@pytest.mark.parametrize("key", ["inbox/job.1/text", "buch/Erstes Kapitel – 第一章.txt", "..a/b..", "a+b=c&d?e#f%2e"])
def test_keys_of_users_own_objects_are_read(case, key):
    case.store.put(key, b"text", content_type="text/plain")
    assert read(case.again(), key) == b"text"
    assert [each.key for each in case.store.list(key)] == [key]


@pytest.mark.parametrize("expires_s", [0, -1, 3601])
def test_a_link_lives_at_most_an_hour(case, expires_s):
    with pytest.raises(InvalidRequest, match="1 to 3600"):
        case.store.link(KEY, expires_s=expires_s)
