"""Row 2: JSON alone is read, and whatever else lies on the broker's lists is dropped while the worker lives.

A pickle in a well-formed envelope: tests/system/test_producers.py.
"""

import json
from typing import Any

import pytest

from tasks.transport import fault_of
from tests.support.cluster import wait_until

TAG: dict[str, Any] = {
    "delivery_tag": "t",
    "delivery_info": {"exchange": "", "routing_key": "short"},
    "body_encoding": "base64",
}
HEADERS: dict[str, Any] = {"task": "voicemill.speak", "id": "strange-1", "lang": "py"}
SOUND: dict[str, Any] = {
    "body": "W1tdLCB7fSwge31d",  # [[], {}, {}]
    "content-type": "application/json",
    "content-encoding": "utf-8",
    "headers": HEADERS,
    "properties": TAG,
}
NO_MESSAGES: list[dict[str, Any]] = [
    {"body": 5},
    {"body": "!!!"},
    {"body": None},
    {"body": "\ud800"},
    {"headers": None},
    {"headers": []},
    {"headers": {}},
    {"headers": {"task": []}},
    {"headers": {"task": "voicemill.speak"}},
    {"headers": {"task": {"a": 1}, "id": "x"}},
    {"headers": HEADERS | {"id": None}},
    {"properties": None},
    {"properties": {}},
    {"properties": {"delivery_tag": 5}},
    {"properties": {"delivery_tag": "x", "delivery_info": []}},
    {"properties": TAG | {"body_encoding": "rot13"}},
    *({"headers": HEADERS | {"timelimit": limit}} for limit in (5, [1], ["a", "b"], {"a": 1}, [1, 2, 3])),
    *({"headers": HEADERS | {name: []}} for name in ("eta", "expires", "retries", "root_id", "group")),
    {"headers": HEADERS | {"compression": "bzip2"}},
]
#: refused by Celery itself
WRONG_TASKS: list[dict[str, Any]] = [
    {"content-type": "application/x-yaml"},
    {"content-type": None},
    {"content-type": 7},
    {"content-encoding": "klingon"},
    {"content-encoding": 7},
    {"body": ""},
    {"body": "bm90IGpzb24="},
    {"body": "W10="},
    {"body": "W1tdLCBbXSwge31d"},
    {"body": "eyJhIjogMX0="},
    {"headers": HEADERS | {"task": "voicemill.nothing"}},
    {"headers": HEADERS | {"eta": "yesterday"}},
    {"headers": HEADERS | {"expires": "never"}},
    {"headers": HEADERS | {"lang": 7, "argsrepr": 5, "origin": [], "shadow": 3, "ignore_result": "x"}},
    {"headers": HEADERS | {"stamped_headers": ["x"], "stamps": 5}},
    {"headers": HEADERS | {"replaced_task_nesting": "x", "group_index": "x", "meth": 7}},
    {"properties": TAG | {"priority": "x", "reply_to": 5, "correlation_id": []}},
]
STRANGE = [
    b"",
    b"not json",
    b"\xff\xfe\x00binary",
    b"[" * 100_000,
    b"null",
    b"42",
    b"[]",
    b"{}",
    b'{"__type__": "datetime", "__value__": 5}',
    b'{"__type__": "decimal", "__value__": "x"}',
    *(json.dumps(SOUND | change).encode() for change in NO_MESSAGES + WRONG_TASKS),
]


def test_a_message_of_celery_has_no_fault():
    assert fault_of(SOUND) is None
    assert fault_of(SOUND | {"headers": HEADERS | {"timelimit": [None, None], "eta": None, "retries": 0}}) is None


@pytest.mark.system
def test_nothing_on_a_list_ends_a_worker_and_the_jobs_around_it_are_done(cluster):
    worker = cluster.start(1)[0]
    child = worker.child()
    before = cluster.submit("It was queued before the strange things came.")
    with cluster.broker.client() as client:
        for queue in ("voicemill", "short", "long"):
            client.lpush(queue, *STRANGE)
    after = cluster.submit("It was queued after the strange things came.")

    assert [job.wait(45)["state"] for job in (before, after)] == ["DONE", "DONE"]
    with cluster.broker.client() as client:
        wait_until(lambda: not any(client.llen(name) for name in ("voicemill", "short", "long")), 30, "empty queues")
        assert client.hlen("unacked") == 0
    assert worker.process.poll() is None
    assert worker.child() == child
    assert len(worker.events("message_dropped")) > 3 * 25
