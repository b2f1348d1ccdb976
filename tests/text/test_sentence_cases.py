"""Every row of the case files: `segmentation.jsonl` holds what users reported, `sentences.jsonl` more of the same kinds."""

import json
from pathlib import Path

import pytest

from pipeline.script import Block
from pipeline.sentences import split_sentences

CASES = Path(__file__).parents[1] / "cases"
ROWS = [
    pytest.param(row["lang"], row["text"], row["expected"], id=row["id"])
    for name in ("segmentation.jsonl", "sentences.jsonl")
    for row in map(json.loads, (CASES / name).read_text("utf-8").splitlines())
]


@pytest.mark.parametrize(("language", "text", "expected"), ROWS)
def test_the_sentences_of_a_case_are_the_expected_ones(language, text, expected):
    found = split_sentences(text, Block("paragraph", 0, len(text)), language, 0)

    assert [sentence.text for sentence in found] == [" ".join(sentence.split()) for sentence in expected]
