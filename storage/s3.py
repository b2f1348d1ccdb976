"""A store in a bucket, by boto3: AWS and everything that speaks its language.

First wins by looking first, which every server can do; `If-None-Match` closes the gap between two writers where the
server knows it, and is dropped where it answers 501 or 400. What the server calls "exists" may be our own first try
whose answer was lost, so it is never an error: the object there is described and returned. sha256 and size travel as
metadata and are checked on every read. A key without the right to list is told 403 for what is missing, too: that is
taken for a miss, and if it was a refusal, the put that follows a miss says so. `list` gives the server's order:
bytewise on AWS; SeaweedFS sorts folder by folder, which is the same for keys made of ids. Retries here only bridge a
dropped connection (4 tries, under a second when refused): a restart is ridden out by the caller, who keeps a lease.
"""

import contextlib
import io
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace as changed
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote

from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError, PartialCredentialsError

from pipeline.errors import ObjectMissing, StorageDenied, StorageError
from pipeline.ports import StoredObject
from storage.content import CHUNK_BYTES, check_expiry, check_key, copy_verified, describe
from storage.options import StorageOptions
from storage.s3_wire import description, new_client, reason_of, stored_object

_MULTIPART_BYTES = 16 << 20
_MISSING = {"404", "NoSuchKey", "NotFound"}
_EXISTS = {"412", "PreconditionFailed"}
_COLLIDED = {"409", "ConditionalRequestConflict", "OperationAborted"}
_NO_CONDITIONS = {400, 501}
_DENIED = {401, 403}
_EXPIRED = {"ExpiredToken", "InvalidToken"}  # HTTP 400
_RACE_TRIES = 4


