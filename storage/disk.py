"""A store in a folder: `objects/<key>` holds the bytes, `records/<key>.json` says what they must be.

The record is the commit: an object without one does not exist. Both change under a lock on the key that the system
frees when its holder dies, in an order (record away, bytes, record) in which a crash leaves a miss and never a wrong
hit. Bytes are complete and on the disk before they get their name.
"""

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace as changed
from pathlib import Path
from typing import BinaryIO

from pipeline.errors import ObjectMissing, StorageDenied, StorageError
from pipeline.ports import StoredObject
from storage.content import CHUNK_BYTES, check_expiry, check_key, copy_verified, describe

_ENDING = ".json"
_DENIED = {errno.EACCES, errno.EPERM, errno.EROFS}
_LOCK_S = 10.0  # locks are held for milliseconds; a process that was stopped may hold one for ever
_ABANDONED_S = 86_400  # a scratch file that old belongs to a process that was killed


class DiskStore:
    """Objects as files. Safe for many processes on one machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        self._objects = self._folder / "objects"
        self._records = self._folder / "records"
        self._locks = self._folder / "locks"
        self._scratch = self._folder / "scratch"

    def __str__(self) -> str:
        return f"the folder {self._folder}"

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
        with self._translated("store", key):
            made = describe(key, data, content_type, metadata, sha256)
            if not replace and (winner := self.head(key)):
                return winner
            self._prepare()
            scratch = self._written(data)
            try:
                with self._locked(key, fcntl.LOCK_EX):
                    winner = None if replace else self._record(key)
                    return winner or self._commit(made, scratch)
            finally:
                scratch.unlink(missing_ok=True)

    def get(self, key: str, into: BinaryIO) -> StoredObject:
        """Write the object to `into`, verified."""
        with self._translated("read", key), self._locked(check_key(key), fcntl.LOCK_SH):
            # Opened under the lock, read outside: a replaced file keeps its bytes while it is open.
            record = self._record(key)
            file = self._object_path(key).open("rb") if record else None
        if record is None or file is None:
            raise ObjectMissing(f"no object {key!r} in {self._folder}", key=key)
        with file:
            copy_verified(self._chunks(file, key), into, record)
        return record

    def head(self, key: str) -> StoredObject | None:
        """Describe an object, or return None."""
        with self._translated("look up", key), self._locked(check_key(key), fcntl.LOCK_SH):
            return self._record(key)

    def list(self, prefix: str) -> Iterator[StoredObject]:
        """Yield the objects in key order, one folder at a time."""
        for key in self._keys(self._records, "", prefix):
            stored = self.head(key)
            if stored:
                yield stored

    def delete(self, key: str) -> None:
        """Remove an object and the folders that it leaves empty."""
        with self._translated("delete", key), self._locked(check_key(key), fcntl.LOCK_EX):
            for path, root in ((self._record_path(key), self._records), (self._object_path(key), self._objects)):
                path.unlink(missing_ok=True)
                for parent in path.parents:
                    if parent == root or not _removed(parent):
                        break

    def link(self, key: str, *, expires_s: int, filename: str | None = None) -> str:  # noqa: ARG002  the port's
        """Return a file URL, which works on this machine and does not expire."""
        check_expiry(expires_s)
        return self._object_path(check_key(key)).as_uri()

    def _commit(self, made: StoredObject, scratch: Path) -> StoredObject:
        """Give the bytes their name, then the record; what was there is unsaid first."""
        record = self._written(json.dumps(_as_json(made), ensure_ascii=True).encode())
        try:
            self._record_path(made.key).unlink(missing_ok=True)
            _moved(scratch, self._object_path(made.key))
            _moved(record, self._record_path(made.key))
        finally:
            record.unlink(missing_ok=True)
        return changed(made, modified=self._record_path(made.key).stat().st_mtime)

    def _record(self, key: str) -> StoredObject | None:
        path = self._record_path(key)
        try:
            text, modified = path.read_text("utf-8"), path.stat().st_mtime
            found = json.loads(text)
            stored = StoredObject(
                key, found["size"], found["sha256"], found["content_type"], found["metadata"], modified
            )
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except (ValueError, KeyError, TypeError):
            return None  # a record that a power cut left empty commits nothing
        return stored if self._object_path(key).is_file() else None

    def _written(self, data: bytes | Path) -> Path:
        """Return a scratch file on the store's file system with the data, flushed to the disk."""
        handle, name = tempfile.mkstemp(dir=self._scratch)
        path = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(_pieces(data))
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        path.chmod(0o644)  # mkstemp's 0600 would hide the audio from a web server that serves the folder
        return path

    def _prepare(self) -> None:
        for folder in (self._objects, self._records, self._scratch):
            folder.mkdir(parents=True, exist_ok=True)
        for path in self._scratch.iterdir():
            with contextlib.suppress(FileNotFoundError):
                if path.stat().st_mtime < time.time() - _ABANDONED_S:
                    path.unlink()

    @contextlib.contextmanager
    def _locked(self, key: str, how: int) -> Iterator[None]:
        """Hold one of 256 locks: enough that writers of different keys seldom meet, few enough to keep for ever."""
        self._locks.mkdir(parents=True, exist_ok=True)
        with (self._locks / hashlib.sha256(key.encode()).hexdigest()[:2]).open("ab") as file:
            _lock(file, how)
            yield

    @contextlib.contextmanager
    def _translated(self, what: str, key: str) -> Iterator[None]:
        try:
            yield
        except OSError as err:
            kind = StorageDenied if err.errno in _DENIED else StorageError
            said = f"cannot {what} object {key!r} in {self._folder}: {err.strerror or err}"
            raise kind(said, key=key, errno=err.errno) from err

    def _chunks(self, file: BinaryIO, key: str) -> Iterator[bytes]:
        while True:
            with self._translated("read", key):
                chunk = file.read(CHUNK_BYTES)
            if not chunk:
                return
            yield chunk

    def _keys(self, folder: Path, stem: str, prefix: str) -> Iterator[str]:
        """Walk in the order of whole keys: a folder sorts as its name with the slash (`a-b` before `a/b`)."""
        try:
            entries = [(entry.name, entry.is_dir()) for entry in os.scandir(folder)]
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as err:
            raise StorageError(f"cannot list {folder}: {err.strerror or err}", errno=err.errno) from err
        names = [name + "/" if is_folder else name.removesuffix(_ENDING) for name, is_folder in entries]
        for name in sorted(names, key=os.fsencode):
            key = stem + name
            if name.endswith("/"):
                if key.startswith(prefix) or prefix.startswith(key):
                    yield from self._keys(folder / name, key, prefix)
            elif key.startswith(prefix):
                yield key

    def _object_path(self, key: str) -> Path:
        return self._objects / key

    def _record_path(self, key: str) -> Path:
        return self._records / (key + _ENDING)


def _pieces(data: bytes | Path) -> Iterator[bytes]:
    if isinstance(data, bytes):
        yield data
        return
    with data.open("rb") as file:
        while piece := file.read(CHUNK_BYTES):
            yield piece


def _lock(file: BinaryIO, how: int) -> None:
    deadline = time.monotonic() + _LOCK_S
    while True:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(file, how | fcntl.LOCK_NB)
            return
        if time.monotonic() > deadline:
            raise StorageError(f"{file.name} has been locked for {_LOCK_S:g} s: a process that was stopped holds it")
        time.sleep(0.005)


def _as_json(stored: StoredObject) -> dict[str, object]:
    return {
        "size": stored.size,
        "sha256": stored.sha256,
        "content_type": stored.content_type,
        "metadata": dict(stored.metadata),
    }


def _moved(source: Path, target: Path) -> None:
    """Rename, making the folders; again when a `delete` next door took the empty folder away in between."""
    for _ in range(100):
        target.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            source.replace(target)
            return
    source.replace(target)


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except OSError:  # not empty, or gone: either way nothing more to tidy above it
        return False
    return True
