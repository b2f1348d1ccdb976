"""Planning a whole book: characters a second, peak memory, and whether the joined segments are the source.

    python benchmarks/inspect_book.py en|zh [--words 60000] [--chapters no] [--out benchmarks/results-inspect.json]

Each step is a process of its own: `plan` reads the text and plans it with Kokoro's speller, as a worker does first, and
`inspect` is the command `voicemill inspect --json`, start and output included. Nothing is spoken. Memory is the
process's peak RSS; the segments, joined, are compared with the text but for white space.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

VOICES = {"en": "af_heart", "zh": "zf_xiaobei"}


def main() -> None:
    """Measure one language and print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("language", choices=sorted(VOICES))
    parser.add_argument("--words", type=int, default=60_000)
    parser.add_argument("--chapters", choices=["yes", "no"], default="yes")
    parser.add_argument("--plan", type=Path, help=argparse.SUPPRESS)  # the child of a step
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.plan:
        plan(given.plan, given.language)
        return
    from benchmarks.book_text import book

    text = book(given.language, given.words, chapters=given.chapters == "yes")
    with tempfile.TemporaryDirectory(prefix="voicemill-bench-") as folder:
        source = Path(folder) / "book.txt"
        source.write_text(text, "utf-8")
        voicemill = [sys.executable, "-m", "cli.main", "inspect", str(source)]
        steps = {
            "plan": [sys.executable, __file__, given.language, "--plan", str(source)],
            "inspect": [*voicemill, "--lang", given.language, "--voice", VOICES[given.language], "--json"],
        }
        document = {
            "language": given.language,
            "chapters": given.chapters,
            "characters": len(text),
            "words": given.words,
            **{name: measured(command, text, Path(folder) / "out") for name, command in steps.items()},
        }
    print(json.dumps(document, indent=1))
    if given.out:
        kept = json.loads(given.out.read_text("utf-8")) if given.out.exists() else {}
        kept[f"{given.language}, chapters: {given.chapters}"] = document
        given.out.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


def measured(command: list[str], text: str, out: Path) -> dict[str, Any]:
    """Run a step and describe it; its JSON output holds the segments."""
    began = time.monotonic()
    with out.open("wb") as file:
        child = subprocess.Popen(command, cwd=ROOT, stdout=file)
        _, status, usage = os.wait4(child.pid, 0)
    wall_s = time.monotonic() - began
    if status:
        raise SystemExit(f"{command} failed: {status}")
    found = json.loads(out.read_text("utf-8"))
    segments = [segment for segment in found["segments"] if segment["text"]]
    spoken = "".join("".join(segment["text"] for segment in segments).split())
    cpu_s = usage.ru_utime + usage.ru_stime
    return {
        "wall_s": round(wall_s, 1),
        "cpu_s": round(cpu_s, 1),
        "characters_per_cpu_s": round(len(text) / cpu_s),
        "planning_characters_per_s": found.get("planning_characters_per_s"),
        "peak_rss_mb": round(usage.ru_maxrss / 1024),
        "segments": len(segments),
        "segments_joined_are_the_source": spoken == "".join(text.split()),
    }


def plan(source: Path, language: str) -> None:
    """Plan a text as a worker does, letting each chapter go before the next, and print what `measured` reads."""
    from config.settings import load_settings
    from models.loader import Loader
    from pipeline.documents.read import read_script
    from pipeline.plan import PlanContext, plan_script
    from pipeline.request import RenderOptions

    loader = Loader(load_settings().models)
    voice = loader.catalogue.resolve(VOICES[language], None)
    context = PlanContext(loader.open(voice.model), voice, language, 1.0, RenderOptions())
    text = source.read_text("utf-8")
    list(plan_script(read_script(text[:400].encode(), "text/plain"), context))  # dictionaries are loaded once a process
    began = time.process_time()
    sys.stdout.write('{"segments": [{"text": ""}')
    for chapter in plan_script(read_script(source.read_bytes(), "text/plain"), context):
        for part in chapter.parts:
            for segment in part.segments:
                sys.stdout.write(f',\n{{"text": {json.dumps(segment.text)}}}')
    rate = len(text) / (time.process_time() - began)
    sys.stdout.write(f'], "planning_characters_per_s": {rate:.0f}, "peak": {_peak_mb()}}}\n')


def _peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
