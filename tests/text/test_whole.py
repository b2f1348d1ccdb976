"""Spans that nothing may tear: no sentence ends and no cut falls inside them."""

import pytest

from pipeline.cutting import fit
from pipeline.joining import joined
from pipeline.ports import Limits, Spelling
from pipeline.sentences import sentence_spans
from pipeline.whole import outside

LIMITS = Limits(least=5, aim=20, most=30)


def spell(start: int, end: int) -> Spelling:
    return Spelling("x" * (end - start), end - start, "")


def test_bounds_of_a_span_are_outside_it_and_what_lies_between_is_not():
    assert outside(range(12), [(2, 4), (4, 5), (8, 11)]) == [0, 1, 2, 4, 5, 6, 7, 8, 11]


@pytest.mark.parametrize(
    ("language", "text", "phrase"),
    [
        ("en", "I saw Panic! At the Disco. They were loud.", "Panic! At the Disco"),
        ("zh", "我看了你好。李焕英。很好看。", "你好。李焕英"),
    ],
)
def test_no_sentence_ends_inside_a_whole_span(language, text, phrase):
    at = text.index(phrase)
    whole = [(at, at + len(phrase))]

    torn = [text[start:end] for start, end in sentence_spans(text, language)]
    kept = [text[start:end] for start, end in sentence_spans(text, language, whole=whole)]

    assert not [sentence for sentence in torn if phrase in sentence]
    assert len(kept) == 2
    assert phrase in kept[0]


@pytest.mark.parametrize("text", ["one two, " * 12, "word " * 24, "x" * 120, "雨下了整夜" * 24])
def test_no_cut_falls_inside_a_whole_span(text):
    whole = [(at, at + 17) for at in range(3, 100, 20)]

    pieces = fit((0, len(text), spell(0, len(text))), text, spell, LIMITS, whole=whole)

    ends = [end for _, end, _ in pieces]
    assert len(ends) > 3
    assert outside(ends, whole) == ends
    assert ends[-1] == len(text)
    assert max(spelling.cost for _, _, spelling in pieces) <= LIMITS.most


def test_a_whole_span_over_the_limit_comes_back_as_it_is():
    text = "before " + "y" * 50 + " after"

    pieces = fit((0, len(text), spell(0, len(text))), text, spell, LIMITS, whole=[(7, 57)])

    assert [text[start:end].strip() for start, end, _ in pieces if end - start > 30] == ["y" * 50]


def test_joining_passes_whole_spans_on_to_the_cuts():
    text = "one, two, three, four, five, six, seven, eight."

    pieces = list(joined(text, [(0, len(text))], spell, LIMITS, whole=[(0, len(text))]))

    assert [(start, end) for start, end, _ in pieces] == [(0, len(text))]
