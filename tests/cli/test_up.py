"""`up` and `demo` as a person uses them: one command, then the others, then Ctrl-C; nothing is left behind."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.system
ROOT = Path(__file__).resolve().parents[2]
VOICEMILL = [sys.executable, "-P", "-m", "cli.main"]


def wait_until(true, timeout_s=30.0):
    deadline = time.monotonic() + timeout_s
    while not (value := true()):
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)
    return value


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def processes_of(folder):
    """Command lines of live processes that work in a folder of ours."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            line = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            environ = (path / "environ").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if int(path.name) != os.getpid() and (str(folder) in line or f"UP_TEST={folder}" in environ):
            found.append(line)
    return found


@pytest.fixture
def environ(tmp_path):
    base = {name: value for name, value in os.environ.items() if not name.startswith("VOICEMILL_")}
    return base | {
        "PYTHONPATH": str(ROOT),
        "VOICEMILL_MODELS__FOLDER": str(tmp_path / "models"),
        "UP_TEST": str(tmp_path),
    }


@pytest.fixture
def up(tmp_path, environ):
    """Start `voicemill up`; returns the process and the variables that it printed."""
    started = []

    def start():
        command = [
            *VOICEMILL,
            "up",
            "--workers",
            "1",
            "--dir",
            str(tmp_path / "var"),
            "--port",
            str(free_port()),
            "--json",
        ]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ, cwd=tmp_path
        )
        started.append(process)
        assert process.stdout is not None
        return process, json.loads(process.stdout.readline())["environ"]

    yield start
    for process in started:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def run(environ, cwd, *arguments):
    done = subprocess.run(
        [*VOICEMILL, *arguments, "--json"],
        capture_output=True,
        text=True,
        env=environ,
        cwd=cwd,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_from_up_to_audio_to_ctrl_c(up, environ, tmp_path):
    process, shown = up()
    shell = environ | shown
    (tmp_path / "book.md").write_text("# One\n\nIt was a dark night.\n\n# Two\n\nMorning came.\n")

    (job,) = run(shell, tmp_path, "submit", "book.md", "--voice", "tone", "--format", "wav", "--meta", "who=me")
    (result,) = run(shell, tmp_path, "wait", job["job_id"], "--timeout", "90")
    (status,) = run(shell, tmp_path, "status", job["job_id"])
    (got,) = run(shell, tmp_path, "get", job["job_id"], "-o", "audio")
    rows = run(shell, tmp_path, "jobs")

    assert result["state"] == status["state"] == "DONE"
    assert status["metadata"] == {"who": "me"}
    assert {Path(name).suffix for name in got["files"]} == {".wav", ".json"}
    assert all((tmp_path / name).stat().st_size for name in got["files"])
    assert [row["job_id"] for row in rows] == [job["job_id"]]

    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0
    wait_until(lambda: processes_of(tmp_path) == [])


def test_sigterm_stops_everything_as_well(up, tmp_path):
    process, _ = up()

    process.send_signal(signal.SIGTERM)

    assert process.wait(60) == 0
    wait_until(lambda: processes_of(tmp_path) == [])


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's parent-death signal is Linux's")
def test_a_killed_up_leaves_nothing_running_and_the_next_one_has_the_jobs(up, environ, tmp_path):
    process, shown = up()
    (tmp_path / "a.txt").write_text("Kept.")
    (job,) = run(environ | shown, tmp_path, "submit", "a.txt", "--voice", "tone", "--wait")

    process.kill()
    process.wait()
    wait_until(lambda: processes_of(tmp_path) == [])

    _, shown = up()
    assert run(environ | shown, tmp_path, "status", job["job_id"])[0]["state"] == "DONE"


def test_the_demo_speaks_the_sample_chapter_and_stops_everything(environ, tmp_path):
    (made,) = run(environ, tmp_path, "demo", "--voice", "tone", "--dir", str(tmp_path / "var"))

    assert made["result"]["state"] == "DONE"
    assert {Path(name).suffix for name in made["files"]} == {".mp3", ".wav", ".json"}
    assert made["result"]["timing"]["audio_s"] > 20
    wait_until(lambda: processes_of(tmp_path) == [])
    assert not answers(int((json.loads((tmp_path / "var/broker/run.json").read_text()))["port"]))
