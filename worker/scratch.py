"""A worker's own folder for files in the making, marked by a lock that the system frees when its holder dies.

So a folder whose worker is gone is known at once, by any worker that starts on the same folder: a crash loop leaves one
unfinished file, not one a crash. A lock tells this only among processes of one machine (containers that share a volume
included): the lock file names the machine's boot, and a folder of another boot, or one on a file system without locks,
goes when nothing was written into it for an hour.
"""

import contextlib
import fcntl
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import IO

from worker.pulse import FOLDER as HEALTH

ABANDONED_S = 3600.0  #: longer than a unit waits for a store, and a unit that does not wait writes all the time
LOCK = ".lock"


class Scratch:
    """The folder, held until it is closed or its process ends."""

    def __init__(self, folder: Path, held: IO[str] | None) -> None:
        self.folder = folder
        self._held = held  # the lock goes with the open file

    def close(self) -> None:
        """Let go of the folder."""
        if self._held is not None:
            self._held.close()


def own_scratch(folder: Path, worker: str) -> Scratch:
    """Return the worker's folder, empty and held, after removing those of workers that are gone. Never raises OSError."""
    own = folder / worker
    held = None
    with contextlib.suppress(OSError):  # a folder that cannot be written is told by the first unit that writes to it
        held = _held(own)
        for path in own.iterdir():
            if path.name != LOCK:
                _remove(path)
        for other in folder.iterdir():
            if other != own and other.name != HEALTH and other.is_dir():
                _remove_if_abandoned(other)
    return Scratch(own, held)


def drop_scratch(folder: Path, worker: str) -> None:
    """Remove a worker's folder after its child has ended. Never raises OSError."""
    _remove_if_abandoned(folder / worker)


def _held(own: Path) -> IO[str] | None:
    """Take the folder's lock; None where there are no locks, or where a predecessor is not quite dead yet."""
    while True:
        own.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # removed in between, with the folder
            file = (own / LOCK).open("a+")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.close()
                return None
            if _is(file, own / LOCK):  # else somebody removed the folder that we have just locked
                file.truncate(0)
                file.write(_boot())
                file.flush()
                return file
            file.close()


def _remove_if_abandoned(other: Path) -> None:
    with contextlib.suppress(OSError), _lock_of(other) as (file, free):
        if free and file is not None and file.read() == _boot():
            _remove(other)  # under its lock: a successor that waits for the folder finds it gone and makes a new one
        elif free and time() - _last_written_s(other) > ABANDONED_S:
            _remove(other)


@contextlib.contextmanager
def _lock_of(folder: Path) -> Iterator[tuple[IO[str] | None, bool]]:
    """Yield a folder's lock file, and whether nobody of this machine holds it."""
    try:
        file = (folder / LOCK).open("r+")
    except FileNotFoundError:
        yield None, True  # no worker of this release made it
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield file, False
        except OSError:  # a file system without locks
            yield None, True
        else:
            yield file, True


def _is(file: IO[str], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _last_written_s(folder: Path) -> float:
    return max(path.stat().st_mtime for path in (folder, *folder.rglob("*")))


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _boot() -> str:
    """Return what names this machine until it is started again; containers on it have the same."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return os.uname().nodename
