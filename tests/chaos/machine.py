"""The machine that is broken on purpose: a broker with its append-only file, an S3 server, and supervised workers."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from config.settings import Settings, load_settings
from models.loader import Loader
from storage.open import open_store
from tasks.client import Client
from tasks.connect import connect
from tests.chaos.orders import POISON
from tests.support.broker import Broker, running_broker
from tests.support.cluster import WorkerProcess
from tests.support.seaweed import Seaweed, running_seaweed

BUCKET = "voicemill"
LEASE_S = 3.0
PART_S = 8.0
_RESTART_S = 0.3  #: a supervisor's pause


@dataclass(slots=True)
class Slot:
    """One worker's place: whoever leaves it is replaced, as a supervisor would."""

    name: str
    log: Path
    worker: WorkerProcess
    lock: threading.Lock = field(default_factory=threading.Lock)  #: one fault at a time on one worker
    left_s: float | None = None
    exits: list[int] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)  #: of all workers that ever were: an orphan may live in one

    def survivors(self) -> list[str]:
        """Return the processes that are left of all these groups; one that only waits to be buried is none."""
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                state, _parent, group = path.read_text("ascii", errors="replace").rpartition(")")[2].split()[:3]
                if int(group) in self.groups and state != "Z":
                    found.append(path.parent.name)
        return found


class Machine:
    """Three workers on one broker and one store, all real processes."""

    def __init__(self, folder: Path, broker: Broker, seaweed: Seaweed, *, rtf: float, workers: int = 3) -> None:
        self.folder = folder
        self.scratch = folder / "scratch"
        self.broker = broker
        self.seaweed = seaweed
        self.locks = {"broker": threading.Lock(), "store": threading.Lock()}
        self.variables = {
            "VOICEMILL_QUEUE__BROKER_URL": broker.url,
            "VOICEMILL_QUEUE__LEASE_S": str(LEASE_S),
            "VOICEMILL_QUEUE__PART_S": str(PART_S),
            # a unit may be hit by several faults that are not its text's fault
            "VOICEMILL_QUEUE__ATTEMPTS": "5",
            "VOICEMILL_QUEUE__SOCKET_TIMEOUT_S": "4",  # shorter than some of the outages, longer than others
            "VOICEMILL_QUEUE__PRODUCER_TIMEOUT_S": "2",
            "VOICEMILL_MODELS__TONE_RTF": str(rtf),
            "VOICEMILL_MODELS__TONE_POISON": POISON,
            "VOICEMILL_WORKER__SCRATCH": str(self.scratch),
            "VOICEMILL_WORKER__LOG_FORMAT": "json",
            "VOICEMILL_WORKER__LOG_LEVEL": "debug",
            **seaweed.environment(bucket=BUCKET, read_timeout_s=3, create_bucket=False),
        }
        self.settings: Settings = load_settings(environ=self.variables)
        self.catalogue = Loader(self.settings.models).catalogue
        self.store = open_store(self.settings.storage)
        self.slots = [self._slot(f"c{number}") for number in range(1, workers + 1)]
        self.redis: Any = broker.client()  # for looking only
        self._supervising = True

    def _slot(self, name: str) -> Slot:
        log = self.folder / f"{name}.log"
        worker = WorkerProcess(self.variables, log, name)
        return Slot(name, log, worker, groups=[worker.process.pid])

    def client(self) -> Client:
        """Return a producer's client, to be used by one thread."""
        return connect(self.settings.queue, self.store, self.catalogue, bucket=BUCKET)

    def supervise(self) -> None:
        """Start a worker again where one has left."""
        for slot in self.slots:
            code = slot.worker.process.poll()
            if code is None or not self._supervising:
                continue
            if slot.left_s is None:
                slot.left_s = time.monotonic()
                slot.exits.append(code)
            if time.monotonic() - slot.left_s >= _RESTART_S:
                slot.worker = WorkerProcess(self.variables, slot.log, slot.name)
                slot.groups.append(slot.worker.process.pid)
                slot.left_s = None

    def started(self, slot: Slot) -> bool:
        """Whether a slot's present worker listens."""
        pid = slot.worker.process.pid
        return any(event["pid"] == pid for event in slot.worker.events("worker_started"))

    def wait(self, ready: Callable[[], Any], timeout_s: float) -> bool:
        """Return whether something came true in time. A broker or store that is away means not yet."""
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            with contextlib.suppress(Exception):
                if ready():
                    return True
            time.sleep(0.05)
        return False

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return the log events of that name, of all workers that ever were."""
        return [event for slot in self.slots for event in slot.worker.events(name)]

    def drain(self, timeout_s: float = 60.0) -> list[int | None]:
        """End all workers as a deployment does; return their exit codes (None: it did not leave in time)."""
        self._supervising = False
        codes: list[int | None] = []
        for slot in self.slots:
            with contextlib.suppress(ProcessLookupError):
                slot.worker.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + timeout_s
        for slot in self.slots:
            try:
                codes.append(slot.worker.process.wait(max(0.1, deadline - time.monotonic())))
            except Exception:  # noqa: BLE001 - subprocess.TimeoutExpired; whatever it is, it did not leave
                codes.append(None)
        return codes

    def stop(self) -> None:
        """End whatever still runs, orphans included."""
        self._supervising = False
        for slot in self.slots:
            for group in slot.groups:
                for number in (signal.SIGCONT, signal.SIGKILL):
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(group, number)
            slot.worker.process.wait(20)


@contextlib.contextmanager
def running_machine(folder: Path, *, rtf: float) -> Iterator[Machine]:
    """Run everything on fresh data. The bucket keeps every version of every object: nothing is overwritten unseen."""
    folder.mkdir(parents=True, exist_ok=True)
    with running_seaweed(folder / "seaweed") as seaweed, running_broker() as broker:
        bucket = seaweed.client()
        bucket.create_bucket(Bucket=BUCKET)
        bucket.put_bucket_versioning(Bucket=BUCKET, VersioningConfiguration={"Status": "Enabled"})
        machine = Machine(folder, broker, seaweed, rtf=rtf)
        try:
            machine.wait(lambda: all(machine.started(slot) for slot in machine.slots), 60)
            yield machine
        finally:
            machine.stop()
