"""Words of one spelling and several sounds are read as their sentence means them.

A row: a sentence, a word in it, the phonemes of each of its occurrences, and those that would be wrong there. The phonemes
are the lexicon's own, or a dictionary's where the lexicon has one reading only.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from models.phonemes.en import English

CASES = Path(__file__).parents[1] / "cases"
MARKS = '.,;:!?"“”()—…'


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


def read(english: Any, row: dict[str, Any]) -> list[str]:
    """Return what each occurrence of the row's word is read as."""
    written = [word.strip(MARKS).lower() for word in row["text"].split()]
    spoken = [sound.strip(MARKS).replace("T", "ɾ") for sound in english(row["text"]).phonemes.split()]
    return [sound for word, sound in zip(written, spoken, strict=True) if word.removesuffix("'s") == row["word"]]


@pytest.mark.parametrize("row", rows("heteronyms.jsonl"), ids=lambda row: f"{row['word']}: {row['text']}")
def test_a_heteronym_is_read_as_its_sentence_means_it(english, row):
    assert read(english, row) == row["expected"]


def test_sentences_that_no_rule_was_tuned_on_are_read_right_nineteen_times_of_twenty(english):
    untuned = rows("heteronyms_untuned.jsonl")
    wrong = [(row["word"], row["text"]) for row in untuned if read(english, row) != row["expected"]]
    assert len(wrong) <= len(untuned) // 20, wrong


def test_readings_of_our_own_are_british_in_a_british_voice():
    british = English("gb")
    for row in rows("heteronyms.jsonl"):
        assert set("OTɾ").isdisjoint(british(row["text"]).phonemes), row["text"]
    assert british("a herd of does").phonemes == "ɐ hˈɜːd ɒv dˈQz"


def test_each_row_names_readings_that_differ():
    for row in rows("heteronyms.jsonl") + rows("heteronyms_untuned.jsonl"):
        assert len(row["expected"]) == len(row["wrong"])
        for right, wrong in zip(row["expected"], row["wrong"], strict=True):
            assert wrong, row
            assert right not in wrong, row


def test_a_long_line_of_heteronyms_costs_no_more_than_its_length(english):
    line = "read the record and " * 300
    sounds = english(line).phonemes.split()
    assert len(sounds) == 1200
