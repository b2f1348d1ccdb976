"""Workers delete what is past its time by themselves, and never what an active job refers to: on disk and in S3."""

import pytest

from tests.support.cluster import running_cluster, sentences, wait_until

pytestmark = pytest.mark.system


@pytest.fixture(params=["disk", "s3"])
def cluster(request, broker, tmp_path):
    if request.param == "disk":
        variables = {"VOICEMILL_STORAGE__FOLDER": str(tmp_path / "store")}
    else:
        variables = request.getfixturevalue("seaweed").environment(bucket="retention")
    variables |= {"VOICEMILL_MODELS__TONE_RTF": "0.1", "VOICEMILL_QUEUE__PART_S": "8"}
    with running_cluster(broker, variables, tmp_path) as running:
        yield running


def stored(cluster):
    return {item.key: item.modified for item in cluster.store.list("segments/")}


def test_old_segments_go_but_not_those_of_a_job_that_is_not_done(cluster):
    worker = cluster.start(1)[0]
    cluster.submit(" ".join(sentences(6))).wait(60)  # 4 of them are spoken in the next job, too
    before = stored(cluster)
    worker.kill_all()

    cluster.start(1, VOICEMILL_WORKER__PRUNE_EVERY_H="0.0005", VOICEMILL_WORKER__SEGMENTS_DAYS="0.00001")
    worker = cluster.workers[-1]
    job = cluster.submit(" ".join(sentences(24, start=2)))
    wait_until(lambda: any(each["segments_objects"] for each in worker.events("store_pruned")), 60, "the deletion")
    assert job.status()["state"] == "RUNNING"
    during = stored(cluster)
    assert len(before.keys() - during.keys()) == 2
    assert all(during[key] == before[key] for key in before.keys() & during.keys())

    result = job.wait(60)
    assert result["segments"] == {"total": 24, "synthesized": 20, "cached": 4}
    spoken = {each["key"] for each in cluster.read_json(result["fingerprint"])["chapters"][0]["segments"]}
    assert len(before.keys() & spoken) == 4
    wait_until(lambda: not stored(cluster), 30, "the deletion of what no job refers to any more")
