"""A worker's sign of life: one small file, written by its parent at every tick, judged by worker/health.py.

It holds times and what the worker is at, never a verdict: a loop that stands still writes nothing, and only the age of
what it wrote last can tell.
"""

import contextlib
import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from worker.flags import Flags

FOLDER = "health"  #: in the scratch folder
GONE_S = 86_400.0
_HOST = os.uname().nodename


class Pulse:
    """Writes the file; lives in the parent."""

    def __init__(self, scratch: Path, worker: str, *, queues: Sequence[str], silent_s: float, flags: Flags) -> None:
        self._path = scratch / FOLDER / f"{worker}.json"
        self._queues = queues
        self._flags = flags
        self._starts = 0
        now = time.monotonic()
        self._facts: dict[str, Any] = {
            "worker": worker, "host": _HOST, "pid": os.getpid(), "born": _born(os.getpid()), "silent_s": silent_s,
            "started": now, "broker": None, "untouched": None, "queues": {},
        }  # fmt: skip

    def beat(self, waiting: Mapping[str, int] | None) -> None:
        """Write the state of now. `waiting`: the length of every queue, or None when the broker did not answer."""
        now, work = time.monotonic(), self._flags.work()
        if waiting is not None:
            served = {name: waiting[name] for name in self._queues}
            free = work.since is None and work.starts == self._starts  # also between two ticks
            untouched = any(served.values()) and free and not self._flags.draining
            self._facts["untouched"] = (self._facts["untouched"] or now) if untouched else None
            self._facts |= {"broker": now, "queues": served}
        self._starts = work.starts
        self._facts |= {
            "written": now, "draining": self._flags.draining, "task": work.name, "task_since": work.since,
            "task_limit_s": work.limit_s, "store_silent_since": work.store_silent_since,
        }  # fmt: skip
        # in place and padded: no rename, which would make the file system flush at every tick
        data = json.dumps(self._facts).encode().ljust(1500) + b"\n"
        with contextlib.suppress(OSError):  # a full disk must not stop the reaper; it is seen by the age
            self._path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o644)
            try:
                os.pwrite(descriptor, data, 0)
            finally:
                os.close(descriptor)

    def end(self) -> None:
        """Remove the file: the worker leaves."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)


def sweep(scratch: Path) -> None:
    """Remove the files of workers that died: of this host, and of containers that are gone for a day."""
    dead = {path for path, _ in signs_of_life(scratch / FOLDER, alive=False)}
    for path in (scratch / FOLDER).glob("*.json"):
        with contextlib.suppress(OSError):
            if path in dead or time.time() - path.stat().st_mtime > GONE_S:
                path.unlink()


def signs_of_life(folder: Path, *, alive: bool) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the files of this host's live or dead workers: containers may share a scratch volume, but not process ids."""
    for path in sorted(folder.glob("*.json")):
        facts = _read(path)
        if facts and facts["host"] == _HOST and _lives(facts["pid"], facts.get("born")) == alive:
            yield path, facts


def _read(path: Path) -> dict[str, Any] | None:
    for _ in range(3):  # it may be read in the middle of a write
        with contextlib.suppress(OSError, ValueError):
            return dict(json.loads(path.read_bytes()))
        time.sleep(0.02)
    return None


def _lives(pid: int, born: str | None) -> bool:
    """Whether that very process lives: in a container that was started again, its successor has the same number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return born == _born(pid)


def _born(pid: int) -> str | None:
    """Return when a process started, in the kernel's ticks; None where there is no /proc."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return None
