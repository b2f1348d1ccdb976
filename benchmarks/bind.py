"""Binding one long chapter of tone audio as WAV, from a store on disk and from a real S3 server; and a 3 MB book.

    python benchmarks/bind.py [--hours 12] [--out benchmarks/results-bind.json]

The chapter is planned and its utterances are put into each store first, by the product's own functions; every fifth is
different (the same object read again costs a client the same). Then a fresh process binds it: its CPU time, its largest
resident set, and that set before it began. A third process plans and publishes a text of many chapters: what a book
costs that is not audio.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from config.settings import load_settings  # noqa: E402
from models.loader import Loader  # noqa: E402
from models.options import ModelOptions  # noqa: E402
from pipeline.binding import bind, publish  # noqa: E402
from pipeline.errors import ObjectMissing  # noqa: E402
from pipeline.recipe import Recipe, make_recipe  # noqa: E402
from pipeline.render import Renderer  # noqa: E402
from pipeline.request import Request  # noqa: E402
from storage.open import open_store  # noqa: E402
from tests.support.seaweed import running_seaweed  # noqa: E402

SENTENCE = (
    "Number {n} of the sentences that this very long chapter is made of says what it says, and takes six seconds."
)
SENTENCE_S = 6.0
DIFFERENT = 5


def main() -> None:
    """Run everything and print one JSON document; with `--step`, one step in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hours", type=float, default=12.0)
    parser.add_argument("--characters", type=int, default=3_000_000)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--step", choices=["prepare", "bind", "book"], help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.step:
        step = {"prepare": prepare, "bind": measure_bind, "book": measure_book}[given.step]
        print(json.dumps(step(given)))
        return
    document: dict[str, Any] = {"machine": {"cpus": os.cpu_count(), "python": sys.version.split()[0]}}
    with tempfile.TemporaryDirectory(prefix="voicemill-bench-") as name:
        folder = Path(name)
        for kind in ("disk", "s3"):
            with store_variables(kind, folder / kind) as variables:
                run("prepare", given, variables, folder)
                document[f"bind from {kind}"] = run("bind", given, variables, folder)
        document["plan and publish"] = run("book", given, disk(folder / "book"), folder)
    print(json.dumps(document, indent=1))
    if given.out:
        given.out.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


def run(step: str, given: argparse.Namespace, variables: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """Do one step in a process of its own; return what it printed."""
    command = [sys.executable, __file__, "--step", step, "--hours", str(given.hours)]
    command += ["--characters", str(given.characters)]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("VOICEMILL_")} | variables
    environ["VOICEMILL_WORKER__SCRATCH"] = str(folder / "scratch")
    done = subprocess.run(command, env=environ, stdout=subprocess.PIPE, text=True, check=True)
    made: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(f"{step}: {made}", file=sys.stderr)
    return made


@contextmanager
def store_variables(kind: str, folder: Path) -> Iterator[dict[str, str]]:
    """Give the variables of a store that runs for as long as the block."""
    if kind == "disk":
        yield disk(folder)
        return
    with running_seaweed(folder) as server:
        yield server.environment(bucket="bench", create_bucket=True)


def disk(folder: Path) -> dict[str, str]:
    """Return the variables of a store in a folder."""
    return {"VOICEMILL_STORAGE__FOLDER": str(folder)}


def renderer(text: str, media_type: str = "text/plain") -> Renderer:
    """Return the renderer of a text in the tone's voice, as a worker makes it."""
    settings = load_settings()
    loader, store = Loader(ModelOptions()), open_store(settings.storage)
    request = Request(text=text, voice="tone", formats=("wav",), media_type=media_type)
    made = make_recipe(request, text.encode(), loader.catalogue, None)
    recipe = Recipe(made.fingerprint, made.canonical, text, None, made.priority, made.ttl_s)
    return Renderer(
        recipe=recipe,
        store=store,
        catalogue=loader.catalogue,
        synthesizer=loader.open("tone"),
        part_s=settings.queue.part_s,
    )


