"""Real workers as an operator starts them: `voicemill worker` processes on a real broker and a real store."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from config.settings import Settings, load_settings
from models.loader import Loader
from pipeline.request import Request
from storage.open import open_store
from tasks.client import Client
from tasks.connect import connect
from tasks.ledger import Ledger
from tests.support.broker import Broker, environment

ROOT = Path(__file__).resolve().parents[2]


def wait_until(ready: Callable[[], Any], timeout_s: float = 60.0, what: str = "the condition") -> Any:
    """Return the first true value of `ready`."""
    deadline = time.monotonic() + timeout_s
    while not (value := ready()):
        assert time.monotonic() < deadline, f"{what} did not come true within {timeout_s} s"
        time.sleep(0.02)
    return value


class WorkerProcess:
    """One worker: its parent process, and its child by way of /proc."""

    def __init__(self, variables: Mapping[str, str], log: Path, name: str) -> None:
        self.log = log
        self.name = name
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "cli.main", "worker", "--name", name],
                cwd=ROOT,
                env=environment() | dict(variables),
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def child(self) -> int:
        """Return the pid of the child process that does the work."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(wait_until(lambda: children.read_text("ascii").split())[0])

    def kill_all(self) -> None:
        """Kill parent and child at once, as a machine that loses its power."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(20)

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return the log's events of that name."""
        found = []
        for line in self.log.read_text("utf-8", errors="replace").splitlines():
            with contextlib.suppress(json.JSONDecodeError):
                event = json.loads(line)
                if event.get("event") == name:
                    found.append(event)
        return found


class Cluster:
    """Workers with one configuration, and a client with the same."""

    def __init__(self, broker: Broker, variables: Mapping[str, str], folder: Path) -> None:
        self.broker = broker
        self.folder = folder
        self.variables = {
            "VOICEMILL_QUEUE__BROKER_URL": broker.url,
            "VOICEMILL_QUEUE__LEASE_S": "4",
            "VOICEMILL_QUEUE__PART_S": "4",
            "VOICEMILL_WORKER__SCRATCH": str(folder / "scratch"),
            "VOICEMILL_WORKER__LOG_FORMAT": "json",
            **variables,
        }
        self.workers: list[WorkerProcess] = []
        with broker.client() as client:
            client.flushall()
        self.settings: Settings = load_settings(environ=self.variables)
        self.store = open_store(self.settings.storage)
        self.ledger = Ledger(self.settings.queue)

    def start(self, count: int = 1, **changes: str) -> list[WorkerProcess]:
        """Start workers; return the new ones, ready."""
        before = len(self.ledger.facts()["workers"])
        new = []
        for _ in range(count):
            name = f"w{len(self.workers) + 1}"
            worker = WorkerProcess(self.variables | changes, self.folder / f"{name}.log", name)
            self.workers.append(worker)
            new.append(worker)
        wait_until(lambda: len(self.ledger.facts()["workers"]) >= before + count, what="the workers' first beat")
        return new

    @property
    def client(self) -> Client:
        """Return a client with a catalogue of its own."""
        settings = self.settings
        return connect(settings.queue, self.store, Loader(settings.models).catalogue, bucket=settings.storage.bucket)

    def submit(self, text: str, **given: Any) -> Any:
        """Submit a text in the tone voice as WAV."""
        options = {"voice": "tone", "formats": ("wav",)} | given
        return self.client.submit(Request(text=text, **options))

    def read_json(self, fingerprint: str, name: str = "manifest.json") -> dict[str, Any]:
        """Return one of a rendering's records."""
        return dict(json.loads(self.read(f"renders/{fingerprint}/{name}")))

    def read(self, key: str) -> bytes:
        """Return an object's bytes."""
        import io

        into = io.BytesIO()
        self.store.get(key, into)
        return into.getvalue()

    def stop(self) -> None:
        """Stop whatever still runs."""
        for worker in self.workers:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(worker.process.pid, signal.SIGCONT)
            worker.kill_all()
        self.ledger.close()


@contextlib.contextmanager
def running_cluster(broker: Broker, variables: Mapping[str, str], folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(broker, variables, folder)
    try:
        yield cluster
    finally:
        cluster.stop()


def sentences(count: int, *, start: int = 0) -> list[str]:
    """Return distinct sentences, each long enough to be a segment of its own."""
    return [f"This is the sentence of number {n} and it says what it says." for n in range(start, start + count)]
