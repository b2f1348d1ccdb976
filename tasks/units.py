"""The body of a unit's message: claim, work under a heartbeat, finish, publish what follows.

Whatever happens to the work, exactly one of these ends it: finished, given back (drain, unfit worker), struck (it died
or raised something nobody expected), failed with its job, or left to whoever holds it now.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog

from pipeline.errors import POLICY, OutOfMemory, QueueError, StorageError, VoicemillError
from tasks.heartbeat import Heartbeat, Stopped
from tasks.ledger import Lease, Ledger, Sends

T = TypeVar("T")
log = structlog.get_logger()
#: kind of unit -> name of the Celery task that rings for it
TASK_OF = {
    "plan": "voicemill.plan",
    "part": "voicemill.speak",
    "bind": "voicemill.bind",
    "publish": "voicemill.publish",
}


#: The domain's work on one unit, from the composition root: returns the finish payload and, for publish, the result.
Work = Callable[[Lease, Heartbeat], tuple[Mapping[str, Any], Mapping[str, Any] | None]]


@dataclass(frozen=True, slots=True)
class UnitRunner:
    """Runs units in a worker's child process."""

    ledger: Ledger
    worker: str
    work: Work
    publish: Callable[[Sends], None]
    announce: Callable[[list[str]], None]  #: store the Celery result of jobs that became final
    draining: Callable[[], bool]
    quit: Callable[[str], None]  #: this worker is unfit: leave
    renew: Callable[[], None]  #: end this process, to be replaced; does not return

    def run(self, unit: str) -> None:
        """Work on a unit if it is still to be done, and on all that follows when its job has but one part."""
        alone = False
        while True:
            sends, one_part = self._run_one(unit)
            alone = alone or one_part
            if not (alone and len(sends) == 1) or self.draining():
                self.publish(sends)
                return
            unit = sends[0][0]

    def _run_one(self, unit: str) -> tuple[Sends, bool]:
        lease = self.ledger.claim(unit, self.worker)
        if lease is None:
            log.debug("message_ignored", unit=unit)  # held, done or no longer wanted: a second ring of the same bell
            return [], False
        log.info("unit_claimed", unit=unit, token=lease.token)
        started = time.monotonic()
        beat = Heartbeat(self.ledger, lease, draining=self.draining)
        with beat:
            try:
                payload, result = self.work(lease, beat)
                ended = patiently(lambda: self.ledger.finish(lease, payload, result), self._patience_s)
            except Stopped as stop:
                return self._left(lease, stop.verdict), False
            except (VoicemillError, MemoryError) as err:
                return self._refused(lease, err), False
            except Exception as err:  # the one broad catch: whatever the work raised, its unit is not lost
                log.exception("unit_broke", unit=unit)
                reason = f"{type(err).__name__}: {err}"[:300]
                return patiently(lambda: self.ledger.give_back(lease, reason), self._patience_s), False
        if ended is None:
            log.warning("lease_lost", unit=unit, token=lease.token)
            return [], False
        sends, final = ended
        log.info("unit_finished", unit=unit, seconds=round(time.monotonic() - started, 3))
        self.announce(final)
        return sends, payload.get("parts") == 1

    def _left(self, lease: Lease, verdict: str) -> Sends:
        if verdict == "drain":
            log.info("unit_given_back", unit=lease.unit, reason="drain")
            return self.ledger.give_back(lease)  # no patience: a worker that is to leave without a broker just leaves
        log.info("lease_lost", unit=lease.unit, token=lease.token, reason=verdict)
        return []

    def _refused(self, lease: Lease, err: VoicemillError | MemoryError) -> Sends:
        if isinstance(err, MemoryError):
            err = OutOfMemory(f"memory ran out: {err}")
        if isinstance(err, QueueError) and POLICY[type(err)] == "retry":
            # the broker was away: that is not the text's fault
            return patiently(lambda: self.ledger.give_back(lease), self._patience_s)
        if POLICY[type(err)] == "quit":
            log.error("unit_given_back", unit=lease.unit, reason=err.message, code=err.code)
            sends = self.ledger.give_back(lease)
            self.quit(err.message)
            return sends
        if POLICY[type(err)] == "strike":
            log.error("unit_given_back", unit=lease.unit, reason=err.message, code=err.code)
            self.publish(patiently(lambda: self.ledger.give_back(lease, err.message), self._patience_s))
            self.renew()
            return []
        error = {"code": err.code, "message": err.message, "details": err.details | {"unit": lease.unit}}
        final = patiently(lambda: self.ledger.fail(lease, error), self._patience_s)
        log.error("rendering_failed", unit=lease.unit, code=err.code, jobs=final)
        self.announce(final)
        return []

    @property
    def _patience_s(self) -> float:
        return self.ledger.options.store_patience_s


def patiently(call: Callable[[], T], patience_s: float) -> T:
    """Repeat a call until broker and store answer again, for a while: finished work is not thrown away."""
    wait_s, deadline = 0.5, time.monotonic() + patience_s
    while True:
        try:
            return call()
        except (QueueError, StorageError) as err:
            if POLICY[type(err)] != "retry" or time.monotonic() > deadline:
                raise
        time.sleep(wait_s)
        wait_s = min(10.0, wait_s * 2)
