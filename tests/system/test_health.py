"""`voicemill health` beside real workers: it turns bad while a worker cannot consume, and good again by itself."""

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.support.broker import environment, running_broker
from tests.support.cluster import ROOT, running_cluster, sentences, wait_until

pytestmark = [pytest.mark.system, pytest.mark.endurance]


def health(cluster):
    """Return what the command tells of the one worker, or of its absence."""
    done = subprocess.run(
        [sys.executable, "-m", "worker.health", "--json"],
        cwd=ROOT, env=environment() | cluster.variables, capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert done.returncode == (0 if told["healthy"] else 1), done.stderr
    return told


@pytest.fixture
def cluster(tmp_path):
    variables = {
        "VOICEMILL_STORAGE__FOLDER": str(tmp_path / "store"),
        "VOICEMILL_MODELS__TONE_RTF": "0.2",
        "VOICEMILL_WORKER__HEALTH_S": "3",
    }
    with running_broker() as broker, running_cluster(broker, variables, tmp_path) as running:
        yield running


def turns_bad(cluster):
    return wait_until(lambda: not (told := health(cluster))["healthy"] and told["said"], 30, "the bad news")


def turns_good(cluster):
    wait_until(lambda: health(cluster)["healthy"], 60, "the good news")


def test_a_worker_is_unhealthy_while_its_broker_is_hung_or_gone_and_healthy_again_after(cluster):
    cluster.start(1)
    assert (health(cluster)["healthy"], health(cluster)["state"]) == (True, "idle")

    cluster.broker.kill(signal.SIGSTOP)
    assert "the broker has not answered" in turns_bad(cluster)
    cluster.broker.kill(signal.SIGCONT)
    turns_good(cluster)

    cluster.broker.kill(signal.SIGKILL)
    assert "broker" in turns_bad(cluster)
    cluster.broker.start()
    turns_good(cluster)
    assert cluster.submit("It speaks again after all of that.").wait(60)["state"] == "DONE"


def test_a_worker_that_works_is_healthy_and_one_that_stands_still_or_has_left_is_not(cluster):
    worker = cluster.start(1)[0]
    job = cluster.submit(" ".join(sentences(60)))
    busy = wait_until(lambda: (told := health(cluster))["task"] and told, what="work")
    assert (busy["healthy"], busy["state"], busy["task"].split("/")[0]) == (True, "busy", job.status()["fingerprint"])
    job.cancel()
    wait_until(lambda: health(cluster)["state"] == "idle", what="the end of the segment")

    child = worker.child()
    os.kill(child, signal.SIGSTOP)
    jobs = [cluster.submit(f"It waits for somebody to take it, number {n}.") for n in range(3)]
    assert "taken nothing" in turns_bad(cluster)
    os.kill(child, signal.SIGCONT)
    turns_good(cluster)
    assert [each.wait(60)["state"] for each in jobs] == ["DONE"] * 3

    os.kill(worker.process.pid, signal.SIGSTOP)
    assert "no sign of life" in turns_bad(cluster)
    os.kill(worker.process.pid, signal.SIGCONT)
    turns_good(cluster)

    worker.process.send_signal(signal.SIGTERM)
    assert worker.process.wait(30) == 0
    assert "no worker runs here" in health(cluster)["said"]
