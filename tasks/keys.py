"""Every Redis key of the ledger, what it is for, and how long it lives.

One database, no cluster: the scripts in `lua/` build keys from ids. Every key has a time to live. The broker's own
lists (`voicemill`, `short`, `long`) and Celery's results (`celery-task-meta-<job id>`) live in the same database.
"""

PREFIX = "voicemill:"

KEYS = {
    "job:<job id>": "hash: state, request, rendering, times, error; the job's ttl_s after its end",
    "jobs": "sorted set of job ids by creation; a year",
    "render:<fp>": "hash: state, recipe, counters, result, error; the longest ttl_s of its jobs after its end",
    "render:<fp>:jobs": "set of job ids that wait for it; gone when it is final",
    "render:<fp>:units": "set of its units; gone when it is final",
    "render:<fp>:chapters": "hash: title, total, done, parts left by chapter",
    "unit:<fp>/<kind>/<n>": "hash: state (sent, leased, done), queue, owner, token, segment under work; with its rendering",
    "sent:<queue>": "sorted set of units whose message should be on the queue, by time sent",
    "leases": "sorted set of leased units by end of lease",
    "owner:<worker>": "set of units a worker holds",
    "fence": "counter of fencing tokens",
    "strikes:<fp>": "hash: deaths by segment; gone when the rendering is final",
    "cancelled:<job id>": "a cancellation that came before its job; ten minutes",
    "store": "the name of the workers' store; a year after the last worker said so",
    "workers": "sorted set of workers by last sign of life",
    "announce": "sorted set of final jobs whose Celery result is to be stored, by due time",
    "missing:<queue>": "hash: how many messages a queue has been short of, and since when",
    "elected:<duty>": "somebody does it (prune) in this period; until its end",
    "reaped": "time of the reaper's last tick",
    "calm": "no lease ends: the broker was silent, and the living may renew theirs",
    "reaper": "lock of one reaper tick",
}


def job_key(job_id: str) -> str:
    """Return the key of a job's hash."""
    return f"{PREFIX}job:{job_id}"


def rendering_key(fingerprint: str) -> str:
    """Return the key of a rendering's hash."""
    return f"{PREFIX}render:{fingerprint}"
