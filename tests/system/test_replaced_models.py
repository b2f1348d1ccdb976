"""The models folder changes while workers run: nobody gets the speech of a model that is no longer there."""

import shutil

import pytest

from tests.cosyvoice.fakes import drop_bundle
from tests.support.cluster import running_cluster, wait_until

pytestmark = pytest.mark.system

MODEL = "cosyvoice-fake"
TEXT = "今天天气真不错。我们去公园散步吧！"


@pytest.fixture
def models(tmp_path):
    return tmp_path / "models"


@pytest.fixture
def cluster(broker, tmp_path, models):
    drop_bundle(models / MODEL)
    variables = {"VOICEMILL_STORAGE__FOLDER": str(tmp_path / "store"), "VOICEMILL_MODELS__FOLDER": str(models)}
    with running_cluster(broker, variables, tmp_path) as running:
        yield running


def replace_bundle(models):
    shutil.rmtree(models / MODEL)
    drop_bundle(models / MODEL, seed=1)


def left(worker):
    wait_until(lambda: worker.process.poll() is not None, what="the worker to leave")
    (event,) = worker.events("worker_unfit")
    assert worker.process.returncode == 1
    return event["reason"]


@pytest.mark.parametrize("opened", [True, False])
def test_a_worker_begins_again_with_a_bundle_that_was_exported_anew(cluster, models, opened):
    (worker,) = cluster.start(1)
    text = TEXT if opened else "好的。"
    before = cluster.submit(text, voice="zh-female").wait(60) if opened else None
    replace_bundle(models)
    job = cluster.submit(text, voice="zh-female")

    assert left(worker) == f"model '{MODEL}' was replaced or added after this worker began; it begins again with it"
    cluster.start(1)
    result = job.wait(60)

    assert result["segments"]["cached"] == 0
    if before:
        assert result["artifacts"][0]["sha256"] != before["artifacts"][0]["sha256"]


def test_a_model_that_was_added_is_spoken_with_after_a_restart_and_not_refused(cluster, models):
    (worker,) = cluster.start(1)
    drop_bundle(models / "late")
    job = cluster.submit(TEXT, voice="zh-female", model="late")

    assert "'late' was replaced or added" in left(worker)
    cluster.start(1)

    assert job.wait(60)["state"] == "DONE"


def test_a_worker_with_other_settings_than_the_producer_says_so(cluster):
    (worker,) = cluster.start(1, VOICEMILL_MODELS__COSYVOICE_STEPS="3")

    result = cluster.submit("好的。", voice="zh-female").wait(60)

    told = worker.events("model_differs")
    assert {(each["model"], each["fingerprint"]) for each in told} == {(MODEL, result["fingerprint"])}
    assert worker.process.poll() is None
