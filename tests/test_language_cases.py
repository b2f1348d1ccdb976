"""Language runs, case by case: what is decided by script, by context, by the document's language and by the model."""

import json
from pathlib import Path

import pytest

from pipeline.detect import detect_language
from pipeline.language import language_runs

_CASES = Path(__file__).parent / "cases"


def _rows(name):
    return [json.loads(line) for line in (_CASES / name).read_text("utf-8").splitlines()]


def _letters(runs):
    """Join the letters of neighbours in one language: digits, marks and spaces may stand on either side."""
    joined: list[tuple[str, str]] = []
    for text, language in runs:
        own = "".join(char for char in text if char.isalpha())
        if own and joined and joined[-1][1] == language:
            joined[-1] = (joined[-1][0] + own, language)
        elif own:
            joined.append((own, language))
    return joined


@pytest.mark.parametrize("row", _rows("mixed_language.jsonl"), ids=lambda row: row["id"])
def test_letters_of_mixed_text_are_read_in_their_language(row):
    spans = [(span["text"], span["lang"]) for span in row["spans"]]
    runs = language_runs(row["text"], spans[0][1])
    assert _letters([(run.text, run.language) for run in runs]) == _letters(spans)


@pytest.mark.parametrize("row", _rows("language_runs.jsonl"), ids=lambda row: row["text"])
def test_digits_and_marks_go_to_the_language_that_reads_them(row):
    assert [[run.text, run.language] for run in language_runs(row["text"], row["base"])] == row["runs"]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("base", ["zh", "en", "ja"])
@pytest.mark.parametrize(
    "piece",
    [
        "1",
        "A.",
        "a@",
        "http://",
        "a.b-c_",
        "「",
        "」",
        "。",
        "嘅",
        "あ",
        "a ",
        "A 1 ",
        "ISO 1-",
        "1km",
        ".",
        "a=",
        "中a1",
        "1-",
        "$1",
    ],
)
def test_a_line_of_rubbish_takes_no_more_than_its_length(piece, base):
    text = piece * (100_000 // len(piece))
    assert "".join(run.text for run in language_runs(text, base)) == text


@pytest.mark.parametrize(
    ("text", "prior", "language"),
    [
        ("The quick brown fox jumps over the lazy dog near the river bank.", "zh", "en"),
        ("El perro corre por la calle y los niños juegan en el parque.", "en", "es"),
        ("Le chien court dans la rue et les enfants jouent dans le parc.", "en", "fr"),
        ("今天天气很好，我们去公园散步吧。", "en", "zh"),
        ("今日は天気がいいので公園を散歩しましょう。", "zh", "ja"),
        ("오늘은 날씨가 좋아서 공원을 산책합시다.", "en", "ko"),
        ("आज मौसम अच्छा है।", "en", "hi"),
        ("Погода сегодня хорошая, и мы идём в парк.", "en", "ru"),
        ("Погода сьогодні гарна, і ми йдемо до парку.", "uk", "uk"),
        ("佢哋話聽日唔得閒，所以唔嚟喇。", "zh", "yue"),
        ("注意事项", "zh", "zh"),
        ("OK", "fr", "fr"),
        ("12:30", "ko", "ko"),
        ("", "ja", "ja"),
        ("我们用 Kafka streams 和 PostgreSQL replication 处理 production 的数据。", "zh", "zh"),
    ],
)
def test_a_document_is_in_another_language_only_when_it_plainly_is(text, prior, language):
    assert detect_language(text, prior) == language


def test_the_model_is_not_opened_for_texts_that_tell_by_themselves(monkeypatch):
    monkeypatch.setattr("pipeline.detect._model", lambda: pytest.fail("the model was asked"))
    language_runs("今天天气很好。Kafka 很快。注意事项。", "zh")
    language_runs("彼は東京へ行った。", "ja")
    language_runs("Nothing but English, 12%.", "en")
