"""Tells plain Celery producers: PROGRESS meta while a job runs, then its result or failure, under the job's own id.

The ledger is the truth and this is its echo. Final results are stored by whoever made the job final, and by the reaper
until two of its own are known to be stored. Whoever has stored PROGRESS looks at the job once more: it may have stood still
before, while the job became final.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from celery import Celery, states
from celery.exceptions import BackendStoreError
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from pipeline.errors import JobNotFound, VoicemillError
from tasks.events import wide_event
from tasks.ledger import Ledger
from tasks.results import ACTIVE, Link, job_view, progress

log = structlog.get_logger()


@contextmanager
def quiet_outage(**about: str) -> Iterator[None]:
    """Let nothing that merely tells about work disturb the work: the reaper asserts final results again."""
    try:
        yield
    except JobNotFound:
        pass  # past its time to live
    except (VoicemillError, RedisError, OperationalError, BackendStoreError) as err:
        log.warning("announcement_postponed", error=str(err), **about)


class JobError(Exception):
    """What a failed job's Celery result raises: args are `(code, message, details)`."""


class Notifier:
    """Writes the Celery results of jobs."""

    def __init__(
        self,
        app: Celery,
        ledger: Ledger,
        link: Link,
        clock: Callable[[], float] = time.time,
        *,
        tells: bool = True,  # no for producers: the log of their process is theirs
    ) -> None:
        self._app = app
        self._ledger = ledger
        self._link = link
        self._clock = clock
        self._tells = tells
        self._last_progress_s = 0.0

    def progress(self, fingerprint: str, *, every_s: float = 1.0) -> None:
        """Store PROGRESS meta for the jobs of a rendering, at most once in `every_s`."""
        now_s = self._clock()
        if now_s - self._last_progress_s < every_s:
            return
        self._last_progress_s = now_s
        with quiet_outage(fingerprint=fingerprint):
            self._progress(fingerprint, now_s)

    def _progress(self, fingerprint: str, now_s: float) -> None:
        rendering = self._ledger.rendering(fingerprint)
        if rendering.get("state") in ACTIVE:
            meta = progress(rendering, self._ledger.chapters(fingerprint), now_s)
            for job_id in self._ledger.subscribers(fingerprint):
                self._store_progress(job_id, meta)

    def _store_progress(self, job_id: str, meta: dict[str, Any]) -> None:
        self._app.backend.store_result(job_id, meta, "PROGRESS")
        if self._ledger.job(job_id)["state"] not in ACTIVE:
            self._announce(job_id)

    def announce(self, job_ids: Iterable[str], *, again: bool = False) -> None:
        """Store the result, the failure, or (for a job just accepted) the PROGRESS meta of each job.

        `again`: the reaper's assertion, which is counted. Raises QueueError then.
        """
        stored = []
        for job_id in job_ids:
            with quiet_outage(job_id=job_id):
                self._announce(job_id)
                stored.append(job_id)
                self._tell(job_id)
        if again and stored:
            self._ledger.announced(stored)

    def _announce(self, job_id: str) -> None:
        view = job_view(self._ledger, job_id, self._clock(), self._link)
        backend = self._app.backend
        if view["state"] == "DONE":
            backend.store_result(job_id, view["result"], states.SUCCESS)
        elif view["state"] in ACTIVE:
            self._store_progress(job_id, view["progress"])
        else:
            error = view["error"]
            backend.store_result(job_id, JobError(error["code"], error["message"], error["details"]), states.FAILURE)

    def _tell(self, job_id: str) -> None:
        """Log a job's wide event when it is final, whoever is the first to announce it."""
        if self._tells and self._ledger.first_to_tell(job_id):
            name, fields = wide_event(job_id, self._ledger.job(job_id))
            log.info(name, **fields)
