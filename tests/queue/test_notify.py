"""What plain Celery producers are told, also when the one who tells them stood still at the wrong moment."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pipeline.errors import QueueError
from tasks.app import make_app
from tasks.ledger import Ledger
from tasks.notify import Notifier
from tasks.options import QueueOptions

FP = "ef" * 32
RECIPE: dict[str, Any] = {"canonical": {}, "text": "One.", "source": None, "priority": "auto", "ttl_s": 3600}


class Desk:
    """A notifier whose next store waits for something to happen first."""

    def __init__(self, options: QueueOptions, ledger: Ledger) -> None:
        self.ledger = ledger
        self.app = make_app(options, producer=True)
        self.notifier = Notifier(self.app, ledger, lambda key: key)
        self._store = self.app.backend.store_result
        self._first: Callable[[], None] | None = None
        self.app.backend.store_result = self._store_result
        ledger.submit("job-1", FP, request={"metadata": {}}, recipe=RECIPE, ttl_s=3600)

    def before_the_next_store(self, happens: Callable[[], None]) -> None:
        self._first = happens

    def _store_result(self, *args: Any, **kwargs: Any) -> Any:
        first, self._first = self._first, None
        if first:
            first()
        return self._store(*args, **kwargs)

    def cancelled(self) -> None:
        """The job becomes final and its result is stored, twice, while this process stands still."""
        self.ledger.cancel("job-1")
        self.notifier.announce(["job-1"])

    def told(self) -> Any:
        return self.app.AsyncResult("job-1")


@pytest.fixture
def desk(options: QueueOptions, ledger: Ledger) -> Iterator[Desk]:
    desk = Desk(options, ledger)
    yield desk
    desk.app.close()


def test_progress_that_comes_after_the_end_does_not_stay(desk):
    desk.before_the_next_store(desk.cancelled)
    desk.notifier.progress(FP)
    assert desk.told().state == "FAILURE"
    assert desk.told().result.args[0] == "job_cancelled"


def test_a_job_that_ends_while_its_acceptance_is_told_is_told_as_ended(desk):
    desk.before_the_next_store(desk.cancelled)
    desk.notifier.announce(["job-1"])
    assert desk.told().state == "FAILURE"


def test_only_what_the_reaper_has_stored_counts_as_announced(desk, ledger):
    def away() -> None:
        raise QueueError("the broker did not answer")

    ledger.cancel("job-1")
    for _ in range(3):
        desk.before_the_next_store(away)
        desk.notifier.announce(["job-1"], again=True)
    assert ledger._redis.zscore("voicemill:announce", "job-1") is not None
    for _ in range(2):
        desk.notifier.announce(["job-1"], again=True)
    assert ledger._redis.zscore("voicemill:announce", "job-1") is None
    assert desk.told().state == "FAILURE"
