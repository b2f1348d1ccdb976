"""What an operator asks of a broker: version, persistence, clock, queues, and who works on what."""

import time
from typing import Any

from tasks.keys import PREFIX

ALIVE_S = 60.0  #: a worker says so every second; one that stands still for a while is not gone


def facts_of(server: Any) -> dict[str, Any]:
    """Return the facts that the database itself knows."""
    info = server.info()
    seconds, micros = server.time()
    now = seconds + micros / 1e6
    skew_s = time.time() - now
    with server.pipeline(transaction=False) as pipe:
        pipe.zrangebyscore(f"{PREFIX}workers", now - ALIVE_S, "+inf", withscores=True)
        pipe.zcard(f"{PREFIX}leases")
        for queue in ("short", "long"):
            pipe.zrange(f"{PREFIX}sent:{queue}", 0, 0, withscores=True)
        workers, leased, *oldest = pipe.execute()
        for worker, _ in workers:
            pipe.smembers(f"{PREFIX}owner:{worker}")
        held = pipe.execute()
    ages = [now - score for first in oldest for _, score in first]
    return {
        "server": info.get("server_name", "redis"),
        "version": info.get("valkey_version", info["redis_version"]),
        "appendonly": bool(info.get("aof_enabled")),
        "maxmemory_policy": info.get("maxmemory_policy", "?"),
        "skew_s": round(skew_s, 3),
        "workers": [worker for worker, _ in workers],
        "alive": [
            {"worker": worker, "age_s": round(max(0.0, now - seen), 1), "units": sorted(units)}
            for (worker, seen), units in zip(workers, held, strict=True)
        ],
        "leased": leased,  #: units that somebody works on
        "oldest_s": round(max(ages), 1) if ages else None,  #: how long the first unit waits
    }
