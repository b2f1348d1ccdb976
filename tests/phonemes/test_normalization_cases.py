"""Misreadings that users of such software reported in public: the spoken form of every one is right.

A row that is not right is listed in `KNOWN_WRONG` with the reason; once it is right its line must go.
"""

import json
import unicodedata
from pathlib import Path

import pytest

from pipeline.language import language_runs
from pipeline.normalize.common import letters
from pipeline.normalize.spoken import in_context, normalized

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "normalization.jsonl").read_text(encoding="utf-8").splitlines()
]
KNOWN_WRONG: dict[str, str] = {}  # id: reason


def spoken(row):
    runs = language_runs(row["text"], row["lang"])
    parts = [normalized(run.text, run.language, before, after) for run, before, after in in_context(runs)]
    assert not any(part.overruled for part in parts)
    return "".join(part.text for part in parts)


def key(text):
    """Return what is compared: no case, no marks, no spaces, no "and"."""
    plain = unicodedata.normalize("NFC", text).lower()
    bare = "".join(char if char.isalnum() or unicodedata.category(char)[0] == "M" else " " for char in plain)
    return "".join(word for word in bare.split() if word != "and")


def is_right(row, said):
    return key(said) in map(key, row["expected"])


@pytest.mark.parametrize("row", [row for row in ROWS if row["lang"] != "ja"], ids=lambda row: row["id"])
def test_a_reported_misreading_is_read_right(row):
    assert is_right(row, spoken(row)) != (row["id"] in KNOWN_WRONG)


@pytest.mark.parametrize("row", [row for row in ROWS if row["lang"] == "ja"], ids=lambda row: row["id"])
def test_a_reported_misreading_of_japanese_sounds_right(row, japanese):
    def sound(text):
        return "".join(filter(str.isalpha, japanese(text).phonemes))

    said = spoken(row)
    right = is_right(row, said) or sound(said) in map(sound, row["expected"])
    assert right != (row["id"] in KNOWN_WRONG)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_the_wrong_reading_is_not_what_is_said(row):
    assert row["id"] in KNOWN_WRONG or key(row["wrong"]) != key(spoken(row)) or is_right(row, spoken(row))


def test_every_row_was_looked_at():
    assert len(ROWS) >= 69
    assert KNOWN_WRONG.keys() <= {row["id"] for row in ROWS}
    assert all(letters(spoken(row)) for row in ROWS)


def test_a_letter_after_a_number_is_no_article(english):
    assert english("Bus seven oh five A leaves.").phonemes.endswith("fˈIv ˈA lˈivz.")
    assert english("He got an A in art.").phonemes == "hˌi ɡɑt ɐn ˈA ɪn ˈɑɹt."
    assert english("Part Two A Man").phonemes.endswith("tˈu ɐ mˈæn")
