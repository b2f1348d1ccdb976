"""The consumer process: a Celery worker with one prefork child, and the reaper's timer in its parent.

prefork with one child is the only pool that survives its task: the child's memory and time are bounded, its crash costs
seconds, and the parent goes on reaping while the child speaks (docs/adr/0001).
"""

import functools
import math
import os
import secrets
import signal
import socket
from typing import Any

import celery.apps.worker
import structlog
from celery import Celery, bootsteps, signals
from celery.utils.log import get_multiprocessing_logger
from kombu.exceptions import OperationalError

from config.logs import configure_logging
from config.settings import Settings
from pipeline.errors import QueueError, StorageDenied, StorageError
from pipeline.identity import store_identity
from storage.open import open_store
from tasks.app import make_app, send_prune, send_units
from tasks.bodies import register
from tasks.connect import link_from
from tasks.ledger import Ledger
from tasks.notify import Notifier
from tasks.options import QUEUES
from worker.child import WorkerChild, free_predecessor, leave
from worker.flags import Flags
from worker.pulse import Pulse, sweep
from worker.scratch import drop_scratch
from worker.startup import check_startup, child_limit_mb

log = structlog.get_logger()
REAP_EVERY_S = 1.0


def run_worker(settings: Settings, *, queues: str = ",".join(QUEUES), name: str | None = None) -> int:
    """Run one worker until it is told to stop; return its exit code (1: it found itself unfit)."""
    name = name or socket.gethostname()
    worker_id = f"{name}-{os.getpid()}-{secrets.token_hex(3)}"
    configure_logging(settings.worker, worker_id)
    check_startup(settings)
    flags = Flags()
    silent_s, scratch = settings.worker.health_s, settings.worker.scratch
    pulse = Pulse(scratch, worker_id, queues=queues.split(","), silent_s=silent_s, flags=flags)
    app = make_app(settings.queue, memory_limit_mb=child_limit_mb(settings))
    child = functools.cache(lambda: WorkerChild(app, settings, worker_id, flags))  # first called after the fork
    register(app, child)
    _connect_signals(app, child, worker_id, flags)
    signals.worker_shutting_down.connect(lambda **_: pulse.beat(None), weak=False)
    app.steps["worker"].add(_reaper_step(Reaper(app, settings, worker_id, pulse, flags)))
    worker = app.Worker(
        hostname=f"{worker_id}@{socket.gethostname()}",
        pool="prefork",
        concurrency=1,
        queues=queues.split(","),
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        quiet=True,
        loglevel=settings.worker.log_level.upper(),
    )
    log.info("worker_started", queues=queues, pid=os.getpid())
    sweep(scratch)
    pulse.beat(None)
    worker.start()
    pulse.end()
    drop_scratch(scratch, worker_id)
    log.info("worker_stopped", unfit=flags.unfit)
    return 1 if flags.unfit else int(worker.exitcode or 0)


def _connect_signals(app: Celery, child: Any, worker_id: str, flags: Flags) -> None:
    def keep_ours(**_: object) -> None:
        """A listener keeps Celery from setting up logging of its own; what watches the children joins ours."""
        get_multiprocessing_logger().propagate = True
        vars(celery.apps.worker)["safe_say"] = lambda *_: None  # it writes bare lines between the events

    def forked(**_: object) -> None:
        flags.idle()
        free_predecessor(app, child(), worker_id)

    def begins(sender: Any, kwargs: Any, **_: object) -> None:
        flags.began(str(kwargs.get("unit", sender.name)), sender.time_limit or app.conf.task_time_limit)

    def ends(**_: object) -> None:
        flags.idle()

    def leaving(**_: object) -> None:
        flags.drain()

    def ready(**_: object) -> None:
        """A terminal that closes says leave; Celery would finish the unit and start itself anew."""
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))

    signals.setup_logging.connect(keep_ours, weak=False)
    signals.worker_process_init.connect(forked, weak=False)
    signals.task_prerun.connect(begins, weak=False)
    signals.task_postrun.connect(ends, weak=False)
    signals.worker_shutting_down.connect(leaving, weak=False)
    signals.worker_ready.connect(ready, weak=False)


class Reaper:
    """Sends lost units again and re-asserts Celery results; every worker's parent has one, one at a time acts."""

    def __init__(self, app: Celery, settings: Settings, worker_id: str, pulse: Pulse, flags: Flags) -> None:
        self._app = app
        self._pulse = pulse
        self._worker_id = worker_id
        self._flags = flags
        # the parent's loop waits for this answer: better to miss a tick than to stall
        self._ledger = Ledger(settings.queue, timeout_s=2.0, retries=0)
        self._store = open_store(settings.storage.model_copy(update={"connect_timeout_s": 2.0, "read_timeout_s": 2.0}))
        self._notifier = Notifier(app, self._ledger, link_from(self._store, settings.storage.link_ttl_s))
        self._ticks_to_name = self._ticks = 0
        self._prune_every_s = settings.worker.prune_every_h * 3600
        self._named = False

    def tick(self) -> None:
        """Do what is due now."""
        try:
            sends, due = self._ledger.reap(self._worker_id, REAP_EVERY_S)
            if sends:
                log.warning("units_resent", units=[unit for unit, _queue in sends])
                send_units(self._app, sends)
            self._notifier.announce(due, again=True)
            self._prune()
            self._pulse.beat(self._ledger.waiting())
            self._name_store()
        except (QueueError, OperationalError) as err:
            log.warning("reap_missed", error=str(err))
            self._pulse.beat(None)

    def _prune(self) -> None:
        """Once in a while one worker's child deletes what is past its time."""
        every_s, self._ticks = self._prune_every_s, self._ticks + 1
        if every_s and self._ticks % min(60, math.ceil(every_s)) == 0 and self._ledger.elected("prune", every_s):
            send_prune(self._app)

    def _name_store(self) -> None:
        """Tell producers which store is ours: at the start, and once an hour in case the broker forgot.

        A worker that the store refuses at the start has the wrong key or user: it leaves before it takes a unit.
        """
        if self._ticks_to_name == 0:
            self._ticks_to_name = 60
            try:
                self._ledger.name_store(store_identity(self._store, create=True) or "")
                self._ticks_to_name, self._named = 3600, True
            except StorageError as err:
                log.warning("store_retried", error=err.message, wait_s=60)
                if isinstance(err, StorageDenied) and not self._named:
                    leave(self._flags, err.message)
        self._ticks_to_name -= 1


def _reaper_step(reaper: Reaper) -> type[bootsteps.StartStopStep]:
    class ReaperStep(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
        """Runs the reaper on the worker's own timer: one thread, so nothing is held across a fork."""

        requires = ("celery.worker.components:Timer",)
        name = "reaper"

        def __init__(self, parent: Any, **kwargs: Any) -> None:
            self.timer: Any = None
            super().__init__(parent, **kwargs)

        def start(self, parent: Any) -> None:
            self.timer = parent.timer.call_repeatedly(REAP_EVERY_S, reaper.tick)

        def stop(self, parent: Any) -> None:  # noqa: ARG002 — Celery's signature
            if self.timer is not None:
                self.timer.cancel()

    return ReaperStep
