"""What users of other tools heard wrong, as `voicemill inspect` shows that it is said here.

The reports are public (`source`); the inputs are short texts of the same kind. Sentence counts and pauses that a report
is about are tested with the sentences; readings are judged by the spoken form, which is what the voice is given.
"""

import json
from pathlib import Path

import pytest

ROWS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "reports.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_text_that_was_reported_misread_is_said_right(row, voicemill):
    shown = voicemill("inspect", "-", "--lang", row["lang"], "--json", stdin=row["input"].encode())

    assert (shown.code, shown.err) == (0, "")
    plan = json.loads(shown.out)
    said = " ".join(segment["spoken"] for segment in plan["segments"])
    assert [phrase for phrase in row["said"] if phrase not in said] == []
    assert [phrase for phrase in row["not_said"] if phrase in said] == []
    phonemes = " ".join(segment["phonemes"] or "" for segment in plan["segments"])
    assert [part for part in row.get("phonemes", ()) if part not in phonemes] == []
    assert {word: said.count(word) for word in row.get("count", {})} == row.get("count", {})
    spoken_in = {run["lang"] for s in plan["segments"] for run in s["runs"] if any(map(str.isalpha, run["text"]))}
    assert spoken_in == set(row.get("languages", spoken_in))
    assert plan["unsupported_spans"] == []