def chapter_text(hours: float) -> str:
    """Return one chapter of about that many hours."""
    count = round(hours * 3600 / SENTENCE_S)
    return " ".join(SENTENCE.format(n=10_000 + n // DIFFERENT) for n in range(count))


def prepare(given: argparse.Namespace) -> dict[str, Any]:
    """Plan the chapter and put its utterances into the store."""
    work = renderer(chapter_text(given.hours))
    summary = work.plan(lambda: None)
    plan = work.chapter(0)
    segments = {segment.fingerprint: segment for part in plan.parts for segment in part.segments}
    for segment in segments.values():
        work.utterance(segment)
    return {"segments": summary["total"], "different": len(segments), "parts": summary["parts"]}


def measure_bind(given: argparse.Namespace) -> dict[str, Any]:
    """Bind the chapter; nothing of it may be spoken again."""
    work = renderer(chapter_text(given.hours))
    with_store_open(work)
    idle_mb, cpu_s, wall_s = resident_mb("VmRSS"), time.process_time(), time.monotonic()
    duration_s = bind(work, 0, load_settings().worker.scratch, lambda: None)
    return {
        "audio_h": round(duration_s / 3600, 2),
        "cpu_s": round(time.process_time() - cpu_s, 2),
        "wall_s": round(time.monotonic() - wall_s, 2),
        "load_average": [round(load, 1) for load in os.getloadavg()],
        "idle_mb": idle_mb,
        "above_idle_mb": round(resident_mb("VmHWM") - idle_mb, 1),
    }


def measure_book(given: argparse.Namespace) -> dict[str, Any]:
    """Plan, speak, bind and publish a text of many chapters, the tone being as fast as it can."""
    sentences = [SENTENCE.format(n=10_000 + n % 500) for n in range(given.characters // len(SENTENCE))]
    chapters = [" ".join(sentences[at : at + 500]) for at in range(0, len(sentences), 500)]
    work = renderer("\n\n".join(f"# Chapter {n}\n\n{text}" for n, text in enumerate(chapters)), "text/markdown")
    idle_mb, scratch = resident_mb("VmRSS"), load_settings().worker.scratch
    cpu_s = time.process_time()
    summary = work.plan(lambda: None)
    planned = {"plan_cpu_s": round(time.process_time() - cpu_s, 1), "plan_above_idle_mb": peak_above(idle_mb)}
    audio_s = sum(bind(work, index, scratch, lambda: None) for index in range(len(summary["chapters"])))
    bound = {"bind_above_idle_mb": peak_above(idle_mb)}
    cpu_s = time.process_time()
    publish(work, scratch, lambda: None)
    published = {"publish_cpu_s": round(time.process_time() - cpu_s, 1), "publish_above_idle_mb": peak_above(idle_mb)}
    size_mb = work.store.head(work.key("manifest.json")).size / 1e6  # type: ignore[union-attr]
    facts = {"characters": given.characters, "segments": summary["total"], "audio_h": round(audio_s / 3600, 1)}
    return facts | planned | bound | published | {"manifest_mb": round(size_mb, 1), "idle_mb": idle_mb}


def with_store_open(work: Renderer) -> None:
    """Have the store's client made: it belongs to an idle worker."""
    try:
        work.get_json("nothing.json")
    except ObjectMissing:
        return


def peak_above(idle_mb: float) -> float:
    """Return how far the resident set rose above idle since the last call."""
    peak_mb = resident_mb("VmHWM")
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # begin to count anew
    return round(peak_mb - idle_mb, 1)


def resident_mb(name: str) -> float:
    """Return VmRSS or VmHWM of this process."""
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith(name + ":"):
            return round(int(line.split()[1]) * 1024 / 1e6, 1)
    raise LookupError(name)


if __name__ == "__main__":
    main()
