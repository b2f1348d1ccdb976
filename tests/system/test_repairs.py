"""What breaks beside the workers is ridden out or made again."""

import os
import signal

import pytest

from pipeline.errors import ObjectDamaged
from tests.support.cluster import Cluster, sentences, wait_until
from tests.support.faults import in_the_making

pytestmark = pytest.mark.system
TEXT = " ".join(sentences(10))


def damage(cluster: Cluster, key: str) -> None:
    """Flip a byte of an object behind the store's back."""
    path = cluster.folder / "store" / "objects" / key
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def test_segments_damaged_in_any_way_are_made_again(cluster):
    cluster.start(1)
    first = cluster.submit(TEXT).wait(60)
    segments = cluster.read_json(first["fingerprint"])["chapters"][0]["segments"]
    objects, records = cluster.folder / "store" / "objects", cluster.folder / "store" / "records"
    flipped, cut, empty, copied, swapped = (each["key"] for each in segments[2:7])
    other = segments[0]["key"]
    damage(cluster, flipped)
    (objects / cut).write_bytes((objects / cut).read_bytes()[:-100])
    (objects / empty).write_bytes(b"")
    (objects / copied).write_bytes((objects / other).read_bytes())
    for folder, ending in ((objects, ""), (records, ".json")):  # sound, with a record that says so, and the wrong words
        (folder / (swapped + ending)).write_bytes((folder / (other + ending)).read_bytes())
    again = cluster.submit(TEXT, formats=("flac",)).wait(60)
    assert again["segments"] == {"total": 10, "synthesized": 5, "cached": 5}
    assert [each["sha256"] for each in cluster.read_json(again["fingerprint"])["chapters"][0]["segments"]] == [
        each["sha256"] for each in segments
    ]


def test_a_segment_that_is_damaged_before_its_chapter_is_bound_is_made_again_by_bind(cluster):
    (undisturbed,) = cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0")
    expected = cluster.submit(TEXT).wait(60)["artifacts"][0]["sha256"]
    undisturbed.kill_all()
    with cluster.broker.client() as client:
        client.flushall()
    for each in list(cluster.store.list("")):
        cluster.store.delete(each.key)
    (worker,) = cluster.start(1)
    job = cluster.submit(TEXT)
    first = wait_until(lambda: next(cluster.store.list("segments/"), None), what="the first segment").key
    wait_until(lambda: len(worker.events("unit_finished")) >= 2, what="the first part's end")
    damage(cluster, first)
    result = job.wait(60)
    assert result["artifacts"][0]["sha256"] == expected
    assert cluster.read(first)  # sound again
    assert result["segments"] == {"total": 10, "synthesized": 10, "cached": 0}


def test_a_damaged_chapter_is_noticed_at_the_download_and_made_again_on_request(cluster, tmp_path):
    cluster.start(1)
    job = cluster.submit(TEXT)
    result = job.wait(60)
    damage(cluster, result["artifacts"][0]["key"])
    with pytest.raises(ObjectDamaged, match="submit the text again"):
        job.download(tmp_path / "audio")
    again = cluster.submit(TEXT)
    assert again.wait(60)["artifacts"] == result["artifacts"]
    assert [path.name for path in again.download(tmp_path / "audio")] == ["001.wav", "manifest.json"]
    assert job.status()["result"]["artifacts"] == result["artifacts"]


def test_a_damaged_plan_does_not_keep_a_retry_from_working(cluster):
    job = cluster.submit(TEXT)
    fingerprint = job.status()["fingerprint"]
    cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0.5")
    wait_until(lambda: cluster.store.head(f"renders/{fingerprint}/plan.json"), what="the plan")
    job.cancel()
    for name in ("plan.json", "plan/part-00000.json", "plan/chapter-0000.json"):
        damage(cluster, f"renders/{fingerprint}/{name}")
    assert cluster.client.retry(job.id).wait(60)["segments"]["total"] == 10


def test_sigterm_stops_a_worker_in_the_middle_of_a_long_plan(cluster):
    worker = cluster.start(1)[0]
    job = cluster.submit("\n\n".join(sentences(40_000)))
    wait_until(lambda: worker.events("unit_claimed"), what="the plan")
    worker.process.send_signal(signal.SIGTERM)
    assert worker.process.wait(20) == 0
    assert worker.events("unit_given_back")
    assert job.status()["state"] == "RUNNING"
    job.cancel()


def test_sigterm_stops_a_worker_in_the_middle_of_encoding_and_nothing_stays_in_the_scratch_folder(cluster):
    worker = cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0", VOICEMILL_QUEUE__PART_S="600")[0]
    job = cluster.submit(" ".join(sentences(40)), formats=("opus",))
    scratch = cluster.folder / "scratch"
    wait_until(lambda: list(scratch.glob("*/*.opus")), 120, "the encoder's start")
    worker.process.send_signal(signal.SIGTERM)
    assert worker.process.wait(20) == 0
    assert [each["unit"].split("/", 1)[1] for each in worker.events("unit_given_back")] == ["bind/0"]
    assert in_the_making(scratch) == []
    assert job.status()["state"] == "RUNNING"


def test_what_a_killed_child_left_in_the_scratch_folder_goes(cluster):
    worker = cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0", VOICEMILL_QUEUE__PART_S="600")[0]
    job = cluster.submit(" ".join(sentences(40)), formats=("opus",))
    scratch = cluster.folder / "scratch"
    wait_until(lambda: list(scratch.glob("*/*.opus")), 120, "the encoder's start")
    os.kill(worker.child(), signal.SIGKILL)
    assert job.wait(120)["state"] == "DONE"
    assert in_the_making(scratch) == []
