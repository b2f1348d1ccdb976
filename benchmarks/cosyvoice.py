"""CosyVoice at full size: through the queue, and as ratios between its profiles. Weights are random; torch is not needed.

    python benchmarks/cosyvoice.py FOLDER [--quick] [--only queue|ratios|memory] [--out benchmarks/results-cosyvoice.json]

FOLDER holds a bundle a profile, as `make bench-cosyvoice` makes them. `queue`: a broker, a store on disk and a worker of
its own for each layout; after two unmeasured short jobs, of which the first loads the model, one segment of 10 s.
`ratios`: cosyvoice_stages.py. `memory`, only when it is asked for: 30 jobs of mixed length by one child. The exit code is
1 when memory or a manifest is not what it must be; a clock that missed its limit is printed only.
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.cosyvoice_bundles import LONG, machine, variant  # noqa: E402
from benchmarks.cosyvoice_stages import CALM, ratios  # noqa: E402
from benchmarks.memory import rollup  # noqa: E402
from tests.support.broker import Broker, running_broker  # noqa: E402
from tests.support.cluster import Cluster, WorkerProcess, running_cluster  # noqa: E402

PEAK_MB, LOAD_S, GROWTH = 1800, 8.0, 1.03
SHORT = ("今天的天气真的非常好。", "明天的天气真的非常好。")  # as many tokens each
LAYOUTS = [(threads, steps, guided) for threads in (1, 2) for steps in (10, 8, 5) for guided in (True, False)]
QUICK = [(1, 10, True), (2, 5, False)]
Layout = tuple[int, int, bool]


def main() -> None:
    """Measure what was asked for, print the checks, and one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="two layouts, a repeat of each ratio, twelve utterances")
    parser.add_argument("--only", choices=["queue", "ratios", "memory"])
    parser.add_argument("--steps", type=int, default=2, help="of the flow, in the memory run: they take no memory")
    parser.add_argument("--out", type=Path, help="a document whose other sections are kept")
    given = parser.parse_args()
    kept = json.loads(given.out.read_text("utf-8")) if given.out and given.out.is_file() else {}
    made: dict[str, Any] = {}
    before = machine()  # its load is that of others
    if given.only in {None, "queue"}:
        made["queue"] = through_the_queue(given.folder, QUICK if given.quick else LAYOUTS)
    if given.only in {None, "ratios"}:
        made |= ratios(given.folder, quick=given.quick)
    if given.only == "memory":
        made["memory"] = mixed(given.folder, 12 if given.quick else 30, given.steps)
    sections = {name: {"machine": before, "quick": given.quick, **section} for name, section in made.items()}
    print(json.dumps(sections, indent=1))
    if given.out:
        given.out.write_text(json.dumps(kept | sections, indent=1) + "\n", "utf-8")
    checks = [(name, check) for name, section in made.items() for check in section["checks"]]
    for name, check in checks:
        print(
            f"{'pass' if check['holds'] else 'FAIL'}  {name}: {check['what']}: {check['is']} (limit {check['limit']})"
        )
    sys.exit(1 if any(not check["holds"] and check["must"] for _, check in checks) else 0)


def check(what: str, value: float, limit: float, *, must: bool = False) -> dict[str, Any]:
    """Say whether a figure is within its limit; `must`: whether the run fails otherwise."""
    return {"what": what, "is": round(value, 3), "limit": limit, "holds": value <= limit, "must": must}


def through_the_queue(folder: Path, layouts: list[Layout]) -> dict[str, Any]:
    """Speak 10 s by a new worker in each layout."""
    models, model = variant(folder, "balanced")
    cells = []
    with running_broker() as broker:
        for layout in layouts:
            with tempfile.TemporaryDirectory(prefix="voicemill-bench-") as place:
                cells.append(cell(broker, Path(place), models, model, layout))
            print(cells[-1], file=sys.stderr, flush=True)
    return {
        "checks": [
            check("largest peak RSS, MB", max(each["peak_rss_mb"] for each in cells), PEAK_MB, must=True),
            check("slowest load, s", max(each["load_s"] for each in cells), LOAD_S),
            check("jobs that were not whole", sum(not each["whole"] for each in cells), 0, must=True),
            # one thread that computes all the time and is not given the processor: somebody else was at work
            check("wall over CPU, one thread", max(map(waited, cells)), CALM),
        ],
        "cells": cells,
    }


def waited(cell: dict[str, Any]) -> float:
    """Return how much longer a cell of one thread took than it computed; with more threads that says nothing."""
    return float(cell["rtf"] / cell["cpu_rtf"]) if cell["threads"] == 1 else 0.0


