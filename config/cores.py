"""How many cores this process may use: those it is bound to, and no more than its container's share of time.

`os.cpu_count()` is the machine's: in a container of one core on a machine of 64, a session with 64 threads takes ten
times as long as one with a single thread (microsoft/onnxruntime#8313, #10113).
"""

import math
import os
from pathlib import Path

_CGROUP = Path("/sys/fs/cgroup")


def usable_cores(cgroup: Path = _CGROUP) -> int:
    """Return the number of cores to use, at least 1; part of a core counts as one."""
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    share = _share(cgroup)
    return bound if share is None else max(1, min(bound, math.ceil(share)))


def _share(cgroup: Path) -> float | None:
    """Return the share of time that `docker run --cpus` gives, in cores; None without a limit."""
    for names in (("cpu.max",), ("cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")):  # version 2, version 1
        try:
            quota, period = " ".join((cgroup / name).read_text("ascii") for name in names).split()
            if quota not in {"max", "-1"}:
                return int(quota) / int(period)
        except (OSError, ValueError, ZeroDivisionError):
            continue
    return None
