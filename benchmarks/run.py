"""Kokoro through the queue, layout by layout, beside kokoro-onnx on the same text, voice and weights.

    python benchmarks/run.py [--words 150] [--repeat 3] [--out benchmarks/results.json]

Every layout runs `repeat` times, all layouts in turn within each repeat, so that a machine that drifts drifts for all;
the median counts. Ours is the whole product: a Valkey broker, a store on disk, real `voicemill worker` processes that
are warm (one short job each layout first); the wall clock runs from submit to done, MP3 included. The peer speaks the
same paragraphs in as many processes, warm as well, its wall clock without loading. See README.md beside this file.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from config.settings import load_settings  # noqa: E402
from tests.support.broker import running_broker  # noqa: E402
from tests.support.cluster import Cluster, running_cluster, wait_until  # noqa: E402

VOICE = "af_heart"
SPOKEN = "segment_synthesized"
LAYOUTS = {"1x1": (1, 1), "2x1": (2, 1), "1x2": (1, 2)}  # processes, threads
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Run all layouts and print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--words", type=int, default=150)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--layouts", default=",".join(LAYOUTS))
    parser.add_argument("--peers", type=Path, default=ROOT / ".venv-peers", help="venv with peers.txt; made if missing")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    text = excerpt(given.words)
    layouts = {name: LAYOUTS[name] for name in given.layouts.split(",")}
    rows: dict[str, list[dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory(prefix="voicemill-bench-") as folder:
        peer = Peer(given.peers, Path(folder), text)
        for repeat in range(given.repeat):
            for name, (processes, threads) in layouts.items():
                place = Path(folder) / f"{repeat}-{name}"
                place.mkdir()
                rows.setdefault(f"voicemill {name}", []).append(ours(text, processes, threads, place))
                rows.setdefault(f"kokoro-onnx {name}", []).append(peer.run(processes, threads))
                print(f"{repeat} {name}: {rows[f'voicemill {name}'][-1]}", file=sys.stderr)
                print(f"{repeat} {name}: {rows[f'kokoro-onnx {name}'][-1]}", file=sys.stderr)
    document = summary(rows, len(text.split()), given.repeat)
    print(json.dumps(document, indent=1))
    if given.out:
        given.out.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


def excerpt(words: int) -> str:
    """Return whole paragraphs of the text, up to about `words` words."""
    taken: list[str] = []
    for paragraph in (ROOT / "benchmarks" / "data" / "alice_ch1.txt").read_text("utf-8").split("\n\n"):
        if sum(len(each.split()) for each in taken) >= words:
            break
        taken.append(paragraph)
    return "\n\n".join(taken)


def ours(text: str, processes: int, threads: int, folder: Path) -> dict[str, Any]:
    """Speak the text through the queue; CPU is that of the workers' parents and children during the job."""
    variables = {
        "VOICEMILL_STORAGE__FOLDER": str(folder / "store"),
        "VOICEMILL_MODELS__FOLDER": str(load_settings().models.folder),
        "VOICEMILL_MODELS__THREADS": str(threads),
        "VOICEMILL_WORKER__LOG_LEVEL": "debug",
        "VOICEMILL_QUEUE__LEASE_S": "30",
        "VOICEMILL_QUEUE__PART_S": "8",  # so that the last part does not decide on so short a text
    }
    with running_broker() as broker, running_cluster(broker, variables, folder) as cluster:
        cluster.start(processes)
        warm(cluster, processes)
        before, warmed = cpu_of(cluster), [len(worker.events(SPOKEN)) for worker in cluster.workers]
        job = cluster.submit(text, voice=VOICE, formats=("mp3",))
        result = job.wait()
        cpu_s = cpu_of(cluster) - before
        times = cluster.ledger.job(job.id)  # the ledger's clock: the client looks only now and then
        wall_s = float(times["finished_s"]) - float(times["created_s"])
        spoken = [
            event
            for worker, skip in zip(cluster.workers, warmed, strict=True)
            for event in worker.events(SPOKEN)[skip:]
        ]
        in_session = sum(each["synth_cpu_s"] for each in spoken)
        return {
            "wall_s": round(wall_s, 3),
            "cpu_s": round(cpu_s, 3),
            "audio_s": round(result["timing"]["audio_s"], 3),
            "segments": result["segments"]["total"],
            "outside_session": round(1 - in_session / cpu_s, 4),
            "peak_rss_mb": round(result["timing"]["peak_rss_bytes"] / 2**20, 1),
        }


