"""What a worker deletes, and what it leaves because a job may want it: with a real ledger."""

import json
import time

import pytest

from pipeline.fingerprint import segment_key
from pipeline.retention import Limits
from storage.memory import MemoryStore
from tasks.ledger import Ledger
from tasks.options import QueueOptions
from tests.support.broker import running_broker
from worker.pruning import LEAST_S, GiveWay, prune_store

pytestmark = pytest.mark.system
FP, OTHER = "aa" * 32, "bb" * 32
RECIPE = {"canonical": {}, "text": "Hello."}


@pytest.fixture(scope="module")
def broker():
    with running_broker() as server:
        yield server


@pytest.fixture
def ledger(broker):
    with broker.client() as client:
        client.flushall()
    made = Ledger(QueueOptions(broker_url=broker.url))
    yield made
    made.close()


@pytest.fixture
def store():
    return MemoryStore()


def put(store, key, data=b"x"):
    store.put(key, data, content_type="text/plain", metadata={"ttl_s": "-1"})


def keys(store):
    return [item.key for item in store.list("")]


def test_what_the_ledger_knows_stays_whatever_its_objects_say(ledger, store):
    ledger.submit("job-1", FP, request={}, recipe=RECIPE, ttl_s=600)
    for key in (f"renders/{FP}/manifest.json", f"renders/{OTHER}/manifest.json"):
        put(store, key)
    assert prune_store(ledger, store, Limits())["renders"]["objects"] == 1
    assert keys(store) == [f"renders/{FP}/manifest.json"]

    ledger.cancel("job-1")  # its text is wanted by whoever retries it
    assert prune_store(ledger, store, Limits())["renders"]["objects"] == 0
    with_text = {"inbox/job-1/text": -700_000, "inbox/job-2/text": -700_000}  # a week of grace is over as well
    for key, ttl_s in with_text.items():
        store.put(key, b"x", content_type="text/plain", metadata={"ttl_s": str(ttl_s)})
    prune_store(ledger, store, Limits())
    assert keys(store) == ["inbox/job-1/text", f"renders/{FP}/manifest.json"]


def test_segments_in_the_plan_of_an_active_job_stay_until_it_is_final(ledger, store):
    ledger.submit("job-1", FP, request={}, recipe=RECIPE, ttl_s=600)
    planned, free = segment_key("cc" * 32), segment_key("dd" * 32)
    part = {"version": 1, "segments": [{"fingerprint": "cc" * 32}]}
    put(store, f"renders/{FP}/plan/part-00000.json", json.dumps(part).encode())
    put(store, planned)
    put(store, free)
    every = Limits(max_bytes=0)

    assert prune_store(ledger, store, every, dry_run=True)["segments"]["objects"] == 1
    prune_store(ledger, store, every)
    assert [key for key in keys(store) if key.startswith("segments/")] == [planned]

    ledger.cancel("job-1")
    prune_store(ledger, store, every)
    assert [key for key in keys(store) if key.startswith("segments/")] == []


def test_a_run_gives_way_to_waiting_work_after_a_while_and_to_a_drain_at_once(ledger, monkeypatch):
    draining: list[int] = []
    stop = GiveWay(ledger, lambda: bool(draining))
    ledger._redis.lpush("short", "message")
    assert not stop()

    clock, now = time.monotonic, time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + LEAST_S + 1)
    assert stop()
    monkeypatch.setattr(time, "monotonic", clock)
    ledger._redis.delete("short")
    monkeypatch.setattr(time, "monotonic", lambda: now + LEAST_S + 3)
    assert not stop()
    draining.append(1)
    assert stop()


def test_one_is_elected_in_a_period(ledger):
    assert [ledger.elected("prune", 0.2) for _ in range(3)] == [True, False, False]
    assert ledger.elected("sweep", 5)
    assert all(ledger._redis.ttl(key) >= 0 for key in ledger._redis.keys("voicemill:elected:*"))
