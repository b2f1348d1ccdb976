"""Failed jobs are listed with their reasons and retried by command, each once."""

import json

import pytest

from pipeline.errors import InvalidRequest, JobFailed
from tests.support.cluster import sentences
from tests.support.commands import run_command

pytestmark = pytest.mark.system


def voicemill(cluster, *arguments):
    """Run a command; return its exit code and its lines of JSON."""
    code, printed = run_command(cluster.variables, *arguments, "--json")
    return code, [json.loads(line) for line in printed.splitlines() if line.startswith("{")]


def test_what_failed_is_listed_with_its_segment_and_retried_once(cluster):
    once = {"VOICEMILL_MODELS__TONE_POISON": "poison", "VOICEMILL_QUEUE__ATTEMPTS": "1"}
    worker = cluster.start(1, **once, VOICEMILL_MODELS__TONE_RTF="0")[0]
    jobs = [
        cluster.submit(
            " ".join([*sentences(3, start=n * 10), f"This one is poison {n} for any worker that reads it aloud."])
        )
        for n in range(2)
    ]
    for job in jobs:
        with pytest.raises(JobFailed, match="This one is poison"):
            job.wait(60)
    assert cluster.submit("This one is fine and stays as it is.").wait(60)["state"] == "DONE"

    code, rows = voicemill(cluster, "jobs", "--state", "failed", "--since", "1h")
    assert (code, [row["job_id"] for row in rows]) == (0, [job.id for job in reversed(jobs)])
    assert {row["error"]["details"]["segment"]["words"] for row in rows} == {
        f"This one is poison {n} for any worker" for n in range(2)
    }
    assert all(row["error"]["details"]["segment"]["spot"] == "3 of chapter 1" for row in rows)
    assert voicemill(cluster, "retry", "--all", "--code", "storage_unavailable") == (0, [])

    worker.kill_all()
    cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0")
    code, made = voicemill(cluster, "retry", "--all", "--code", "synthesis_failed")
    assert (code, {each["retried"] for each in made}) == (0, {job.id for job in jobs})
    for each in made:
        again = cluster.client.job(each["job_id"])
        assert again.wait(60)["segments"] == {"total": 4, "synthesized": 1, "cached": 3}
        assert again.status()["retry_of"] == each["retried"]
        assert cluster.client.view(each["retried"])["retried_as"] == again.id
    assert voicemill(cluster, "retry", "--all") == (0, [])
    code, refused = voicemill(cluster, "retry", jobs[0].id)
    assert (code, refused[0]["error"]["code"]) == (2, "invalid_request")


def test_two_who_retry_the_same_job_make_one(cluster, monkeypatch):
    job = cluster.submit("It waits here and is cancelled soon.")
    job.cancel()
    with cluster.client as client:
        with monkeypatch.context() as patch:
            patch.setattr(client._ledger, "retried", lambda *_: None)  # this one dies before it says so
            first = client.retry(job.id)
        assert client.retry(job.id).id == first.id
        with pytest.raises(InvalidRequest, match=f"was retried as '{first.id}', which is QUEUED"):
            client.retry(job.id)


def test_a_retry_has_a_text_of_its_own_whatever_becomes_of_its_twins(cluster):
    text = " ".join(f"This is number {n}, and it goes on {'and on ' * 30}until it ends." for n in range(260))
    first, second = cluster.submit(text), cluster.submit(text)
    first.cancel()
    second.cancel()
    for each in list(cluster.store.list(f"inbox/{first.id}/")):
        cluster.store.delete(each.key)
    again = cluster.client.retry(second.id)
    assert [each.key.split("/")[1] for each in cluster.store.list("inbox/")] == sorted({second.id, again.id})
    assert again.cancel() == "CANCELLED"


def test_a_job_that_failed_before_jobs_kept_their_recipe_can_be_retried(cluster):
    job = cluster.submit("This text was cancelled before an upgrade.")
    job.cancel()
    with cluster.broker.client() as client:
        key, fingerprint = f"voicemill:job:{job.id}", job.status()["fingerprint"]
        client.hset(f"voicemill:render:{fingerprint}", "recipe", client.hget(key, "recipe"))
        client.hdel(key, "recipe")
        again = cluster.client.retry(job.id)
        client.hdel(f"voicemill:render:{fingerprint}", "recipe")
        client.hset(f"voicemill:job:{again.id}", mapping={"state": "FAILED", "error": "{}"})
        with pytest.raises(InvalidRequest, match="submit it again"):
            cluster.client.retry(again.id)


def test_text_that_is_no_unicode_is_refused(cluster):
    for given in ({"text": "\ud800 and more"}, {"text": "Fine.", "metadata": {"title": "\udcff"}}):
        with pytest.raises(InvalidRequest, match="not valid Unicode"):
            cluster.submit(**given)