class S3Store:
    """Objects in a bucket. Threads share it; a forked child makes its own clients."""

    def __init__(self, options: StorageOptions) -> None:
        self._options = options
        self._bucket = options.bucket
        self._clients: dict[tuple[int, str | None], Any] = {}  # by process: a child must not share its parent's sockets
        self._conditional = True
        self._ready_in = 0  # the process that has seen the bucket

    def __str__(self) -> str:
        return f"s3://{self._bucket}/{self._options.prefix} at {self._options.endpoint_url or 'AWS'}"

    def put(
        self,
        key: str,
        data: bytes | Path,
        *,
        content_type: str,
        metadata: Mapping[str, str] | None = None,
        replace: bool = False,
        sha256: str = "",
    ) -> StoredObject:
        """Store an object; the first under a key wins unless `replace`."""
        made = describe(key, data, content_type, metadata, sha256)
        if replace:
            self._send(made, data, condition=False)
            return made
        for _ in range(_RACE_TRIES):
            winner = self.head(key)
            if winner:
                return winner
            if self._send(made, data, condition=self._conditional):
                return made
        raise StorageError(f"{self._where(key)} is written and deleted again and again", key=key)

    def get(self, key: str, into: BinaryIO) -> StoredObject:
        """Write the object to `into`, verified. An object that was not put here has no sha256: it gets the one read."""
        answer = self._answer(key)
        stored = stored_object(key, answer)
        with contextlib.closing(answer["Body"]) as body:
            found = copy_verified(self._chunks(body, key), into, stored)
        return stored if stored.sha256 else changed(stored, sha256=found)

    def _answer(self, key: str) -> Any:
        """Return the server's answer to GET, its body unread."""
        try:
            with self._translated("read", key):
                return self._client().get_object(Bucket=self._bucket, Key=self._name(key))
        except StorageDenied as err:
            if err.details["reason"] != "AccessDenied":
                raise
            raise ObjectMissing(f"{self._where(key)} does not exist, or may not be read (HTTP 403)", key=key) from err

    def head(self, key: str) -> StoredObject | None:
        """Describe an object, or return None."""
        try:
            with self._translated("look up", key):
                return stored_object(key, self._client().head_object(Bucket=self._bucket, Key=self._name(key)))
        except ObjectMissing:
            return None
        except StorageDenied:
            with contextlib.suppress(ObjectMissing):  # an answer to HEAD has no body to give a reason in
                answer = self._answer(key)
                answer["Body"].close()
                return stored_object(key, answer)
            return None

    def list(self, prefix: str) -> Iterator[StoredObject]:
        """Yield the objects, a page of 1,000 at a time."""
        root = self._options.prefix
        with self._translated("list", prefix):
            pages = iter(
                self._client().get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=root + prefix)
            )
        while True:
            with self._translated("list", prefix):
                page = next(pages, None)
            if page is None:
                return
            for entry in page.get("Contents", ()):
                key = entry["Key"].removeprefix(root)
                yield StoredObject(key, entry["Size"], "", modified=entry["LastModified"].timestamp())

    def delete(self, key: str) -> None:
        """Remove an object; a missing one is fine."""
        with contextlib.suppress(ObjectMissing), self._translated("delete", key):
            self._client().delete_object(Bucket=self._bucket, Key=self._name(key))

    def link(self, key: str, *, expires_s: int, filename: str | None = None) -> str:
        """Return a presigned URL on the public endpoint. Signing asks no server, so the object need not exist."""
        wanted = {"Bucket": self._bucket, "Key": self._name(key)}
        if filename:
            # The extended form alone: it has no quoting rules to get wrong, and every browser of this decade reads it.
            wanted["ResponseContentDisposition"] = f"attachment; filename*=UTF-8''{quote(filename, safe='')}"
        endpoint = self._options.public_endpoint_url or self._options.endpoint_url
        with self._translated("sign a link for", key):
            url: str = self._client_for(endpoint).generate_presigned_url(
                "get_object", Params=wanted, ExpiresIn=check_expiry(expires_s)
            )
        return url

    def _send(self, made: StoredObject, data: bytes | Path, *, condition: bool) -> bool:
        """Upload; False when another object won in between."""
        if made.size > _MULTIPART_BYTES:
            self._send_parts(made, data)
            return True
        headers = {"IfNoneMatch": "*"} if condition else {}
        try:
            with self._translated("store", made.key), _opened(data) as body:
                self._client().put_object(
                    Bucket=self._bucket, Key=self._name(made.key), Body=body, **description(made), **headers
                )
        except StorageError as err:
            if condition and err.details.get("reason") in _EXISTS | _COLLIDED:
                return False
            if not condition or err.details.get("status") not in _NO_CONDITIONS:
                raise
            # Perhaps it is the condition that this server does not know; anything else fails again without it.
            self._send(made, data, condition=False)
            self._conditional = False
        return True

    def _send_parts(self, made: StoredObject, data: bytes | Path) -> None:
        """Upload in parts, two at a time; a file's parts are read as they are sent."""
        config = TransferConfig(
            multipart_threshold=_MULTIPART_BYTES, multipart_chunksize=_MULTIPART_BYTES, max_concurrency=2
        )
        where = (self._bucket, self._name(made.key))
        with self._translated("store", made.key):
            client = self._client()
            if isinstance(data, bytes):
                client.upload_fileobj(io.BytesIO(data), *where, ExtraArgs=description(made), Config=config)
            else:
                client.upload_file(str(data), *where, ExtraArgs=description(made), Config=config)

    def _client(self) -> Any:
        """Return this process's client, once the bucket is there."""
        client = self._client_for(self._options.endpoint_url)
        if self._options.create_bucket and self._ready_in != os.getpid():
            self._ensure_bucket(client)
            self._ready_in = os.getpid()
        return client

    def _client_for(self, endpoint: str | None) -> Any:
        # Two threads may both make one at first: the second is dropped, and no lock can be left held by a fork.
        at = (os.getpid(), endpoint)
        if at not in self._clients:
            self._clients[at] = new_client(self._options, endpoint)
        return self._clients[at]

    def _ensure_bucket(self, client: Any) -> None:
        try:
            client.head_bucket(Bucket=self._bucket)
        except ClientError as err:
            if reason_of(err) not in _MISSING | {"NoSuchBucket"}:
                return  # keys that may only read and write objects are refused here; the call itself will tell
        else:
            return
        place = {}
        if self._options.region not in {"us-east-1", "auto"}:
            place = {"CreateBucketConfiguration": {"LocationConstraint": self._options.region}}
        try:
            client.create_bucket(Bucket=self._bucket, **place)
        except ClientError as err:
            if reason_of(err) not in {"BucketAlreadyOwnedByYou", "BucketAlreadyExists"}:
                raise

    def _name(self, key: str) -> str:
        return self._options.prefix + check_key(key)

    def _chunks(self, body: Any, key: str) -> Iterator[bytes]:
        while True:
            with self._translated("read", key):
                chunk = body.read(CHUNK_BYTES)
            if not chunk:
                return
            yield chunk

    @contextlib.contextmanager
    def _translated(self, what: str, key: str) -> Iterator[None]:
        try:
            yield
        except ClientError as err:
            raise self._refused(what, key, err) from err
        except (BotoCoreError, Boto3Error) as err:
            if isinstance(err.__context__, ClientError):  # an upload in parts wraps the answer
                raise self._refused(what, key, err.__context__) from err
            # Its text may hold a signed address; its class says enough.
            name = type(err).__name__
            kind = StorageDenied if isinstance(err, NoCredentialsError | PartialCredentialsError) else StorageError
            raise kind(f"cannot {what} {self._where(key)}: {name}", key=key, reason=name) from err

    def _refused(self, what: str, key: str, err: ClientError) -> StorageError:
        reason, status = reason_of(err), err.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        details = {"key": key, "reason": reason, "status": status}
        if reason in _MISSING:
            return ObjectMissing(f"{self._where(key)} does not exist", **details)
        kind = StorageDenied if status in _DENIED or reason in _EXPIRED else StorageError
        return kind(f"the store refused to {what} {self._where(key)}: {reason} (HTTP {status})", **details)

    def _where(self, key: str) -> str:
        endpoint = self._options.endpoint_url or f"AWS {self._options.region}"
        return f"object {key!r} in bucket {self._bucket!r} at {endpoint}"


@contextlib.contextmanager
def _opened(data: bytes | Path) -> Iterator[BinaryIO]:
    with io.BytesIO(data) if isinstance(data, bytes) else data.open("rb") as file:
        yield file
