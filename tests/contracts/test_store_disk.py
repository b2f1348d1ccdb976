"""What only a folder can get wrong: crashes between its two files, a full disk, leftovers."""

import errno
import fcntl
import io
import os
import urllib.request

import pytest

import storage.disk
from pipeline.errors import ObjectMissing, StorageError
from storage.disk import DiskStore

KEY = "renders/ab/manifest.json"


@pytest.fixture
def store(tmp_path) -> DiskStore:
    return DiskStore(tmp_path / "store")


def crash_at_move(monkeypatch, number: int) -> None:
    moved, calls = storage.disk._moved, []

    def crash(source, target):
        calls.append(target)
        if len(calls) == number:
            raise KeyboardInterrupt
        moved(source, target)

    monkeypatch.setattr(storage.disk, "_moved", crash)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("replace", [False, True])
def test_a_crash_between_bytes_and_record_leaves_a_miss(store, monkeypatch, number, replace):
    if replace:
        store.put(KEY, b"old", content_type="text/plain")
    with monkeypatch.context() as patched:
        crash_at_move(patched, number)
        with pytest.raises(KeyboardInterrupt):
            store.put(KEY, b"new!", content_type="text/plain", replace=replace)
    assert store.head(KEY) is None
    assert list(store.list("")) == []
    with pytest.raises(ObjectMissing):
        store.get(KEY, io.BytesIO())
    store.put(KEY, b"third", content_type="text/plain")
    into = io.BytesIO()
    store.get(KEY, into)
    assert into.getvalue() == b"third"


@pytest.mark.parametrize("record", ["", "{", "[]", '{"size": 1}', "null"])
def test_a_record_cut_by_a_power_failure_commits_nothing(store, tmp_path, record):
    store.put(KEY, b"old", content_type="text/plain")
    (tmp_path / "store" / "records" / f"{KEY}.json").write_text(record)
    assert store.head(KEY) is None
    assert store.put(KEY, b"new", content_type="text/plain").size == 3
    assert store.head(KEY) is not None


def test_a_record_whose_bytes_are_gone_commits_nothing(store, tmp_path):
    store.put(KEY, b"old", content_type="text/plain")
    (tmp_path / "store" / "objects" / KEY).unlink()
    assert store.head(KEY) is None
    with pytest.raises(ObjectMissing):
        store.get(KEY, io.BytesIO())


def test_a_full_disk_is_a_storage_error_and_leaves_nothing(store, tmp_path, monkeypatch):
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(StorageError, match="No space left") as caught:
            store.put(KEY, b"new", content_type="text/plain")
    assert caught.value.details == {"key": KEY, "errno": errno.ENOSPC}
    assert not list((tmp_path / "store" / "scratch").iterdir())
    assert store.head(KEY) is None


def test_a_folder_that_cannot_be_made_is_a_storage_error(tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = DiskStore(tmp_path / "file")
    with pytest.raises(StorageError, match=r"Not a directory|File exists"):
        store.put(KEY, b"1", content_type="text/plain")


def test_scratch_files_of_killed_processes_are_swept(store, tmp_path):
    store.put(KEY, b"1", content_type="text/plain")
    scratch = tmp_path / "store" / "scratch"
    for name, age_s in (("old", 100_000), ("new", 10)):
        (scratch / name).write_text("left")
        then = (scratch / name).stat().st_mtime - age_s
        os.utime(scratch / name, (then, then))
    store.put("other", b"1", content_type="text/plain")
    assert [path.name for path in scratch.iterdir()] == ["new"]


def test_deleting_leaves_no_empty_folders(store, tmp_path):
    for key in ("renders/ab/1.mp3", "renders/ab/2.mp3", "renders/cd/1.mp3"):
        store.put(key, b"1", content_type="audio/mpeg")
    for key in ("renders/ab/1.mp3", "renders/cd/1.mp3"):
        store.delete(key)
    for root in ("objects", "records"):
        assert [path.name for path in (tmp_path / "store" / root / "renders").iterdir()] == ["ab"]


def test_keys_are_in_the_order_of_their_bytes_also_across_folders(store):
    keys = ["a-b", "a.c", "a/a", "a/b", "a0", "ab", "b/c.json", "é"]
    for key in reversed(keys):
        store.put(key, b"1", content_type="text/plain")
    assert [each.key for each in store.list("")] == keys


def test_a_link_opens_on_this_machine(store):
    store.put("renders/ab/Erstes Kapitel.mp3", b"sound", content_type="audio/mpeg")
    with urllib.request.urlopen(store.link("renders/ab/Erstes Kapitel.mp3", expires_s=60)) as answer:
        assert answer.read() == b"sound"


@pytest.mark.parametrize("act", ["get", "put"])
def test_a_lock_that_a_stopped_process_holds_is_a_storage_error(store, tmp_path, monkeypatch, act):
    monkeypatch.setattr(storage.disk, "_LOCK_S", 0.1)
    store.put(KEY, b"{}", content_type="application/json")
    for lock in (tmp_path / "store" / "locks").iterdir():
        holder = lock.open("ab")
        fcntl.flock(holder, fcntl.LOCK_EX)
    acts = {
        "get": lambda: store.get(KEY, io.BytesIO()),
        "put": lambda: store.put(KEY, b"[]", content_type="application/json", replace=True),
    }
    with pytest.raises(StorageError, match="has been locked for"):
        acts[act]()
    holder.close()
