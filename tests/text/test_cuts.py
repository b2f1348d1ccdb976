"""Where a long sentence is cut: at marks, before conjunctions, never in a number; and that it is quick."""

import pytest

from pipeline.cutting import even, fit
from pipeline.joining import joined
from pipeline.ports import Limits, Spelling
from pipeline.words import number_spans

LIMITS = Limits(least=40, aim=160, most=220)


def pieces(text: str, limits: Limits = LIMITS) -> list[str]:
    def spell(start: int, end: int) -> Spelling:
        return Spelling("", sum(4 if char >= "\u3400" else 1 for char in text[start:end]), "")

    found = fit((0, len(text), spell(0, len(text))), text, spell, limits)
    assert "".join(text[start:end] for start, end, _ in found) == text
    assert all(spelling.cost <= limits.most for _, _, spelling in found)
    return [text[start:end].strip() for start, end, _ in found]


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("the boats of the harbour lay still in the rain", ("and", "but", "because", "while")),
        ("los barcos del puerto viejo estaban quietos bajo la lluvia", ("y", "pero", "porque", "mientras")),
        ("les bateaux du vieux port restaient immobiles sous la pluie", ("et", "mais", "quand", "où")),
        ("le barche del vecchio porto stavano ferme sotto la pioggia", ("e", "ma", "perché", "mentre")),
        ("os barcos do velho porto ficavam parados debaixo da chuva", ("e", "mas", "porque", "onde")),
        ("die Boote im alten Hafen lagen still und stumm im Regen", ("und", "aber", "weil", "wo")),
        ("老港口里的船在雨中静静地停着一动也不动", ("而", "但是", "因为", "所以")),
    ],
)
def test_a_clause_without_marks_is_cut_before_its_conjunctions(clause, words):
    glue = "" if clause[0] > "\u3400" else " "
    text = glue.join([clause, *(glue.join([word, clause]) for word in words * 3)])

    found = pieces(text)

    assert len(found) > 3
    assert all(piece.startswith(words) for piece in found[1:])


@pytest.mark.parametrize(
    "number",
    [
        "1,234.56万元", "12.5%", "3.5 million dollars", "25 °C", "10 km/h", "$1.2 billion", "8:30 a.m.", "12 June 1999",
        "June 12, 1999", "No. 5", "1 234 567 €", "12 de junio de 1999", "3 juillet 1848", "12. Juni 1999", "p. 55",
        "1999年6月12日", "8点30分", "三千五百万元", "300公里", "￥1,000", "3.5倍", "11月3日", "12 kWh", "5 percent", "120 minutes", "1/2 kg",
        "5月3日",
    ],
)  # fmt: skip
@pytest.mark.parametrize("filler", ["word after word until the page ended ", "一直不停地写下去到最后都没有停 "])
def test_a_number_is_never_cut_from_what_belongs_to_it(number, filler):
    for shift in range(0, 40, 3):
        text = f"{filler}{'x' * shift} {number} " * 8
        assert sum(piece.count(number) for piece in pieces(text)) == 8


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("12 and 13 or 5 in all", ["12", "13", "5"]),
        ("May I go? March on, 7 men", ["7 men"]),
        ("the year 1999, in which 40 people", ["1999", "40"]),
        ("1 2 3", ["1", "2", "3"]),
    ],
)
def test_words_that_belong_to_no_number_are_left_alone(text, numbers):
    assert [text[start:end] for start, end in number_spans(text, 0, len(text))] == numbers


def test_a_crumb_of_a_clause_is_no_piece_of_its_own():
    found = pieces(
        "However, " + "the keeper of the lamp " * 7 + "went, " + "so it was written in the book of the harbour " * 3
    )

    assert min(map(len, found)) >= 40


def test_pieces_are_even_and_an_end_that_takes_no_effort_is_worth_a_detour():
    assert even([10.0] * 32, [1.0] * 32, 160) == [16, 32]
    assert even([10.0] * 24, [1.0] * 8 + [0.0] + [1.0] * 15, 160) == [9, 24]
    assert even([500.0, 10.0], [1.0, 1.0], 160) == [1, 2]


@pytest.mark.parametrize(
    "text", ["x" * 300_000, "a " * 50_000, "7 " * 50_000, "字" * 60_000, "☃ " * 50_000, "1,2" * 60_000]
)
def test_a_long_text_without_a_place_to_cut_is_cut_in_time(text):
    """A quadratic search would run into the test's time limit here."""
    assert len(pieces(text)) > 500


def test_text_that_costs_almost_nothing_is_cut_in_time():
    text = "☃ " * 50_000
    spelling = Spelling("", 300.0, "")

    assert (
        len(fit((0, len(text), spelling), text, lambda start, end: Spelling("", (end - start) / 1000, ""), LIMITS)) > 1
    )


@pytest.mark.parametrize(
    "text", ["no mark at all in here " * 5_000, "一直不停地写下去" * 2_000, "… " * 4_000 + "a word or two " * 3_000]
)
def test_a_very_long_sentence_is_never_spelled_as_a_whole(text):
    spelled = []

    def spell(start: int, end: int) -> Spelling:
        spelled.append(end - start)
        cost = sum((4 if char >= "\u3400" else 1) for char in text[start:end] if char.isalnum())
        return Spelling(text[start:end], cost, text[start:end])

    found = list(joined(text, [(0, len(text))], spell, LIMITS))

    assert max(spelled) <= 1_000
    assert "".join(spelling.spoken for _, _, spelling in found) == text
    assert all(spelling.cost <= LIMITS.most for _, _, spelling in found)
