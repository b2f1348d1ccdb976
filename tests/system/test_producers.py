"""Plain Celery producers, bad input at the door, and messages that are not ours."""

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.broker import environment, running_broker
from tests.support.cluster import Cluster, running_cluster, sentences, wait_until

pytestmark = pytest.mark.system
ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = {path.stem: json.loads(path.read_text("utf-8")) for path in (ROOT / "tasks" / "schema").glob("*.json")}

#: Runs in an empty folder and cannot import anything of ours.
PRODUCER = """
import json, sys, time
from celery import Celery
from celery.result import AsyncResult
app = Celery(broker=sys.argv[1], backend=sys.argv[1])
sent = app.send_task("voicemill.narrate", queue="voicemill", kwargs={"request": json.loads(sys.argv[2])})
seen = []
deadline = time.time() + 60
while not sent.ready() and time.time() < deadline:
    told = app.backend.get_task_meta(sent.id)  # state and what goes with it, read at once
    if told["status"] == "PROGRESS" and (not seen or seen[-1] != told["result"]):
        seen.append(told["result"])
    time.sleep(0.02)
out = {"id": sent.id, "state": sent.state, "progress": seen}
try:
    out["result"] = sent.get(timeout=5)
except Exception as err:
    out["failure"] = list(err.args)
out["unknown"] = AsyncResult("no-such-job", app=app).state
assert not [name for name in sys.modules if name.split(".")[0] in ("pipeline", "tasks", "models", "storage", "config")]
print(json.dumps(out))
"""


def produce(cluster: Cluster, folder: Path, request: object) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PRODUCER, cluster.broker.url, json.dumps(request)],
        cwd=folder, env=environment(), capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_a_plain_celery_producer_sees_progress_and_the_result(cluster, tmp_path):
    cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0.15")
    request = {"version": 1, "text": " ".join(sentences(12)), "voice": "tone", "formats": ["flac"]}
    seen = produce(cluster, tmp_path, request)
    assert seen["state"] == "SUCCESS"
    jsonschema.validate(seen["result"], SCHEMAS["result"])
    assert seen["result"]["job_id"] == seen["id"]
    assert seen["progress"]
    for meta in seen["progress"]:
        jsonschema.validate(meta, SCHEMAS["progress"])
    done = [meta["done"] for meta in seen["progress"] if meta["total"] == 12]
    assert done == sorted(done)
    assert any(0 < each < 12 for each in done)
    assert cluster.client.job(seen["id"]).status()["state"] == "DONE"


def test_a_plain_producers_failure_has_code_message_and_details(cluster, tmp_path):
    cluster.start(1)
    seen = produce(cluster, tmp_path, {"version": 1, "text": "Hello there.", "voice": "tonne"})
    code, message, details = seen["failure"]
    assert (seen["state"], code) == ("FAILURE", "unknown_voice")
    assert "did you mean 'tone'?" in message
    assert details["given"] == "tonne"
    assert seen["unknown"] == "PENDING"


def test_a_job_that_fails_later_tells_the_producer_in_the_same_way(cluster, tmp_path):
    cluster.start(1, VOICEMILL_MODELS__TONE_POISON="poison")
    seen = produce(cluster, tmp_path, {"version": 1, "text": "This is poison for any worker.", "voice": "tone"})
    assert seen["failure"][0] == "synthesis_failed"
    assert seen["failure"][2]["attempts"] == 3


