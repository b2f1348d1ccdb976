"""What Kokoro workers take: one through segments of mixed length up to the limit, and four busy ones on prose.

    python benchmarks/memory.py [--segments 300] [--out benchmarks/results-memory.json]

Everything is the product: a broker, a store on disk, `voicemill worker` processes. RSS and PSS are read from
`/proc/<pid>/smaps_rollup` of a worker's parent and child; the plateau run takes them after every 50 segments, and the
longest segments come early, so that whatever grows afterwards is a leak. Then the same worker speaks Chinese, and 200
short jobs, with a reading after every 20.
"""

import argparse
import compileall
import json
import os
import random
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from config.settings import load_settings  # noqa: E402
from tests.support.broker import running_broker  # noqa: E402
from tests.support.cluster import Cluster, WorkerProcess, running_cluster  # noqa: E402

VOICE, CHINESE_VOICE = "af_heart", "zf_xiaobei"
CHINESE = "他们今天早上去北京大学看了一场精彩的足球比赛，然后在银行门口等了很久。The weather was fine."
WORDS = (ROOT / "benchmarks" / "data" / "alice_ch1.txt").read_text("utf-8").replace("\n", " ")
LONG_WORDS, SHORT_WORDS = 31, (3, 9)  # about 210 phonemes without a mark; 15 to 50


def main() -> None:
    """Run what was asked for and print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--segments", type=int, default=300)
    parser.add_argument("--only", choices=["plateau", "jobs", "four"])
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    compile_all()
    steps = {"plateau": lambda c: plateau(c, given.segments), "jobs": short_jobs, "four": four_workers}
    document: dict[str, Any] = {"machine": {"cpus": os.cpu_count(), "python": sys.version.split()[0]}}
    for name, step in steps.items():
        if given.only in {None, name}:
            with tempfile.TemporaryDirectory(prefix="voicemill-bench-") as folder, running_broker() as broker:
                variables = {
                    "VOICEMILL_STORAGE__FOLDER": str(Path(folder) / "store"),
                    "VOICEMILL_MODELS__FOLDER": str(load_settings().models.folder),
                    "VOICEMILL_QUEUE__LEASE_S": "30",
                    "VOICEMILL_QUEUE__PART_S": "8",
                    "VOICEMILL_WORKER__MEMORY_LIMIT_MB": "0",
                }
                with running_cluster(broker, variables, Path(folder)) as cluster:
                    document[name] = step(cluster)
            print(f"{name}: {document[name]}", file=sys.stderr)
    print(json.dumps(document, indent=1))
    if given.out:
        given.out.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


def compile_all() -> None:
    """Write byte code, as an installation has it: compiling at every start leaves memory that no deployment takes."""
    compileall.compile_dir(sysconfig.get_path("purelib"), quiet=2)
    for package in ("cli", "config", "models", "pipeline", "storage", "tasks", "worker"):
        compileall.compile_dir(ROOT / package, quiet=2)


def plateau(cluster: Cluster, segments: int) -> dict[str, Any]:
    """Speak segments of mixed length, the longest early, then Chinese."""
    (worker,) = cluster.start()
    rng, readings = random.Random(0), [taken(worker)]
    for batch in range(segments // 50):
        sizes = [rng.randint(*SHORT_WORDS) for _ in range(50)]
        sizes[1::25] = [LONG_WORDS, rng.randint(20, LONG_WORDS)]
        cluster.submit("\n\n".join(sentence(rng, size) for size in sizes), voice=VOICE).wait(1200)
        readings.append(taken(worker))
        print(f"{50 * (batch + 1)} segments: {readings[-1]}", file=sys.stderr)
    cluster.submit("\n\n".join(CHINESE for _ in range(3)), voice=CHINESE_VOICE).wait(300)
    return {"after every 50": readings, "after Chinese": taken(worker)}


def sentence(rng: random.Random, words: int) -> str:
    """Return so many words of prose as one sentence without a place to cut it."""
    plain = [word.strip("“”‘’\"'().,;:!?—-*_") for word in WORDS.split()]
    plain = [word for word in plain if word.isalpha()]
    at = rng.randrange(len(plain) - words)
    return " ".join(plain[at : at + words]).capitalize() + "."


def short_jobs(cluster: Cluster) -> list[dict[str, float]]:
    """Speak 200 jobs of one to three short sentences, one after the other; read memory after every 20."""
    (worker,) = cluster.start()
    rng, readings = random.Random(1), []
    for number in range(200):
        text = " ".join(sentence(rng, rng.randint(2, 6)) for _ in range(rng.randint(1, 3)))
        cluster.submit(text, voice=VOICE).wait(300)
        if number % 20 == 19:
            readings.append(taken(worker))
            print(f"{number + 1} jobs: {readings[-1]}", file=sys.stderr)
    return readings


def four_workers(cluster: Cluster) -> list[dict[str, float]]:
    """Speak prose with four workers, each of which gets its share; read memory when all are done."""
    workers = cluster.start(4)
    paragraphs = [" ".join(each.split()) for each in WORDS.split("  ") if each.strip()]
    jobs = [
        cluster.submit(f"Part {n}. " + " ".join(paragraphs)[n * 300 : n * 300 + 900], voice=VOICE) for n in range(8)
    ]
    for job in jobs:
        job.wait(1200)
    return [taken(worker) for worker in workers]


def taken(worker: WorkerProcess) -> dict[str, float]:
    """Return what a worker has now, MB: parent and child, and the child alone with its peak."""
    both = [rollup(pid) for pid in (worker.process.pid, worker.child())]
    status = Path(f"/proc/{worker.child()}/status").read_text("ascii").splitlines()
    peak = next(int(line.split()[1]) * 1024 / 1e6 for line in status if line.startswith("VmHWM:"))
    return {
        "rss": round(both[0]["Rss:"] + both[1]["Rss:"], 1),
        "pss": round(both[0]["Pss:"] + both[1]["Pss:"], 1),
        "child_rss": round(both[1]["Rss:"], 1),
        "child_peak_rss": round(peak, 1),
        "child_private": round(both[1]["Private_Dirty:"], 1),
    }


def rollup(pid: int) -> dict[str, float]:
    """Return a process's memory by kind, MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()[1:]
    return {line.split()[0]: int(line.split()[1]) * 1024 / 1e6 for line in lines}


if __name__ == "__main__":
    main()
