"""Lists of jobs: newest first, a few hundred a round trip. A failed job is its own dead letter: nothing else holds it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tasks.keys import job_key
from tasks.ledger import Ledger

BATCH = 500
_FIELDS = ("state", "created_s", "finished_s", "metadata", "rendering", "error", "retried_as", "retry_of")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which jobs; None: any."""

    state: str | None = None
    code: str | None = None  #: of the error that a job failed with
    since_s: float | None = None  #: final since this time, seconds since the epoch
    retried: bool | None = None

    def __contains__(self, row: dict[str, Any]) -> bool:
        return (
            self.state in (None, row["state"])
            and self.code in (None, (row["error"] or {}).get("code"))
            and (self.since_s is None or (row["finished_s"] is not None and row["finished_s"] >= self.since_s))
            and self.retried in (None, row["retried_as"] is not None)
        )


def listed(ledger: Ledger, wanted: Wanted) -> Iterator[dict[str, Any]]:
    """Yield jobs without their artifacts."""
    start = 0
    while ids := ledger.recent(BATCH, start):
        start += len(ids)
        for job_id, values in zip(ids, ledger.read_many([job_key(each) for each in ids], _FIELDS), strict=True):
            found = dict(zip(_FIELDS, values, strict=True))
            if found["state"] is None:
                continue  # listed, but past its time to live
            row = _row(job_id, found)
            if row in wanted:
                yield row


def _row(job_id: str, found: dict[str, Any]) -> dict[str, Any]:
    return {
        "job_id": job_id,
        "state": found["state"],
        "created_s": float(found["created_s"]),
        "finished_s": float(found["finished_s"]) if found["finished_s"] else None,
        "metadata": json.loads(found["metadata"]),
        "fingerprint": found["rendering"],
        "error": json.loads(found["error"]) if found["error"] else None,
        "retried_as": found["retried_as"],
        "retry_of": found["retry_of"],
    }
