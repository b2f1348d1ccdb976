"""Each check of the truth tells what it is there for: a check that cannot fail proves nothing."""

import io
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import soundfile as sf

from tests.chaos import truth
from tests.chaos.orders import Order, draw_orders
from tests.chaos.reference import Reference, Rendering
from tests.chaos.truth import Evidence
from tests.chaos.watch import Watch, keys_without_end, unsettled
from tests.support.broker import running_broker


class Bucket:
    """The reference's own objects, some of them spoilt."""

    def __init__(self, reference: Reference) -> None:
        self._store = reference.store
        self.spoilt: dict[str, bytes] = {}

    def get_object(self, Bucket: str, Key: str) -> dict[str, Any]:  # noqa: N803 - as boto3 has it
        into = io.BytesIO()
        self._store.get(Key, into)
        return {"Body": io.BytesIO(self.spoilt.get(Key, into.getvalue()))}


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    with running_broker() as broker, broker.client() as client:
        yield client


@pytest.fixture
def case(server: Any, tmp_path: Any) -> tuple[Evidence, Order, Rendering]:
    """One order, done as it should be."""
    server.flushall()
    wanted = (each for each in draw_orders(Random(1), 30, 60.0) if each.kind == "short" and not each.stop)
    order = next(each for each in wanted if "wav" in each.request.formats)
    reference = Reference(tmp_path)
    made = reference.rendering(order)
    result = json.dumps({"artifacts": made.artifacts})
    server.hset(
        f"voicemill:job:{order.job_id}", mapping={"state": "DONE", "rendering": made.fingerprint, "result": result}
    )
    server.zadd("voicemill:jobs", {order.job_id: 1.0})
    machine: Any = SimpleNamespace()
    producers: Any = SimpleNamespace(answers={}, retried={})
    keys = Counter([*made.segments, *(artifact["key"] for artifact in made.artifacts)])
    bucket = Bucket(reference)
    return Evidence(machine, [order], producers, Watch(machine), reference, bucket, keys, server), order, made


def told(evidence: Evidence) -> str:
    checks = (truth._fates, truth._renderings, truth._objects)
    return "; ".join(found for check in checks for found in check(evidence))


def test_what_is_right_is_not_told(case):
    assert told(case[0]) == ""


def test_a_job_that_is_not_final_or_became_something_else_is_told(case):
    evidence, order, _ = case
    evidence.watch.final[order.job_id] = "DONE"
    evidence.redis.hset(f"voicemill:job:{order.job_id}", "state", "RUNNING")
    evidence.watch._look(evidence.redis)
    assert "was DONE and became RUNNING" in told(evidence)
    assert f"{order.job_id} is RUNNING, not" in told(evidence)


def test_a_poisoned_job_that_does_not_name_its_segment_is_told(case):
    evidence, order, _ = case
    evidence.redis.hset(
        f"voicemill:job:{order.job_id}", mapping={"state": "FAILED", "error": '{"message": "segment 1"}'}
    )
    poisoned = replace(evidence, orders=[replace(order, poisoned_segment=2)])
    assert "does not name segment 2 of chapter 1" in told(poisoned)


def test_other_bytes_are_told(case):
    evidence, _, made = case
    evidence.bucket.spoilt[made.artifacts[0]["key"]] = b"noise"
    with pytest.raises(sf.LibsndfileError):
        told(evidence)
    evidence.bucket.spoilt = {made.artifacts[-1]["key"]: evidence.read(made.artifacts[-1]["key"]) + b" "}
    assert "is not what its result says" in told(evidence)


def test_another_result_than_the_undisturbed_one_is_told(case):
    evidence, order, made = case
    artifacts = [*made.artifacts[:-1], made.artifacts[-1] | {"sha256": "0" * 64}]
    evidence.redis.hset(f"voicemill:job:{order.job_id}", "result", json.dumps({"artifacts": artifacts}))
    assert "undisturbed" in told(evidence)


def test_a_sentence_that_is_missing_twice_or_out_of_order_is_told(case):
    evidence, order, _ = case
    (chapter,) = order.chapters
    for wrong in (chapter[:-1], (*chapter, chapter[-1]), (chapter[-1], *chapter)):
        assert "its manifest says" in told(replace(evidence, orders=[replace(order, chapters=(wrong,))]))


def test_a_wav_that_is_a_sample_too_long_is_told(case):
    evidence, _, made = case
    (key,) = [each["key"] for each in made.artifacts if each["format"] == "wav"]
    samples, rate = sf.read(io.BytesIO(evidence.read(key)), dtype="int16")
    longer = io.BytesIO()
    sf.write(longer, np.append(samples, np.int16(0)), rate, format="WAV", subtype="PCM_16")
    evidence.bucket.spoilt[key] = longer.getvalue()
    assert "its segments and pauses have" in told(evidence)


def test_an_object_that_was_written_twice_or_that_nobody_asked_for_is_told(case):
    evidence, _, made = case
    evidence.versions.update([made.artifacts[0]["key"], f"renders/{made.fingerprint}/chapters/001-abc.wav", "x.flac"])
    assert f"{made.artifacts[0]['key']} was written 2 times" in told(evidence)
    assert "001-abc.wav is nothing that anybody asked for" in told(evidence)
    assert "x.flac is nothing that anybody asked for" in told(evidence)


def test_keys_without_an_end_and_work_that_is_left_are_told(case):
    evidence, _, _ = case
    evidence.redis.set("voicemill:forgotten", 1)
    evidence.redis.set("voicemill:remembered", 1, ex=60)
    evidence.redis.zadd("voicemill:leases", {"unit": 1.0})
    evidence.redis.lpush("long", "message")
    assert "voicemill:forgotten" in keys_without_end(evidence.redis)
    assert "voicemill:remembered" not in keys_without_end(evidence.redis)
    assert unsettled(evidence.redis) == ["voicemill:leases: ['unit']", "queue long: 1 messages"]
