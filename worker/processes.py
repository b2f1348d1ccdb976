"""Child processes of the one-command machine: each in a group of its own, none outliving its parent.

Own groups keep Ctrl-C for the parent, which then stops its children in the right order. If the parent itself is killed,
the kernel sends each child the signal it asked for (Linux; elsewhere the run file of the broker finds the orphan again).
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1
MOST_LOG_BYTES = 10_000_000  #: a longer log is put aside, over the one before it, when its process starts
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None  # loaded before any fork


def start(
    arguments: Sequence[str],
    *,
    log: Path,
    environ: Mapping[str, str] | None = None,
    on_parent_death: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start a child whose output goes to the end of `log`. Call it from the main thread: the kernel watches that one."""
    log.parent.mkdir(parents=True, exist_ok=True)
    if log.exists() and log.stat().st_size > MOST_LOG_BYTES:
        log.replace(log.with_name(f"{log.name}.1"))
    with log.open("ab") as out:
        return subprocess.Popen(
            list(arguments),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=None if environ is None else dict(environ),
            start_new_session=True,
            preexec_fn=_die_with(os.getpid(), on_parent_death),  # noqa: PLW1509 - two system calls, no Python locks
        )


def stop(process: subprocess.Popen[bytes], *, grace_s: float) -> None:
    """Ask a child to end, wait, then kill its whole group."""
    if process.poll() is None:
        process.terminate()  # the leader only: a Celery worker passes on to its child what is right for it
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(grace_s)
    kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a child and what it left behind at once."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _die_with(parent: int, number: signal.Signals) -> Callable[[], None]:
    def prepare() -> None:
        if _LIBC is not None:
            _LIBC.prctl(PR_SET_PDEATHSIG, int(number))
            if os.getppid() != parent:  # it died between fork and prctl
                os._exit(1)

    return prepare
