"""CosyVoice through the queue: a generated bundle in the models folder of real workers on a real broker."""

from pathlib import Path

import pytest

from models.cosyvoice.facts import Defaults
from pipeline.errors import JobFailed
from tests.cosyvoice.fakes import drop_bundle
from tests.support.cluster import running_cluster, wait_until
from tests.support.faults import claimed, spoken

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
def models(tmp_path):
    return tmp_path / "models"


@pytest.fixture
def cosy_cluster(broker, tmp_path, models):
    drop_bundle(models / MODEL)
    variables = {
        "VOICEMILL_STORAGE__FOLDER": str(tmp_path / "store"),
        "VOICEMILL_MODELS__FOLDER": str(models),
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


def stored(cluster):
    return {each.key: each.sha256 for each in cluster.store.list("segments/")}


def lengths(ratio, steps=10):
    """Say that so many speech tokens come for a token of text, which is a byte here; 50 are a second."""
    return Defaults(min_ratio=ratio, max_ratio=ratio, steps=steps)


def test_a_cancelled_job_speaks_one_more_segment_at_most_and_keeps_what_is_stored(cosy_cluster, models):
    drop_bundle(models / "slow", slow=True, defaults=lengths(20.0, steps=20))
    sentences = [f"今天是五月{day}日。" for day in range(1, 29)]
    cosy_cluster.start(1)
    job = cosy_cluster.submit("".join(sentences), voice="zh-female", model="slow")
    wait_until(lambda: len(stored(cosy_cluster)) >= 2, what="two segments")

    assert job.cancel() == "CANCELLED"
    at_cancel = stored(cosy_cluster)
    assert speak(cosy_cluster, "好的。")["state"] == "DONE"  # one child: it has left the other job

    after = stored(cosy_cluster)
    assert at_cancel.items() <= after.items()
    assert len(after) - 1 <= len(at_cancel) + 1 < len(sentences)
    assert spoken(cosy_cluster) == len(after)
    again = cosy_cluster.submit("".join(sentences[:2]), voice="zh-female", model="slow").wait(90)
    assert again["segments"] == {"total": 2, "synthesized": 0, "cached": 2}


def test_a_segment_that_takes_longer_than_a_lease_stays_with_its_worker(cosy_cluster, models):
    drop_bundle(models / "slow", slow=True, defaults=lengths(35.0, steps=100))
    lease_s = 1.0
    cosy_cluster.start(2, VOICEMILL_QUEUE__LEASE_S=str(lease_s))
    text = "今天是五月十七日。"

    result = cosy_cluster.submit(text, voice="zh-female", model="slow").wait(90)

    (made,) = [each for worker in cosy_cluster.workers for each in worker.events("segment_synthesized")]
    assert made["synth_s"] > lease_s, "too short a segment to show anything"
    assert result["segments"] == {"total": 1, "synthesized": 1, "cached": 0}
    assert len(claimed(cosy_cluster)) == len(set(claimed(cosy_cluster)))
    troubles = ("units_resent", "lease_lost", "unit_broke")
    assert [each for worker in cosy_cluster.workers for name in troubles for each in worker.events(name)] == []


def test_speech_without_an_end_fails_its_job_by_name_and_the_worker_lives_on(cosy_cluster, models):
    drop_bundle(models / "endless", end_bias=-1e4, synthetic=False)
    (worker,) = cosy_cluster.start(1)
    assert speak(cosy_cluster, "好的。")["state"] == "DONE"
    child = worker.child()
    job = cosy_cluster.submit(SENTENCES[0], voice="zh-female", model="endless")

    with pytest.raises(JobFailed, match=r"ran away 2 times; the last time it does not end"):
        job.wait(90)

    error = job.status()["error"]
    assert error["code"] == "synthesis_failed"
    assert error["details"]["segment"] == {"spot": "0 of chapter 1", "words": SENTENCES[0]}
    assert speak(cosy_cluster, TEXT)["state"] == "DONE"
    assert worker.child() == child


def resident_mb(pid):
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) / 1e3 for line in lines if line.startswith("VmRSS:"))


def test_memory_stays_over_many_utterances_of_mixed_length(cosy_cluster, models):
    # small graphs, but noise, sines, spectra and samples are of their real sizes: up to 10 s, 8 MB for the hiss alone
    drop_bundle(models / "long", defaults=lengths(10.0))
    (worker,) = cosy_cluster.start(1, VOICEMILL_WORKER__MEMORY_LIMIT_MB="0")
    child, readings = worker.child(), []

    for turn in range(4):
        text = "".join(f"第{turn * 10 + at}句{'很' * (at * 7 % 10)}好。" for at in range(10))
        assert cosy_cluster.submit(text, voice="zh-female", model="long").wait(90)["state"] == "DONE"
        readings.append(resident_mb(child))

    assert worker.child() == child
    assert spoken(cosy_cluster) == 40
    assert readings[-1] < readings[1] + 10, readings
