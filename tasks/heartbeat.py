"""Keeps a lease while a unit is being worked on, and carries back what the worker should do.

A thread beats every quarter of a lease, so a segment may take as long as it likes. `check` is called between segments:
it reports what was done, and raises when the work should stop. Cancellation, drain and loss of the lease all travel
this way; nothing is ever interrupted inside a segment.
"""

import threading
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self

from pipeline.errors import QueueError
from tasks.ledger import Lease, Ledger, Verdict


class Stopped(BaseException):  # not an error of the work: nothing that catches errors may swallow it
    """The unit is to be left: `verdict` says why (cancel, lost, drain)."""

    def __init__(self, verdict: str) -> None:
        super().__init__(verdict)
        self.verdict = verdict


class Heartbeat:
    """Beats for one lease while entered."""

    def __init__(self, ledger: Ledger, lease: Lease, *, draining: Callable[[], bool]) -> None:
        self._ledger = ledger
        self._lease = lease
        self._draining = draining
        self._verdict: Verdict = "ok"
        self._asked_s = time.monotonic()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    def check(self, tally: Mapping[str, Any] | None = None) -> None:
        """Report progress, if any, and raise Stopped when the unit is to be left.

        A silent broker does not stop the work: while nobody hears the ledger, nobody else can claim the unit. But whoever
        was stalled for half a lease asks first whether it still holds the unit.
        """
        if tally is not None or time.monotonic() - self._asked_s > self._ledger.options.lease_s / 2:
            self._beat(tally)
        if self._verdict != "ok":
            raise Stopped(self._verdict)
        if self._draining():
            raise Stopped("drain")

    def report(self, tally: Mapping[str, Any]) -> None:
        """Report the last progress of a unit that is about to be finished: too late to leave it."""
        self._beat(tally)

    def rest(self, seconds: float) -> None:
        """Wait before another try, but not past a reason to stop."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self._verdict != "ok" or self._draining():
                self.check()
            time.sleep(min(0.2, max(0.0, deadline - time.monotonic())))

    def _beat(self, tally: Mapping[str, Any] | None = None) -> None:
        if self._verdict == "ok":
            self._asked_s = time.monotonic()
            try:
                self._verdict = self._ledger.beat(self._lease, tally)
            except QueueError:
                return  # the next beat tells

    def _run(self) -> None:
        while not self._done.wait(self._ledger.options.lease_s / 4):
            self._beat()
