"""The kinds of things that English texts hold, and what looks like them: `tests/cases/english.jsonl`, read by a person."""

import json
from pathlib import Path

import pytest

from pipeline.normalize.spoken import normalize, normalized

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "english.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["text"][:50])
def test_what_is_written_is_said(row):
    assert normalize(row["text"], "en") == row["spoken"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["text"][:50])
def test_no_digit_is_left_and_nothing_is_overruled(row):
    said = normalized(row["text"], "en")

    assert not said.overruled
    assert not any(char.isdigit() for char in said.text)


@pytest.mark.parametrize(
    "text",
    [
        "He is amazing, Amanda; I am. An am radio.", "May I come in? In May I will. I, too.", "Li, Di, Xi and Mi. Mix it.",
        "drôle, Drôme, Štefan, Stéphane, Stop, Sturdy, drive", "No. He left. He said no.", "Come in. He came in.",
        "the dr is in", "m, s, h, g and L", "She got an A. He got a B.", "It was I. He knew it.",
        "the part I played; the chapter I read; Book I want", "Act I saw", "When John I met him", "Mary I saw yesterday",
        "vitamin C, an IV drip, plan B", "I, V, X, C, D, M", "The US and UK; US troops; tell us.", "E. coli is bad. T. rex",
        "X-ray; T-shirt; V-neck; I-beam; L-shaped; D-Day", "Vitamin B. He took it.", "Plan B. We go.", "Malcolm X",
        "FBI, IBM's, CDs, MIT's, NASA, UNESCO, NATO", "ONCE upon a time", "What is IT? IT is fun.", "STOP, she said.",
        "Use .NET now", "Yahoo! e-mail", "rock 'n' roll, 'tis so", "Schedule C, Appendix A, Class C, Group C",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_kind_is_left_alone(text):
    assert normalize(text, "en") == text


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "piece",
    [
        "1", "1,", "1.", "1/", "1-", "1:", "A", "AB ", "IV ", "Chapter I, ", "a.", "a@b.", "http://a/", "$1-", "€1 ", "- ", '1"', "1'",
        "(", "0 12 ", "+1 ", "1e", "1^", "x²", "1%-", "1°1'", "½", "per ", "AB1", "12:30-", "9-", "U.S. ", "No. 1", "Jan 1-", "call me on ",
        "ISBN 1-", "1.1.1.1 ", "ff::", "v1.", "1 km/", "THE END. ", "a\u0301\u0302\u0303", " :)", "ﾊ", "Ⅷ", "1 000 ", "1,00,", "DE89 1234 ",
    ],
)  # fmt: skip
def test_a_page_of_one_thing_takes_no_more_than_its_length(piece):
    normalize(piece * (100_000 // len(piece)), "en")
