"""What a worker's sign of life tells, and what it keeps telling when the worker cannot write it any more."""

import json
import os
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from cli.main import app
from config.scratch import scratch_folder
from config.settings import load_settings
from worker.flags import Flags
from worker.health import OVERDUE_S, examine, judge
from worker.pulse import FOLDER, GONE_S, Pulse, signs_of_life, sweep

EMPTY = {"voicemill": 0, "short": 0, "long": 0}
WAITING = EMPTY | {"long": 3}
SILENT_S = 30.0


@pytest.fixture
def flags():
    return Flags()


@pytest.fixture
def pulse(tmp_path, flags):
    return Pulse(tmp_path, "w1-7-abc", queues=("voicemill", "short", "long"), silent_s=SILENT_S, flags=flags)


def after(tmp_path, seconds=0.0):
    ((_, facts),) = signs_of_life(tmp_path / FOLDER, alive=True)
    return judge(facts, time.monotonic() + seconds)


def test_a_worker_that_was_heard_just_now_is_healthy_and_says_what_it_does(tmp_path, pulse, flags):
    pulse.beat(EMPTY)
    assert (after(tmp_path).healthy, after(tmp_path).said) == (True, "idle")

    flags.began("fp/part/3", 1800)
    pulse.beat(WAITING)
    assert after(tmp_path).said.startswith("busy, fp/part/3 for ")
    assert after(tmp_path).facts["queues"] == WAITING


def test_a_loop_that_stands_still_is_seen_by_age(tmp_path, pulse):
    pulse.beat(EMPTY)

    assert after(tmp_path, SILENT_S - 1).healthy
    assert "no sign of life for 31 s" in after(tmp_path, SILENT_S + 1).said
    pulse.beat(EMPTY)
    assert after(tmp_path).healthy


def test_a_silent_broker_is_seen_while_the_loop_goes_on(tmp_path, flags):
    quick = Pulse(tmp_path, "w1-7-abc", queues=("short",), silent_s=0.05, flags=flags)
    quick.beat(EMPTY)
    time.sleep(0.06)  # what is under test is an age
    quick.beat(None)

    assert not after(tmp_path).healthy
    assert "the broker has not answered" in after(tmp_path).said
    quick.beat(EMPTY)
    assert after(tmp_path).healthy


def test_a_worker_that_never_heard_its_broker_is_given_the_same_time(tmp_path, pulse):
    pulse.beat(None)

    assert (after(tmp_path, 1).healthy, after(tmp_path, 1).said) == (True, "starting")
    assert not after(tmp_path, SILENT_S + 1).healthy


def untouched(pulse, tmp_path, times=3):
    """Beat over a waiting queue; return how long the worker says it left it alone."""
    for _ in range(times):
        pulse.beat(WAITING)
    return after(tmp_path).facts["untouched_s"]


def test_an_idle_worker_that_takes_nothing_from_a_waiting_queue_is_unhealthy(tmp_path, flags):
    quick = Pulse(tmp_path, "w1-7-abc", queues=("long",), silent_s=0.05, flags=flags)
    quick.beat(WAITING)
    time.sleep(0.06)
    quick.beat(WAITING)

    assert "taken nothing" in after(tmp_path).said


def test_a_queue_is_not_untouched_while_the_worker_works_serves_others_or_leaves(tmp_path, pulse, flags):
    assert untouched(pulse, tmp_path) is not None
    flags.began("fp/part/1", 1800)
    assert untouched(pulse, tmp_path) is None
    flags.idle()
    flags.began("fp/part/2", 1800)  # a task that began and ended between two beats
    flags.idle()
    assert untouched(pulse, tmp_path, times=1) is None
    assert untouched(pulse, tmp_path) is not None
    flags.drain()
    assert untouched(pulse, tmp_path) is None
    other = Pulse(tmp_path, "w1-7-abc", queues=("short",), silent_s=SILENT_S, flags=Flags())
    assert untouched(other, tmp_path) is None


def test_a_child_far_past_its_limit_is_told(tmp_path, pulse, flags):
    flags.began("fp/part/1", 5)
    pulse.beat(EMPTY)
    (path,) = (tmp_path / FOLDER).iterdir()
    facts = json.loads(path.read_text())
    path.write_text(json.dumps(facts | {"task_since": facts["written"] - 5 - OVERDUE_S - 1}))

    assert "fp/part/1 has gone on for 66 s and may take 5 s" in after(tmp_path).said


def test_a_worker_that_leaves_is_well_however_long_its_last_segment_takes(tmp_path, pulse, flags):
    flags.drain()
    pulse.beat(None)

    assert (after(tmp_path, 100).healthy, after(tmp_path, 100).said) == (True, "draining")