def variables(place: Path, models: Path, threads: int, steps: int) -> dict[str, str]:
    """Return a worker's settings."""
    return {
        "VOICEMILL_STORAGE__FOLDER": str(place / "store"),
        "VOICEMILL_MODELS__FOLDER": str(models),
        "VOICEMILL_MODELS__THREADS": str(threads),
        "VOICEMILL_MODELS__COSYVOICE_STEPS": str(steps),
        "VOICEMILL_QUEUE__LEASE_S": "30",
        "VOICEMILL_WORKER__MEMORY_LIMIT_MB": "0",
        "VOICEMILL_WORKER__LOG_LEVEL": "debug",
    }


def cell(broker: Broker, place: Path, models: Path, model: str, layout: Layout) -> dict[str, Any]:
    """Return the figures of one layout."""
    threads, steps, guided = layout
    settings = variables(place, models, threads, steps)
    if not guided:
        settings["VOICEMILL_MODELS__COSYVOICE_GUIDANCE"] = "0"
    with running_cluster(broker, settings, place) as cluster:
        (worker,) = cluster.start()
        child = worker.child()
        whole = [speak(cluster, model, text) for text in (*SHORT, LONG)]
        first, second, spoken = worker.events("segment_synthesized")
        plans = [each["seconds"] for each in worker.events("unit_finished") if "/plan/" in each["unit"]]
        return {
            "threads": threads,
            "steps": steps,
            "guided": guided,
            "rtf": round(spoken["synth_s"] / spoken["audio_s"], 3),
            "cpu_rtf": round(spoken["synth_cpu_s"] / spoken["audio_s"], 3),
            "audio_s": spoken["audio_s"],
            # what the first job took over the second: planning reads the tokenizer, speaking opens everything else
            "load_s": round(first["synth_s"] - second["synth_s"] + plans[0] - plans[1], 2),
            **memory_of(worker),
            "whole": all(whole) and worker.child() == child,
        }


def speak(cluster: Cluster, model: str, text: str) -> bool:
    """Speak a sentence; return whether the job is done and its manifest has the sentence, once, with its segments."""
    result = cluster.submit(text, voice="zh-female", model=model).wait(600)
    said = [each for chapter in cluster.read_json(result["fingerprint"])["chapters"] for each in chapter["sentences"]]
    return result["state"] == "DONE" and [each["text"] for each in said if each["segments"]] == [text]


def memory_of(worker: WorkerProcess) -> dict[str, float]:
    """Return what the child has, and the most it ever had, MB."""
    lines = Path(f"/proc/{worker.child()}/status").read_text("ascii").splitlines()
    peak = next(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("VmHWM:"))
    now = rollup(worker.child())
    # by the page: at a tenth of a MB a worker at rest seems to stand still
    return {"rss_mb": round(now["Rss:"], 3), "pss_mb": round(now["Pss:"], 3), "peak_rss_mb": round(peak, 3)}


def mixed(folder: Path, utterances: int, steps: int) -> dict[str, Any]:
    """Speak jobs of 2 to 10 s with one child, the longest third; read its memory after each."""
    models, model = variant(folder, "balanced")
    words, drawn = LONG[:-1], random.Random(0)
    sizes = [drawn.randint(9, len(words)) for _ in range(utterances)]
    sizes[2] = len(words)
    texts = [f"{(words * 2)[number : number + size]}。" for number, size in enumerate(sizes)]  # no segment comes twice
    readings = []
    with (
        running_broker() as broker,
        tempfile.TemporaryDirectory(prefix="voicemill-bench-") as place,
        running_cluster(broker, variables(Path(place), models, 2, steps), Path(place)) as cluster,
    ):
        (worker,) = cluster.start()
        child = worker.child()
        for text in texts:
            whole = speak(cluster, model, text)
            audio_s = worker.events("segment_synthesized")[-1]["audio_s"]
            readings.append({"audio_s": audio_s, **memory_of(worker), "whole": whole})
            print(len(readings), readings[-1], file=sys.stderr, flush=True)
        whole = all(each["whole"] for each in readings) and worker.child() == child
    third = utterances // 3
    grown = statistics.linear_regression(range(2 * third), [each["rss_mb"] for each in readings[third:]]).slope

    def later(figure: str) -> float:
        before, after = (max(each[figure] for each in some) for some in (readings[:third], readings[-third:]))
        return float(after / before)

    return {
        "checks": [
            check("RSS at most, last third over first third", later("rss_mb"), GROWTH, must=True),
            check("PSS at most, last third over first third", later("pss_mb"), GROWTH, must=True),
            check("jobs that were not whole", int(not whole), 0, must=True),
        ],
        "steps": steps,
        "growth_mb_per_utterance": round(grown, 3),
        "after each": readings,
    }


if __name__ == "__main__":
    main()
