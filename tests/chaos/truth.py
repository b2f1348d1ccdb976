"""What must be true after a run, whatever broke: told by the objects, their versions and the broker's keys.

Every check returns violations as sentences; none at all is the proof.
"""

import hashlib
import io
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import soundfile as sf

from tests.chaos.machine import BUCKET, Machine
from tests.chaos.orders import Order
from tests.chaos.producers import Producers, plain_celery
from tests.chaos.reference import Reference, Rendering
from tests.chaos.watch import FINAL, Watch, keys_without_end

#: written anew on purpose: how long a rendering is kept follows the longest-lived job that asked for it
_REPLACED = "last-use.json"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the checks look at."""

    machine: Machine
    orders: list[Order]
    producers: Producers
    watch: Watch
    reference: Reference
    bucket: Any  #: a raw S3 client
    versions: Counter[str]  #: how often each object was written
    redis: Any

    def states(self) -> dict[str, str | None]:
        """Return the state of every order's job, and of the jobs that asked again."""
        wanted = [order.job_id for order in self.orders] + list(self.producers.retried.values())
        return {job_id: self.redis.hget(f"voicemill:job:{job_id}", "state") for job_id in wanted}

    def read(self, key: str) -> bytes:
        """Return an object's bytes, past the product's own store."""
        body: bytes = self.bucket.get_object(Bucket=BUCKET, Key=key)["Body"].read()
        return body


def versions_of(bucket: Any) -> Counter[str]:
    """Return how often each object was written; one that was deleted counts, too."""
    found: Counter[str] = Counter()
    for page in bucket.get_paginator("list_object_versions").paginate(Bucket=BUCKET):
        found.update(each["Key"] for each in page.get("Versions", ()))
        found.update(each["Key"] for each in page.get("DeleteMarkers", ()))
    return found


def violations(evidence: Evidence) -> list[str]:
    """Return everything that is not as it must be."""
    checks = (_fates, _renderings, _objects, _celery_results, _keys)
    return [found for check in checks for found in check(evidence)]


def _fates(evidence: Evidence) -> Iterator[str]:
    """Every job is final, stayed what it became, and became what it had to."""
    yield from evidence.watch.changed
    states = evidence.states()
    for job_id in evidence.redis.zrange("voicemill:jobs", 0, -1):
        if (state := evidence.redis.hget(f"voicemill:job:{job_id}", "state")) not in FINAL:
            yield f"{job_id} is {state}"
    for order in evidence.orders:
        state = states[order.job_id]
        allowed = {evidence.producers.answers.get(order.job_id)} if order.stop else {"DONE"}
        if order.poisoned_segment is not None:
            allowed = {"FAILED"}
            error = json.loads(evidence.redis.hget(f"voicemill:job:{order.job_id}", "error") or "{}")
            named = f"segment {order.poisoned_segment} of chapter 1"
            if named not in error.get("message", ""):
                yield f"{order.job_id} does not name {named}: {error}"
        if state not in allowed:
            error = evidence.redis.hget(f"voicemill:job:{order.job_id}", "error")
            yield f"{order.job_id} is {state}, not {allowed}: {error}"
    for job_id in evidence.producers.retried.values():
        if states[job_id] != "DONE":
            yield f"{job_id}, asked for again, is {states[job_id]}"


def _renderings(evidence: Evidence) -> Iterator[str]:
    """Every DONE job has what an undisturbed run makes, byte for byte, with every sentence once and in order."""
    states = evidence.states()
    seen: set[str] = set()
    for order in evidence.orders:
        again = evidence.producers.retried.get(order.job_id)
        for job_id in [order.job_id] + ([again] if again else []):
            if states[job_id] != "DONE":
                continue
            expected = evidence.reference.rendering(order)
            job = evidence.redis.hgetall(f"voicemill:job:{job_id}")
            artifacts = json.loads(job["result"])["artifacts"]
            if job["rendering"] != expected.fingerprint or artifacts != expected.artifacts:
                yield f"{job_id} gave {artifacts}, undisturbed {expected.artifacts}"
            elif expected.fingerprint not in seen:
                seen.add(expected.fingerprint)
                for found in _rendering(evidence, order, expected):
                    yield f"{job_id}: {found}"


def _rendering(evidence: Evidence, order: Order, expected: Rendering) -> Iterator[str]:
    for artifact in expected.artifacts:
        data = evidence.read(artifact["key"])
        if (hashlib.sha256(data).hexdigest(), len(data)) != (artifact["sha256"], artifact["bytes"]):
            yield f"{artifact['key']} is not what its result says"
    manifest = json.loads(evidence.read(f"renders/{expected.fingerprint}/manifest.json"))
    said = [tuple(sentence["text"] for sentence in chapter["sentences"]) for chapter in manifest["chapters"]]
    if said != list(order.chapters):
        yield f"its manifest says {said}, its text {order.chapters}"
    for chapter in manifest["chapters"]:
        length = sum(
            sf.info(io.BytesIO(evidence.read(each["key"]))).frames + round(each["pause_s"] * chapter["sample_rate"])
            for each in chapter["segments"]
        )
        for artifact in chapter["artifacts"]:
            if artifact["format"] == "wav":
                frames = sf.info(io.BytesIO(evidence.read(artifact["key"]))).frames
                if frames != length:
                    yield f"{artifact['key']} has {frames} samples; its segments and pauses have {length}"


def _objects(evidence: Evidence) -> Iterator[str]:
    """No object was written twice or deleted, and none is there that nobody asked for."""
    versions = evidence.versions
    for key in doubled(versions):
        yield f"{key} was written {versions[key]} times"
    renderings = {each.fingerprint: each for each in map(evidence.reference.rendering, evidence.orders)}
    artifacts = {artifact["key"] for each in renderings.values() for artifact in each.artifacts}
    segments = {key for each in renderings.values() for key in each.segments}
    for key in versions:
        top, _, rest = key.partition("/")
        whose = rest.partition("/")[0]
        audio = key.rpartition(".")[2] != "json"
        known = {
            "segments": key in segments,
            "renders": whose in renderings and (key in artifacts or not audio),
            "inbox": whose in {order.job_id for order in evidence.orders},
            "identity": True,
        }
        if not known.get(top):
            yield f"{key} is nothing that anybody asked for"


def doubled(versions: Counter[str]) -> list[str]:
    """Return the keys that were written more than once."""
    return sorted(key for key, count in versions.items() if count > 1 and not key.endswith(_REPLACED))


def _celery_results(evidence: Evidence) -> Iterator[str]:
    """The AsyncResult of every job says what the ledger says."""
    app = plain_celery(evidence.machine)
    told = {"DONE": "SUCCESS", "FAILED": "FAILURE", "CANCELLED": "FAILURE"}
    for job_id, state in evidence.states().items():
        answer = app.AsyncResult(job_id)
        if answer.state != told.get(state or ""):
            yield f"the AsyncResult of {job_id} is {answer.state}, the job {state}"
        elif state == "DONE" and answer.result["job_id"] != job_id:
            yield f"the AsyncResult of {job_id} is that of {answer.result['job_id']}"
        elif state == "CANCELLED" and answer.result.args[0] != "job_cancelled":
            yield f"the AsyncResult of {job_id} is {answer.result!r}"
    app.close()


def _keys(evidence: Evidence) -> Iterator[str]:
    """Nothing stays in the broker for ever."""
    for key in keys_without_end(evidence.redis):
        yield f"the key {key} has no time to live"
