"""Running text and the way back to the source."""

import pytest

from pipeline.cleaning import clean


@pytest.mark.parametrize(
    ("source", "running"),
    [
        ("two\nlines", "two lines"),
        ("雨下了\n整夜", "雨下了整夜"),
        ("一句。\n「二」", "一句。「二」"),
        ("비가\n왔다", "비가 왔다"),
        ("Han 雨\nrain", "Han 雨 rain"),
        ("a hyphen-\nated word", "a hyphenated word"),
        ("a soft\u00ad\nened word", "a softened word"),
        ("a well-\nknown one", "a well-known one"),
        ("Jean-\nPaul, 1914-\n18", "Jean-Paul, 1914-18"),
        ("a dash -\nand on", "a dash - and on"),
        ("  tabs\t\tand\u00a0more \u3000", "tabs and more"),
        ("", ""),
    ],
)
def test_line_ends_are_healed(source, running):
    assert clean(source, 0, len(source)).text == running


def test_every_position_leads_back_to_its_source():
    source = "x\n\nThe hyphen-\nated  雨\n夜 end. "
    cleaned = clean(source, 3, len(source))

    assert cleaned.text == "The hyphenated 雨夜 end."
    for at, char in enumerate(cleaned.text):
        assert char in {source[cleaned.source(at)], " "}
    first = cleaned.text.index("hyphenated")
    start, end = cleaned.span(first, first + len("hyphenated"))
    assert source[start:end] == "hyphen-\nated"
