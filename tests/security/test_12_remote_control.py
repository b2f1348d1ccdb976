"""Row 12: whoever reaches the broker cannot command a worker: remote control is off."""

import pytest
from celery import Celery

pytestmark = pytest.mark.system


def test_shutdown_shrink_and_their_kind_do_nothing(cluster):
    worker = cluster.start(1)[0]
    child = worker.child()
    url = cluster.broker.url
    with Celery(broker=url, backend=url, set_as_current=False) as plain:
        control = plain.control
        control.broadcast("shutdown")
        control.shutdown()
        control.pool_shrink(1)
        control.pool_restart(reload=True)
        control.rate_limit("voicemill.speak", "0/s")
        control.time_limit("voicemill.speak", soft=1, hard=1)
        for queue in ("voicemill", "short", "long"):
            control.cancel_consumer(queue)
        control.revoke_by_stamped_headers({"a": "b"}, terminate=True)
        control.revoke("anything", terminate=True, signal="SIGKILL")
        assert control.ping(timeout=1) == []

    jobs = [cluster.submit(f"It is spoken all the same, number {n}.") for n in range(3)]
    assert [job.wait(60)["state"] for job in jobs] == ["DONE"] * 3
    assert worker.process.poll() is None
    assert worker.child() == child
