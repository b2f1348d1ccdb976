"""A broker that dies or hangs costs time and nothing else; whoever asks meanwhile is told within its own time-out."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipeline.errors import QueueError
from tests.support.broker import environment, running_broker
from tests.support.cluster import running_cluster, sentences, wait_until
from tests.support.faults import published, spoken, stored

pytestmark = [pytest.mark.system, pytest.mark.endurance]
ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 2.0
HUNG_S = 15.0
START_S = 15.0  #: what a command's start may take on a busy machine; the broker hangs until it has ended


@pytest.fixture
def cluster(tmp_path):
    """Workers on a broker of their own, which the test will kill."""
    variables = {
        "VOICEMILL_STORAGE__FOLDER": str(tmp_path / "store"),
        "VOICEMILL_MODELS__TONE_RTF": "0.05",
        "VOICEMILL_QUEUE__PRODUCER_TIMEOUT_S": str(TIMEOUT_S),
        "VOICEMILL_QUEUE__LEASE_S": "20",  # outlives the outage, as the default of 30 s does
        "VOICEMILL_WORKER__LOG_LEVEL": "debug",
    }
    with running_broker() as broker, running_cluster(broker, variables, tmp_path) as running:
        yield running


def submit_by_command(cluster, text):
    """Run `voicemill submit`; return exit code, what it said, and how long it took."""
    command = [sys.executable, "-m", "cli.main", "submit", "-", "--voice", "tone", "--format", "wav"]
    began = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, env=environment() | cluster.variables, input=text, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr, time.monotonic() - began


def run_the_example(cluster):
    """Run the plain Celery producer, which fails; return how long that took."""
    command = [sys.executable, "-W", "ignore", str(ROOT / "examples" / "plain_celery_producer.py")]
    command += ["Is anybody there?", "--voice", "tone", "--broker", cluster.broker.url]
    began = time.monotonic()
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1, done.stdout
    return time.monotonic() - began


def check_that_all_were_done_once(cluster, jobs):
    results = [job.wait(60) for job in jobs]
    total = sum(result["segments"]["total"] for result in results)
    assert sum(result["segments"]["synthesized"] for result in results) == total == stored(cluster) == spoken(cluster)
    assert set(published(cluster).values()) == {1}
    assert len(published(cluster)) == len(jobs)
    assert not any(worker.events("unit_broke") for worker in cluster.workers)


def test_a_killed_broker_loses_nothing_busy_or_idle_and_says_so_to_whoever_asks(cluster):
    cluster.start(2)
    client, broker = cluster.client, cluster.broker
    jobs = [cluster.submit(" ".join(sentences(12, start=100 * n))) for n in range(5)]
    wait_until(lambda: stored(cluster) >= 5, what="the first segments")
    for _ in range(2):  # first with two jobs at work and three waiting, then with nothing to do
        broker.kill()
        began = time.monotonic()
        with pytest.raises(QueueError, match="did not answer"):
            client.submit_json({"version": 1, "text": "Is anybody there?", "voice": "tone"})
        assert time.monotonic() - began <= 1.5 * TIMEOUT_S
        broker.start()
        check_that_all_were_done_once(cluster, jobs)
    jobs.append(cluster.submit(" ".join(sentences(3, start=900))))
    check_that_all_were_done_once(cluster, jobs)
    assert [worker.process.poll() for worker in cluster.workers] == [None, None]


def test_a_hung_broker_delays_the_work_and_producers_are_told_within_their_time_out(cluster):
    cluster.start(2)
    client = cluster.client
    jobs = [cluster.submit(" ".join(sentences(12, start=100 * n))) for n in range(4)]
    wait_until(lambda: stored(cluster) >= 5, what="the first segments")
    cluster.broker.pause()
    hung = time.monotonic()
    with pytest.raises(QueueError, match="did not answer"):
        client.submit_json({"version": 1, "text": "Is anybody there?", "voice": "tone"})
    assert time.monotonic() - hung <= 1.5 * TIMEOUT_S
    with ThreadPoolExecutor(1) as pool:
        plain = pool.submit(run_the_example, cluster)
        code, said, took_s = submit_by_command(cluster, "Is anybody there?")
        assert plain.result() <= 2 * 5 + START_S
    assert (code, "did not answer" in said) == (5, True)
    assert took_s <= TIMEOUT_S + START_S
    wait_until(lambda: time.monotonic() - hung >= HUNG_S, what="the end of the outage")
    cluster.broker.resume()
    check_that_all_were_done_once(cluster, jobs)
    assert [worker.process.poll() for worker in cluster.workers] == [None, None]
