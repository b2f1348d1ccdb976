"""What is spoken once is not spoken again; short jobs do not wait for books; cancelling leaves others alone."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from celery import Celery

from pipeline.errors import JobCancelled
from pipeline.request import RenderOptions, Request
from tests.support.cluster import sentences, wait_until
from tests.support.faults import claimed, holds_kind, published

pytestmark = pytest.mark.system


def test_eight_identical_jobs_are_rendered_once_and_a_ninth_is_answered_at_once(cluster):
    workers = cluster.start(2)
    text = " ".join(sentences(10))
    with ThreadPoolExecutor(8) as pool:
        jobs = list(pool.map(lambda _: cluster.submit(text), range(8)))
    results = [job.wait(60) for job in jobs]
    assert {result["fingerprint"] for result in results} == {results[0]["fingerprint"]}
    assert sum(len(worker.events("rendering_published")) for worker in workers) == 1
    assert {result["segments"]["synthesized"] for result in results} == {10}
    for worker in workers:
        worker.kill_all()
    ninth = cluster.submit(text).wait(0)  # with no worker at all
    assert ninth["segments"] == {"total": 10, "synthesized": 0, "cached": 10}
    assert ninth["artifacts"] == results[0]["artifacts"]
    kept = cluster.store.head(f"renders/{ninth['fingerprint']}/last-use.json")
    assert kept is not None
    assert kept.metadata["ttl_s"] == str(30 * 86_400)


def test_a_finished_rendering_whose_audio_is_gone_is_made_again(cluster):
    cluster.start(1)
    first = cluster.submit("Here is a sentence to be spoken twice over.").wait(60)
    cluster.store.delete(first["artifacts"][0]["key"])
    again = cluster.submit("Here is a sentence to be spoken twice over.").wait(60)
    assert again["artifacts"] == first["artifacts"]
    assert again["segments"] == {"total": 1, "synthesized": 0, "cached": 1}


def test_an_edit_of_one_sentence_costs_at_most_two_segments(cluster):
    cluster.start(2, VOICEMILL_MODELS__TONE_RTF="0")
    text = sentences(200)
    assert cluster.submit(" ".join(text)).wait(90)["segments"]["synthesized"] == 200
    text[77] = "No."
    edited = cluster.submit(" ".join(text)).wait(90)["segments"]
    assert edited["synthesized"] <= 2
    text[77] = "Here somebody wrote a sentence that is quite different from what it was."
    assert cluster.submit(" ".join(text)).wait(90)["segments"]["synthesized"] <= 2


def test_audio_is_that_of_the_text_and_a_repeat_is_answered_from_the_store(cluster):
    cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0")
    client = cluster.client

    def made(text: str, seed: int = 0) -> tuple[str, int]:
        request = Request(text=text, voice="tone", formats=("wav",), options=RenderOptions(seed=seed))
        result = client.submit(request).wait(30)
        return result["artifacts"][0]["sha256"], result["segments"]["synthesized"]

    first, second = "The café is where we are.\n\nIt is open.", "The cafe is where we art.\n\nIt is open."
    heard, spoken = made(first)
    assert spoken == 2
    assert made(second)[0] != heard
    assert made(first) == (heard, 0)
    assert made(first + " \n") == (heard, 0)  # the same to the ear, so from the store
    assert made(unicodedata.normalize("NFD", first)) == (heard, 0)
    reordered = "\n\n".join(reversed(first.split("\n\n")))
    assert made(reordered)[0] != heard
    assert made(first, seed=1)[1] == 2  # another take
    assert made(first) == (heard, 0)


def test_a_short_job_starts_at_the_next_part_of_a_book_and_two_books_share_the_workers(cluster):
    cluster.start(2, VOICEMILL_MODELS__TONE_RTF="0.15")
    client = cluster.client  # one for all: a client loads a catalogue, and a part takes but 0.6 s
    request = Request(text=" ".join(sentences(120)), voice="tone", formats=("wav",), priority="long")
    first = client.submit(request)
    second = client.submit(replace(request, text=" ".join(sentences(120, start=500))))
    fingerprints = [job.status()["fingerprint"] for job in (first, second)]

    def parts_done() -> list[int]:
        return [int(cluster.ledger.rendering(fp)["parts_done"]) for fp in fingerprints]

    wait_until(lambda: all(done >= 2 for done in parts_done()), what="both books' progress")
    assert [int(cluster.ledger.rendering(fp)["parts"]) >= 60 for fp in fingerprints] == [True, True]
    short = client.submit(replace(request, text="This one is short and it does not wait.", priority="auto"))
    before = sum(parts_done())
    wait_until(lambda: short.status()["state"] != "QUEUED", what="the short job's start")
    assert sum(parts_done()) - before <= 2
    short.wait(30)
    assert first.status()["state"] == second.status()["state"] == "RUNNING"
    assert not any(worker.events("units_resent") for worker in cluster.workers)  # nothing was lost, nothing sent twice
    for job in (first, second):
        job.cancel()


def test_a_book_is_planned_on_the_queue_of_books_unless_it_is_said_to_be_short(cluster):
    book = " ".join(f"This is number {n}, and it goes on {'and on ' * 30}until it ends." for n in range(260))
    cluster.submit("A short one.")
    cluster.submit(book)
    cluster.submit(f"{book} It is wanted soon.", priority="short")
    with cluster.broker.client() as client:
        assert [client.llen(queue) for queue in ("short", "long")] == [2, 1]


def test_a_busy_worker_reserves_nothing_that_an_idle_one_could_do(cluster):
    slow = {"VOICEMILL_QUEUE__PART_S": "600", "VOICEMILL_MODELS__TONE_RTF": "0.5"}
    (busy,) = cluster.start(1, **slow)
    long = cluster.submit(" ".join(sentences(16)))  # one part of 30 s
    wait_until(lambda: holds_kind(cluster, busy, "part"), what="the long part")
    plain = Celery(broker=cluster.broker.url, backend=cluster.broker.url, set_as_current=False)
    requests = [{"version": 1, "text": each, "voice": "tone", "formats": ["wav"]} for each in sentences(5, start=50)]
    sent = [plain.send_task("voicemill.narrate", queue="voicemill", kwargs={"request": each}) for each in requests]
    with cluster.broker.client() as client:
        assert client.llen("voicemill") == 5
        assert client.hlen("unacked") == 0  # nobody has them, so nobody's time-out can send them a second time
    cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0")
    for each in sent:
        assert each.get(timeout=30)["state"] == "DONE"
    assert long.status()["state"] == "RUNNING"
    assert len(claimed(cluster)) == len(set(claimed(cluster))) == 2 + 5 * 4
    long.cancel()
    plain.close()


def test_a_text_whose_worker_was_killed_can_be_asked_for_again(cluster):
    (victim,) = cluster.start(1, VOICEMILL_QUEUE__LEASE_S="2", VOICEMILL_MODELS__TONE_RTF="0.3")
    text = " ".join(sentences(4))
    first = cluster.submit(text)
    wait_until(lambda: holds_kind(cluster, victim, "part"), what="the first part")
    victim.kill_all()
    second = cluster.submit(text)
    cluster.start(1, VOICEMILL_QUEUE__LEASE_S="2")
    results = [job.wait(30) for job in (first, second)]
    assert results[0]["artifacts"] == results[1]["artifacts"]
    assert set(published(cluster).values()) == {1}


def test_a_cancelled_queued_job_never_starts(cluster):
    job = cluster.submit("Nobody will ever hear this sentence, I fear.")
    assert job.cancel() == "CANCELLED"
    worker = cluster.start(1)[0]
    cluster.submit("But everybody will hear this one, I hope.").wait(60)
    assert len({each["unit"].split("/")[0] for each in worker.events("unit_claimed")}) == 1
    with pytest.raises(JobCancelled):
        job.result()


def test_a_cancelled_running_job_stops_within_a_segment_and_keeps_what_it_stored(cluster):
    # one long part, so that the cancellation finds the worker in the middle of it
    worker = cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0.2", VOICEMILL_QUEUE__PART_S="300")[0]
    job = cluster.submit(" ".join(sentences(30)))
    wait_until(lambda: sum(1 for _ in cluster.store.list("segments/")) >= 3)
    job.cancel()
    at_cancel = sum(1 for _ in cluster.store.list("segments/"))
    wait_until(lambda: worker.events("lease_lost"), 20, "the worker's leave")
    assert sum(1 for _ in cluster.store.list("segments/")) - at_cancel <= 1
    assert cluster.submit("The worker is there for the next one at once.").wait(20)["state"] == "DONE"


def test_cancelling_one_of_two_identical_jobs_lets_the_other_finish(cluster):
    text = " ".join(sentences(6))
    one, two = cluster.submit(text), cluster.submit(text)
    cluster.start(1)
    one.cancel()
    assert two.wait(60)["state"] == "DONE"
    assert one.status()["state"] == "CANCELLED"
