"""Many short jobs at once: each is done by its first message, and leaves little behind in the broker."""

import pytest

from pipeline.request import Request
from tests.support.cluster import wait_until

pytestmark = pytest.mark.system
JOBS = 150


def test_two_workers_empty_a_long_queue_without_one_spare_message(cluster):
    client = cluster.client
    client.submit(Request(text="The first one opens the connections.", voice="tone", formats=("wav",)))
    jobs = [
        client.submit(Request(text=f"Job number {n} says this.", voice="tone", formats=("wav",))) for n in range(JOBS)
    ]
    workers = cluster.start(2, VOICEMILL_WORKER__LOG_LEVEL="debug", VOICEMILL_MODELS__TONE_RTF="0")
    with cluster.broker.client() as redis:
        wait_until(lambda: redis.zcard("voicemill:sent:short") + redis.zcard("voicemill:leases") == 0)
        wait_until(lambda: {job.status()["state"] for job in jobs} == {"DONE"})
        assert [each for worker in workers for each in worker.events("message_ignored")] == []
        assert [each for worker in workers for each in worker.events("units_resent")] == []
        ours = [key for key in redis.scan_iter("*") if not key.startswith("_kombu.")]
        assert len(ours) > 3 * JOBS
        assert sum(redis.memory_usage(key, samples=0) for key in ours) / JOBS < 5000
        assert [key for key in ours if redis.ttl(key) == -1] == []
