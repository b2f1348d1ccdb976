"""What a worker answers to a plain Celery producer, and what it leaves to another worker."""

from types import SimpleNamespace
from typing import Any

import pytest
from celery.exceptions import Reject

from pipeline.errors import EmptyText, StorageDenied, VoicemillError
from tasks.app import make_app
from tasks.bodies import register
from tasks.notify import JobError
from tasks.options import QueueOptions


class Worker:
    """A worker whose door raises an error."""

    error: VoicemillError

    def __init__(self) -> None:
        self.left: list[str] = []  # why
        child: Any = SimpleNamespace(
            door=SimpleNamespace(accept=self.accept), runner=SimpleNamespace(quit=self.left.append)
        )
        app = make_app(QueueOptions())
        register(app, lambda: child)
        self.narrate = app.tasks["voicemill.narrate"]

    def accept(self, *_: object) -> None:
        raise self.error


@pytest.fixture(scope="module")
def worker():
    return Worker()  # one a process: Celery shares tasks among the apps of a process


REQUEST = {"version": 1, "text": "Hello.", "voice": "tone"}


def test_a_request_that_can_never_succeed_is_refused_by_its_code(worker):
    worker.error = EmptyText("the text is empty")
    with pytest.raises(JobError) as refused:
        worker.narrate(request=REQUEST)
    assert refused.value.args == ("empty_text", "the text is empty", {})
    assert worker.left == []


def test_a_worker_that_may_not_read_the_text_puts_the_message_back_and_leaves(worker):
    worker.error = StorageDenied("the store refused to read the source")
    with pytest.raises(Reject) as put_back:
        worker.narrate(request={"version": 1, "source": "s3://voicemill/book.txt", "voice": "tone"})
    assert put_back.value.requeue
    assert worker.left.pop() == "the store refused to read the source"
