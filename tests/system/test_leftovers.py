"""What many small jobs, failed ones and killed workers leave behind: nothing but what was asked for."""

import signal
from pathlib import Path

import pytest

from pipeline.errors import JobCancelled, JobFailed
from tests.support.cluster import Cluster, running_cluster, sentences, wait_until

pytestmark = [pytest.mark.system, pytest.mark.endurance]


def files(*folders: Path) -> list[str]:
    return sorted(str(path) for folder in folders for path in folder.rglob("*") if path.is_file())


def test_a_hundred_short_jobs_at_once_five_failing_ones_and_a_cancelled_one_leave_no_file(broker, tmp_path):
    temporary, store = tmp_path / "tmp", tmp_path / "store"
    temporary.mkdir()
    variables = {
        "VOICEMILL_STORAGE__FOLDER": str(store),
        "VOICEMILL_MODELS__FOLDER": str(tmp_path / "no-models"),
        "TMPDIR": str(temporary),
    }
    with running_cluster(broker, variables, tmp_path) as cluster:
        (worker,) = cluster.start()
        cluster.submit("Warming up.").wait()
        child = worker.child()
        before = files(temporary, tmp_path / "scratch", store / "scratch")

        jobs = [cluster.submit(f"Job number {n} says this. And then it says that.") for n in range(100)]
        failing = [cluster.submit(f"Number {n} has no model here.", voice="af_heart") for n in range(5)]
        cancelled = cluster.submit("Nobody will hear this.")
        cancelled.cancel()
        for job in jobs:
            assert job.wait()["state"] == "DONE"
        for job in failing:
            with pytest.raises(JobFailed):
                job.wait()
        with pytest.raises(JobCancelled):
            cancelled.wait()

        assert worker.child() == child, "the worker's child was replaced"
        assert files(temporary, tmp_path / "scratch", store / "scratch") == before

        worker.process.send_signal(signal.SIGTERM)
        assert worker.process.wait(20) == 0
        assert files(temporary, tmp_path / "scratch") == []


def test_what_a_killed_worker_was_binding_is_removed_by_the_next_worker_that_starts(cluster: Cluster):
    fast = {"VOICEMILL_MODELS__TONE_RTF": "0", "VOICEMILL_QUEUE__PART_S": "600", "VOICEMILL_QUEUE__LEASE_S": "2"}
    (worker,) = cluster.start(1, **fast)
    job = cluster.submit(" ".join(sentences(30)), formats=("opus",))
    scratch = cluster.folder / "scratch"
    left = wait_until(lambda: list(scratch.glob("*/*.opus")), what="the chapter's encoder")
    worker.kill_all()
    assert all(path.exists() for path in left)

    cluster.start(1, **fast)

    wait_until(lambda: not any(path.exists() for path in left), what="the removal")
    assert job.wait()["state"] == "DONE"
