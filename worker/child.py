"""The composition root of a worker's child process: everything that talks or speaks is opened here, after the fork."""

import os
import signal
import sys
import time
from typing import NoReturn

import structlog
from celery import Celery

from config.settings import Settings
from models.loader import Loader
from pipeline.errors import QueueError, StorageError
from storage.open import open_store
from tasks.app import send_units
from tasks.connect import link_from
from tasks.door import Door
from tasks.ledger import Ledger
from tasks.notify import Notifier
from tasks.units import UnitRunner
from worker.flags import Flags
from worker.pruning import GiveWay, limits_of, prune_store
from worker.scratch import own_scratch
from worker.work import UnitWork

log = structlog.get_logger()


class WorkerChild:
    """What a child process has opened."""

    def __init__(self, app: Celery, settings: Settings, worker: str, flags: Flags) -> None:
        self._settings = settings
        self._flags = flags
        self._store = store = open_store(settings.storage)
        loader = Loader(settings.models)
        self.scratch = own_scratch(settings.worker.scratch, worker)
        self.ledger = Ledger(settings.queue)
        self.notifier = Notifier(app, self.ledger, link_from(store, settings.storage.link_ttl_s))
        self.door = Door(self.ledger, store, loader.catalogue, settings.storage.bucket)
        self.runner = UnitRunner(
            ledger=self.ledger,
            worker=worker,
            work=UnitWork(
                store=store,
                loader=loader,
                notifier=self.notifier,
                options=settings.queue,
                scratch=self.scratch.folder,
                flags=flags,
            ),
            publish=lambda sends: send_units(app, sends),
            announce=self.notifier.announce,
            draining=lambda: flags.draining,
            quit=lambda reason: leave(flags, reason),
            renew=renew,
        )

    def prune(self) -> None:
        """Delete what is past its time, as far as nobody waits for this worker."""
        start = time.monotonic()
        stop = GiveWay(self.ledger, lambda: self._flags.draining)
        try:
            gone = prune_store(self.ledger, self._store, limits_of(self._settings.worker), stop=stop)
        except (StorageError, QueueError) as err:  # the next period's worker tries again
            log.warning("prune_postponed", error=err.message)
            return
        counts = {f"{kind}_{what}": found[what] for kind, found in gone.items() for what in ("objects", "bytes")}
        log.info("store_pruned", seconds=round(time.monotonic() - start, 3), **counts)


def leave(flags: Flags, reason: str) -> None:
    """Have this worker leave because it is unfit: it drains and exits non-zero. For parent and child."""
    log.error("worker_unfit", reason=reason)
    flags.give_up()
    if flags.parent in {os.getpid(), os.getppid()}:  # else it is dead already, and the kernel gave us another
        os.kill(flags.parent, signal.SIGTERM)


def renew() -> NoReturn:
    """End this process, whose memory is spent, without winding it up; the parent starts another."""
    sys.stderr.flush()
    os._exit(1)


def free_predecessor(app: Celery, child: WorkerChild, worker: str) -> None:
    """Send again what a dead child of this worker held. Without a broker the reaper does it when the lease ends."""
    try:
        sends = child.ledger.release(worker)
    except QueueError:
        return
    if sends:
        log.warning("child_died", units=[unit for unit, _queue in sends])
        send_units(app, sends)
