"""The Celery tasks: thin doors from messages to the ledger's work."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import structlog
from celery import Celery
from celery.exceptions import Ignore, Reject

from pipeline.errors import POLICY, InvalidRequest, QueueError, VoicemillError
from tasks.app import PRUNE, send_units
from tasks.door import Door
from tasks.ledger import Ledger
from tasks.messages import parse_request
from tasks.notify import JobError, Notifier
from tasks.units import TASK_OF, UnitRunner, patiently

log = structlog.get_logger()
ACCEPT_PATIENCE_S = 60.0  #: a store that is away for longer is the producer's to know
UNIT = r"[0-9a-f]+/(plan|part|bind|publish)/[0-9]+"
ANSWER_MOST = 4000  #: characters
#: These two are not in the ledger yet when they die: Celery brings them back. Both may run twice.
ONCE_MORE = {"acks_late": True, "reject_on_worker_lost": True}


class Child(Protocol):
    """What a worker's child process has opened, after fork."""

    ledger: Ledger
    door: Door
    notifier: Notifier
    runner: UnitRunner

    def prune(self) -> None:
        """Delete what is past its time."""


def register(app: Celery, child: Callable[[], Child]) -> None:
    """Put the tasks on an app; `child` gives the process's own connections at the first call after fork."""

    @app.task(name="voicemill.narrate", bind=True, ignore_result=False, throws=(JobError,), **ONCE_MORE)  # type: ignore[untyped-decorator]  # Celery has no types
    def narrate(self: Any, request: object = None, **unknown: object) -> None:
        """Accept a job from a plain Celery producer; its result is stored under this task's id when it is final."""
        job_id = str(self.request.id)
        try:
            patiently(lambda: accept(app, child(), job_id, request, unknown), ACCEPT_PATIENCE_S)
        except VoicemillError as err:
            if POLICY[type(err)] == "quit":
                child().runner.quit(err.message)
            if POLICY[type(err)] == "quit" or isinstance(err, QueueError):  # not the request's fault: it stays
                raise Reject(err.message, requeue=True) from err
            log.info("request_rejected", job_id=job_id, code=err.code)
            raise told(err) from err
        raise Ignore  # the result is the job's, not this message's

    @app.task(name="voicemill.cancel", throws=(JobError,), **ONCE_MORE)  # type: ignore[untyped-decorator]  # Celery has no types
    def cancel(job_id: str) -> None:
        """Cancel a job for a plain Celery producer, also one that another worker is about to accept."""
        try:
            patiently(lambda: child().ledger.cancel(job_id, expected=True), ACCEPT_PATIENCE_S)
        except VoicemillError as err:
            raise told(err) from err
        child().notifier.announce([job_id])

    def run_unit(unit: str) -> None:
        if isinstance(unit, str) and re.fullmatch(UNIT, unit):
            child().runner.run(unit)
        else:  # whoever reaches the broker can send anything
            log.error("message_dropped", reason="it names no unit")

    for kind, name in TASK_OF.items():
        app.task(name=name, time_limit=time_limit_s(kind, app.conf.task_time_limit))(run_unit)

    _register_prune(app, child)


def told(err: VoicemillError) -> JobError:
    """Return what a producer is told. What was given may be of any size; the answer is kept in the broker's memory."""
    small = len(json.dumps(err.details, default=str)) <= ANSWER_MOST
    return JobError(err.code, err.message[:ANSWER_MOST], err.details if small else {})


def _register_prune(app: Celery, child: Callable[[], Child]) -> None:
    def prune() -> None:
        child().prune()

    app.task(name=PRUNE)(prune)


def time_limit_s(kind: str, limit_s: int) -> int:
    """Return how long a unit may take: joining and encoding a whole book is one unit, and is no sign of a hang."""
    return limit_s * 12 if kind in ("bind", "publish") else limit_s


def accept(app: Celery, child: Child, job_id: str, data: object, unknown: Mapping[str, object]) -> None:
    """Check a request and record its job. Raises VoicemillError; then nothing was written."""
    if unknown:
        raise InvalidRequest(f"unknown argument {', '.join(unknown)}; the one argument is 'request'")
    if isinstance(data, dict) and data.get("id", job_id) != job_id:
        raise InvalidRequest("the request's 'id' is not the task's id; leave it out", given=data["id"], allowed=job_id)
    submission = child.door.accept(job_id, parse_request(data))
    log.info("job_accepted", job_id=job_id, outcome=submission.outcome)
    send_units(app, submission.sends)
    child.notifier.announce([job_id])
