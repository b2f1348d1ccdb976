"""A broker that has reached its maxmemory: jobs are refused by name, and the work that makes room goes on."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pipeline.errors import QueueError
from tests.support.cluster import Cluster, sentences, wait_until

pytestmark = [pytest.mark.system, pytest.mark.endurance]
REQUEST = {"version": 1, "text": "A plain producer says this.", "voice": "tone", "formats": ["wav"]}


@contextmanager
def full(cluster: Cluster) -> Iterator[None]:
    with cluster.broker.client() as client:
        client.config_set("maxmemory", "1mb")  # less than an empty server takes
        try:
            yield
        finally:
            client.config_set("maxmemory", "0")


def test_a_book_is_finished_while_the_broker_is_full(cluster):
    worker = cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0.02")[0]
    book = cluster.submit(" ".join(sentences(12)))
    wait_until(lambda: worker.events("unit_claimed"))
    with full(cluster):
        with pytest.raises(QueueError, match="is full"):
            cluster.submit("No room for this one.")
        assert book.wait(60)["segments"]["synthesized"] == 12
    assert cluster.submit("Now there is.").wait(30)["state"] == "DONE"
    assert worker.process.poll() is None


def test_no_message_of_a_plain_producer_is_lost_in_a_full_broker(cluster):
    app = cluster.client._app
    ids = [
        app.send_task("voicemill.narrate", queue="voicemill", kwargs={"request": REQUEST}, task_id=f"plain-{n}")
        for n in range(3)
    ]
    with full(cluster), cluster.broker.client() as client:
        worker = cluster.start(1)[0]
        wait_until(lambda: client.hlen("unacked") == 1, what="a message in the worker's hands")
    results = [each.get(timeout=60) for each in ids]
    assert [each["state"] for each in results] == ["DONE"] * 3
    assert worker.process.poll() is None
