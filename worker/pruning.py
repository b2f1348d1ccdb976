"""Retention as a worker does it: what is past its time goes, except what a job may still want.

A rendering and a text that was handed over stay while the ledger knows them, whatever their objects say; a segment stays
while it is in the plan of a job that is not final: it was found there, or made, and has yet to be bound.
"""

import json
import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

from config.settings import WorkerOptions
from pipeline.errors import JobNotFound, ObjectDamaged, ObjectMissing
from pipeline.fingerprint import segment_key
from pipeline.ports import ObjectStore
from pipeline.retention import Limits, prune
from tasks.ledger import Ledger
from tasks.listing import Wanted, listed

LEAST_S, MOST_S = 30.0, 600.0  #: a run gives way to waiting work after the first, and ends after the second


def limits_of(options: WorkerOptions) -> Limits:
    """Return the limits of the settings, where 0 is none."""
    max_bytes = int(options.segments_gb * 1e9) or None
    return Limits(options.segments_days or None, max_bytes)


def prune_store(
    ledger: Ledger,
    store: ObjectStore,
    limits: Limits,
    *,
    dry_run: bool = False,
    stop: Callable[[], bool] = lambda: False,
) -> dict[str, dict[str, Any]]:
    """Delete what is past its time and in nobody's use; return what went, by kind."""
    in_use = InUse(ledger, store)
    return prune(store, now_s=time.time(), limits=limits, dry_run=dry_run, in_use=in_use, stop=stop)


class GiveWay:
    """Says when a run has to end: the worker leaves, or others wait for it."""

    def __init__(self, ledger: Ledger, draining: Callable[[], bool]) -> None:
        self._ledger = ledger
        self._draining = draining
        self._start = self._asked = time.monotonic()

    def __call__(self) -> bool:
        """Return whether to stop; asks the broker once a second at most."""
        now = time.monotonic()
        if self._draining() or now - self._start > MOST_S:
            return True
        if now - self._start < LEAST_S or now - self._asked < 1:
            return False
        self._asked = now
        return any(self._ledger.waiting().values())


class InUse:
    """Says whether a job may still want something."""

    def __init__(self, ledger: Ledger, store: ObjectStore) -> None:
        self._ledger = ledger
        self._store = store
        self._segments: set[str] | None = None

    def __call__(self, key: str) -> bool:
        """Return whether a folder or a segment is wanted."""
        kind, name = key.split("/", 1)
        if kind == "renders":
            return bool(self._ledger.rendering(name))
        if kind == "inbox":
            return self._knows_job(name)
        if self._segments is None:
            self._segments = self._planned()
        return key in self._segments

    def _knows_job(self, job_id: str) -> bool:
        try:
            self._ledger.job(job_id)
        except JobNotFound:
            return False
        return True

    def _planned(self) -> set[str]:
        active = {
            row["fingerprint"] for state in ("QUEUED", "RUNNING") for row in listed(self._ledger, Wanted(state=state))
        }
        return {key for fingerprint in active for key in self._segments_of(fingerprint)}

    def _segments_of(self, fingerprint: str) -> set[str]:
        found = set()
        for item in self._store.list(f"renders/{fingerprint}/plan/part-"):
            into = BytesIO()
            try:
                self._store.get(item.key, into)
            except (ObjectMissing, ObjectDamaged):  # planned anew before it is used
                continue
            found |= {segment_key(row["fingerprint"]) for row in json.loads(into.getvalue())["segments"]}
        return found
