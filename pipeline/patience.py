"""Riding out what is away for a while, above all an object store: failures are tried again with growing rests.

The client libraries' own retries give up within a second of a refused connection; a store that is being restarted is
away for longer. `rest` is the caller's: it may raise, so a cancelled or lost unit does not wait out the store. Patience
is time by the clock, since a call to a store that hangs takes longer than the rest before it. A refusal is waited out
for a minute only: a store that just starts may refuse everybody, any other has decided.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, TypeVar

from pipeline.errors import ObjectDamaged, ObjectMissing, StorageDenied, StorageError, VoicemillError
from pipeline.ports import ObjectStore, StoredObject

T = TypeVar("T")
DENIED_PATIENCE_S = 60.0


def ride_out(
    call: Callable[[], T],
    *,
    patience_of: Callable[[VoicemillError], float],
    rest: Callable[[float], None],
    on_retry: Callable[[VoicemillError, float], None],
    on_answer: Callable[[], None] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
) -> T:
    """Repeat a call with growing rests until it succeeds, or raise its error.

    Args:
        call: may be repeated.
        patience_of: how long to try in all while it is this error, seconds; 0: raise it at once.
        rest: waits; may raise to end the trying.
        on_retry: told of each error and of the rest that follows.
        on_answer: called after a retry that succeeded.
        clock: seconds; of which only differences matter.
    """
    wait_s, since, waited = 1.0, clock(), False
    while True:
        try:
            answer = call()
        except VoicemillError as err:
            left_s = patience_of(err) + since - clock()
            if left_s <= 0:
                raise
            wait_s = min(wait_s, left_s)  # the last try is at the end of the time, not after it
            on_retry(err, wait_s)
        else:
            if waited:
                on_answer()
            return answer
        rest(wait_s)
        waited, wait_s = True, min(60.0, wait_s * 2)


class PatientStore:
    """Wraps a store; fits the same port."""

    def __init__(
        self,
        store: ObjectStore,
        *,
        rest: Callable[[float], None],
        patience_s: float,
        on_retry: Callable[[VoicemillError, float], None] = lambda _error, _wait_s: None,
        on_answer: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._rest = rest
        self._patience_s = patience_s
        self._on_retry = on_retry
        self._on_answer = on_answer  #: after a retry that succeeded
        self._clock = clock

    def _patiently(self, call: Callable[[], T]) -> T:
        return ride_out(
            call,
            patience_of=self._patience_with,
            rest=self._rest,
            on_retry=self._on_retry,
            on_answer=self._on_answer,
            clock=self._clock,
        )

    def _patience_with(self, err: VoicemillError) -> float:
        if not isinstance(err, StorageError) or isinstance(err, ObjectMissing | ObjectDamaged):
            return 0.0
        return min(self._patience_s, DENIED_PATIENCE_S) if isinstance(err, StorageDenied) else self._patience_s

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
        """See the port."""
        return self._patiently(
            lambda: self._store.put(
                key, data, content_type=content_type, metadata=metadata, replace=replace, sha256=sha256
            )
        )

    def get(self, key: str, into: BinaryIO) -> StoredObject:
        """See the port."""
        start = into.tell()

        def fetch() -> StoredObject:
            into.seek(start)
            into.truncate()
            return self._store.get(key, into)

        return self._patiently(fetch)

    def head(self, key: str) -> StoredObject | None:
        """See the port."""
        return self._patiently(lambda: self._store.head(key))

    def list(self, prefix: str) -> Iterator[StoredObject]:
        """See the port."""
        return iter(self._patiently(lambda: list(self._store.list(prefix))))

    def delete(self, key: str) -> None:
        """See the port."""
        self._patiently(lambda: self._store.delete(key))

    def link(self, key: str, *, expires_s: int, filename: str | None = None) -> str:
        """See the port."""
        return self._store.link(key, expires_s=expires_s, filename=filename)
