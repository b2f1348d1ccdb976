"""Row 10: nothing secret and nothing of a text gets into a log, a command's output, an argument list or the ledger.

Canaries stand for the broker's password, the store's keys and the text; every way to fail is gone, at debug level.
"""

import base64
import json
import os
import re
import signal
from pathlib import Path

import pytest
from celery import Celery

from pipeline.errors import JobFailed
from tests.support.broker import running_broker
from tests.support.cluster import running_cluster, sentences, wait_until
from tests.support.commands import run_command
from tests.support.seaweed import ACCESS_KEY, SECRET_KEY

pytestmark = [pytest.mark.system, pytest.mark.endurance]
PASSWORD, WORD = "canary-broker-password", "canarytext"
SECRETS = (PASSWORD, ACCESS_KEY, SECRET_KEY)
TEXT = f"The secret word of this sentence is {WORD}, and nobody is told."


@pytest.fixture
def cluster(tmp_path, seaweed):
    variables = seaweed.environment(bucket="canary", read_timeout_s=1) | {
        "VOICEMILL_WORKER__LOG_LEVEL": "debug",
        "VOICEMILL_MODELS__TONE_POISON": "poison",
        "VOICEMILL_QUEUE__ATTEMPTS": "1",
        "VOICEMILL_QUEUE__STORE_PATIENCE_S": "1",
    }
    with running_broker(PASSWORD) as broker, running_cluster(broker, variables, tmp_path) as running:
        yield running


def command(cluster, *arguments, **variables):
    """Return all that a command prints at debug level."""
    return run_command(cluster.variables | variables, *arguments)[1]


def arguments_of(cluster):
    worker = cluster.workers[0]
    return "".join(Path(f"/proc/{pid}/cmdline").read_text() for pid in (worker.process.pid, worker.child()))


def strange_messages(cluster):
    """Send what is refused at every stage, each with the canary in it."""
    url = cluster.broker.url
    with Celery(broker=url, backend=url, set_as_current=False) as plain:
        request = {"version": 1, "text": TEXT, "voice": "tone"}
        bad = [
            plain.send_task("voicemill.narrate", queue="voicemill", kwargs={"request": request | {"voice": "nobody"}}),
            plain.send_task("voicemill.narrate", queue="voicemill", kwargs={"request": request | {"text": [TEXT]}}),
            plain.send_task("voicemill.narrate", queue="voicemill", kwargs={"requests": TEXT}),
            plain.send_task("voicemill.narrate", queue="voicemill", args=[request, TEXT, TEXT]),
            plain.send_task("voicemill.narratte", queue="voicemill", kwargs={"request": request}),
            plain.send_task("voicemill.cancel", queue="voicemill", kwargs={"job_id": TEXT}),
            plain.send_task("voicemill.speak", queue="short", kwargs={"unit": TEXT}),
        ]
        plain.send_task("voicemill.narrate", queue="voicemill", kwargs={"request": request}, eta="tomorrow")
        wait_until(bad[0].ready, 60, "the refusal")
    body = base64.b64encode(TEXT.encode()).decode()
    with cluster.broker.client() as client:
        client.lpush("voicemill", TEXT, json.dumps({"body": body, "headers": {"task": TEXT, "id": TEXT}}))
        wait_until(lambda: not any(client.llen(name) for name in ("voicemill", "short")), 60, "empty queues")


def test_no_canary_gets_out(cluster, seaweed):
    worker = cluster.start(1)[0]
    done = cluster.submit(TEXT + " " + " ".join(sentences(3)))
    link = done.wait(60)["artifacts"][0]["url"]
    (signature,) = re.findall(r"X-Amz-Signature=(\w+)", link)
    strange_messages(cluster)
    poisoned = cluster.submit(f"{TEXT} This one is poison for whoever reads it aloud to {WORD}.")
    with pytest.raises(JobFailed):
        poisoned.wait(60)
    outputs = [arguments_of(cluster)]
    with cluster.broker.client() as client:
        kept = b"".join(client.dump(key) for key in client.scan_iter(count=1000))

    seaweed.pause()
    try:
        stuck = cluster.submit(f"{TEXT} It cannot be stored, says {WORD}.")
        with pytest.raises(JobFailed, match="in bucket"):
            stuck.wait(90)
        outputs.append(command(cluster, "doctor", "--json"))
    finally:
        seaweed.resume()
    asked = ("doctor", "jobs --json", "health", "retry --all", "cache stats", f"status {poisoned.id}")
    outputs += [command(cluster, *words.split()) for words in asked]
    wrong = cluster.broker.url.replace(PASSWORD, f"{PASSWORD}-2")
    outputs.append(command(cluster, "jobs", VOICEMILL_QUEUE__BROKER_URL=wrong))
    outputs.append(command(cluster, "cache", "stats", VOICEMILL_STORAGE__SECRET_ACCESS_KEY=f"{SECRET_KEY}-2"))
    cluster.broker.kill(signal.SIGKILL)
    outputs += [command(cluster, "doctor"), command(cluster, "submit", __file__, "--voice", "tone")]
    wait_until(lambda: worker.events("reap_missed") or "Cannot connect" in worker.log.read_text(), 30, "the outage")
    os.kill(worker.process.pid, signal.SIGTERM)
    worker.process.wait(60)

    told = "\n".join([*outputs, worker.log.read_text()])
    assert [secret for secret in (*SECRETS, signature) if secret in told] == []
    assert [secret for secret in SECRETS[::2] if secret.encode() in kept] == []
    assert [line[:300] for line in worker.log.read_text().splitlines() if WORD in line] == []
    assert "request_rejected" in told
