"""A store in this process's memory: for tests and for speaking without a store. Same contract as the real ones."""

import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace as changed
from pathlib import Path
from typing import BinaryIO

from pipeline.errors import ObjectMissing
from pipeline.ports import StoredObject
from storage.content import check_expiry, check_key, copy_verified, describe


class MemoryStore:
    """Objects in a dictionary, behind a lock."""

    def __init__(self) -> None:
        self._objects: dict[str, tuple[StoredObject, bytes]] = {}
        self._lock = threading.Lock()

    def __str__(self) -> str:
        return "this process's memory"

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
        content = data if isinstance(data, bytes) else data.read_bytes()
        made = changed(describe(key, content, content_type, metadata, sha256), modified=time.time())
        with self._lock:
            if replace or key not in self._objects:
                self._objects[key] = (made, content)
            return self._objects[key][0]

    def get(self, key: str, into: BinaryIO) -> StoredObject:
        """Write the object to `into`, verified."""
        with self._lock:
            found = self._objects.get(check_key(key))
        if found is None:
            raise ObjectMissing(f"no object {key!r} in memory", key=key)
        copy_verified([found[1]], into, found[0])
        return found[0]

    def head(self, key: str) -> StoredObject | None:
        """Describe an object, or return None."""
        with self._lock:
            found = self._objects.get(check_key(key))
        return found[0] if found else None

    def list(self, prefix: str) -> Iterator[StoredObject]:
        """Yield what was there at the first step, in key order."""
        with self._lock:
            found = [stored for key, (stored, _) in self._objects.items() if key.startswith(prefix)]
        yield from sorted(found, key=lambda stored: stored.key.encode())

    def delete(self, key: str) -> None:
        """Remove an object; a missing one is fine."""
        with self._lock:
            self._objects.pop(check_key(key), None)

    def link(self, key: str, *, expires_s: int, filename: str | None = None) -> str:  # noqa: ARG002  the port's
        """Return an address that names the object; nothing serves it."""
        check_expiry(expires_s)
        return f"memory:///{check_key(key)}"
