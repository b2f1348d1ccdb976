"""What only a server can do: refuse, vanish, collide, and serve links; against a real one."""

import hashlib
import io
import json
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders
from pydantic import ValidationError

from pipeline.errors import ObjectMissing, StorageError
from pipeline.ports import StoredObject
from storage.open import open_store
from storage.options import StorageOptions
from storage.s3 import S3Store
from tests.support.seaweed import ACCESS_KEY, SECRET_KEY, free_ports

KEY = "renders/ab/1.mp3"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def options(weed) -> StorageOptions:
    found: StorageOptions = weed.options(bucket="contract", prefix=uuid.uuid4().hex)
    return found


@pytest.fixture
def store(options) -> S3Store:
    return S3Store(options)


def status_of(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as err:
        with err:
            return err.code


def before_put(store: S3Store, act) -> None:
    """Call `act(request)` before each PUT leaves; what it returns is taken for the server's answer."""
    store._client().meta.events.register("before-send.s3.PutObject", lambda request, **_: act(request))


class Raw(io.BytesIO):
    def stream(self, **_):
        yield self.read()


def answer(status: int, code: str) -> AWSResponse:
    body = f"<Error><Code>{code}</Code><Message>no</Message></Error>".encode()
    return AWSResponse("http://store", status, HTTPHeaders.from_dict({}), Raw(body))


def conditional(request) -> bool:
    return "If-None-Match" in request.headers


def test_a_link_serves_the_object_under_its_name_and_only_as_signed(store):
    store.put(KEY, b"sound", content_type="audio/mpeg")
    url = store.link(KEY, expires_s=60, filename="Kapitel 1 – 第一章.mp3")
    with urllib.request.urlopen(url, timeout=10) as found:
        assert found.read() == b"sound"
        assert found.headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''Kapitel%201%20")
    assert status_of(url.replace("1.mp3", "2.mp3", 1)) == 403
    assert status_of(url.replace("X-Amz-Expires=60", "X-Amz-Expires=3000")) == 403
    assert status_of(url[:-1] + ("0" if url[-1] != "0" else "1")) == 403
    assert status_of(url.split("?")[0]) == 403


def test_a_link_expires(store):
    store.put(KEY, b"sound", content_type="audio/mpeg")
    url = store.link(KEY, expires_s=2)
    assert status_of(url) == 200
    deadline = time.monotonic() + 30
    while status_of(url) == 200:
        assert time.monotonic() < deadline, "a link of two seconds still works"
        time.sleep(0.1)
    assert status_of(url) == 403


def test_a_link_is_signed_for_the_public_endpoint(weed):
    public = f"http://localhost:{weed.ports[0]}"
    store = S3Store(weed.options(bucket="contract", prefix=uuid.uuid4().hex, public_endpoint_url=public))
    store.put(KEY, b"sound", content_type="audio/mpeg")
    url = store.link(KEY, expires_s=60)
    assert urlsplit(url).netloc == f"localhost:{weed.ports[0]}"
    assert status_of(url) == 200
    assert status_of(url.replace("localhost", "127.0.0.1")) == 403


def test_the_bucket_is_made_at_first_use(weed):
    bucket = f"b{uuid.uuid4().hex}"
    store = S3Store(weed.options(bucket=bucket))
    assert store.head(KEY) is None
    assert bucket in [each["Name"] for each in weed.client().list_buckets()["Buckets"]]
    with ThreadPoolExecutor(8) as pool:  # stores of eight workers, all of them first
        others = [S3Store(weed.options(bucket=f"{bucket}2")) for _ in range(8)]
        assert list(pool.map(lambda each: each.head(KEY), others)) == [None] * 8


def test_a_bucket_that_must_exist_is_not_made(weed):
    store = S3Store(weed.options(bucket=f"b{uuid.uuid4().hex}", create_bucket=False))
    with pytest.raises(StorageError, match="NoSuchBucket"):
        list(store.list(""))


@pytest.mark.parametrize("size", [10, 17 << 20])
def test_a_wrong_secret_is_a_storage_error_that_shows_no_secret(weed, tmp_path, size):
    path = tmp_path / "data"
    path.write_bytes(bytes(size))
    store = S3Store(weed.options(bucket="contract", secret_access_key="not-the-one"))
    for call in (
        lambda: store.put(KEY, path, content_type="audio/mpeg", replace=True),
        lambda: store.put(KEY, path, content_type="audio/mpeg"),
        lambda: store.get(KEY, io.BytesIO()),
        lambda: store.head(KEY),
        lambda: list(store.list("")),
        lambda: store.delete(KEY),
    ):
        with pytest.raises(StorageError, match="403") as caught:
            call()
        assert not isinstance(caught.value, ObjectMissing)
        assert "not-the-one" not in str(caught.value) + repr(caught.value.details)
        assert "contract" in str(caught.value)


def test_a_store_that_is_not_there_is_a_storage_error(tmp_path):
    endpoint = f"http://127.0.0.1:{free_ports(1)[0]}"
    given = {"kind": "s3", "endpoint_url": endpoint, "access_key_id": ACCESS_KEY, "secret_access_key": SECRET_KEY}
    store = S3Store(StorageOptions.model_validate(given))
    for call in (
        lambda: store.put(KEY, b"1", content_type="audio/mpeg"),
        lambda: store.get(KEY, io.BytesIO()),
        lambda: store.head(KEY),
        lambda: list(store.list("")),
        lambda: store.delete(KEY),
    ):
        with pytest.raises(StorageError, match="EndpointConnectionError") as caught:
            call()
        assert endpoint in str(caught.value)


def test_no_credentials_anywhere_is_a_storage_error(weed, monkeypatch, tmp_path):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    store = S3Store(weed.options(access_key_id=None, secret_access_key=None))
    for call in (lambda: store.head(KEY), lambda: store.link(KEY, expires_s=60)):
        with pytest.raises(StorageError, match="NoCredentialsError"):
            call()


def test_the_aws_chain_is_used_when_no_keys_are_set(weed, options, monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", ACCESS_KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET_KEY)
    store = S3Store(options.model_copy(update={"access_key_id": None, "secret_access_key": None}))
    assert store.put(KEY, b"sound", content_type="audio/mpeg").size == 5


@pytest.mark.parametrize(("status", "code"), [(501, "NotImplemented"), (400, "InvalidArgument")])
def test_a_server_without_conditional_puts_is_served_by_looking_first(store, status, code):
    seen = []

    def refuse(request):
        seen.append(conditional(request))
        return answer(status, code) if conditional(request) else None

    before_put(store, refuse)
    first = store.put(KEY, b"first", content_type="text/plain")
    assert store.put(KEY, b"second", content_type="text/plain").sha256 == first.sha256
    store.put(KEY + "2", b"third", content_type="text/plain")
    assert seen[-2:] == [False, False], "the condition is not tried again once it was refused"


def test_a_bad_request_stays_one(store):
    before_put(store, lambda request: answer(400, "ExpiredToken"))
    with pytest.raises(StorageError, match="ExpiredToken"):
        store.put(KEY, b"first", content_type="text/plain")
    assert store._conditional


def test_a_server_that_ignores_conditions_keeps_the_first_object(store):
    store._client().meta.events.register(
        "before-sign.s3.PutObject", lambda request, **_: request.headers.__delitem__("If-None-Match")
    )
    first = store.put(KEY, b"first", content_type="text/plain")
    assert store.put(KEY, b"second", content_type="text/plain").sha256 == first.sha256


def test_whoever_wrote_between_looking_and_putting_wins(store, options):
    other: list[StoredObject] = []

    def other_first(request):
        if not other:
            other.append(S3Store(options).put(KEY, b"other", content_type="text/plain"))

    before_put(store, other_first)
    assert store.put(KEY, b"mine", content_type="text/plain").sha256 == other[0].sha256


def test_a_put_into_a_server_that_hangs_for_a_while_ends_in_its_own_object(weed, options):
    store = S3Store(options.model_copy(update={"read_timeout_s": 1.0}))
    tries = []

    def hang(request):
        tries.append(conditional(request))
        if len(tries) == 1:
            weed.pause()
            threading.Timer(3, weed.resume).start()  # past the time-outs (1 s for "go on", 1 s for the answer)

    before_put(store, hang)
    made = store.put(KEY, b"mine", content_type="text/plain", metadata={"voice": "af_heart"})
    head = store.head(KEY)
    assert len(tries) > 1
    assert head is not None
    assert made.sha256 == head.sha256 == hashlib.sha256(b"mine").hexdigest()
    assert dict(made.metadata) == dict(head.metadata) == {"voice": "af_heart"}


def test_a_server_that_was_killed_is_an_error_and_then_serves_what_it_had(weed, store):
    store.put(KEY, b"sound", content_type="audio/mpeg")
    weed.kill()
    try:
        with pytest.raises(StorageError, match=r"EndpointConnectionError|ConnectionClosedError"):
            store.head(KEY)
    finally:
        weed.start()
    into = io.BytesIO()
    store.get(KEY, into)
    assert into.getvalue() == b"sound"


def test_a_collision_is_tried_again(store):
    left = [answer(409, "ConditionalRequestConflict")]
    before_put(store, lambda request: left.pop() if left else None)
    assert store.put(KEY, b"mine", content_type="text/plain").size == 4
    assert store.head(KEY) is not None


def test_an_object_put_by_other_tools_is_read_and_gets_the_sha256_that_was_read(weed, store, options):
    weed.client().put_object(Bucket="ready", Key="x", Body=b"")
    store.head(KEY)
    weed.client().put_object(
        Bucket="contract", Key=options.prefix + "text.md", Body=b"# Title", ContentType="text/plain"
    )
    into = io.BytesIO()
    found = store.get("text.md", into)
    assert (into.getvalue(), found.size, len(found.sha256)) == (b"# Title", 7, 64)


def test_a_forked_child_makes_its_own_connections(options):
    script = """
import os, sys, json
from pydantic import SecretStr
from storage.options import StorageOptions
from storage.s3 import S3Store
store = S3Store(StorageOptions.model_validate(json.load(sys.stdin)))
store.put("parent", b"1", content_type="text/plain")
mine = store._client()
child = os.fork()
if child == 0:
    store.put("child", b"2", content_type="text/plain")
    os._exit(0 if store._client() is not mine else 1)
assert os.waitpid(child, 0)[1] == 0
assert store.head("child").size == 1 and store._client() is mine
"""
    given = options.model_dump(mode="json") | {"access_key_id": ACCESS_KEY, "secret_access_key": SECRET_KEY}
    done = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(given), cwd=ROOT, text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_only_a_bucket_loads_boto3():
    script = """
import sys
from pipeline.ports import StoredObject
from storage.open import open_store
from storage.options import StorageOptions
open_store(StorageOptions()), open_store(StorageOptions(kind="memory"))
assert not {"boto3", "botocore"} & set(sys.modules)
open_store(StorageOptions(kind="s3"))
assert "boto3" in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_options_show_no_secret(options):
    assert SECRET_KEY not in repr(options) + str(options) + options.model_dump_json()


@pytest.mark.parametrize(
    "wrong",
    [
        {"access_key_id": "only one"},
        {"endpoint_url": "localhost:8333"},
        {"public_endpoint_url": "http://user:secret@host"},
        {"bucket": "No_Such"},
        {"prefix": "a/../b"},
        {"link_ttl_s": 3601},
        {"bukcet": "misspelt"},
    ],
)
def test_options_that_cannot_work_are_refused(wrong):
    with pytest.raises(ValidationError) as caught:
        StorageOptions.model_validate({"kind": "s3"} | wrong)
    assert "secret@" not in caught.value.errors()[0]["msg"]


def test_options_open_the_store_they_name(tmp_path):
    names = {kind: type(open_store(StorageOptions(kind=kind, folder=tmp_path))).__name__ for kind in ("disk", "memory")}
    assert names == {"disk": "DiskStore", "memory": "MemoryStore"}
