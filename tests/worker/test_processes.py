"""Children of the one-command machine: their groups, their end, and their parent's."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from worker import processes

ROOT = Path(__file__).resolve().parents[2]
READY = "import sys, time; print('ready', flush=True); time.sleep(60)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + READY


def wait_until(true, timeout_s=15.0):
    deadline = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def is_alive(pid):
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] != "Z"


def start(tmp_path, code):
    log = tmp_path / "child.log"
    child = processes.start([sys.executable, "-c", code], log=log)
    wait_until(lambda: "ready" in log.read_text())
    return child


def test_a_child_has_a_group_of_its_own_and_ends_when_asked(tmp_path):
    child = start(tmp_path, READY)

    assert os.getpgid(child.pid) == child.pid != os.getpgid(0)
    processes.stop(child, grace_s=10)
    assert child.returncode == -signal.SIGTERM


def test_a_child_that_does_not_listen_is_killed_after_the_grace_time(tmp_path):
    child = start(tmp_path, STUBBORN)

    processes.stop(child, grace_s=0.2)

    assert child.returncode == -signal.SIGKILL


def test_what_a_child_left_behind_ends_with_it(tmp_path):
    nested = f"import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', {READY!r}]).pid, flush=True)"
    child = start(tmp_path, f"{nested}; time = __import__('time'); time.sleep(60)")
    number = int(next(word for word in (tmp_path / "child.log").read_text().split() if word.isdigit()))

    processes.stop(child, grace_s=5)

    wait_until(lambda: not is_alive(number))
    assert child.returncode is not None


def test_a_long_log_is_put_aside_at_the_next_start(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "MOST_LOG_BYTES", 10)
    (tmp_path / "child.log").write_text("x" * 11)

    processes.stop(start(tmp_path, READY), grace_s=5)

    assert (tmp_path / "child.log.1").read_text() == "x" * 11
    assert "x" not in (tmp_path / "child.log").read_text()


def test_stopping_twice_is_fine(tmp_path):
    child = start(tmp_path, READY)
    processes.stop(child, grace_s=5)

    processes.stop(child, grace_s=5)
    processes.kill(child)

    assert child.returncode is not None


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's parent-death signal is Linux's")
def test_a_child_dies_when_its_parent_is_killed(tmp_path):
    log = tmp_path / "child.log"
    parent_code = (
        "import sys, time; from pathlib import Path; from worker import processes\n"
        f"child = processes.start([sys.executable, '-c', {STUBBORN!r}], log=Path({str(log)!r}),"
        " on_parent_death=processes.signal.SIGKILL)\n"
        "print(child.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", parent_code], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    with parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        wait_until(lambda: log.exists() and "ready" in log.read_text())
        parent.kill()
        parent.wait()

    wait_until(lambda: not is_alive(pid))
