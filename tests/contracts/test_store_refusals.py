"""Servers that say no in their own ways: what is a miss, what is a refusal, and what they need to say yes."""

import io
import os
import uuid

import pytest

from pipeline.errors import ObjectMissing, StorageDenied
from storage.disk import DiskStore
from storage.s3 import S3Store
from tests.support.s3_proxy import running_proxy

KEY = "segments/ab/abc.flac"


def options(weed, **changes):
    return weed.options(bucket="contract", prefix=uuid.uuid4().hex, **changes)


def not_listed(asked):
    """Answer as AWS does to a key without the right to list: what is missing is forbidden."""
    return (403, "AccessDenied") if asked.status == 404 else None


def test_a_missing_object_is_a_miss_also_to_a_key_that_may_not_list(weed):
    with running_proxy(weed.endpoint_url, not_listed) as proxy:
        store = S3Store(options(weed, endpoint_url=proxy.url))
        assert store.head(KEY) is None
        with pytest.raises(ObjectMissing, match="does not exist, or may not be read"):
            store.get(KEY, io.BytesIO())
        made = store.put(KEY, b"sound", content_type="audio/flac")
        found = store.head(KEY)
        assert found is not None
        assert found.sha256 == made.sha256


def test_a_key_that_may_not_write_is_told_so(weed):
    def read_only(asked):
        return (403, "AccessDenied") if asked.method in {"PUT", "POST", "DELETE"} else None

    with running_proxy(weed.endpoint_url, read_only) as proxy:
        store = S3Store(options(weed, endpoint_url=proxy.url))
        for call in (lambda: store.put(KEY, b"sound", content_type="audio/flac"), lambda: store.delete(KEY)):
            with pytest.raises(
                StorageDenied, match=r"refused to .* object 'segments/ab/abc.flac' .*AccessDenied \(HTTP 403\)"
            ):
                call()


@pytest.mark.parametrize(
    "wrong", [{"secret_access_key": "not-the-one"}, {"access_key_id": "nobody"}], ids=["secret", "key"]
)
def test_a_wrong_key_or_secret_is_a_refusal_and_never_a_miss(weed, wrong):
    store = S3Store(options(weed, **wrong))
    for call in (lambda: store.head(KEY), lambda: store.get(KEY, io.BytesIO())):
        with pytest.raises(StorageDenied, match="403"):
            call()


@pytest.mark.parametrize("size", [10, 17 << 20], ids=["one request", "in parts"])
def test_a_server_that_takes_no_trailers_and_wants_lengths_is_served(weed, tmp_path, size):
    refused = []

    def strict(asked):
        headers = {name.lower(): value.lower() for name, value in asked.headers.items()}
        modern = [
            name for name in headers if name.startswith(("x-amz-checksum", "x-amz-trailer", "x-amz-sdk-checksum"))
        ]
        chunked = "aws-chunked" in headers.get("content-encoding", "") or "transfer-encoding" in headers
        if asked.method == "PUT" and (chunked or modern or "content-length" not in headers):
            refused.append(headers)
            return 411, "MissingContentLength"
        return None

    path = tmp_path / "chapter.wav"
    path.write_bytes(os.urandom(size))
    with running_proxy(weed.endpoint_url, strict) as proxy:
        store = S3Store(options(weed, endpoint_url=proxy.url))
        store.put(KEY, path, content_type="audio/wav")
        into = io.BytesIO()
        store.get(KEY, into)
    assert into.getvalue() == path.read_bytes()
    assert refused == []


def test_a_folder_that_may_not_be_written_is_a_refusal(tmp_path, monkeypatch):
    def denied(*_args, **_more):
        raise PermissionError(13, "Permission denied")

    store = DiskStore(tmp_path / "store")
    store.put(KEY, b"sound", content_type="audio/flac")
    monkeypatch.setattr("tempfile.mkstemp", denied)  # the tests may run as root, whom no mode stops
    with pytest.raises(StorageDenied, match=r"cannot store object 'segments/ab/other' in .*Permission denied"):
        store.put("segments/ab/other", b"sound", content_type="audio/flac")
    into = io.BytesIO()
    store.get(KEY, into)
    assert into.getvalue() == b"sound"
