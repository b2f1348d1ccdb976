"""The truth about jobs and their work, in Redis; a Celery message is only a doorbell.

Each change of state is one Lua script (`lua/`) on the server's clock, checked against a fencing token, so a worker that
was taken for dead can finish nothing. Scripts answer with the units whose messages the caller is to publish next; a
caller that dies in between is repaired by the reaper, which compares the queue's length with the ledger's list.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pipeline.errors import InvalidRequest, JobNotFound
from tasks.facts import facts_of
from tasks.keys import PREFIX, job_key, rendering_key
from tasks.options import QUEUES
from tasks.scripts import Scripts

Verdict = Literal["ok", "cancel", "lost"]
Sends = list[tuple[str, str]]  #: (unit, queue) pairs whose messages are to be published


@dataclass(frozen=True, slots=True)
class Lease:
    """A unit held by this worker."""

    unit: str
    token: str
    recipe: dict[str, Any]  #: what the rendering is made of: canonical request, text or source

    @property
    def fingerprint(self) -> str:
        """The rendering's fingerprint."""
        return self.unit.split("/")[0]

    @property
    def kind(self) -> str:
        """`plan`, `part`, `bind` or `publish`."""
        return self.unit.split("/")[1]

    @property
    def number(self) -> int:
        """Index of the part or chapter."""
        return int(self.unit.split("/")[2])


@dataclass(frozen=True, slots=True)
class Submission:
    """What became of a submitted job."""

    outcome: Literal["started", "joined", "reused", "known"]
    state: str
    sends: Sends


