"""A store that is away, hangs or says 503: the work waits with its lease, and nothing is spoken twice for it."""

import functools
import time
from contextlib import ExitStack

import pytest

from pipeline.errors import JobFailed
from tests.support.broker import running_broker
from tests.support.cluster import Cluster, running_cluster, sentences, wait_until
from tests.support.faults import claimed, spoken, stored
from tests.support.s3_proxy import running_proxy
from tests.support.seaweed import running_seaweed

pytestmark = [pytest.mark.system, pytest.mark.endurance]
OUTAGE_S = 20.0
COMMON = {
    "VOICEMILL_QUEUE__LEASE_S": "2",
    "VOICEMILL_QUEUE__PART_S": "20",
    "VOICEMILL_MODELS__TONE_RTF": "0.1",
    "VOICEMILL_WORKER__LOG_LEVEL": "debug",
}


def has_two(cluster: Cluster) -> bool:
    return stored(cluster) >= 2


def check_that_it_only_waited(cluster: Cluster, job, total: int) -> None:
    """No unit was given away, none was claimed twice, nothing was struck, and each segment was spoken once."""
    result = job.wait(90)
    assert result["segments"] == {"total": total, "synthesized": total, "cached": 0}
    assert spoken(cluster) == total
    assert len(claimed(cluster)) == len(set(claimed(cluster)))
    with cluster.broker.client() as client:
        assert client.keys("voicemill:strikes:*") == []
    for worker in cluster.workers:
        for name in ("units_resent", "unit_broke", "lease_lost", "unit_given_back", "child_died"):
            assert worker.events(name) == [], name
        assert worker.process.poll() is None


def test_a_store_that_is_down_and_one_that_hangs_for_20_seconds_cost_time_only(seaweed, broker, tmp_path):
    with ExitStack() as stack:
        clusters = []
        second = (stack.enter_context(running_broker()), stack.enter_context(running_seaweed(tmp_path / "weed")))
        for name, (queue, store) in {"down": (broker, seaweed), "hung": second}.items():
            folder = tmp_path / name
            folder.mkdir()
            variables = COMMON | store.environment(bucket=name, read_timeout_s=3)
            clusters.append(stack.enter_context(running_cluster(queue, variables, folder)))
            clusters[-1].start(1)
        jobs = [cluster.submit(" ".join(sentences(12))) for cluster in clusters]
        for cluster in clusters:
            wait_until(functools.partial(has_two, cluster), what="two segments")
        seaweed.kill()
        second[1].pause()
        since = time.monotonic()
        try:
            wait_until(lambda: time.monotonic() - since > OUTAGE_S, what="the end of the outage")
        finally:
            seaweed.start()
            second[1].resume()
        for cluster, job in zip(clusters, jobs, strict=True):
            check_that_it_only_waited(cluster, job, 12)
        assert clusters[0].workers[0].events("store_retried")


def test_a_store_gone_for_good_fails_the_job_which_a_retry_finishes_from_what_is_stored(seaweed, broker, tmp_path):
    short = {"VOICEMILL_QUEUE__STORE_PATIENCE_S": "3"}
    with running_cluster(broker, COMMON | short | seaweed.environment(bucket="for-good"), tmp_path) as cluster:
        (worker,) = cluster.start(1)
        job = cluster.submit(" ".join(sentences(12)))
        wait_until(lambda: stored(cluster) >= 4, what="four segments")
        seaweed.kill()
        since = time.monotonic()
        try:
            with pytest.raises(JobFailed) as failed:
                job.wait(60)
        finally:
            seaweed.start()
        assert time.monotonic() - since <= 3 + 10
        error = failed.value.details["error"]
        assert error["code"] == "storage_unavailable"
        assert f"at {seaweed.endpoint_url}" in error["message"]
        assert worker.process.poll() is None
        before = stored(cluster)
        result = cluster.client.retry(job.id).wait(60)
        assert result["segments"]["cached"] == before >= 4
        assert result["segments"]["total"] == 12


