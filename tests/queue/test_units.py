"""Whatever happens to a unit's work, exactly one thing ends it."""

import contextlib
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from pipeline.errors import ModelDamaged, OutOfMemory, QueueError, StorageError, SynthesisError
from tasks.heartbeat import Heartbeat, Stopped
from tasks.ledger import Lease, Ledger, Sends
from tasks.units import UnitRunner

FP = "cd" * 32
PLAN = {"parts": 1, "total": 2, "queue": "short", "chapters": [{"title": "", "parts": 1, "total": 2}]}
RESULT = {"artifacts": [], "unsupported_spans": [], "warnings": [], "audio_s": 1.0}


class Rig:
    def __init__(self, ledger: Ledger, work: Callable[[Lease, Heartbeat], Any]) -> None:
        self.ledger = ledger
        self.sent: Sends = []
        self.announced: list[str] = []
        self.left: list[str] = []
        self.renewed: list[Sends] = []  # what was sent before each time
        self.draining = threading.Event()
        self.runner = UnitRunner(
            ledger=ledger,
            worker="w1",
            work=work,
            publish=self.sent.extend,
            announce=self.announced.extend,
            draining=self.draining.is_set,
            quit=self._quit,
            renew=lambda: self.renewed.append(list(self.sent)),
        )
        recipe: dict[str, Any] = {"canonical": {}, "text": "x", "source": None, "priority": "auto", "ttl_s": 3600}
        ledger.submit("job-1", FP, request={}, recipe=recipe, ttl_s=3600)

    def _quit(self, reason: str) -> None:
        self.left.append(reason)
        self.draining.set()


def good(lease: Lease, _beat: Heartbeat) -> Any:
    return {"plan": (PLAN, None), "part": ({"chapter": 0}, None), "bind": ({}, None), "publish": ({}, RESULT)}[
        lease.kind
    ]


def raising(error: BaseException) -> Callable[[Lease, Heartbeat], Any]:
    def work(_lease: Lease, _beat: Heartbeat) -> Any:
        raise error

    return work


def test_a_job_of_one_part_is_done_in_one_go(ledger):
    rig = Rig(ledger, good)
    rig.runner.run(f"{FP}/plan/0")
    assert ledger.job("job-1")["state"] == "DONE"
    assert (rig.sent, rig.announced) == ([], ["job-1"])


def test_a_job_of_several_parts_goes_through_the_queue(ledger):
    table = {"parts": 2, "total": 2, "queue": "long", "chapters": [{"title": "", "parts": 2, "total": 2}]}
    rig = Rig(ledger, lambda _lease, _beat: (table, None))
    rig.runner.run(f"{FP}/plan/0")
    assert rig.sent == [(f"{FP}/part/0", "long"), (f"{FP}/part/1", "long")]


def test_a_draining_worker_gives_its_unit_back_at_the_next_check(ledger):
    def work(_lease: Lease, beat: Heartbeat) -> Any:
        rig.draining.set()
        beat.check()
        pytest.fail("the check should have raised")

    rig = Rig(ledger, work)
    rig.runner.run(f"{FP}/plan/0")
    assert rig.sent == [(f"{FP}/plan/0", "short")]
    assert ledger.claim(f"{FP}/plan/0", "w2") is not None


def test_a_cancelled_unit_is_left(ledger):
    def work(_lease: Lease, beat: Heartbeat) -> Any:
        ledger.cancel("job-1")
        beat.check({})
        pytest.fail("the check should have raised")

    rig = Rig(ledger, work)
    rig.runner.run(f"{FP}/plan/0")
    assert (rig.sent, ledger.job("job-1")["state"]) == ([], "CANCELLED")


def test_a_worker_that_was_taken_for_dead_finishes_nothing(ledger):
    def work(lease: Lease, beat: Heartbeat) -> Any:
        ledger.release("w1")
        with contextlib.suppress(BaseException):
            beat.check({})
        return good(lease, beat)

    rig = Rig(ledger, work)
    rig.runner.run(f"{FP}/plan/0")
    assert (rig.sent, rig.announced) == ([], [])
    assert ledger.claim(f"{FP}/plan/0", "w2") is not None


