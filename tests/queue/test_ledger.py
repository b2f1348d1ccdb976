"""The ledger's rules on a real broker: one concept a test."""

import json
import signal
import time
from typing import Any

import pytest

from pipeline.errors import InvalidRequest, JobNotFound, QueueError
from tasks.ledger import Lease, Ledger
from tasks.options import QueueOptions
from tasks.results import job_view
from tests.support.broker import Broker, free_port

FP = "ab" * 32
RESULT = {"artifacts": [], "unsupported_spans": [], "warnings": [], "audio_s": 1.5}
RECIPE: dict[str, Any] = {"canonical": {}, "text": "One. Two.", "source": None, "priority": "auto", "ttl_s": 3600}


def submit(ledger: Ledger, job_id: str = "job-1", fp: str = FP) -> Any:
    return ledger.submit(job_id, fp, request={"metadata": {"title": "T"}}, recipe=RECIPE, ttl_s=3600)


def claim(ledger: Ledger, unit: str, worker: str = "w1") -> Lease:
    lease = ledger.claim(unit, worker)
    assert lease is not None
    return lease


def claim_plan_of(ledger: Ledger, job_id: str) -> Lease:
    submit(ledger, job_id)
    return claim(ledger, f"{FP}/plan/0")


def planned(ledger: Ledger, parts: int = 5, chapters: int = 1, job_id: str = "job-1") -> list[tuple[str, str]]:
    lease = claim_plan_of(ledger, job_id)
    table = [{"title": "", "parts": parts // chapters, "total": 2 * (parts // chapters)} for _ in range(chapters)]
    finished = ledger.finish(lease, {"parts": parts, "total": 2 * parts, "queue": "long", "chapters": table})
    assert finished is not None
    return finished[0]


def finish(ledger: Ledger, unit: str, payload: dict[str, Any], result: dict[str, Any] | None = None) -> Any:
    done = ledger.finish(claim(ledger, unit), payload, result)
    assert done is not None
    return done


def next_sends(ledger: Ledger, *living: Lease) -> list[tuple[str, str]]:
    """Tick until something is sent again, while the living beat."""
    deadline = time.monotonic() + 10
    while not (sends := ledger.reap("reaper", 0.001)[0]):
        assert time.monotonic() < deadline
        assert [ledger.beat(lease) for lease in living] == ["ok"] * len(living)
        time.sleep(0.05)
    return sends


def test_a_job_starts_with_its_plan_on_the_short_queue(ledger):
    submission = submit(ledger)
    assert (submission.outcome, submission.sends) == ("started", [(f"{FP}/plan/0", "short")])
    assert ledger.job("job-1")["state"] == "QUEUED"


def test_submitting_the_same_id_again_changes_nothing(ledger):
    submit(ledger)
    again = submit(ledger)
    assert (again.outcome, again.sends) == ("known", [])


def test_an_id_taken_by_another_request_is_refused(ledger):
    submit(ledger)
    with pytest.raises(InvalidRequest, match="taken by a different request"):
        submit(ledger, fp="cd" * 32)


def test_identical_jobs_share_one_rendering(ledger):
    submit(ledger)
    assert [submit(ledger, f"job-{n}").outcome for n in range(2, 9)] == ["joined"] * 7
    assert len(ledger.subscribers(FP)) == 8


def test_a_unit_is_leased_once(ledger):
    submit(ledger)
    claim(ledger, f"{FP}/plan/0")
    assert ledger.claim(f"{FP}/plan/0", "w2") is None
    assert ledger.job("job-1")["state"] == "RUNNING"


def test_the_window_bounds_the_parts_on_the_queue(ledger):
    sends = planned(ledger, parts=5)
    assert [unit.split("/", 1)[1] for unit, _ in sends] == ["part/0", "part/1", "part/2"]
    sends, _ = finish(ledger, f"{FP}/part/1", {"chapter": 0})
    assert sends == [(f"{FP}/part/3", "long")]


def test_parts_lead_to_binds_and_binds_to_publish_and_every_subscriber_is_done(ledger):
    planned(ledger, parts=2, chapters=2)
    submit(ledger, "job-2")
    sends, _ = finish(ledger, f"{FP}/part/0", {"chapter": 0})
    assert sends == [(f"{FP}/bind/0", "long")]
    finish(ledger, f"{FP}/part/1", {"chapter": 1})
    finish(ledger, f"{FP}/bind/1", {})
    sends, _ = finish(ledger, f"{FP}/bind/0", {})
    assert sends == [(f"{FP}/publish/0", "long")]
    _, final = finish(ledger, f"{FP}/publish/0", {}, {"artifacts": [], "audio_s": 1.5})
    assert sorted(final) == ["job-1", "job-2"]
    assert ledger.job("job-2")["state"] == "DONE"
    assert json.loads(ledger.rendering(FP)["result"]) == {"artifacts": [], "audio_s": 1.5}


def test_a_finished_rendering_answers_a_new_job_at_once(ledger):
    planned(ledger, parts=1)
    finish(ledger, f"{FP}/part/0", {"chapter": 0})
    finish(ledger, f"{FP}/bind/0", {})
    finish(ledger, f"{FP}/publish/0", {}, {"artifacts": []})
    again = submit(ledger, "job-2")
    assert (again.outcome, again.state, again.sends) == ("reused", "DONE", [])
    assert ledger.forget(FP)
    assert submit(ledger, "job-3").outcome == "started"


def test_a_lease_that_ran_out_is_sent_again_and_the_old_token_can_finish_nothing(ledger):
    submit(ledger)
    old = claim(ledger, f"{FP}/plan/0")
    assert ledger.reap("w2", 0.001)[0] == []
    assert next_sends(ledger) == [(old.unit, "short")]
    new = claim(ledger, old.unit, "w2")
    assert int(new.token) > int(old.token)
    assert ledger.beat(old) == "lost"
    assert ledger.finish(old, {"parts": 1, "total": 1, "queue": "short", "chapters": []}) is None
    assert ledger.beat(new) == "ok"


def test_after_a_silence_of_the_broker_the_living_keep_their_leases_and_the_dead_lose_theirs(ledger, broker: Broker):
    submit(ledger)
    submit(ledger, "job-2", fp="cd" * 32)
    living, dead = claim(ledger, f"{FP}/plan/0"), claim(ledger, f"{'cd' * 32}/plan/0", "w2")
    ledger.reap("w3", 0.001)
    broker.kill(signal.SIGSTOP)
    time.sleep(3.2)  # the outage itself
    broker.kill(signal.SIGCONT)
    assert ledger.reap("w3", 0.001)[0] == []  # both are over their time by now
    assert ledger.beat(living) == "ok"
    assert next_sends(ledger, living) == [(dead.unit, "short")]


@pytest.mark.parametrize("lease_s", [1.0, 2.0])
def test_the_ticks_of_a_slow_machine_do_not_keep_a_dead_workers_lease_alive(ledger, options, lease_s):
    ledger = Ledger(options.model_copy(update={"lease_s": lease_s}))
    submit(ledger)
    dead = claim(ledger, f"{FP}/plan/0")
    deadline = time.monotonic() + 3 * lease_s + 3
    while not (sends := ledger.reap("w2", 0.001)[0]):
        assert time.monotonic() < deadline
        time.sleep(1.1)  # the ticks
    assert sends == [(dead.unit, "short")]


def test_beats_keep_a_lease_for_as_long_as_they_come(ledger, options):
    submit(ledger)
    lease = claim(ledger, f"{FP}/plan/0")
    deadline = time.monotonic() + 2.5 * options.lease_s
    while time.monotonic() < deadline:
        assert ledger.beat(lease) == "ok"
        assert ledger.reap("w2", 0.001)[0] == []
        time.sleep(0.1)


def test_a_new_child_frees_what_its_dead_predecessor_held(ledger):
    submit(ledger)
    claim(ledger, f"{FP}/plan/0", "w1")
    assert ledger.release("w2") == []
    assert ledger.release("w1") == [(f"{FP}/plan/0", "short")]


def test_three_deaths_on_one_segment_fail_the_job_naming_it(ledger):
    planned(ledger, parts=1)
    segment = {"segment": {"spot": "7 of chapter 1", "words": "the one that kills"}}
    for death in range(3):
        lease = claim(ledger, f"{FP}/part/0")
        assert ledger.beat(lease, segment) == "ok"
        assert ledger.release("w1") == ([(lease.unit, "long")] if death < 2 else [])
    error = json.loads(ledger.job("job-1")["error"])
    assert error["code"] == "synthesis_failed"
    assert "segment 7 of chapter 1" in error["message"]
    assert "the one that kills" in error["message"]


def test_deaths_on_different_segments_and_give_backs_count_for_nothing(ledger):
    planned(ledger, parts=1)
    for death in range(5):
        lease = claim(ledger, f"{FP}/part/0")
        ledger.beat(lease, {"segment": {"spot": f"{death} of chapter 1", "words": "w"}})
        assert ledger.release("w1") == [(lease.unit, "long")]
        assert ledger.give_back(claim(ledger, f"{FP}/part/0")) == [(lease.unit, "long")]
    assert ledger.job("job-1")["state"] == "RUNNING"


def test_progress_of_a_lost_attempt_is_taken_back(ledger):
    planned(ledger, parts=2)
    lease = claim(ledger, f"{FP}/part/0")
    for _ in range(2):  # a beat whose answer was lost comes twice, and counts once
        ledger.beat(lease, {"done": 2, "chapter": 0, "synthesized": 2, "synth_s": 1.5, "audio_s": 3.25})
    assert (ledger.rendering(FP)["synthesized"], ledger.rendering(FP)["synth_s"]) == ("2", "1.5")
    assert (ledger.rendering(FP)["done"], ledger.chapters(FP)["done:0"]) == ("2", "2")
    ledger.give_back(lease)
    assert (ledger.rendering(FP)["done"], ledger.chapters(FP)["done:0"]) == ("0", "0")
    assert float(ledger.rendering(FP)["audio_s"]) == 3.25


def test_cancelling_one_of_two_identical_jobs_leaves_the_other_running(ledger):
    planned(ledger, parts=2)
    submit(ledger, "job-2")
    lease = claim(ledger, f"{FP}/part/0")
    assert ledger.cancel("job-1") == "CANCELLED"
    assert ledger.beat(lease) == "ok"
    assert ledger.cancel("job-2") == "CANCELLED"
    assert ledger.beat(lease) == "cancel"
    assert ledger.claim(f"{FP}/part/1", "w1") is None


def test_a_job_that_can_be_retried_keeps_its_text_and_no_other_final_job_does(ledger):
    lease = claim_plan_of(ledger, "job-1")
    ledger.fail(lease, {"code": "c", "message": "m", "details": {}})
    assert json.loads(ledger.job("job-1")["recipe"]) == RECIPE
    for unit, _queue in planned(ledger, parts=1, job_id="job-2"):
        finish(ledger, unit, {"chapter": 0})
    finish(ledger, f"{FP}/bind/0", {})
    finish(ledger, f"{FP}/publish/0", {}, RESULT)
    assert ledger.job("job-2")["state"] == "DONE"
    assert "recipe" not in ledger.job("job-2")
    assert "recipe" not in ledger.rendering(FP)
    assert json.loads(ledger.job("job-1")["recipe"]) == RECIPE


def test_a_full_broker_takes_no_job_and_lets_workers_go_on_with_what_it_took(ledger, broker: Broker):
    submit(ledger)
    with broker.client() as client:
        client.config_set("maxmemory", "1mb")
        try:
            with pytest.raises(QueueError, match="is full") as refused:
                submit(ledger, "job-2", fp="cd" * 32)
            assert str(broker.port) in str(refused.value)
            assert client.exists("voicemill:job:job-2") == 0
            lease = claim(ledger, f"{FP}/plan/0")
            assert ledger.beat(lease) == "ok"
            table = [{"title": "", "parts": 1, "total": 1}]
            ledger.finish(lease, {"parts": 1, "total": 1, "queue": "short", "chapters": table})
            ledger.reap("w1", 0.001)
            finish(ledger, f"{FP}/part/0", {"chapter": 0})
            finish(ledger, f"{FP}/bind/0", {})
            finish(ledger, f"{FP}/publish/0", {}, RESULT)
        finally:
            client.config_set("maxmemory", "0")
    assert ledger.job("job-1")["state"] == "DONE"


def test_final_states_never_change(ledger):
    planned(ledger, parts=1)
    lease = claim(ledger, f"{FP}/part/0")
    assert ledger.fail(lease, {"code": "synthesis_failed", "message": "m", "details": {}}) == ["job-1"]
    assert ledger.cancel("job-1") == "FAILED"
    assert ledger.finish(lease, {"chapter": 0}) is None
    assert ledger.fail(lease, {"code": "x", "message": "y", "details": {}}) == []


def test_an_unknown_job_is_not_found(ledger):
    with pytest.raises(JobNotFound, match="never submitted here"):
        ledger.job("nobody")
    with pytest.raises(JobNotFound):
        ledger.cancel("nobody")


def test_a_message_that_never_came_is_sent_again_after_a_lease(ledger, options):
    submit(ledger)  # nobody publishes it
    deadline = time.monotonic() + 2 * options.lease_s + 1
    sends: list[tuple[str, str]] = []
    while not sends:
        assert time.monotonic() < deadline, "not sent again within two leases"
        sends, _ = ledger.reap("w1", 0.001)
        time.sleep(0.05)
    assert sends == [(f"{FP}/plan/0", "short")]


def test_messages_that_wait_on_the_queue_are_never_doubled(ledger, options):
    for n in range(20):
        for unit, queue in submit(ledger, f"job-{n}", fp=f"{n:064x}").sends:
            ledger._redis.lpush(queue, unit)  # as a published message
    deadline = time.monotonic() + 2.2 * options.lease_s
    while time.monotonic() < deadline:
        assert ledger.reap("w1", 0.001)[0] == []
        time.sleep(0.05)


def test_many_messages_lost_at_once_are_all_sent_again_without_a_grace_time_for_each_hundred(ledger, options):
    for n in range(25):
        submit(ledger, f"job-{n}", fp=f"{n:064x}")  # nobody publishes them
    ledger.reap("w1", 0.001, most=10)
    first: list[tuple[str, str]] = []
    deadline = time.monotonic() + 5 * options.lease_s
    while not first:
        assert time.monotonic() < deadline
        time.sleep(0.05)
        first = ledger.reap("w1", 0.001, most=10)[0]
    ticks = [first]
    for _ in range(3):
        for unit, queue in ticks[-1]:
            ledger._redis.lpush(queue, unit)
        time.sleep(0.01)
        ticks.append(ledger.reap("w1", 0.001, most=10)[0])
    assert [len(tick) for tick in ticks] == [10, 10, 5, 0]
    assert len({unit for tick in ticks for unit, _queue in tick}) == 25


def test_one_reaper_acts_at_a_time(ledger):
    submit(ledger)
    ledger.cancel("job-1")
    assert ledger.reap("w1", 5.0)[1] == ["job-1"]
    assert ledger.reap("w2", 5.0) == ([], [])


def due(ledger: Ledger) -> list[str]:
    deadline = time.monotonic() + 5 * ledger.options.lease_s
    while not (found := ledger.reap("w1", 0.001)[1]):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found


def test_a_final_job_is_announced_until_two_results_are_known_to_be_stored(ledger):
    submit(ledger)
    ledger.cancel("job-1")
    assert due(ledger) == ["job-1"]
    assert ledger.reap("w1", 0.001)[1] == []  # not before a lease is over
    assert due(ledger) == ["job-1"]  # whoever was told before has died with it
    ledger.announced(["job-1"])
    assert due(ledger) == ["job-1"]
    ledger.announced(["job-1"])
    assert ledger._redis.zcard("voicemill:announce") == 0


def test_every_key_has_a_time_to_live(ledger):
    planned(ledger, parts=3)
    lease = claim(ledger, f"{FP}/part/0")
    ledger.beat(lease, {"done": 1, "chapter": 0, "segment": {"spot": "0 of chapter 1", "words": "w"}})
    ledger.release("w1")
    claim(ledger, f"{FP}/part/0")
    submit(ledger, "job-2", fp="cd" * 32)
    ledger.cancel("job-2")
    ledger.reap("w1", 5.0)
    keys = ledger._redis.keys("voicemill:*")
    assert len(keys) > 12
    assert [key for key in keys if ledger._redis.ttl(key) < 0] == []


def test_a_broker_that_is_not_there_is_a_queue_error_without_secrets():
    gone = Ledger(QueueOptions(broker_url=f"redis://:canary@127.0.0.1:{free_port()}/0"), timeout_s=1, retries=0)
    with pytest.raises(QueueError, match=r"broker at 127\.0\.0\.1") as caught:
        gone.job("x")
    assert "canary" not in str(caught.value)


def test_a_broker_that_refuses_the_password_is_not_said_to_be_down(broker: Broker):
    with broker.client() as client:
        client.config_set("requirepass", "right")
        try:
            for url in (broker.url, broker.url.replace("//", "//:wrong@")):
                with pytest.raises(QueueError, match="refuses the name or password") as refused:
                    Ledger(QueueOptions(broker_url=url), retries=0).job("job-1")
                assert "wrong" not in str(refused.value)
        finally:
            client.config_set("requirepass", "")


def test_facts_tell_an_operator_about_the_broker(ledger, broker: Broker):
    facts = ledger.facts()
    assert facts["appendonly"] is True
    assert facts["maxmemory_policy"] == "noeviction"
    assert facts["queues"] == {"voicemill": 0, "short": 0, "long": 0}
    assert abs(facts["skew_s"]) < 5


def test_a_claim_whose_answer_was_lost_is_answered_again(ledger):
    submit(ledger)
    lease = claim(ledger, f"{FP}/plan/0", "w1")
    assert claim(ledger, f"{FP}/plan/0", "w1") == lease
    assert ledger.claim(f"{FP}/plan/0", "w2") is None


def test_a_cancellation_that_came_before_its_job_waits_for_it(ledger):
    with pytest.raises(JobNotFound):
        ledger.cancel("job-1", expected=True)
    assert submit(ledger).sends == []
    assert ledger.job("job-1")["state"] == "CANCELLED"
    assert ledger._redis.ttl("voicemill:jobs") > 0
    with pytest.raises(JobNotFound):
        ledger.cancel("job-2")
    assert submit(ledger, "job-2").outcome == "started"


def test_a_done_job_keeps_its_result_while_its_rendering_is_made_anew(ledger):
    planned(ledger, parts=1)
    finish(ledger, f"{FP}/part/0", {"chapter": 0})
    finish(ledger, f"{FP}/bind/0", {})
    finish(ledger, f"{FP}/publish/0", {}, RESULT)
    before = job_view(ledger, "job-1", 0.0, lambda key: key)
    ledger.forget(FP)
    submit(ledger, "job-2")
    assert job_view(ledger, "job-1", 0.0, lambda key: key) == before
    assert before["result"]["timing"]["audio_s"] == 1.5
