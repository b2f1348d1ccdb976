"""kill -9 costs seconds and nothing that was stored."""

import json
import os
import signal
import time
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from config.settings import load_settings
from pipeline.request import Request
from tests.support.cluster import Cluster, WorkerProcess, sentences, wait_until
from tests.support.faults import Written, holds, stored, written

pytestmark = pytest.mark.system
TEXT = " ".join(sentences(16))
PIPER = json.dumps(
    {
        "audio": {"sample_rate": 22050},
        "espeak": {"voice": "en-us"},
        "inference": {"noise_scale": 0.667, "length_scale": 1, "noise_w": 0.8},
        "num_speakers": 1,
        "speaker_id_map": {},
        "phoneme_id_map": {symbol: [n] for n, symbol in enumerate("_^$ abcdefhijklmnopstuvwzæðŋɐɑɔəɚɛɜɡɪɹʃʊʌʒˈˌː.")},
    }
)
PART = 4  #: segments of a part: each is 3.7 s long
#: a segment takes 0.7 s; what is spoken is logged
SLOW = {
    "VOICEMILL_MODELS__TONE_RTF": "0.2",
    "VOICEMILL_QUEUE__PART_S": "16",
    "VOICEMILL_WORKER__LOG_LEVEL": "debug",
}


def undisturbed(cluster: Cluster) -> str:
    """Return the sha256 of the chapter as made without trouble, then forget everything."""
    worker = cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0", VOICEMILL_QUEUE__PART_S="16")[0]
    result = cluster.submit(TEXT).wait(60)
    worker.kill_all()
    with cluster.broker.client() as client:
        client.flushall()
    for each in list(cluster.store.list("")):
        cluster.store.delete(each.key)
    return str(result["artifacts"][0]["sha256"])


def speak_more(cluster: Cluster, count: int) -> None:
    """Wait until that many segments more are stored."""
    before = stored(cluster)
    wait_until(lambda: stored(cluster) >= before + count, what=f"{count} more segments")


def in_the_middle_of_a_part(cluster: Cluster, worker: WorkerProcess) -> str:
    """Return the part that a worker has just counted a segment of, with another still to come and 0.7 s until then."""
    seen: dict[str, int] = {}

    def counted() -> str | None:
        with cluster.broker.client() as client:
            for unit in holds(cluster, worker):
                done = int(client.hget(f"voicemill:unit:{unit}", "done") or 0)
                if seen.setdefault(unit, done) < done < PART:
                    return unit
        return None

    wait_until(lambda: stored(cluster) >= 3, what="three segments")
    return str(wait_until(counted, what="a segment in the middle of a part"))


def check_that_nothing_stored_was_made_again(cluster: Cluster, at_the_kill: Written, result: dict[str, Any]) -> None:
    """What was in the store at the kill was neither spoken nor written since. One more may be stored than counted."""
    counts = result["segments"]
    assert counts["total"] == counts["synthesized"] + counts["cached"] == 16
    assert counts["synthesized"] >= 15
    now = written(cluster)
    assert {key: now[key] for key in at_the_kill} == at_the_kill
    (chapter,) = cluster.read_json(result["fingerprint"])["chapters"]
    spoken = Counter(each["segment"] for worker in cluster.workers for each in worker.events("segment_synthesized"))
    assert spoken, "the workers did not log what they spoke"
    again = [each["text"] for each in chapter["segments"] if each["key"] in at_the_kill and spoken[each["index"]] > 1]
    assert again == []


def started_parts(cluster: Cluster) -> list[dict[str, Any]]:
    return [each for worker in cluster.workers for each in worker.events("unit_claimed") if "/part/" in each["unit"]]


def test_a_killed_worker_is_replaced_within_its_lease_and_nothing_stored_is_made_again(cluster):
    expected = undisturbed(cluster)
    victim, other = cluster.start(2, **SLOW)
    job = cluster.submit(TEXT)
    held = in_the_middle_of_a_part(cluster, victim)
    victim.kill_all()
    killed = time.monotonic()
    at_the_kill = written(cluster)
    assert holds(cluster, victim) == [held]
    before = [each["unit"] for each in other.events("unit_claimed")]
    assert held not in before
    wait_until(lambda: not holds(cluster, victim), 30, "the end of the dead worker's lease")
    assert time.monotonic() - killed <= cluster.settings.queue.lease_s + 2  # sent again: the next free worker has it
    wait_until(lambda: held in [each["unit"] for each in other.events("unit_claimed")], 30, "the other's claim")
    result = job.wait(60)
    assert result["artifacts"][0]["sha256"] == expected
    check_that_nothing_stored_was_made_again(cluster, at_the_kill, result)


