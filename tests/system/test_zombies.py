"""A worker that was taken for dead, or died at an awkward moment: its work is done once, by somebody else."""

import functools
import os
import signal
import time

import pytest

from tests.support.cluster import sentences, wait_until
from tests.support.faults import claimed, holds, holds_kind, published, stored, written

pytestmark = [pytest.mark.system, pytest.mark.endurance]
LEASE_S = 2.0
SLOW = {"VOICEMILL_QUEUE__LEASE_S": str(LEASE_S), "VOICEMILL_MODELS__TONE_RTF": "0.3"}


def was_claimed_twice(cluster, unit):
    return claimed(cluster).count(unit) == 2


def signal_group(worker, number):
    os.killpg(worker.process.pid, number)


def test_a_stalled_worker_that_wakes_up_finishes_nothing_and_overwrites_nothing(cluster):
    (zombie,) = cluster.start(1, **SLOW)
    job = cluster.submit(" ".join(sentences(6)), formats=("opus",))
    wait_until(lambda: stored(cluster) >= 1 and holds_kind(cluster, zombie, "part"), what="a part at work")
    signal_group(zombie, signal.SIGSTOP)
    unit = holds_kind(cluster, zombie, "part")
    assert unit
    (other,) = cluster.start(1, **SLOW)
    result = job.wait(60)
    before = {each.key: each.sha256 for each in cluster.store.list("")}
    files = written(cluster)
    signal_group(zombie, signal.SIGCONT)
    wait_until(lambda: unit in [each["unit"] for each in zombie.events("lease_lost")], 30, "the zombie's refusal")
    assert unit in [each["unit"] for each in other.events("unit_claimed")]
    assert {each.key: each.sha256 for each in cluster.store.list("")} == before
    assert written(cluster) == files
    assert job.status()["result"]["artifacts"] == result["artifacts"]
    assert set(published(cluster).values()) == {1}
    other.kill_all()
    assert cluster.submit("The zombie is well again, and speaks.").wait(30)["state"] == "DONE"


def test_a_worker_killed_right_after_its_claim_is_replaced_within_its_lease(cluster):
    victim, other = cluster.start(
        2, **SLOW | {"VOICEMILL_MODELS__TONE_RTF": "2"}
    )  # 7 s a segment: killed before it ends
    job = cluster.submit("It is killed before it has said any of this.")
    (holder,) = wait_until(lambda: [each for each in (victim, other) if holds_kind(cluster, each, "part")])
    unit = holds_kind(cluster, holder, "part")
    assert unit
    holder.kill_all()
    killed = time.monotonic()
    assert stored(cluster) == 0
    wait_until(lambda: claimed(cluster).count(unit) == 2, 30, "the other's claim")
    assert time.monotonic() - killed <= LEASE_S + 2
    assert job.wait(60)["segments"] == {"total": 1, "synthesized": 1, "cached": 0}


def test_a_child_killed_twice_in_a_job_that_is_one_message_loses_nothing(cluster):
    # a lease that outlasts the test: only the dead child's successor can free what it held
    lasting = {"VOICEMILL_QUEUE__LEASE_S": "60"}
    (worker,) = cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0", VOICEMILL_QUEUE__PART_S="600", **lasting)
    job = cluster.submit(" ".join(sentences(50)), formats=("wav", "flac", "mp3", "opus"))
    for kind in ("part", "bind"):
        unit = wait_until(functools.partial(holds_kind, cluster, worker, kind), what=f"the {kind}")
        os.kill(worker.child(), signal.SIGKILL)
        wait_until(functools.partial(was_claimed_twice, cluster, unit), 5, "the next claim")
    result = job.wait(60)
    assert result["segments"]["total"] == 50
    assert len(worker.events("child_died")) == 2
    assert set(published(cluster).values()) == {1}
    assert holds(cluster, worker) == []
