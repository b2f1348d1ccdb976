"""What workers log is JSON with the documented fields, and each job has exactly one event at its end."""

import json
import re
from collections import Counter

import pytest
from celery import Celery

from tests.support.cluster import ROOT, sentences, wait_until

pytestmark = pytest.mark.system
COMMON = {"event", "level", "timestamp", "logger", "worker"}
ENDS = ("job_done", "job_failed", "job_cancelled")


def documented():
    """Return the levels and the fields of every event that the reference lists."""
    page = (ROOT / "docs" / "reference" / "events.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([a-z, ]+) \| [^|]* \| (.*) \|$", page, re.MULTILINE)
    return {name: (levels.split(", "), set(re.findall(r"`(\w+)`", fields))) for name, levels, fields in rows}


def logged(cluster):
    """Return every event of every worker; a line that is not JSON fails the test."""
    return [json.loads(line) for worker in cluster.workers for line in worker.log.read_text("utf-8").splitlines()]


def ends(cluster):
    return {each["job_id"]: each for each in logged(cluster) if each["event"] in ENDS}


def test_every_event_has_its_documented_fields_and_a_job_one_wide_event(cluster, capfd):
    debug = {
        "VOICEMILL_QUEUE__ATTEMPTS": "1",
        "VOICEMILL_WORKER__LOG_LEVEL": "debug",
        "VOICEMILL_MODELS__TONE_POISON": "poison",
    }
    cluster.start(2, **debug, VOICEMILL_MODELS__TONE_RTF="0.05")
    text = " ".join(sentences(6))
    done = cluster.submit(text, formats=("wav", "flac"))
    done.wait(60)
    reused = cluster.submit(text, formats=("wav", "flac"))
    poisoned = cluster.submit("This one is poison for any worker that reads it aloud.")
    slow = cluster.submit(" ".join(sentences(200, start=50)))
    slow.cancel()
    with Celery(broker=cluster.broker.url, backend=cluster.broker.url, set_as_current=False) as plain:
        plain.send_task("voicemill.narrate", queue="voicemill", kwargs={"request": {"version": 1}})
    wait_until(lambda: len(ends(cluster)) == 4, 60, "the end of every job in the log")
    wait_until(lambda: any(each["event"] == "request_rejected" for each in logged(cluster)), 30, "the refusal")
    for worker in cluster.workers:
        worker.process.terminate()
        worker.process.wait(30)

    assert Counter(each["job_id"] for each in logged(cluster) if each["event"] in ENDS).most_common(1)[0][1] == 1
    told = ends(cluster)
    assert (told[done.id]["event"], told[done.id]["synthesized"], told[done.id]["formats"]) == (
        "job_done",
        6,
        ["wav", "flac"],
    )
    assert told[done.id]["bytes"] > 100_000
    assert (told[reused.id]["reused"], told[reused.id]["synthesized"], told[reused.id]["cached"]) == (True, 0, 6)
    assert (told[poisoned.id]["event"], told[poisoned.id]["segment"]) == ("job_failed", "0 of chapter 1")
    assert told[slow.id]["event"] == "job_cancelled"

    reference = documented()
    ours = [each for each in logged(cluster) if each["event"] in reference]
    for each in ours:
        levels, fields = reference[each["event"]]
        assert each["level"] in levels, each
        assert set(each) - COMMON <= fields, each
        if each["event"] in ENDS:
            assert fields == set(each) - COMMON, each
    assert {each["event"] for each in ours} > {
        "worker_started",
        "unit_claimed",
        "segment_synthesized",
        "worker_stopped",
    }
    assert all({"event", "level", "timestamp", "logger", "worker"} <= set(each) for each in logged(cluster))
    assert "job_" not in "".join(capfd.readouterr())  # the client is quiet in its user's process