def warm(cluster: Cluster, processes: int) -> None:
    """Have every worker load the model and speak once."""
    n = 0
    while not all(worker.events(SPOKEN) for worker in cluster.workers[:processes]):
        jobs = [cluster.submit(f"Warming up, number {n + i}.", voice=VOICE) for i in range(processes)]
        n += processes
        for job in jobs:
            job.wait()


def cpu_of(cluster: Cluster) -> float:
    """Return user and system seconds of the workers' parents and their present children."""
    total = 0
    for worker in cluster.workers:
        for pid in (worker.process.pid, worker.child()):
            fields = Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
    return total * TICK_S


class Peer:
    """kokoro-onnx in a virtual environment of its own: it brings GPL code that the product does not load."""

    def __init__(self, venv: Path, folder: Path, text: str) -> None:
        self.python = venv / "bin" / "python"
        if not self.python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
            wanted = str(ROOT / "benchmarks" / "peers.txt")
            subprocess.run([str(self.python), "-m", "pip", "install", "-q", "-r", wanted], check=True)
        self.text = folder / "text.txt"
        self.text.write_text(text, "utf-8")
        self.model, self.voices = peer_files(folder)

    def run(self, processes: int, threads: int) -> dict[str, Any]:
        """Speak the text once in as many processes, started together."""
        children = []
        for shard in range(processes):
            spec = {"model": str(self.model), "voices": str(self.voices), "voice": VOICE, "text": str(self.text)}
            spec |= {"threads": threads, "procs": processes, "shard": shard}  # type: ignore[dict-item]
            command = [str(self.python), str(ROOT / "benchmarks" / "peer_kokoro_onnx.py"), json.dumps(spec)]
            children.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        for child in children:
            assert child.stdout is not None
            assert wait_until(child.stdout.readline, what="the peer") == "READY\n"
        for child in children:
            assert child.stdin is not None
            child.stdin.write("\n")
            child.stdin.flush()
        made = [json.loads(child.communicate()[0].splitlines()[-1]) for child in children]
        return {
            "wall_s": round(max(each["wall_s"] for each in made), 3),
            "cpu_s": round(sum(each["cpu_s"] for each in made), 3),
            "audio_s": round(sum(each["audio_s"] for each in made), 3),
            "peak_rss_mb": round(max(each["peak_rss_mb"] for each in made), 1),
        }


def peer_files(folder: Path) -> tuple[Path, Path]:
    """Return the same weights for the peer: the model file, and our voices as the one archive it wants."""
    import numpy as np

    home = load_settings().models.folder / "kokoro"
    model = next(path for path in home.rglob("*.onnx") if path.stat().st_size > 90_000_000)
    voices = folder / "voices.npz"
    styles = {path.stem: np.fromfile(path, np.float32).reshape(-1, 1, 256) for path in home.rglob(f"{VOICE}.bin")}
    with voices.open("wb") as file:
        np.savez(file, **styles)
    return model, voices


def summary(rows: dict[str, list[dict[str, Any]]], words: int, repeat: int) -> dict[str, Any]:
    """Return medians and the ratios that the project promises."""
    median = {
        name: {key: round(statistics.median(run[key] for run in runs), 4) for key in runs[0]}
        for name, runs in rows.items()
    }
    ratios = {}
    for layout in LAYOUTS:
        mine, peer = median.get(f"voicemill {layout}"), median.get(f"kokoro-onnx {layout}")
        if mine and peer:
            ratios[f"{layout}: kokoro-onnx wall / voicemill wall"] = round(peer["wall_s"] / mine["wall_s"], 3)
    if "voicemill 1x1" in median and "voicemill 2x1" in median:
        ratios["1x1 wall / 2x1 wall"] = round(median["voicemill 1x1"]["wall_s"] / median["voicemill 2x1"]["wall_s"], 3)
    return {
        "machine": {"cpus": os.cpu_count(), "machine": platform.machine(), "python": platform.python_version()},
        "text": {"file": "data/alice_ch1.txt", "words": words},
        "repeat": repeat,
        "ratios": ratios,
        "median": median,
        "runs": rows,
    }


if __name__ == "__main__":
    main()
