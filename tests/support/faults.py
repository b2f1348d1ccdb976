"""What the tests of faults look at: what is stored, who holds what, what was spoken; and a thief on the queue."""

import base64
import json
import threading
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import redis

from tests.support.broker import Broker
from tests.support.cluster import Cluster, WorkerProcess

Written = dict[str, tuple[int, int]]  #: key of a stored segment -> inode and time of its file


def stored(cluster: Cluster) -> int:
    """Return how many segments the store has."""
    return sum(1 for _ in cluster.store.list("segments/"))


def written(cluster: Cluster) -> Written:
    """Return which file of a disk store holds each segment: one that is stored again is another file."""
    folder = cluster.settings.storage.folder / "objects"
    files = {each.key: (folder / each.key).stat() for each in cluster.store.list("segments/")}
    return {key: (file.st_ino, file.st_mtime_ns) for key, file in files.items()}


def holds(cluster: Cluster, worker: WorkerProcess) -> list[str]:
    """Return the units that the ledger says a worker has leased."""
    with cluster.broker.client() as client:
        owners = client.keys(f"voicemill:owner:{worker.name}-*")
        return sorted(unit for owner in owners for unit in client.smembers(owner))


def holds_kind(cluster: Cluster, worker: WorkerProcess, kind: str) -> str | None:
    """Return the unit of that kind that a worker has leased, if it has one."""
    return next((unit for unit in holds(cluster, worker) if f"/{kind}/" in unit), None)


def claimed(cluster: Cluster) -> list[str]:
    """Return every claim of a unit, as the workers logged it."""
    return [each["unit"] for worker in cluster.workers for each in worker.events("unit_claimed")]


def spoken(cluster: Cluster) -> int:
    """Return how many segments were synthesized, by the workers' logs (at level debug)."""
    return sum(len(worker.events("segment_synthesized")) for worker in cluster.workers)


def published(cluster: Cluster) -> Counter[str]:
    """Return how often each rendering was published."""
    return Counter(each["fingerprint"] for worker in cluster.workers for each in worker.events("rendering_published"))


def in_the_making(scratch: Path) -> list[Path]:
    """Return the files of work that a scratch folder holds: not the workers' locks and signs of life."""
    return [
        path
        for path in scratch.rglob("*.*")
        if path.is_file() and path.name != ".lock" and path.parent.name != "health"
    ]


class Thief:
    """Takes messages off the queue and loses them, as a worker does that dies between taking one and noting it.

    Of those who wait on a list the broker serves the one first who has waited longest, and a worker asks anew every
    second; so a thief that has waited for longer than that gets the next message. What it does not want it puts back.
    """

    def __init__(self, broker: Broker, wanted: Mapping[str, int]) -> None:
        self.lost: dict[str, float] = {}  #: unit -> when its message was lost
        self._left = dict(wanted)  # task -> how many messages to lose
        self._client = redis.Redis.from_url(broker.url, decode_responses=True)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="thief", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        time.sleep(1.2)  # to be the one who has waited longest
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join(20)
        self._client.close()

    def _run(self) -> None:
        while any(self._left.values()) and not self._done.is_set():
            taken: Any = self._client.brpop(["short", "long"], timeout=10)
            if taken is None:
                continue
            queue, text = taken
            message = json.loads(text)
            task = message["headers"]["task"]
            if self._left.get(task, 0) > 0:
                self._left[task] -= 1
                _args, kwargs, _embedded = json.loads(base64.b64decode(message["body"]))
                self.lost[kwargs["unit"]] = time.time()
            else:
                self._client.rpush(queue, text)