def test_a_killed_child_is_replaced_within_seconds_by_its_own_worker(cluster):
    expected = undisturbed(cluster)
    worker = cluster.start(1, **SLOW)[0]
    job = cluster.submit(TEXT)
    child = worker.child()
    in_the_middle_of_a_part(cluster, worker)
    claims = len(started_parts(cluster))
    os.kill(child, signal.SIGKILL)
    killed = time.monotonic()
    at_the_kill = written(cluster)
    wait_until(lambda: len(started_parts(cluster)) > claims, 30, "the next claim")
    assert time.monotonic() - killed <= 5
    assert worker.events("child_died")
    result = job.wait(60)
    assert result["artifacts"][0]["sha256"] == expected
    check_that_nothing_stored_was_made_again(cluster, at_the_kill, result)
    assert worker.process.poll() is None


def test_thirty_queued_jobs_outlive_five_workers_that_are_killed_at_any_moment(cluster):
    client, rng = cluster.client, Random(18)
    request = Request(voice="tone", formats=("wav",))
    jobs = [client.submit(replace(request, text=text)) for text in sentences(30)]
    for _ in range(5):
        (worker,) = cluster.start(1, VOICEMILL_QUEUE__LEASE_S="2")
        speak_more(cluster, rng.randint(1, 4))
        worker.kill_all()
    cluster.start(1, VOICEMILL_QUEUE__LEASE_S="2", VOICEMILL_MODELS__TONE_RTF="0")
    for job in jobs:
        result = job.wait(60)
        assert (result["state"], result["segments"]["total"]) == ("DONE", 1)
        made = [
            each.key for each in cluster.store.list(f"renders/{result['fingerprint']}/") if each.key.endswith(".wav")
        ]
        assert made == [each["key"] for each in result["artifacts"] if each["format"] == "wav"]
        assert len(made) == 1
    assert stored(cluster) == 30


def test_a_segment_that_kills_every_worker_fails_its_job_by_name_and_others_live(cluster):
    worker = cluster.start(1, VOICEMILL_MODELS__TONE_POISON="number 7 ")[0]
    poisoned = cluster.submit(" ".join(sentences(12)))
    view = wait_until(lambda: (v := poisoned.status())["state"] == "FAILED" and v, 60, "the poisoned job's end")
    assert view["error"]["code"] == "synthesis_failed"
    assert 'segment 7 of chapter 1 ("This is the sentence of number 7' in view["error"]["message"]
    assert "3 times" in view["error"]["message"]
    assert cluster.submit(" ".join(sentences(3, start=50))).wait(30)["state"] == "DONE"
    assert worker.process.poll() is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_sigterm_gives_the_part_back_and_another_worker_goes_on(cluster, number):
    expected = undisturbed(cluster)
    first = cluster.start(1, **SLOW)[0]
    job = cluster.submit(TEXT)
    wait_until(lambda: stored(cluster) == 2 and holds(cluster, first))
    first.process.send_signal(number)
    assert first.process.wait(20) == 0
    assert [each["reason"] for each in first.events("unit_given_back")] == ["drain"]
    cluster.start(1)
    result = job.wait(60)
    assert result["artifacts"][0]["sha256"] == expected
    assert result["segments"]["synthesized"] == 16


def test_a_worker_whose_model_is_damaged_gives_its_part_back_and_leaves(cluster, tmp_path):
    home = tmp_path / "models" / "piper" / "broken"
    home.mkdir(parents=True)
    (home / "broken.onnx").write_bytes(b"this is no graph")
    (home / "broken.onnx.json").write_text(PIPER, "utf-8")
    folder = {"VOICEMILL_MODELS__FOLDER": str(tmp_path / "models")}
    cluster.settings = load_settings(environ=cluster.variables | folder)
    worker = cluster.start(1, **folder)[0]
    job = cluster.submit("Nobody here can speak this sentence.", voice="broken")
    assert worker.process.wait(60) == 1
    assert [each["code"] for each in worker.events("unit_given_back")] == ["model_damaged"]
    assert job.status()["state"] == "RUNNING"  # it waits for a worker that is fit
