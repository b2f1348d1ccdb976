"""Lists of jobs: complete, filtered, and a few round trips however many there are."""

import pytest

from tasks.listing import BATCH, Wanted, listed

RECIPE = {"canonical": {}, "text": "Hello."}


def submit(ledger, job_id, fingerprint="a1"):
    ledger.submit(job_id, fingerprint, request={"metadata": {"n": job_id}}, recipe=RECIPE, ttl_s=600)


def fail(ledger, job_id, fingerprint, code="synthesis_failed"):
    submit(ledger, job_id, fingerprint)
    lease = ledger.claim(f"{fingerprint}/plan/0", "w1")
    ledger.fail(lease, {"code": code, "message": "no air", "details": {}})


def ids(ledger, **wanted):
    return [row["job_id"] for row in listed(ledger, Wanted(**wanted))]


def test_jobs_come_newest_first_and_only_those_that_are_wanted(ledger):
    submit(ledger, "queued")
    fail(ledger, "failed-1", "b1")
    fail(ledger, "failed-2", "b2", "storage_unavailable")
    ledger.retried("failed-1", "queued")

    assert ids(ledger) == ["failed-2", "failed-1", "queued"]
    assert ids(ledger, state="FAILED") == ["failed-2", "failed-1"]
    assert ids(ledger, code="storage_unavailable") == ["failed-2"]
    assert ids(ledger, state="FAILED", retried=False) == ["failed-2"]
    first, second = listed(ledger, Wanted(state="FAILED"))
    assert (second["retried_as"], second["error"]["code"], second["metadata"]) == (
        "queued", "synthesis_failed", {"n": "failed-1"}
    )  # fmt: skip
    assert ids(ledger, since_s=first["finished_s"]) == ["failed-2"]
    assert next(listed(ledger, Wanted(state="QUEUED")))["retry_of"] == "failed-1"


def test_a_job_that_is_gone_is_not_made_by_a_note_about_it(ledger):
    ledger.retried("gone", "gone-too")

    assert ledger._redis.keys("voicemill:job:*") == []


@pytest.mark.parametrize("many", [2 * BATCH + 1])
def test_thousands_are_listed_in_batches(ledger, many, monkeypatch):
    for number in range(many):
        submit(ledger, f"job-{number}")
    reads, read_many = [], ledger.read_many

    def counted(keys, fields):
        reads.append(len(keys))
        return read_many(keys, fields)

    monkeypatch.setattr(ledger, "read_many", counted)

    assert len(ids(ledger)) == many
    assert reads == [BATCH, BATCH, 1]
