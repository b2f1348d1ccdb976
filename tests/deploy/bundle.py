"""A CosyVoice bundle that an operator copies into the models volume, spoken by the image as it is built by default."""

import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.cosyvoice.fakes import DIMS, drop_bundle
from tests.deploy.stack import Stack, events, running, state

NAME = "cosyvoice-300m-sft"
WHISPER_IDS = 51_866
TEXT = "磨坊的轮子自己在转。The stones are warm."
#: what the documentation tells for a bundle of the official size
FULL_SIZE = {"WORKER_MEM_LIMIT": "2g", "WORKER_MEMORY_LIMIT_MB": "1700", "WORKER_GRACE": "120s"}


def speaks_a_bundle(project_name: str, image: str) -> list[str]:
    """Run a job in two workers; return lines that tell what it took. BUNDLE names a folder to use instead of a small one."""
    given = os.environ.get("BUNDLE")
    with tempfile.TemporaryDirectory(prefix="voicemill-smoke-") as folder:
        # real ranks, so that the tokenizer's library and the fetching of the ranks are part of it
        bundle = (
            Path(given).resolve()
            if given
            else drop_bundle(
                Path(folder, NAME), dims=replace(DIMS, text_vocab=WHISPER_IDS), tokenizer="whisper-multilingual"
            )
        )
        sizes = FULL_SIZE if given else {}
        with running(project_name, "compose.models.yml", IMAGE=image, MODELS=NAME, **sizes) as project:
            mount = ("--volume", f"{bundle}:/from/{NAME}:ro", "--entrypoint", "cp")
            project.compose("run", "--rm", "--no-deps", *mount, "models", "-r", "/from/.", "/models")
            project.up(workers=2)
            return [f"a bundle of {_size_mb(bundle):.0f} MB in the models volume", *_spoken(project)]


def _size_mb(folder: Path) -> float:
    return sum(each.stat().st_size for each in folder.iterdir() if each.is_file()) / 1e6


def _spoken(project: Stack) -> list[str]:
    voice = project.producer("voices", "--model", NAME)[0]["voice"]
    arguments = ("submit", "-", "--voice", voice, "--model", NAME, "--format", "wav", "--wait")
    done = project.producer(*arguments, text=TEXT)[-1]
    assert done["state"] == "DONE", done
    (key,) = (each["key"] for each in done["artifacts"] if each["kind"] == "manifest")
    manifest = project.read_json(key)
    said = [each["text"] for chapter in manifest["chapters"] for each in chapter["sentences"]]
    assert "".join(said).replace(" ", "") == TEXT.replace(" ", ""), said
    workers = project.containers("worker")
    for known in map(state, workers):
        assert (known["State"]["Running"], known["State"]["OOMKilled"], known["RestartCount"]) == (True, False, 0), (
            known
        )
    return [f"{voice} spoke {len(said)} sentences: {_figures(workers)}"]


def _figures(workers: list[str]) -> str:
    (told,) = (each for worker in workers for each in events(worker) if each.get("event") == "job_done")
    facts: dict[str, Any] = {name: told[name] for name in ("audio_s", "rtf", "peak_rss_bytes")}
    peak_mb = facts["peak_rss_bytes"] / 1e6
    return f"{facts['audio_s']:.1f} s of audio at {facts['rtf']:.2f} s of work each, a child's peak {peak_mb:.0f} MB"
