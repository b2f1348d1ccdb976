"""Every row of the case files: `segmentation.jsonl` holds what users reported, `sentences.jsonl` more of the same kinds."""

import json
from pathlib import Path

import pytest

from pipeline.cleaning import clean
from pipeline.sentences import sentence_spans

CASES = Path(__file__).parents[1] / "cases"
ROWS = [
    pytest.param(row["lang"], row["text"], row["expected"], id=row["id"])
    for name in ("segmentation.jsonl", "sentences.jsonl")
    for row in map(json.loads, (CASES / name).read_text("utf-8").splitlines())
]


@pytest.mark.parametrize(("language", "text", "expected"), ROWS)
def test_the_sentences_of_a_case_are_the_expected_ones(language, text, expected):
    running = clean(text, 0, len(text)).text

    found = [running[start:end] for start, end in sentence_spans(running, language)]

    assert found == [" ".join(sentence.split()) for sentence in expected]
