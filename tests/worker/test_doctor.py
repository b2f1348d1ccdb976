"""What the doctor finds, and the advice that goes with it."""

import re
from collections.abc import Iterator

import pytest

from config.settings import load_settings
from pipeline.errors import JobFailed
from tests.support.broker import running_broker
from tests.support.cluster import running_cluster, sentences, wait_until
from tests.support.seaweed import Seaweed, running_seaweed
from worker import servers
from worker.doctor import UNTOUCHED_S, _clock, _file_system, _queue, _scratch, examine


@pytest.fixture(scope="module")
def weed(tmp_path_factory) -> Iterator[Seaweed]:
    with running_seaweed(tmp_path_factory.mktemp("weed")) as server:
        yield server


@pytest.fixture
def settings(tmp_path):
    """Settings of an installation where nothing but a store is ready."""
    return load_settings(
        environ={
            "VOICEMILL_BROKER_URL": f"redis://127.0.0.1:{servers.free_port()}/0",
            "VOICEMILL_STORE": (tmp_path / "store").as_uri(),
            "VOICEMILL_MODELS__FOLDER": str(tmp_path / "models"),
            "VOICEMILL_WORKER__SCRATCH": str(tmp_path / "scratch"),
        }
    )


def test_one_bad_finding_does_not_hide_the_others(settings):
    found = {finding.name: finding for finding in examine(settings)}

    assert set(found) == {"versions", "broker", "store", "models", "scratch", "memory"}
    assert re.fullmatch(
        r"\d+ MB available (on|under) .*; more workers that fit in them: .*\d+ with tone \(\d+ MB\)",
        found["memory"].said,
    )
    assert "celery 5." in found["versions"].said
    assert not found["broker"].ok
    assert "voicemill up" in found["broker"].advice
    assert found["store"].ok
    assert not found["models"].ok
    assert found["models"].advice == "voicemill models pull kokoro"


def test_the_probe_leaves_nothing_in_the_store(settings, tmp_path):
    list(examine(settings))

    assert [path for path in (tmp_path / "store").rglob("*") if path.is_file() and "doctor" in str(path)] == []


@pytest.mark.system
def test_the_broker_of_up_is_sound_and_the_clock_is_its(settings, tmp_path):
    broker = servers.start_broker(tmp_path / "broker", tmp_path / "log", servers.free_port())
    try:
        with_broker = load_settings(
            environ={"VOICEMILL_BROKER_URL": broker.url, "VOICEMILL_STORE": (tmp_path / "s").as_uri()}
        )
        found = {finding.name: finding for finding in examine(with_broker)}
    finally:
        servers.stop_broker(broker)

    assert found["broker"].ok
    assert found["clock"].ok
    assert (found["workers"].ok, found["workers"].advice) == (False, "start one: voicemill worker")
    assert found["queue"].ok
    assert found["jobs"].said == "0 failed in the last day and not retried"


FACTS = {"queues": {"voicemill": 0, "short": 2, "long": 0}, "leased": 0, "oldest_s": UNTOUCHED_S + 1, "alive": []}


def test_units_that_nobody_takes_are_a_fault_and_a_backlog_is_none():
    assert not _queue(FACTS).ok
    assert "the first for 61 s" in _queue(FACTS).said
    assert _queue(FACTS | {"leased": 1}).ok
    assert _queue(FACTS | {"oldest_s": 5.0}).ok
    assert _queue(FACTS | {"oldest_s": None}).ok


def test_a_clock_that_is_off_is_a_fault():
    assert [_clock(skew_s, "store").ok for skew_s in (-6.0, -4.0, 0.0, 4.0, 6.0)] == [False, True, True, True, False]


@pytest.mark.system
def test_workers_are_told_with_what_they_are_at_and_failures_counted(tmp_path, weed):
    variables = weed.environment(bucket="doctor") | {
        "VOICEMILL_MODELS__TONE_RTF": "0.5", "VOICEMILL_MODELS__TONE_POISON": "poison"
    }  # fmt: skip
    with running_broker() as broker, running_cluster(broker, variables, tmp_path) as cluster:
        cluster.start(1)
        with pytest.raises(JobFailed):
            cluster.submit("This one is poison for any worker that reads it aloud.").wait(60)
        job = cluster.submit(" ".join(sentences(20)))
        wait_until(lambda: job.status()["state"] == "RUNNING", what="work")
        fingerprint = job.status()["fingerprint"]
        wait_until(lambda: cluster.ledger.facts()["leased"], what="a lease")
        found = [(finding.name, finding) for finding in examine(cluster.settings)]
        job.cancel()
    by_name = dict(found)
    assert "1 alive: w1-" in by_name["workers"].said
    assert fingerprint in by_name["workers"].said
    assert by_name["jobs"].said.startswith("1 failed in the last day")
    clocks = [finding for name, finding in found if name == "clock"]
    assert [finding.said.split("from ")[1] for finding in clocks] == ["the broker's", "the store's"]
    assert all(finding.ok for finding in clocks)


def test_a_scratch_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")

    finding = _scratch(tmp_path / "file" / "scratch")

    assert not finding.ok
    assert "VOICEMILL_WORKER__SCRATCH" in finding.advice


def test_the_innermost_mount_tells_the_file_system(tmp_path):
    mounts = f"/dev/sda / ext4 rw 0 0\ntmpfs {tmp_path} tmpfs rw 0 0\nnone {tmp_path}/other proc rw 0 0\n"

    assert _file_system(tmp_path / "scratch", lambda: mounts) == "tmpfs"
