"""A message that is lost, or was never sent, costs at most two leases: the ledger knows of every unit."""

import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest

from tests.support.broker import environment
from tests.support.cluster import sentences, wait_until
from tests.support.faults import Thief, claimed

pytestmark = [pytest.mark.system, pytest.mark.endurance]
ROOT = Path(__file__).resolve().parents[2]
LEASE_S = 3.0
LEASE = {"VOICEMILL_QUEUE__LEASE_S": str(LEASE_S), "VOICEMILL_MODELS__TONE_RTF": "0"}

#: Writes the ledger, and dies before it publishes.
DYING = """
import os, sys
import tasks.client
from config.settings import load_settings
from models.loader import Loader
from storage.open import open_store
from tasks.connect import connect
tasks.client.send_units = lambda *_: os._exit(9)
settings = load_settings()
client = connect(settings.queue, open_store(settings.storage), Loader(settings.models).catalogue, bucket="voicemill")
client.submit_json({"version": 1, "id": "orphan-1", "text": sys.argv[1], "voice": "tone", "formats": ["wav"]})
"""


def seconds(timestamp: str) -> float:
    return datetime.fromisoformat(timestamp).timestamp()


def test_a_client_that_dies_before_it_publishes_has_its_job_done(cluster):
    cluster.start(1, **LEASE)
    command = [sys.executable, "-W", "ignore", "-c", DYING, " ".join(sentences(3))]
    died = subprocess.run(command, cwd=ROOT, env=environment() | cluster.variables, timeout=60, check=False)
    since = time.monotonic()
    assert died.returncode == 9
    job = cluster.client.job("orphan-1")
    assert job.status()["state"] == "QUEUED"
    assert job.wait(60)["segments"]["synthesized"] == 3
    assert time.monotonic() - since <= 2 * LEASE_S


def test_messages_lost_on_the_way_are_sent_again_whatever_they_are_for(cluster):
    (worker,) = cluster.start(1, **LEASE)
    wanted = {"voicemill.speak": 3, "voicemill.bind": 1, "voicemill.publish": 1}
    with Thief(cluster.broker, wanted) as thief:
        job = cluster.submit(" ".join(sentences(8)), priority="long")
        result = job.wait(60)
    assert sorted(unit.split("/", 1)[1] for unit in thief.lost) == ["bind/0", "part/0", "part/1", "part/2", "publish/0"]
    claims = {each["unit"]: seconds(each["timestamp"]) for each in worker.events("unit_claimed")}
    late = {
        unit: claims[unit] - lost_at for unit, lost_at in thief.lost.items() if claims[unit] - lost_at > 2 * LEASE_S
    }
    assert late == {}
    assert len(claimed(cluster)) == len(claims)  # and nothing ran twice
    assert result["segments"] == {"total": 8, "synthesized": 8, "cached": 0}


def test_a_message_that_comes_twice_does_nothing_the_second_time(cluster):
    job = cluster.submit(" ".join(sentences(3)))
    with cluster.broker.client() as client:
        (message,) = client.lrange("short", 0, -1)
        client.lpush("short", message, message)
    workers = cluster.start(2, VOICEMILL_MODELS__TONE_RTF="0.2")
    assert job.wait(60)["segments"]["synthesized"] == 3
    with cluster.broker.client() as client:
        wait_until(lambda: client.llen("short") == 0, what="the spare messages' end")
    assert len(claimed(cluster)) == len(set(claimed(cluster)))
    assert not any(worker.events("unit_broke") for worker in workers)
