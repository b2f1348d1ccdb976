"""Room in memory: what this machine, or the container's limit, still has, and whether a model fits into it.

A worker that starts without room is killed by the kernel in the middle of a segment, which counts against the segment;
so it is better not to begin. File pages count as free, because the kernel takes them back when they are needed.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pipeline.errors import NoMemory

MB = 1_000_000
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_ROOT = Path("/")


def require_room(need_mb: float, what: str, *, root: Path = _ROOT) -> None:
    """Raise NoMemory when less than `need_mb` is available to this process. Where that cannot be told, it is."""
    found = available_mb(root)
    if found is not None and found < need_mb:
        raise NoMemory(
            f"{what} needs {need_mb:.0f} MB of memory and {found:.0f} MB are available: run fewer workers here, or give "
            "the machine or the container more",
            need_mb=round(need_mb),
            available_mb=round(found),
        )


def available_mb(root: Path = _ROOT) -> float | None:
    """Return what can still be taken here: the least that the machine and every limit above us leave; None: unknown."""
    rooms = [*_machine(root), *_limits(root)]
    return min(rooms) / MB if rooms else None


def limited(root: Path = _ROOT) -> bool:
    """Return whether a limit above us (a container's, say) leaves less than the machine has."""
    return min(_limits(root), default=float("inf")) < min(_machine(root), default=float("inf"))


def resident_mb() -> float:
    """Return what this process has now; 0 where that cannot be told."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * _PAGE_BYTES / MB
    return 0.0


def _machine(root: Path) -> Iterator[int]:
    with suppress(OSError):
        for line in (root / "proc/meminfo").read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                yield int(line.split()[1]) * 1024


def _limits(root: Path) -> Iterator[int]:
    """Yield the room under each limit: our own control group's, and those it lies in."""
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text("utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers == "":
                yield from _rooms(root / "sys/fs/cgroup", path, "memory.max", "memory.current", "")
            elif "memory" in controllers.split(","):
                names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_")
                yield from _rooms(root / "sys/fs/cgroup/memory", path, *names)


def _rooms(top: Path, path: str, limit_name: str, used_name: str, prefix: str) -> Iterator[int]:
    # in a container the path is often the host's, and the limit stands at the top
    folder = top / path.strip("/")
    for group in (folder, *folder.parents):
        with suppress(OSError, ValueError):  # no limit is the word `max`; the topmost group has none of the files
            limit, used = (int((group / name).read_text("ascii")) for name in (limit_name, used_name))
            stat = dict(line.split() for line in (group / "memory.stat").read_text("ascii").splitlines())
            yield limit - used + sum(int(stat.get(f"{prefix}{kind}_file", 0)) for kind in ("active", "inactive"))
        if group == top:
            return
