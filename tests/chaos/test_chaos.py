"""A small trial of the chaos driver, and tests that its checks can fail. The large ones: `make chaos`."""

from collections import Counter
from random import Random

import pytest

from tests.chaos.faults import KINDS, draw_faults
from tests.chaos.orders import draw_orders
from tests.chaos.run import Trial, run
from tests.chaos.truth import doubled


@pytest.mark.system
@pytest.mark.endurance
@pytest.mark.timeout(170)
def test_nothing_is_lost_or_made_twice_in_a_small_trial(tmp_path):
    report = run(Trial(seed=5, jobs=8, faults=8, span_s=8.0, rtf=0.03, whole=False), tmp_path)
    print("\n".join(report.lines + report.struck))
    assert report.violations == []
    assert len(report.struck) >= 6


def test_a_seed_gives_the_same_jobs_and_faults_and_another_seed_others():
    assert draw_orders(Random(1), 30, 60.0) == draw_orders(Random(1), 30, 60.0) != draw_orders(Random(2), 30, 60.0)
    assert draw_faults(Random(1), 24, 60.0) == draw_faults(Random(1), 24, 60.0) != draw_faults(Random(2), 24, 60.0)


@pytest.mark.parametrize("seed", range(20))
def test_every_run_has_every_kind_of_job_and_fault(seed):
    rng = Random(seed)
    orders = draw_orders(rng, 30, 60.0)
    assert len({order.job_id for order in orders}) == len(orders) == 30
    kinds = Counter(order.kind for order in orders)
    assert kinds["poison"] == 1
    assert set(kinds) == {"short", "book", "twin", "cousin", "poison"}
    assert {order.way for order in orders} == {"client", "celery", "inbox", "unpublished"}
    assert {order.stop for order in orders} == {"", "cancel", "cancel_message", "cancel_and_retry"}
    assert {fault.kind for fault in draw_faults(rng, 24, 60.0)} == set(KINDS)


def test_an_object_that_was_written_twice_is_told_unless_that_is_its_purpose():
    assert doubled(Counter({"segments/ab/abc.flac": 2, "renders/f/last-use.json": 3, "renders/f/plan.json": 1})) == [
        "segments/ab/abc.flac"
    ]