def test_an_error_of_the_text_fails_the_job_at_once(ledger):
    rig = Rig(ledger, raising(SynthesisError("segment 3 cannot be spoken", segment=3)))
    rig.runner.run(f"{FP}/plan/0")
    error = json.loads(ledger.job("job-1")["error"])
    assert (error["code"], error["details"]["segment"]) == ("synthesis_failed", 3)
    assert rig.announced == ["job-1"]


def test_a_store_that_stayed_away_fails_the_job_retryably(ledger):
    rig = Rig(ledger, raising(StorageError("the store is gone")))
    rig.runner.run(f"{FP}/plan/0")
    assert json.loads(ledger.job("job-1")["error"])["code"] == "storage_unavailable"


def test_a_broker_that_was_away_costs_the_job_nothing(ledger):
    rig = Rig(ledger, raising(QueueError("the broker did not answer")))
    for _ in range(5):
        rig.runner.run(f"{FP}/plan/0")
    assert rig.sent == [(f"{FP}/plan/0", "short")] * 5
    assert ledger.job("job-1")["state"] == "RUNNING"


def test_an_unfit_worker_gives_its_unit_back_and_leaves(ledger):
    rig = Rig(ledger, raising(ModelDamaged("model.onnx is not what its sha256 names")))
    rig.runner.run(f"{FP}/plan/0")
    assert rig.left == ["model.onnx is not what its sha256 names"]
    assert rig.sent == [(f"{FP}/plan/0", "short")]
    assert ledger.job("job-1")["state"] == "RUNNING"


@pytest.mark.parametrize("error", [OutOfMemory("bad_alloc"), MemoryError("Unable to allocate 2 GiB")])
def test_memory_that_runs_out_costs_the_process_and_counts_against_the_segment(ledger, error):
    def work(_lease: Lease, beat: Heartbeat) -> Any:
        beat.check({"segment": {"spot": "7 of chapter 1", "words": "All of it"}})
        raise error

    rig = Rig(ledger, work)
    for times in (1, 2):
        rig.runner.run(f"{FP}/plan/0")
        assert rig.renewed[-1] == [(f"{FP}/plan/0", "short")] * times  # sent before the process ends
    assert ledger.job("job-1")["state"] == "RUNNING"
    rig.runner.run(f"{FP}/plan/0")
    failed = json.loads(ledger.job("job-1")["error"])
    assert 'segment 7 of chapter 1 ("All of it") ended its worker 3 times' in failed["message"]
    assert rig.left == []


def test_what_nobody_expected_is_tried_again_and_fails_the_third_time(ledger):
    rig = Rig(ledger, raising(ZeroDivisionError("division by zero")))
    for _ in range(3):
        rig.runner.run(f"{FP}/plan/0")
    assert rig.sent == [(f"{FP}/plan/0", "short")] * 2
    error = json.loads(ledger.job("job-1")["error"])
    assert "ZeroDivisionError: division by zero" in error["message"]


def test_a_second_message_for_a_unit_does_nothing(ledger):
    calls: list[str] = []

    def work(lease: Lease, beat: Heartbeat) -> Any:
        calls.append(lease.unit)
        return good(lease, beat)

    rig = Rig(ledger, work)
    rig.runner.run(f"{FP}/plan/0")
    rig.runner.run(f"{FP}/plan/0")
    rig.runner.run(f"{FP}/part/0")
    assert len(calls) == 4


def test_a_lease_is_kept_while_one_segment_takes_longer_than_it(ledger, options):
    finished = threading.Event()

    def work(lease: Lease, beat: Heartbeat) -> Any:
        other = Ledger(options)
        for _ in range(25):
            assert other.reap("w2", 0.001)[0] == []
            finished.wait(0.1)
        other.close()
        return good(lease, beat)

    rig = Rig(ledger, work)
    rig.runner.run(f"{FP}/plan/0")
    assert ledger.job("job-1")["state"] == "DONE"


def test_whoever_was_stalled_asks_before_its_next_step_whether_the_unit_is_still_its_own(ledger, options):
    ledger.submit("job-1", FP, request={}, recipe={"text": "x"}, ttl_s=3600)
    lease = ledger.claim(f"{FP}/plan/0", "w1")
    assert lease is not None
    beat = Heartbeat(ledger, lease, draining=lambda: False)  # not entered: its thread is stalled, too
    beat.check()
    while ledger.claim(lease.unit, "w2") is None:  # as soon as the lease is over
        pass
    with pytest.raises(Stopped) as stopped:
        beat.check()
    assert stopped.value.verdict == "lost"