def test_a_silent_store_is_told_and_is_no_fault_of_the_worker(tmp_path, pulse, flags):
    flags.began("fp/part/1", 1800)
    flags.store_silent()
    pulse.beat(EMPTY)

    assert after(tmp_path, 20).healthy
    assert "waiting for the store for 20 s" in after(tmp_path, 20).said
    flags.store_answers()
    pulse.beat(EMPTY)
    assert after(tmp_path).facts["store_silent_s"] is None


def test_a_file_is_nothing_when_its_worker_is_dead_or_of_another_container(tmp_path, pulse):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    pulse.beat(EMPTY)
    folder = tmp_path / FOLDER
    facts = json.loads((folder / "w1-7-abc.json").read_text())
    (folder / "dead.json").write_text(json.dumps(facts | {"pid": dead.pid}))
    (folder / "other.json").write_text(json.dumps(facts | {"host": "another"}))
    (folder / "gone.json").write_text(json.dumps(facts | {"host": "another"}))
    os.utime(folder / "gone.json", (0, time.time() - GONE_S - 1))
    (folder / "torn.json").write_text('{"worker": "w')

    assert [each.worker for each in examine(tmp_path)] == ["w1-7-abc"]
    sweep(tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == ["other.json", "torn.json", "w1-7-abc.json"]
    pulse.end()
    assert not examine(tmp_path)[0].healthy


def test_a_file_is_nothing_when_another_process_got_its_workers_number(tmp_path, pulse):
    # a container that was killed and started again: same host name, same process id
    pulse.beat(EMPTY)
    (path,) = (tmp_path / FOLDER).iterdir()
    facts = json.loads(path.read_text()) | {"born": "1"}
    path.write_text(json.dumps(facts))

    assert [each.worker for each in examine(tmp_path)] == [None]
    sweep(tmp_path)
    assert not path.exists()


def test_a_folder_that_cannot_be_written_does_not_stop_the_worker(tmp_path, flags):
    (tmp_path / "file").write_text("")

    Pulse(tmp_path / "file", "w1", queues=("short",), silent_s=1, flags=flags).beat(EMPTY)

    assert not examine(tmp_path / "file")[0].healthy


def test_the_command_judges_by_name_and_exits_with_its_judgement(tmp_path, pulse, monkeypatch):
    monkeypatch.setenv("VOICEMILL_WORKER__SCRATCH", str(tmp_path))
    run = CliRunner().invoke
    nobody = run(app, ["health"])
    assert (nobody.exit_code, "no worker runs here" in nobody.stdout) == (1, True)

    pulse.beat(EMPTY)
    assert (run(app, ["health"]).exit_code, run(app, ["health", "--name", "w1"]).exit_code) == (0, 0)
    assert run(app, ["health", "--name", "w"]).exit_code == 1
    told = json.loads(run(app, ["health", "--json"]).stdout)
    assert (told["worker"], told["healthy"], told["state"]) == ("w1-7-abc", True, "idle")


@pytest.mark.parametrize("source", ["nothing", "variable", "secret", "file", "named file"])
def test_the_folder_is_the_one_of_the_settings(tmp_path, source):
    toml, secret = tmp_path / "v.toml", tmp_path / "secret"
    toml.write_text(f'[worker]\nscratch = "{tmp_path}/toml"\n')
    secret.write_text(f"{tmp_path}/secret-scratch\n")
    environ = {
        "variable": {"VOICEMILL_WORKER__SCRATCH": str(tmp_path / "v"), "VOICEMILL_CONFIG": str(toml)},
        "secret": {"VOICEMILL_WORKER__SCRATCH_FILE": str(secret)},
        "named file": {"VOICEMILL_CONFIG": str(toml)},
    }.get(source, {})
    config = toml if source == "file" else None

    assert scratch_folder(config, environ) == load_settings(config, environ=environ).worker.scratch


def test_a_check_of_a_container_loads_nothing_heavy(tmp_path):
    heavy = ("typer", "pydantic", "celery", "redis", "boto3", "numpy", "structlog")
    code = "import sys, worker.health; code = worker.health.main(['--json']);"
    code += f"print([name for name in {heavy} if name in sys.modules]); sys.exit(code)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60,
        env=os.environ | {"VOICEMILL_WORKER__SCRATCH": str(tmp_path)},
    )  # fmt: skip
    told, loaded = done.stdout.splitlines()

    assert (done.returncode, json.loads(told)["healthy"], loaded) == (1, False, "[]")
