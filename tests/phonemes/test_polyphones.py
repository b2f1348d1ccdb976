"""Characters with several readings, in sentences; pinyin as the dictionaries have it, without sandhi."""

import json
from pathlib import Path

import pytest

from models.phonemes.traditional import simplified
from models.phonemes.zh_readings import corrected

_ROWS = [
    json.loads(row)
    for row in (Path(__file__).parents[1] / "cases" / "polyphones.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: f"{row['text']}-{row['word']}")
def test_a_character_is_read_as_its_neighbours_want(mandarin, row):
    readings = [reading for _, word in mandarin._read(row["text"]) for reading in word]
    assert len(readings) == len(row["text"])
    at = row["text"].index(row["word"])
    assert " ".join(readings[at : at + len(row["word"])]) == row["pinyin"]


@pytest.mark.parametrize(
    ("full", "simple"),
    [
        ("銀行的行長還沒來", "银行的行长还没来"),
        ("什麼鐘錶，這裡", "什么钟表，这里"),
        ("乾隆、乾坤與乾淨", "乾隆、乾坤与干净"),
        ("名著、著作、看著", "名著、著作、看着"),
        ("已经是简体 abc 123", "已经是简体 abc 123"),
    ],
)
def test_traditional_characters_are_looked_up_as_simplified_ones(full, simple):
    assert simplified(full) == simple


def test_traditional_text_sounds_as_simplified_text(mandarin):
    assert mandarin("他去圖書館還書，順便睡覺。").phonemes == mandarin("他去图书馆还书，顺便睡觉。").phonemes


def test_without_the_character_list_text_is_looked_up_as_it_is(monkeypatch):
    monkeypatch.setattr("models.phonemes.traditional.find_spec", lambda _name: None)
    from models.phonemes import traditional

    assert traditional._table.__wrapped__() == {}


def test_a_reading_is_corrected_only_where_each_character_has_one():
    assert corrected([("第三", ["di4", "san1"]), ("行", ["xing2"])])[1] == ("行", ["hang2"])
    assert corrected([("第三", ["di4", "san1"]), ("行动", ["xing2", "dong4"])])[1] == ("行动", ["xing2", "dong4"])
    assert corrected([("第三行", ["di4", "san1"])]) == [("第三行", ["di4", "san1"])]


@pytest.mark.timeout(30)
@pytest.mark.parametrize("piece", ["行", "第一行", "长", "数", "得", "地", "背着", "头发长", "種", "一"])
def test_a_long_line_of_one_character_is_read_in_its_length(mandarin, piece):
    assert mandarin(piece * 5_000).phonemes
