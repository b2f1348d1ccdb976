"""The faults, and the seeded plan of when which one strikes whom.

Each runs in a thread of its own and holds the lock of what it breaks, so outages of different things overlap and two of
the same thing follow one another. A fault returns what it struck, or "" when there was nothing to strike.
"""

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import redis

from tasks.app import make_app, send_units
from tests.chaos.machine import LEASE_S, Machine, Slot

T = TypeVar("T")
_PATIENCE_S = 8.0  #: how long a fault waits for its moment
_READY_S = 40.0


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of the plan. `pick` and `hold` lie in [0, 1): who is struck, and for how long within the kind's range."""

    at_s: float
    kind: str
    pick: float
    hold: float


def kill_worker(machine: Machine, fault: Fault) -> str:
    """SIGKILL to a whole worker, as a machine that loses its power."""
    with _worker(machine, fault) as slot:
        os.killpg(slot.worker.process.pid, signal.SIGKILL)
        return slot.name


def kill_child(machine: Machine, fault: Fault) -> str:
    """SIGKILL to the process that speaks, as the kernel short of memory does."""
    with _worker(machine, fault, comes_back=False) as slot:
        _end_child(slot)
        return slot.name


def kill_parent(machine: Machine, fault: Fault) -> str:
    """SIGKILL to the parent alone; its child goes on without it."""
    with _worker(machine, fault) as slot:
        slot.worker.process.kill()
        return slot.name


def kill_worker_at_claim(machine: Machine, fault: Fault) -> str:
    """SIGKILL to a worker as soon as it has leased a unit."""
    with _worker(machine, fault) as slot:
        unit = _Holdings(machine, slot).next_unit()
        os.killpg(slot.worker.process.pid, signal.SIGKILL)
        return f"{slot.name} {unit or '(idle)'}"


def kill_child_at_claim(machine: Machine, fault: Fault) -> str:
    """SIGKILL to a child as soon as it has leased a unit."""
    with _worker(machine, fault, comes_back=False) as slot:
        unit = _Holdings(machine, slot).next_unit()
        _end_child(slot)
        return f"{slot.name} {unit or '(idle)'}"


def kill_child_at_finish(machine: Machine, fault: Fault) -> str:
    """SIGKILL to a child as soon as it has finished a unit: what follows from it may not be published yet."""
    with _worker(machine, fault, comes_back=False) as slot:
        holdings = _Holdings(machine, slot)
        unit = holdings.next_unit()
        _until(lambda: unit not in holdings.units())
        _end_child(slot)
        return f"{slot.name} {unit or '(idle)'}"


def terminate(machine: Machine, fault: Fault) -> str:
    """SIGTERM: the worker gives its part back and leaves."""
    with _worker(machine, fault) as slot:
        process = slot.worker.process
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        return slot.name


def freeze_worker(machine: Machine, fault: Fault) -> str:
    """SIGSTOP past the lease, then SIGCONT: a zombie that goes on where it was."""
    with _worker(machine, fault, comes_back=False) as slot:
        group = slot.worker.process.pid
        os.killpg(group, signal.SIGSTOP)
        time.sleep(LEASE_S + 0.5 + 2.5 * fault.hold)
        os.killpg(group, signal.SIGCONT)
        return slot.name


def kill_broker(machine: Machine, fault: Fault) -> str:
    """SIGKILL to the broker; it comes back on the same append-only file."""
    with machine.locks["broker"]:
        machine.broker.kill()
        time.sleep(0.1 + 2.0 * fault.hold)
        machine.broker.start()
        return f"{0.1 + 2.0 * fault.hold:.1f} s"


def freeze_broker(machine: Machine, fault: Fault) -> str:
    """SIGSTOP to the broker: connections hang."""
    with machine.locks["broker"]:
        machine.broker.kill(signal.SIGSTOP)
        time.sleep(1.0 + 6.0 * fault.hold)
        machine.broker.kill(signal.SIGCONT)
        return f"{1.0 + 6.0 * fault.hold:.1f} s"


def kill_store(machine: Machine, fault: Fault) -> str:
    """SIGKILL to the store; it comes back on the same data."""
    with machine.locks["store"]:
        machine.seaweed.kill()
        time.sleep(2.0 * fault.hold)
        machine.seaweed.start()
        return f"{2.0 * fault.hold:.1f} s and its start"


def freeze_store(machine: Machine, fault: Fault) -> str:
    """SIGSTOP to the store: requests hang, and may land after their sender gave up."""
    with machine.locks["store"]:
        machine.seaweed.pause()
        time.sleep(1.0 + 6.0 * fault.hold)
        machine.seaweed.resume()
        return f"{1.0 + 6.0 * fault.hold:.1f} s"


def drop_message(machine: Machine, fault: Fault) -> str:
    """Take a message off a queue and forget it, as a consumer does that dies between pop and claim."""
    queues = ("short", "long", "voicemill") if fault.pick < 0.7 else ("long", "short", "voicemill")
    with machine.broker.client() as client:

        def popped() -> str:
            return next((queue for queue in queues if client.rpop(queue) is not None), "")

        return _until(popped) or ""


