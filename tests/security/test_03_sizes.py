"""Row 3: what is too large is refused on every way in, before anything is kept."""

import io

import pytest
from celery import Celery

from pipeline.errors import InvalidRequest, TextTooLong
from pipeline.request import SOURCE_MOST_BYTES, Request
from tests.support.cluster import wait_until

pytestmark = pytest.mark.system
LARGE = "One more sentence for a body of ten million bytes. " * 200_000


def nothing_was_kept(cluster):
    with cluster.broker.client() as client:
        assert list(client.scan_iter("voicemill:job:*")) + list(client.scan_iter("voicemill:render:*")) == []
        assert [client.llen(name) for name in ("voicemill", "short", "long")] == [0, 0, 0]
    assert [item.key for item in cluster.store.list("") if item.key != "identity/name"] == []


def test_a_body_of_ten_megabytes_is_refused_and_no_key_is_made(cluster):
    assert len(LARGE) > 10_000_000
    with pytest.raises(TextTooLong):
        cluster.submit(LARGE)
    with pytest.raises(TextTooLong):
        cluster.client.submit(Request(voice="tone"), document=LARGE.encode())
    with pytest.raises(TextTooLong):
        cluster.client.submit_json({"version": 1, "text": LARGE, "voice": "tone"})
    with pytest.raises(InvalidRequest):
        cluster.client.submit_json({"version": 1, "text": "Hello.", "voice": "tone", "metadata": {"note": LARGE}})
    nothing_was_kept(cluster)


def test_a_plain_producers_ten_megabytes_are_refused_by_a_worker_that_goes_on(cluster):
    worker = cluster.start(1)[0]
    child = worker.child()
    url = cluster.broker.url
    with Celery(broker=url, backend=url, set_as_current=False) as plain:
        for request in (
            {"version": 1, "text": LARGE, "voice": "tone"},
            {"version": 1, "text": "Hello.", "voice": LARGE},
            {"version": 1, "text": "Hello.", "voice": "tone", LARGE: 1},
            {"version": 1, "text": "Hello.", "voice": "tone", "metadata": {"note": LARGE}},
        ):
            sent = plain.send_task("voicemill.narrate", queue="voicemill", kwargs={"request": request})
            wait_until(sent.ready, 60, "the refusal")
            assert sent.result.args[0] in ("text_too_long", "invalid_request", "unknown_voice")
            assert len(repr(sent.result)) < 10_000
    nothing_was_kept(cluster)
    assert cluster.submit("The worker goes on.").wait(60)["state"] == "DONE"
    assert worker.child() == child


def test_a_source_over_the_limit_is_refused_by_its_size_before_it_is_read(cluster, monkeypatch):
    cluster.store.put("inbox/large/text", b"x" * (SOURCE_MOST_BYTES + 1), content_type="text/plain")
    read: list[str] = []
    monkeypatch.setattr(type(cluster.store), "get", lambda _self, key, _into: read.append(key))

    with pytest.raises(TextTooLong, match="5,000,001 bytes"):
        cluster.client.submit_json({"version": 1, "source": "inbox/large/text", "voice": "tone"})
    assert "inbox/large/text" not in read
    with pytest.raises(TextTooLong):
        cluster.client.submit(Request(voice="tone"), document=io.BytesIO(b"x" * (SOURCE_MOST_BYTES + 1)).getvalue())
