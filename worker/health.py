"""Is a worker able to work? Judged from its last sign of life, without broker, queue or models.

What is judged is progress, not the process: the failure of Celery on Redis that is reported most is a live worker that
takes nothing from its queue after an outage.

`python -m worker.health [--json]` is `voicemill health` for a container's health check, which runs every few seconds
for as long as the container lives: it leaves out the command line's start, seven eighths of the processor time.
"""

import json
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.scratch import scratch_folder
from worker.pulse import FOLDER, signs_of_life

OVERDUE_S = 60.0  #: a child past its limit is killed by its parent at once; later than this, that did not work


@dataclass(frozen=True, slots=True)
class Health:
    """What one worker's file tells."""

    worker: str | None
    healthy: bool
    said: str
    facts: Mapping[str, Any]  #: ages in seconds, queue lengths, the task

    @property
    def text(self) -> str:
        """Return it as a line."""
        return f"{'ok  ' if self.healthy else 'BAD '} {self.worker or ''}  {self.said}"

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"worker": self.worker, "healthy": self.healthy, "said": self.said, **self.facts}


def examine(scratch: Path, name: str | None = None) -> list[Health]:
    """Judge the live workers of this host, or those of one name. None at all is unhealthy, too."""
    now = time.monotonic()
    all_here = [judge(facts, now) for _, facts in signs_of_life(scratch / FOLDER, alive=True)]
    found = [each for each in all_here if name is None or str(each.worker).startswith(f"{name}-")]
    said = f"no worker{f' named {name!r}' if name else ''} runs here: none left a sign of life in {scratch / FOLDER}"
    return found or [Health(None, healthy=False, said=said, facts={})]


def judge(facts: Mapping[str, Any], now: float) -> Health:
    """Judge one file's facts."""

    def age(name: str) -> float | None:
        return None if facts[name] is None else round(max(0.0, now - facts[name]), 1)

    most = facts["silent_s"]
    silent, broker, untouched = age("written") or 0.0, age("broker"), age("untouched")
    task, store = age("task_since"), age("store_silent_since")
    since_broker = now - (facts["started"] if facts["broker"] is None else facts["broker"])
    bad = []
    if facts["draining"]:
        pass  # it takes nothing any more, and its loop waits for the child
    elif silent > most:
        bad.append(f"no sign of life for {silent:.0f} s: it hangs, or waits for a broker that does not answer")
    elif facts["broker"] != facts["written"] and since_broker > most:
        bad.append(f"the broker has not answered for {since_broker:.0f} s")
    elif untouched is not None and untouched > most:
        bad.append(f"idle, but has taken nothing for {untouched:.0f} s from a queue that is not empty")
    if task is not None and task > facts["task_limit_s"] + OVERDUE_S:
        bad.append(f"{facts['task']} has gone on for {task:.0f} s and may take {facts['task_limit_s']:.0f} s")
    state = "starting" if broker is None else "idle" if task is None else "busy"
    state = "draining" if facts["draining"] else state
    said = state if task is None else f"{state}, {facts['task']} for {task:.0f} s"
    said += "" if store is None else f", waiting for the store for {store:.0f} s"
    found = {
        "state": state, "pid": facts["pid"], "silent_s": silent, "broker_s": broker, "untouched_s": untouched,
        "queues": facts["queues"], "task": facts["task"] or None, "task_s": task, "store_silent_s": store,
    }  # fmt: skip
    return Health(facts["worker"], not bad, "; ".join(bad) or said, found)


def main(arguments: list[str]) -> int:
    """Print the judgement of every worker here; return the exit code."""
    found = examine(scratch_folder())
    for each in found:
        sys.stdout.write((json.dumps(each.as_dict()) if "--json" in arguments else each.text) + "\n")
    return 0 if all(each.healthy for each in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