def test_a_store_that_answers_503_is_waited_for(seaweed, broker, tmp_path):
    busy: list[str] = []

    def overloaded(asked):
        return (503, "SlowDown") if asked.status is None and busy else None

    with running_proxy(seaweed.endpoint_url, overloaded) as proxy:
        store = seaweed.environment(bucket="busy", endpoint_url=proxy.url)
        with running_cluster(broker, COMMON | store, tmp_path) as cluster:
            (worker,) = cluster.start(1)
            job = cluster.submit(" ".join(sentences(8)))
            wait_until(lambda: stored(cluster) >= 2, what="two segments")
            busy.append("all")
            wait_until(lambda: worker.events("store_retried"), what="the first retry")
            assert "503" in worker.events("store_retried")[0]["error"]
            busy.clear()
            check_that_it_only_waited(cluster, job, 8)


def test_a_worker_that_the_store_refuses_leaves_at_its_start_or_when_it_begins_and_no_job_fails(
    seaweed, broker, tmp_path
):
    denied: list[str] = []

    def rule(asked):
        return (403, "AccessDenied") if asked.method == "PUT" and denied else None

    short = {"VOICEMILL_QUEUE__STORE_PATIENCE_S": "2"}
    with running_proxy(seaweed.endpoint_url, rule) as proxy:
        good = COMMON | short | seaweed.environment(bucket="refused")
        with running_cluster(broker, good, tmp_path) as cluster:
            (wrong,) = cluster.start(1, VOICEMILL_STORAGE__SECRET_ACCESS_KEY="not-the-one")
            assert wrong.process.wait(30) == 1
            (unfit,) = wrong.events("worker_unfit")
            assert "SignatureDoesNotMatch (HTTP 403)" in unfit["reason"]

            (rotated,) = cluster.start(1, VOICEMILL_STORAGE__ENDPOINT_URL=proxy.url)
            job = cluster.submit(" ".join(sentences(6)))
            wait_until(lambda: stored(cluster) >= 2, what="two segments")
            denied.append("PUT")
            assert rotated.process.wait(30) == 1
            assert [each["code"] for each in rotated.events("unit_given_back")] == ["storage_denied"]
            assert job.status()["state"] == "RUNNING"
            cluster.start(1)
            result = job.wait(30)
            assert result["segments"]["total"] == 6
            assert stored(cluster) == 6


def test_a_key_that_may_not_list_is_enough(seaweed, broker, tmp_path):
    """What is missing is answered with 403, as AWS does to a key without ListBucket."""

    def rule(asked):
        listing = asked.method == "GET" and "list-type" in asked.path
        return (403, "AccessDenied") if asked.status == 404 or (listing and asked.status is None) else None

    with running_proxy(seaweed.endpoint_url, rule) as proxy:
        store = seaweed.environment(bucket="least", endpoint_url=proxy.url)
        seaweed.client().create_bucket(Bucket="least")
        with running_cluster(broker, COMMON | store, tmp_path) as cluster:
            cluster.start(1)
            result = cluster.submit(" ".join(sentences(3)), formats=("mp3",)).wait(60)
            assert result["segments"]["synthesized"] == 3


def test_segments_that_another_tool_wrote_over_are_made_again(seaweed, broker, tmp_path):
    with running_cluster(broker, COMMON | seaweed.environment(bucket="damaged"), tmp_path) as cluster:
        cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0")
        first = cluster.submit(" ".join(sentences(6))).wait(60)
        segments = cluster.read_json(first["fingerprint"])["chapters"][0]["segments"]
        other, empty, foreign, copied = (each["key"] for each in segments[:4])
        raw = seaweed.client()
        raw.put_object(Bucket="damaged", Key=empty, Body=b"")
        raw.put_object(Bucket="damaged", Key=foreign, Body=cluster.read(other))
        raw.copy_object(Bucket="damaged", Key=copied, CopySource={"Bucket": "damaged", "Key": other})  # metadata, too
        again = cluster.submit(" ".join(sentences(6)), formats=("flac",)).wait(60)
        assert again["segments"] == {"total": 6, "synthesized": 3, "cached": 3}
        assert [each["sha256"] for each in cluster.read_json(again["fingerprint"])["chapters"][0]["segments"]] == [
            each["sha256"] for each in segments
        ]
