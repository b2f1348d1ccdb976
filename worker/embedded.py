"""Broker, store and workers on this machine, started and stopped as one thing: `voicemill up` and `voicemill demo`.

Start: broker, store, workers. Stop: workers first, so that each gives back what it holds while broker and store still
answer; then store, then broker. A worker that leaves is started again, after a pause that grows; a machine whose workers
keep leaving at once is stopped with the reason, instead of spinning.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, TracebackType
from typing import Literal, Self

from config.settings import CONFIG_VARIABLE, Settings, load_settings
from pipeline.errors import ModelError, StorageError
from storage.open import open_store
from worker import processes, servers

ROOT = Path(__file__).resolve().parent.parent
WORKER_GRACE_S = 40.0  #: a segment of the slowest model, and the way back of its part
QUICK_S = 20.0  #: a worker that leaves before this did no work
MOST_QUICK = 4


@dataclass(frozen=True, slots=True)
class Layout:
    """What to start, and where its data are."""

    folder: Path
    workers: int
    store: Literal["disk", "s3"] | None = None  #: None: the configured store if there is one, else disk
    port: int | None = None  #: of the broker; None: the standard one if free
    config: Path | None = None  #: the settings file, which the workers read as well
    notice: Callable[[str], None] = print
    # -P: the folder it is started in must not stand before ours on the module path
    worker_command: tuple[str, ...] = (sys.executable, "-P", "-m", "cli.main", "worker")


@dataclass(slots=True)
class _Worker:
    name: str
    process: subprocess.Popen[bytes]
    started: float
    quick: int = 0


@dataclass(slots=True)
class Machine:
    """A running machine; a context manager. `environ` holds the variables that other shells need."""

    layout: Layout
    settings: Settings
    environ: dict[str, str] = field(default_factory=dict)
    _broker: servers.Server | None = None
    _s3: servers.Server | None = None
    _workers: list[_Worker] = field(default_factory=list)

    def __enter__(self) -> Self:
        """Start everything, or nothing."""
        try:
            self._start_broker()
            self._start_store()
            for number in range(1, self.layout.workers + 1):
                name = f"{os.uname().nodename}-{number}"
                self._workers.append(_Worker(name, self._start_worker(name), time.monotonic()))
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop everything."""
        self.stop()

    def check(self) -> None:
        """Start again what left.

        Raises ModelError when workers leave as soon as they are started, StorageError when the S3 server left.
        """
        if self._broker and self._broker.process and self._broker.process.poll() is not None:
            self.layout.notice("the broker left; starting it again on its data")
            self._broker = servers.start_broker(self._data("broker"), self._log("broker"), self._broker.port)
        if self._s3 and self._s3.process and self._s3.process.poll() is not None:
            raise StorageError(f"the S3 server left; start again on the same data, or see its log: {self._log('s3')}")
        for worker in self._workers:
            code = worker.process.poll()
            if code is None or time.monotonic() < worker.started + min(2.0**worker.quick, 30.0):
                continue
            worker.quick = worker.quick + 1 if time.monotonic() - worker.started < QUICK_S else 0
            if worker.quick > MOST_QUICK:
                raise ModelError(
                    f"worker {worker.name} leaves at once, again and again (last exit {code}); {self._why()}"
                )
            self.layout.notice(f"worker {worker.name} left with exit {code}; starting it again")
            worker.process, worker.started = self._start_worker(worker.name), time.monotonic()

    def stop(self) -> None:
        """Stop workers, store, broker. A second interrupt ends what is left at once."""
        children = [worker.process for worker in self._workers]
        try:
            for child in children:  # all at once, then wait for each: draining takes as long as the slowest
                if child.poll() is None:
                    child.terminate()
            deadline = time.monotonic() + WORKER_GRACE_S
            for child in children:
                processes.stop(child, grace_s=max(0.1, deadline - time.monotonic()))
        finally:
            for child in children:
                processes.kill(child)
            self._workers.clear()
            if self._s3 and self._s3.process:
                processes.stop(self._s3.process, grace_s=5)  # it takes 16 s by itself, and keeps its data when killed
            if self._broker:
                servers.stop_broker(self._broker)
            self._s3 = self._broker = None

    def _start_broker(self) -> None:
        if "broker_url" in self.settings.queue.model_fields_set:
            self.layout.notice("using the broker of VOICEMILL_BROKER_URL: none is started")
            self.environ["VOICEMILL_BROKER_URL"] = self.settings.queue.broker_url
            return
        self._broker = servers.start_broker(self._data("broker"), self._log("broker"), self.layout.port)
        self.environ["VOICEMILL_BROKER_URL"] = self._broker.url

    def _start_store(self) -> None:
        if self.layout.store is None and self.settings.storage.model_fields_set:
            return  # configured by file or environment, which the workers read as well
        if self.layout.store != "s3":
            folder = self._data("store")
            folder.mkdir(parents=True, exist_ok=True)
            self.environ["VOICEMILL_STORE"] = folder.as_uri()
            return
        self._s3 = servers.start_s3(self._data("s3"), self._log("s3"))
        self.environ |= {
            "VOICEMILL_STORE": "s3://voicemill",
            "VOICEMILL_STORAGE__ENDPOINT_URL": self._s3.url,
            "VOICEMILL_STORAGE__ACCESS_KEY_ID": servers.S3_ACCESS_KEY,
            "VOICEMILL_STORAGE__SECRET_ACCESS_KEY": self._s3.secret,
        }
        self._wait_for_store()

    def _wait_for_store(self) -> None:
        """The port opens before the first put succeeds (about 3 s later)."""
        deadline = time.monotonic() + servers.READY_S
        store = open_store(self.configured().storage)
        while True:
            try:
                store.put("inbox/machine/ready", b"ready", content_type="text/plain", replace=True)
            except StorageError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
            else:
                return

    def configured(self) -> Settings:
        """Return the settings as this machine's workers see them."""
        return load_settings(environ=self._inherited())

    def _inherited(self) -> dict[str, str]:
        """Return our own variables with this machine's on top; a store that a flag chose hides the configured one."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if self.layout.store is None or not name.startswith("VOICEMILL_STORAGE__")
        }
        named = {CONFIG_VARIABLE: str(self.layout.config.resolve())} if self.layout.config else {}
        return kept | named | self.environ

    def _start_worker(self, name: str) -> subprocess.Popen[bytes]:
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        return processes.start(
            [*self.layout.worker_command, "--name", name],
            log=self._log(name),
            environ=self._inherited() | {"PYTHONPATH": path},
            # without its parent it has no broker either: nothing to drain to, and its lease runs out
            on_parent_death=signal.SIGKILL,
        )

    def _data(self, name: str) -> Path:
        return (self.layout.folder / name).resolve()

    def _log(self, name: str) -> Path:
        return self.layout.folder / "logs" / f"{name}.log"

    def _why(self) -> str:
        return f"its log: {self.layout.folder / 'logs'}"


@contextlib.contextmanager
def terminates_like_interrupt() -> Iterator[None]:
    """Make SIGTERM end the block as Ctrl-C does, so that both stop the machine in order.

    SIGINT is set as well: a shell starts what it puts into the background with SIGINT ignored.
    """

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
