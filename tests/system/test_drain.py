"""SIGTERM and rolling restarts: a worker leaves within a segment, with exit code 0, and nothing is spoken twice."""

import signal

import pytest

from pipeline.request import RenderOptions
from tests.support.cluster import sentences, wait_until
from tests.support.faults import in_the_making, published, spoken, stored, written

pytestmark = [pytest.mark.system, pytest.mark.endurance]
LOUD = {"VOICEMILL_WORKER__LOG_LEVEL": "debug", "VOICEMILL_QUEUE__PART_S": "20"}  # five segments a part


def test_a_rolling_restart_of_three_workers_under_load_loses_nothing_and_speaks_nothing_twice(cluster):
    fleet = cluster.start(3, **LOUD)
    jobs = [cluster.submit(" ".join(sentences(12, start=100 * n))) for n in range(6)]
    wait_until(lambda: stored(cluster) >= 6, what="the first segments")
    early = written(cluster)
    for old in fleet:
        before = len(old.events("segment_synthesized"))
        old.process.send_signal(signal.SIGTERM)
        assert old.process.wait(20) == 0
        assert len(old.events("segment_synthesized")) - before <= 2  # one may have been about to be told
        cluster.start(1, **LOUD)
    results = [job.wait(120) for job in jobs]
    assert sum(result["segments"]["total"] for result in results) == 72
    assert sum(result["segments"]["synthesized"] for result in results) == 72 == stored(cluster) == spoken(cluster)
    assert {key: written(cluster)[key] for key in early} == early
    assert sorted(published(cluster).values()) == [1] * 6
    given_back = [each["reason"] for worker in fleet for each in worker.events("unit_given_back")]
    assert set(given_back) == {"drain"}
    assert not any(worker.events("units_resent") for worker in cluster.workers)


def test_sigterm_in_the_middle_of_publishing_gives_it_back_and_leaves_no_files(cluster):
    fast = {"VOICEMILL_MODELS__TONE_RTF": "0", "VOICEMILL_QUEUE__PART_S": "600"}
    (worker,) = cluster.start(1, **fast)
    formats = ("flac", "opus")
    job = cluster.submit(" ".join(sentences(25)), formats=formats, options=RenderOptions(book=True))
    scratch = cluster.folder / "scratch"
    wait_until(lambda: list(scratch.glob("*/*-book.*")), 120, "the book's encoder")
    worker.process.send_signal(signal.SIGTERM)
    assert worker.process.wait(20) == 0
    assert [each["unit"].split("/", 1)[1] for each in worker.events("unit_given_back")] == ["publish/0"]
    assert in_the_making(scratch) == []
    assert job.status()["state"] == "RUNNING"
    cluster.start(1, **fast)
    assert [each["kind"] for each in job.wait(120)["artifacts"]] == ["chapter"] * 2 + ["book"] * 2 + ["manifest"]
