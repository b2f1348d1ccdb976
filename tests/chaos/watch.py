"""Looks at the ledger all the time, past the product's own code: a final state that changes is caught in the act."""

import contextlib
import json
import threading
from dataclasses import dataclass, field
from typing import Any

import redis

from tests.chaos.machine import Machine

FINAL = ("DONE", "FAILED", "CANCELLED")


@dataclass(slots=True)
class Watch:
    """Polls the state of every job in a thread of its own."""

    machine: Machine
    final: dict[str, str] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)
    longest: int = 0  #: messages on the queues at once
    strikes: dict[str, int] = field(default_factory=dict)  #: most deaths counted on one spot, by rendering
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look once more, and end."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(20)

    def _run(self) -> None:
        with self.machine.broker.client() as client:
            while True:
                last = self._stop.wait(0.2)
                with contextlib.suppress(redis.RedisError):
                    self._look(client)
                if last:
                    return

    def _look(self, client: Any) -> None:
        for job_id in client.zrange("voicemill:jobs", 0, -1):
            state = client.hget(f"voicemill:job:{job_id}", "state")
            before = self.final.get(job_id)
            if before is not None and state != before:
                self.changed.append(f"{job_id} was {before} and became {state}")
            if state in FINAL:
                self.final[job_id] = state
        for key in client.keys("voicemill:strikes:*"):
            fingerprint = key.rpartition(":")[2]
            counts = [self.strikes.get(fingerprint, 0), *map(int, client.hvals(key))]
            self.strikes[fingerprint] = max(counts)
        self.longest = max(self.longest, sum(client.llen(queue) for queue in ("voicemill", "short", "long")))


def unsettled(client: Any, *, unacknowledged: bool = True) -> list[str]:
    """Return what the ledger and the broker still hold of finished work: nothing, when all is done.

    `unacknowledged`: count messages that a killed worker had accepted, too; they come back after a minute.
    """
    left = [f"{key}: {client.smembers(key)}" for key in client.keys("voicemill:owner:*")]
    indexes = ("voicemill:leases", "voicemill:sent:short", "voicemill:sent:long", "voicemill:announce")
    left += [f"{key}: {held}" for key in indexes if (held := client.zrange(key, 0, -1))]
    left += [f"queue {queue}: {n} messages" for queue in ("voicemill", "short", "long") if (n := client.llen(queue))]
    if unacknowledged:
        left += [f"not acknowledged: {_task(message)}" for message in client.hvals("unacked")]
    return left


def keys_without_end(client: Any) -> list[str]:
    """Return keys that would stay for ever. The broker's table of its queues (`_kombu.*`) does not grow."""
    return [key for key in client.scan_iter(count=500) if client.ttl(key) == -1 and not key.startswith("_kombu.")]


def _task(message: str) -> str:
    headers = json.loads(message)[0]["headers"]
    return f"{headers['task']} {headers['id']} {headers['kwargsrepr']}"