def double_message(machine: Machine, fault: Fault) -> str:
    """Publish a second message for a unit that waits or is being worked on."""
    with machine.broker.client() as client:

        def units() -> list[tuple[str, str]]:
            found = [
                (unit, queue) for queue in ("short", "long") for unit in client.zrange(f"voicemill:sent:{queue}", 0, -1)
            ]
            return found + [(unit, "short") for unit in client.zrange("voicemill:leases", 0, -1)]

        found = _until(units)
    if not found:
        return ""
    unit, queue = found[int(fault.pick * len(found))]
    app = make_app(machine.settings.queue, producer=True)
    send_units(app, [(unit, queue)])
    app.close()
    return f"{queue} {unit}"


KINDS: dict[str, Callable[[Machine, Fault], str]] = {
    each.__name__: each
    for each in (
        kill_worker, kill_child, kill_parent, kill_worker_at_claim, kill_child_at_claim, kill_child_at_finish, terminate,
        freeze_worker, kill_broker, freeze_broker, kill_store, freeze_store, drop_message, double_message,
    )
}  # fmt: skip


def draw_faults(rng: random.Random, count: int, span_s: float) -> list[Fault]:
    """Return `count` faults over `span_s` seconds: every kind once as far as they go, the rest at random."""
    kinds = list(KINDS)
    rng.shuffle(kinds)
    kinds = (kinds + rng.choices(kinds, k=max(0, count - len(kinds))))[:count]
    rng.shuffle(kinds)
    times = sorted(rng.uniform(0.0, span_s) for _ in kinds)
    return [Fault(at_s, kind, rng.random(), rng.random()) for at_s, kind in zip(times, kinds, strict=True)]


@dataclass(slots=True)
class Strikes:
    """Lets the plan's faults strike, each at its time, and keeps a record."""

    machine: Machine
    plan: list[Fault]
    struck: list[tuple[float, str, str]] = field(default_factory=list)  #: when, kind, what
    missed: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)  #: faults of this driver
    _threads: list[threading.Thread] = field(default_factory=list)
    _started_s: float = field(default_factory=time.monotonic)

    def ended(self) -> bool:
        """Start the faults whose time has come; return whether the last one is over and everything is back."""
        while self.plan and time.monotonic() - self._started_s >= self.plan[0].at_s:
            thread = threading.Thread(target=self._strike, args=(self.plan.pop(0),), daemon=True)
            self._threads.append(thread)
            thread.start()
        return not self.plan and not any(thread.is_alive() for thread in self._threads)

    def _strike(self, fault: Fault) -> None:
        try:
            what = KINDS[fault.kind](self.machine, fault)
        except Exception as err:  # noqa: BLE001 - the run goes on, and says so at its end
            self.broken.append(f"{fault.kind}: {type(err).__name__}: {err}")
            return
        if what:
            self.struck.append((round(time.monotonic() - self._started_s, 1), fault.kind, what))
        else:
            self.missed.append(fault.kind)


@contextlib.contextmanager
def _worker(machine: Machine, fault: Fault, *, comes_back: bool = True) -> Iterator[Slot]:
    """Give a running worker that no other fault has, and keep it until its successor is there."""
    slots = machine.slots
    order = slots[int(fault.pick * len(slots)) :] + slots[: int(fault.pick * len(slots))]
    while not (slot := next((each for each in order if each.lock.acquire(blocking=False)), None)):
        time.sleep(0.05)
    try:
        assert _until(lambda: slot.worker.process.poll() is None and machine.started(slot), _READY_S), "no worker came"
        before = slot.worker
        yield slot
        if comes_back:
            assert _until(lambda: slot.worker is not before and machine.started(slot), _READY_S), "no worker came back"
    finally:
        slot.lock.release()


def _end_child(slot: Slot) -> None:
    """Kill a worker's child, also when it is being replaced just now (the poisoned job's child dies by itself)."""

    def ended() -> bool:
        try:
            os.kill(slot.worker.child(), signal.SIGKILL)
        except (ProcessLookupError, FileNotFoundError):
            return slot.worker.process.poll() is not None
        return True

    assert _until(ended), f"{slot.name} has no child"


class _Holdings:
    """What a slot's present worker has leased, as the ledger says."""

    def __init__(self, machine: Machine, slot: Slot) -> None:
        pid = slot.worker.process.pid
        names = [event["worker"] for event in slot.worker.events("worker_started") if event["pid"] == pid]
        self._key = f"voicemill:owner:{names[-1]}"
        self._client: Any = machine.broker.client()

    def units(self) -> set[str]:
        return set(self._client.smembers(self._key))

    def next_unit(self) -> str:
        """Return the next unit that the worker leases, at once; "" when there is none for a while."""
        before = _until(lambda: [self.units()])
        return min(_until(lambda: self.units().difference(*(before or []))) or {""})


def _until(ready: Callable[[], T], timeout_s: float = _PATIENCE_S) -> T | None:
    """Return the first true value of `ready`, or None; a broker that is away means not yet."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        with contextlib.suppress(redis.RedisError):
            if value := ready():
                return value
        time.sleep(0.002)
    return None