def test_a_cancel_message_of_a_plain_producer_cancels(cluster):
    from celery import Celery

    job = cluster.submit(" ".join(sentences(100)))
    cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0.5")
    plain = Celery(broker=cluster.broker.url, backend=cluster.broker.url, set_as_current=False)
    plain.send_task("voicemill.cancel", queue="voicemill", args=[job.id])
    wait_until(lambda: job.status()["state"] == "CANCELLED", 60, "the cancellation")
    wait_until(lambda: plain.AsyncResult(job.id).state == "FAILURE", 20, "the Celery result")
    assert plain.AsyncResult(job.id).result.args[0] == "job_cancelled"
    plain.close()


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"version": 1, "text": " \n ", "voice": "tone"}, "empty_text"),
        ({"version": 1, "text": "…—!", "voice": "tone"}, "empty_text"),
        ({"version": 1, "text": "Hello.", "voice": "tone", "volume": 11}, "invalid_request"),
        ({"version": 1, "text": "Hello.", "voice": "tone", "formats": ["m4a"]}, "unsupported_format"),
        ({"version": 1, "text": "x" * 64_001, "voice": "tone"}, "text_too_long"),
        ({"version": 1, "text": "GIF89a\u0000\u0001\u0002 binary", "voice": "tone"}, "bad_document"),
        ({"version": 1, "text": "Hello.", "voice": "tone", "language": "tlh"}, "unsupported_language"),
        ({"version": 1, "text": "Hello.", "voice": "tone", "model": "koroko"}, "unknown_model"),
        ({"version": 1, "source": "inbox/nobody/text", "voice": "tone"}, "object_missing"),
        ({"version": 1, "source": "s3://somebody-elses/text", "voice": "tone"}, "invalid_request"),
        ("not a request", "invalid_request"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_input_is_a_named_error_at_once_and_nothing_is_queued(tone_worker, request_, code):
    cluster = tone_worker
    from celery import Celery

    plain = Celery(broker=cluster.broker.url, backend=cluster.broker.url, set_as_current=False)
    sent = plain.send_task("voicemill.narrate", queue="voicemill", kwargs={"request": request_})
    wait_until(sent.ready, 20, "the refusal")
    assert sent.result.args[0] == code
    plain.close()
    with cluster.broker.client() as client:
        assert client.keys("voicemill:job:*") == []
        assert [client.llen(queue) for queue in ("voicemill", "short", "long")] == [0, 0, 0]


@pytest.fixture(scope="module")
def tone_worker(tmp_path_factory):
    """A worker on a broker of its own: it must not take the other tests' units."""
    folder = tmp_path_factory.mktemp("door")
    variables = {"VOICEMILL_STORAGE__FOLDER": str(folder / "store")}
    with running_broker() as broker, running_cluster(broker, variables, folder) as running:
        running.start(1)
        yield running


def test_a_pickle_on_the_queue_is_refused_and_the_worker_lives(cluster, tmp_path):
    import base64

    worker = cluster.start(1)[0]
    marker = tmp_path / "executed"

    class Evil:
        def __reduce__(self):
            return (open, (str(marker), "w"))

    body = base64.b64encode(pickle.dumps(((Evil(),), {}, {}))).decode()
    message = {
        "body": body,
        "content-type": "application/x-python-serialize",
        "content-encoding": "binary",
        "headers": {"task": "voicemill.narrate", "id": "evil-1", "lang": "py"},
        "properties": {
            "delivery_tag": "evil-1",
            "delivery_info": {"exchange": "", "routing_key": "voicemill"},
            "body_encoding": "base64",
            "delivery_mode": 2,
            "priority": 0,
        },
    }
    with cluster.broker.client() as client:
        client.lpush("voicemill", json.dumps(message))
    assert cluster.submit("The worker lives and speaks this sentence.").wait(60)["state"] == "DONE"
    assert not marker.exists()
    assert worker.process.poll() is None


def test_a_large_text_goes_through_the_store(cluster):
    cluster.start(2, VOICEMILL_MODELS__TONE_RTF="0", VOICEMILL_QUEUE__PART_S="60")
    text = " ".join(f"This is number {n}, and it goes on {'and on ' * 30}until it ends." for n in range(260))
    assert len(text) > 64_000
    job = cluster.submit(text)
    assert next(cluster.store.list(f"inbox/{job.id}/"), None) is not None
    assert job.wait(120)["segments"]["total"] >= 260
