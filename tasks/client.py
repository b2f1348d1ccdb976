"""The Python client: submit, poll, wait, fetch. It takes a store and a catalogue from its caller and makes none."""

import contextlib
import hashlib
import itertools
import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from celery import Celery

from pipeline.errors import InvalidRequest, InvalidSettings, JobNotFound, StorageError
from pipeline.identity import store_identity
from pipeline.ports import ObjectStore
from pipeline.recipe import read_source, recipe_from_json
from pipeline.request import Request
from pipeline.voices import Catalogue
from tasks.app import send_units
from tasks.door import Door
from tasks.job import Job
from tasks.ledger import Ledger, job_not_found
from tasks.listing import Wanted, listed
from tasks.messages import parse_request
from tasks.notify import Notifier
from tasks.results import Link, job_view


class Client:
    """A producer's view of the queue. Raises QueueError when the broker does not answer in time."""

    def __init__(
        self, app: Celery, ledger: Ledger, store: ObjectStore, catalogue: Catalogue, *, bucket: str, link: Link
    ) -> None:
        self._app = app
        self._ledger = ledger
        self._store = store
        self._link = link
        self._door = Door(ledger, store, catalogue, bucket)
        self._notifier = Notifier(app, ledger, link, tells=False)
        self._same_store = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections to the broker."""
        self._ledger.close()
        self._app.close()

    def submit(self, request: Request, *, document: bytes | None = None, job_id: str | None = None) -> Job:
        """Queue a job. With a `job_id` of the caller's a repeated call is the same job.

        Args:
            request: what to do with the text.
            document: the text as the bytes of a file, in place of the request's `text` or `source`.
            job_id: 3 to 64 of A–Z a–z 0–9 . _ -; default: a random one.

        Raises an InputError when the request can never succeed: then nothing was queued.
        """
        self.check_store()
        job_id = job_id or f"job-{secrets.token_hex(16)}"
        submission = self._door.accept(job_id, request, document)
        send_units(self._app, submission.sends)
        return Job(job_id, self)

    def submit_json(self, data: dict[str, Any]) -> Job:
        """Queue a job given in wire form (schema/request.json)."""
        return self.submit(parse_request(data), job_id=data.get("id"))

    def job(self, job_id: str) -> Job:
        """Return a handle on a job. Raises JobNotFound."""
        self._ledger.job(job_id)
        return Job(job_id, self)

    def check_store(self) -> None:
        """Raise InvalidSettings when the workers use another store than this client: nothing would find anything.

        A store that does not answer now is not asked again here; what needs it will say so.
        """
        if self._same_store:
            return
        with contextlib.suppress(StorageError):
            theirs, ours = self._ledger.store_name(), store_identity(self._store)
            if theirs is not None and theirs != ours:
                raise InvalidSettings(
                    f"the workers on this queue keep their audio in another store than {self._store}: set VOICEMILL_STORE "
                    "as they have it (`voicemill up` prints the lines to paste)",
                    store=str(self._store),
                )
            self._same_store = theirs is not None

    def find(self, prefix: str) -> Job:
        """Return the job whose id begins with `prefix`, as people type ids. Raises JobNotFound or InvalidRequest."""
        with contextlib.suppress(JobNotFound):
            return self.job(prefix)
        known = [job_id for job_id in self._ledger.recent(10_000) if job_id.startswith((prefix, f"job-{prefix}"))]
        if not known:
            raise job_not_found(prefix)
        if len(known) > 1:
            raise InvalidRequest(
                f"{prefix!r} begins {len(known)} job ids: {', '.join(known[:5])}{' …' if known[5:] else ''}",
                given=prefix,
            )
        return self.job(known[0])

    def view(self, job_id: str) -> dict[str, Any]:
        """Return state, progress, result or error of a job. Raises JobNotFound."""
        return job_view(self._ledger, job_id, time.time(), self._link)

    def jobs(
        self,
        state: str | None = None,
        limit: int | None = 20,
        *,
        code: str | None = None,
        since_s: float | None = None,
        retried: bool | None = None,
    ) -> list[dict[str, Any]]:
        """Return the newest jobs, newest first, without their artifacts.

        Args:
            state: only jobs in it.
            limit: how many; None: all.
            code: only jobs that failed with it.
            since_s: only jobs that are final since then, seconds since the epoch.
            retried: only jobs that were (or were not) submitted again.
        """
        return list(itertools.islice(listed(self._ledger, Wanted(state, code, since_s, retried)), limit))

    def cancel(self, job_id: str) -> str:
        """Cancel a job and return its state; a final job stays what it is. Raises JobNotFound."""
        state = self._ledger.cancel(job_id)
        if state == "CANCELLED":
            self._notifier.announce([job_id])
        return state

    def retry(self, job_id: str) -> Job:
        """Submit a failed or cancelled job's request again, as a new job. What was spoken is in the cache.

        The new id follows from the old one: two who retry the same job at once, or one who dies in between, make one.
        """
        job = self._ledger.job(job_id)
        if job["state"] not in ("FAILED", "CANCELLED"):
            raise InvalidRequest(
                f"job {job_id!r} is {job['state']}; only a FAILED or CANCELLED job is retried", given=job["state"]
            )
        again = job.get("retried_as", f"job-{hashlib.sha256(f'retry of {job_id}'.encode()).hexdigest()[:32]}")
        if "retried_as" in job:
            with contextlib.suppress(JobNotFound):
                state = self._ledger.job(again)["state"]
                raise InvalidRequest(f"job {job_id!r} was retried as {again!r}, which is {state}", retried_as=again)
        request = self._request_of(job)
        document = None
        if request.source and request.source.startswith("inbox/"):  # of the old job, and gone with it
            document, request = read_source(self._store, request.source), replace(request, source=None)
        made = self.submit(request, document=document, job_id=again)
        self._ledger.retried(job_id, again)
        return made

    def _request_of(self, job: Mapping[str, str]) -> Request:
        # before jobs kept their own, a failed one left it with its rendering
        kept = job.get("recipe") or self._ledger.rendering(job["rendering"]).get("recipe")
        if not kept:
            raise InvalidRequest("the job's text is not kept any more: submit it again", given=job["rendering"])
        recipe = recipe_from_json(job["rendering"], json.loads(kept))
        own = job.get("source") or recipe.source or ""
        if not own.startswith("inbox/"):
            own = f"s3://{self._door.bucket}/{own}"
        given = {"text": recipe.text} if recipe.text else {"source": own}
        return parse_request(json.loads(job["request"]) | given)

    def ping(self) -> dict[str, Any]:
        """Return facts about the broker. Raises QueueError."""
        return self._ledger.facts()

    @property
    def store(self) -> ObjectStore:
        """The store that jobs are fetched from."""
        return self._store
