"""A disk that is quickly full: a file system of a few megabytes in memory, mounted where only its holder sees it.

The mount lives in a user namespace of its own, so that nobody needs to be root; everyone of the same user reaches it
through the holder's entry in /proc. Where that is forbidden (some containers) the test that asks for it is skipped; what
it proves is then proved by a limit on the size of files, which needs no rights at all.
"""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

_HOLD = "mount -t tmpfs -o size={size} tmpfs /mnt && echo mounted && exec sleep 600"


@contextlib.contextmanager
def small_disk(mebibytes: int) -> Iterator[Path]:
    """Give the root of an empty file system of that size, or skip the test."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        pytest.skip("no `unshare` here to mount a small disk with")
    hold = _HOLD.format(size=mebibytes << 20)
    holder = subprocess.Popen(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hold],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stderr is not None
    try:
        if holder.stdout.readline() != "mounted\n":
            pytest.skip(f"a small disk may not be mounted here: {holder.stderr.read().strip()}")
        yield Path("/proc", str(holder.pid), "root", "mnt")
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()
        holder.stderr.close()
