"""CosyVoice through the queue: a generated bundle in the models folder of real workers on a real broker."""

import pytest

from tests.cosyvoice.fakes import drop_bundle
from tests.support.cluster import running_cluster, wait_until

pytestmark = pytest.mark.system

MODEL = "cosyvoice-fake"
SENTENCES = [
    "今天天气真不错。",
    "我们去公园散步吧！",
    "It costs $5 today.",
    "好的，马上来。",
    "明天再说吧，好吗？",
    "再见，朋友们。",
]
TEXT = "".join(SENTENCES)


@pytest.fixture
def cosy_cluster(broker, tmp_path):
    drop_bundle(tmp_path / "models" / MODEL)
    variables = {
        "VOICEMILL_STORAGE__FOLDER": str(tmp_path / "store"),
        "VOICEMILL_MODELS__FOLDER": str(tmp_path / "models"),
        "VOICEMILL_WORKER__LOG_LEVEL": "debug",
    }
    with running_cluster(broker, variables, tmp_path) as running:
        yield running


LONG = "".join(f"今天是{month}月{day}日，天气真不错。" for month in (3, 4) for day in range(1, 29))


def speak(cluster, text):
    return cluster.submit(text, voice="中文女").wait(90)


def test_a_job_is_done_and_every_sentence_is_in_its_manifest_once(cosy_cluster):
    cosy_cluster.start(1)

    result = speak(cosy_cluster, TEXT)

    assert result["state"] == "DONE"
    assert result["segments"]["synthesized"] == result["segments"]["total"] > 0
    (chapter,) = cosy_cluster.read_json(result["fingerprint"])["chapters"]
    assert [sentence["text"] for sentence in chapter["sentences"]] == SENTENCES
    assert all(sentence["segments"] for sentence in chapter["sentences"])
    assert chapter["sample_rate"] == 22_050


def test_a_worker_killed_in_the_middle_changes_not_one_byte(cosy_cluster):
    worker = cosy_cluster.start(1)[0]
    undisturbed = speak(cosy_cluster, LONG)
    worker.kill_all()
    with cosy_cluster.broker.client() as client:
        client.flushall()
    for stored in list(cosy_cluster.store.list("")):
        cosy_cluster.store.delete(stored.key)

    first = cosy_cluster.start(1)[0]
    job = cosy_cluster.submit(LONG, voice="zh-female")
    wait_until(lambda: list(cosy_cluster.store.list("segments/")), what="a segment")
    first.kill_all()
    assert len(list(cosy_cluster.store.list("segments/"))) < undisturbed["segments"]["total"], "killed too late"
    cosy_cluster.start(1)
    result = job.wait(90)

    assert result["artifacts"][0]["sha256"] == undisturbed["artifacts"][0]["sha256"]
