"""Two thousand jobs on one queue: how fast they are taken, what a reaper's tick costs beside them, and what is sent twice.

    python benchmarks/crowd.py [--jobs 2000] [--workers 2] [--out benchmarks/results-crowd.json]

A real Valkey with an append-only file, a store on disk, the tone as voice (it costs nothing, so the queue is what is
measured). The jobs are submitted one by one through our client, each with a text of its own; then, with all of them
waiting, the reaper is timed; then workers empty the queue. A message is spare when its unit was held or done already.
"""

import argparse
import json
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pipeline.request import Request  # noqa: E402
from tests.support.broker import running_broker  # noqa: E402
from tests.support.cluster import Cluster, running_cluster, wait_until  # noqa: E402

REAPS = 50


def main() -> None:
    """Measure and print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    with running_broker() as broker, tempfile.TemporaryDirectory(prefix="voicemill-bench-") as folder:
        variables = {
            "VOICEMILL_STORAGE__FOLDER": f"{folder}/store",
            "VOICEMILL_QUEUE__LEASE_S": "10",
            "VOICEMILL_WORKER__LOG_LEVEL": "debug",
        }
        with running_cluster(broker, variables, Path(folder)) as cluster:
            figures = measure(cluster, given.jobs, given.workers)
    document = {"jobs": given.jobs, "workers": given.workers, "python": platform.python_version(), **figures}
    print(json.dumps(document, indent=1))
    if given.out:
        given.out.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


def measure(cluster: Cluster, jobs: int, workers: int) -> dict[str, Any]:
    """Return the figures of submitting, waiting and working off."""
    client = cluster.client
    requests = [Request(text=f"Job number {n} says this.", voice="tone", formats=("wav",)) for n in range(jobs)]
    client.submit(Request(text="The first one opens the connections.", voice="tone", formats=("wav",)))
    with cluster.broker.client() as redis:
        bytes_before = redis.info()["used_memory"]
    cpu, wall = time.process_time(), time.perf_counter()
    for request in requests:
        client.submit(request)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    waiting_ms = reaps_ms(cluster, lambda: None)
    started = time.perf_counter()
    running = cluster.start(workers)
    with cluster.broker.client() as redis:

        def done() -> bool:
            return redis.zcard("voicemill:sent:short") + redis.zcard("voicemill:leases") == 0

        working_ms = reaps_ms(cluster, lambda: time.sleep(0.05))
        wait_until(done, 1200, "the end of the jobs")
        drained_s = time.perf_counter() - started
        states = [redis.hget(f"voicemill:job:{each}", "state") for each in client_jobs(redis)]
        bytes_per_job = (redis.info()["used_memory"] - bytes_before) / jobs
    return {
        "submit_per_s": round(jobs / wall),
        "submit_cpu_ms": round(1000 * cpu / jobs, 2),
        "reap_waiting_ms": waiting_ms,
        "reap_working_ms": working_ms,
        "done": states.count("DONE"),
        "jobs_per_s": round(jobs / drained_s, 1),
        "messages_ignored": sum(len(worker.events("message_ignored")) for worker in running),
        "units_resent": sum(len(event["units"]) for worker in running for event in worker.events("units_resent")),
        "broker_bytes_per_job": round(bytes_per_job),
    }


def reaps_ms(cluster: Cluster, rest: Callable[[], None]) -> dict[str, float]:
    """Return median and maximum of the reaper's call, each with the lock free, as the one worker that acts sees it."""
    taken: list[float] = []
    with cluster.broker.client() as redis:
        for _ in range(REAPS):
            redis.delete("voicemill:reaper")
            started = time.perf_counter()
            cluster.ledger.reap("bench", 1.0)
            taken.append(1000 * (time.perf_counter() - started))
            rest()
        redis.zrem("voicemill:workers", "bench")
    return {"median": round(statistics.median(taken), 2), "max": round(max(taken), 2)}


def client_jobs(redis: Any) -> list[str]:
    """Return all job ids."""
    return list(redis.zrange("voicemill:jobs", 0, -1))


if __name__ == "__main__":
    main()