class Ledger(Scripts):
    """One process's view of the ledger. Raises QueueError when the broker does not answer."""

    def submit(
        self,
        job_id: str,
        fingerprint: str,
        *,
        request: Mapping[str, Any],
        recipe: Mapping[str, Any],
        ttl_s: int,
        plan_queue: str = "short",
    ) -> Submission:
        """Record a job; start its rendering unless an identical one runs (joined) or is done (reused)."""
        own = recipe.get("source") or ""
        metadata = json.dumps(request.get("metadata", {}), ensure_ascii=False)
        outcome, state, sends = self._run(
            "submit", job_id, fingerprint, _dumps(request), metadata, ttl_s, _dumps(recipe), own, plan_queue
        )
        if outcome == "conflict":
            raise InvalidRequest(f"job id {job_id!r} is taken by a different request", given=job_id)
        return Submission(outcome, state, _pairs(sends))

    def cancel(self, job_id: str, *, expected: bool = False) -> str:
        """Take a job off its rendering; return the state it is in now. Raises JobNotFound.

        `expected`: the job may be on its way still (another worker accepts it); it is cancelled when it comes.
        """
        state = self._run("cancel", job_id, int(expected))
        if state is None:
            raise job_not_found(job_id)
        return str(state)

    def first_to_tell(self, job_id: str) -> bool:
        """Return whether nobody has logged this job's end yet; from now on somebody has."""
        return bool(self._run("told", job_id))

    def retried(self, job_id: str, as_id: str) -> None:
        """Note that a job was submitted again."""
        self._run("retried", job_id, as_id)

    def forget(self, fingerprint: str) -> bool:
        """Drop a finished rendering whose artifacts are gone, so that it is made again."""
        return bool(self._run("forget", fingerprint))

    def claim(self, unit: str, worker: str) -> Lease | None:
        """Lease a unit, or None when it is held, done or no longer wanted."""
        verdict, *rest = self._run("claim", unit, worker, self.options.lease_s, self.options.attempts)
        return Lease(unit, rest[0], json.loads(rest[1])) if verdict == "claimed" else None

    def beat(self, lease: Lease, tally: Mapping[str, Any] | None = None) -> Verdict:
        """Extend a lease, add to the rendering's tally, and learn whether to go on."""
        verdict: Verdict = self._run("beat", lease.unit, lease.token, self.options.lease_s, _dumps(tally or {}))
        return verdict

    def finish(
        self, lease: Lease, payload: Mapping[str, Any], result: Mapping[str, Any] | None = None
    ) -> tuple[Sends, list[str]] | None:
        """End a unit; return what to publish and which jobs became final, or None when the lease was lost."""
        verdict, sends, final = self._run(
            "finish", lease.unit, lease.token, self.options.window, _dumps(payload), _dumps(result or {})
        )
        return None if verdict == "stale" else (_pairs(sends), final)

    def give_back(self, lease: Lease, reason: str = "") -> Sends:
        """Hand a unit back; a reason counts as a death on its segment, none counts nothing."""
        return _pairs(self._run("give_back", lease.unit, lease.token, self.options.attempts, reason)[1])

    def fail(self, lease: Lease, error: Mapping[str, Any]) -> list[str]:
        """Fail the unit's rendering; return the jobs that became final with it."""
        final: list[str] = self._run("fail", lease.unit, lease.token, _dumps(error))[1]
        return final

    def release(self, worker: str) -> Sends:
        """Free what a worker's dead child held."""
        return _pairs(self._run("release", worker, self.options.attempts))

    def reap(self, worker: str, interval_s: float = 1.0, most: int = 100) -> tuple[Sends, list[str]]:
        """One tick of the timer: units to publish again, and final jobs whose Celery result is due."""
        interval_ms = max(1, int(interval_s * 900))
        sends, due, _ = self._run("reap", worker, interval_ms, self.options.lease_s, self.options.attempts, most)
        return _pairs(sends), due

    def announced(self, job_ids: Sequence[str]) -> None:
        """Note that the Celery results which `reap` called due are stored."""
        self._run("announced", *job_ids)

    def job(self, job_id: str) -> dict[str, str]:
        """Return a job's hash. Raises JobNotFound."""
        with self._translated():
            found: dict[str, str] = self._redis.hgetall(job_key(job_id))
        if "state" not in found:
            raise job_not_found(job_id)
        return found

    def rendering(self, fingerprint: str) -> dict[str, str]:
        """Return a rendering's hash, empty when it is unknown."""
        with self._translated():
            found: dict[str, str] = self._redis.hgetall(rendering_key(fingerprint))
        return found

    def chapters(self, fingerprint: str) -> dict[str, str]:
        """Return a rendering's chapter table as stored: `title:0`, `total:0`, `done:0` and so on."""
        with self._translated():
            found: dict[str, str] = self._redis.hgetall(f"{rendering_key(fingerprint)}:chapters")
        return found

    def subscribers(self, fingerprint: str) -> list[str]:
        """Return the jobs that wait for a rendering."""
        with self._translated():
            return sorted(self._redis.smembers(f"{rendering_key(fingerprint)}:jobs"))

    def name_store(self, identity: str) -> None:
        """Say which store the workers use."""
        with self._translated():
            self._redis.set(f"{PREFIX}store", identity, ex=365 * 86_400)

    def store_name(self) -> str | None:
        """Return which store the workers use, as far as one has said so."""
        with self._translated():
            name: str | None = self._redis.get(f"{PREFIX}store")
        return name

    def elected(self, duty: str, every_s: float) -> bool:
        """Return whether this process is the one to do a duty now; nobody else is asked for `every_s`."""
        with self._translated():
            return bool(self._redis.set(f"{PREFIX}elected:{duty}", 1, nx=True, px=int(every_s * 1000)))

    def recent(self, limit: int, start: int = 0) -> list[str]:
        """Return job ids, newest first."""
        with self._translated():
            found: Sequence[str] = self._redis.zrevrange(f"{PREFIX}jobs", start, start + limit - 1)
        return list(found)

    def waiting(self) -> dict[str, int]:
        """Return how many messages wait on each queue."""
        with self._translated(), self._redis.pipeline(transaction=False) as pipe:
            for name in QUEUES:
                pipe.llen(name)
            return dict(zip(QUEUES, pipe.execute(), strict=True))

    def facts(self) -> dict[str, Any]:
        """Return what an operator asks of a broker: see tasks/facts.py."""
        with self._translated():
            return {"address": self.address, "queues": self.waiting(), **facts_of(self._redis)}


def job_not_found(job_id: str) -> JobNotFound:
    """Return the error for an id that the ledger does not know."""
    return JobNotFound(f"no job {job_id!r}: never submitted here, or past its time to live", given=job_id)


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _pairs(flat: Sequence[str]) -> Sends:
    return list(zip(flat[::2], flat[1::2], strict=True))
