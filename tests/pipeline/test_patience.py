import io

import pytest

from pipeline.errors import ObjectMissing, StorageDenied, StorageError
from pipeline.patience import DENIED_PATIENCE_S, PatientStore
from storage.memory import MemoryStore


class Away(MemoryStore):
    """A store that does not answer for a number of calls, the last of which has written half already."""

    def __init__(self, calls: int, error: type[StorageError] = StorageError) -> None:
        super().__init__()
        self.calls = calls
        self.error = error

    def get(self, key, into):
        if self.calls:
            self.calls -= 1
            into.write(b"half")
            raise self.error("no answer")
        return super().get(key, into)


def patient(store, patience_s=600.0, call_s=0.0):
    """Return a patient store on a clock that only rests and calls of `call_s` advance, and its rests."""
    rests: list[float] = []
    calls: list[float] = []

    def clock():
        calls.append(call_s)
        return sum(rests) + sum(calls[1:])  # the first look is before the first call

    return PatientStore(store, rest=rests.append, patience_s=patience_s, clock=clock), rests


def test_an_outage_is_ridden_out_with_growing_rests_and_nothing_of_the_failed_tries_stays():
    away = Away(4)
    away.put("segments/a", b"whole", content_type="audio/flac")
    store, rests = patient(away)
    into = io.BytesIO()

    store.get("segments/a", into)

    assert into.getvalue() == b"whole"
    assert rests == [1.0, 2.0, 4.0, 8.0]


def test_patience_ends_and_what_is_missing_is_not_waited_for():
    store, rests = patient(Away(1000), patience_s=10)
    with pytest.raises(StorageError, match="no answer"):
        store.get("segments/a", io.BytesIO())
    assert rests == [1.0, 2.0, 4.0, 3.0]

    store, rests = patient(MemoryStore())
    with pytest.raises(ObjectMissing):
        store.get("segments/a", io.BytesIO())
    assert rests == []


def test_the_time_that_a_hung_call_takes_is_time():
    store, rests = patient(Away(1000), patience_s=100, call_s=30)
    with pytest.raises(StorageError, match="no answer"):
        store.get("segments/a", io.BytesIO())
    assert rests == [1.0, 2.0, 4.0]


def test_a_refusal_is_waited_out_for_a_minute_only():
    store, rests = patient(Away(1000, StorageDenied))
    with pytest.raises(StorageDenied):
        store.get("segments/a", io.BytesIO())
    assert sum(rests) == DENIED_PATIENCE_S


def test_a_rest_that_raises_ends_the_waiting():
    def rest(_seconds):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PatientStore(Away(5), rest=rest, patience_s=600).get("segments/a", io.BytesIO())
