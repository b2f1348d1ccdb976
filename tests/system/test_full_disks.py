"""A full disk, of one worker or of the store, is waited for, then named; other jobs live, and nothing half-made stays."""

import resource

import pytest

from pipeline.errors import JobFailed
from pipeline.scratch import LEAST_BYTES
from tests.support.cluster import running_cluster, sentences, wait_until
from tests.support.faults import holds_kind, in_the_making, stored
from tests.support.small_disk import small_disk

pytestmark = [pytest.mark.system, pytest.mark.endurance]
SHORT = {"VOICEMILL_QUEUE__STORE_PATIENCE_S": "2", "VOICEMILL_QUEUE__PART_S": "600", "VOICEMILL_MODELS__TONE_RTF": "0"}
MIB = 1 << 20
LARGE = " ".join(sentences(150))  # 560 s: 27 MB as samples, and as much again as WAV


def test_a_job_that_is_too_large_for_the_scratch_disk_fails_by_name_and_others_live(cluster):
    with small_disk(LEAST_BYTES // MIB + 10) as disk:
        (worker,) = cluster.start(1, VOICEMILL_WORKER__SCRATCH=str(disk / "scratch"), **SHORT)
        large, small = cluster.submit(LARGE), cluster.submit(" ".join(sentences(3, start=900)))
        with pytest.raises(JobFailed, match=r"about 5\d\.\d MB are needed, 4\d\.\d MB are free") as failed:
            large.wait(60)
        error = failed.value.details["error"]
        assert error["code"] == "scratch_full"
        assert error["details"]["needed_bytes"] > error["details"]["free_bytes"] > LEAST_BYTES
        assert small.wait(30)["state"] == "DONE"
        assert worker.events("scratch_retried")
        assert worker.process.poll() is None
        assert in_the_making(disk / "scratch") == []
        cluster.start(1, **SHORT)
        worker.kill_all()
        result = cluster.client.retry(large.id).wait(60)
        assert result["segments"] == {"total": 150, "synthesized": 0, "cached": 150}


def test_a_worker_whose_disk_has_room_for_nothing_waits_and_then_leaves_its_work_to_others(cluster):
    with small_disk(LEAST_BYTES // MIB) as disk:
        (worker,) = cluster.start(1, VOICEMILL_WORKER__SCRATCH=str(disk / "scratch"), **SHORT)
        filler = disk / "somebody-elses"
        filler.write_bytes(bytes(LEAST_BYTES - 2 * MIB))
        first = cluster.submit(" ".join(sentences(20)))  # 3.5 MB of samples and WAV each
        wait_until(lambda: worker.events("scratch_retried"), what="the wait for room")
        filler.unlink()
        assert first.wait(30)["state"] == "DONE"

        filler.write_bytes(bytes(LEAST_BYTES - 2 * MIB))
        second = cluster.submit(" ".join(sentences(20, start=100)))
        assert worker.process.wait(60) == 1
        (given_back,) = worker.events("unit_given_back")
        assert given_back["code"] == "scratch_unusable"
        assert in_the_making(disk / "scratch") == []
        assert second.status()["state"] == "RUNNING"
        cluster.start(1, **SHORT)
        assert second.wait(30)["segments"] == {"total": 20, "synthesized": 20, "cached": 0}


def test_a_write_that_finds_no_room_is_named_also_where_there_seemed_to_be_some(cluster):
    (worker,) = cluster.start(1, **SHORT)
    most = 30 * 48_000
    resource.prlimit(worker.child(), resource.RLIMIT_FSIZE, (most, most))  # as a quota: 30 s of samples
    job = cluster.submit(" ".join(sentences(12)))
    with pytest.raises(JobFailed, match="no room in the folder") as failed:
        job.wait(60)
    assert failed.value.details["error"]["code"] == "scratch_full"
    assert in_the_making(cluster.folder / "scratch") == []
    assert cluster.submit(" ".join(sentences(3, start=900))).wait(30)["state"] == "DONE"


def test_a_full_store_fails_the_job_after_a_while_and_leaves_nothing_half_written(broker, tmp_path):
    with small_disk(4) as disk:
        variables = {"VOICEMILL_STORAGE__FOLDER": str(disk / "store"), "VOICEMILL_QUEUE__LEASE_S": "2"} | SHORT
        with running_cluster(broker, variables, tmp_path) as cluster:
            (worker,) = cluster.start(1)
            filler = disk / "somebody-elses"
            filler.write_bytes(bytes(2 * MIB))
            job = cluster.submit(" ".join(sentences(60)))
            with pytest.raises(JobFailed, match="No space left on device") as failed:
                job.wait(60)
            assert failed.value.details["error"]["code"] == "storage_unavailable"
            assert worker.events("store_retried")
            assert list((disk / "store" / "scratch").iterdir()) == []
            records = {path.relative_to(disk / "store/records") for path in (disk / "store/records").rglob("*.json")}
            objects = {path.relative_to(disk / "store/objects") for path in (disk / "store/objects").rglob("*.flac")}
            assert {path.with_suffix("") for path in records if path.name.endswith(".flac.json")} == objects
            before = stored(cluster)
            filler.unlink()
            small = cluster.submit(" ".join(sentences(5)))
            assert small.wait(60)["segments"] == {"total": 5, "synthesized": 0, "cached": 5}
            assert before >= 5
            assert holds_kind(cluster, worker, "part") is None
