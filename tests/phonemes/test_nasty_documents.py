"""Documents that break such software, through the whole front end: read, planned and spelled as Kokoro is given them."""

import json
import re
from pathlib import Path

import pytest

from models.phonemes.front import PhonemeFront
from pipeline.documents.read import read_script
from pipeline.plan import PlanContext, plan_script
from pipeline.ports import Limits
from pipeline.request import RenderOptions
from pipeline.voices import ModelCard, VoiceBlend

ROWS = {
    row["id"]: row
    for row in map(
        json.loads,
        (Path(__file__).parents[1] / "cases" / "nasty_documents.jsonl").read_text(encoding="utf-8").splitlines(),
    )
}


class Spelled:
    """Kokoro's front end and limits, without its graph."""

    card = ModelCard("kokoro", "1", 24_000, ("en", "zh"), ())

    def __init__(self, symbols):
        self._front = PhonemeFront(symbols, frozenset(self.card.languages))

    def spell(self, runs, _voice):
        return self._front.spell(runs)

    def limits(self, _speed):
        return Limits(least=40, aim=160, most=300)

    def expected_s(self, cost, _speed):
        return cost / 18

    def synthesize(self, *_args, **_options):
        raise NotImplementedError

    def close(self):
        pass


@pytest.fixture(scope="module")
def model(symbols):
    return Spelled(symbols)


def segments(model, row, language="en"):
    context = PlanContext(model, VoiceBlend("kokoro", (("af_heart", 1.0),)), language, 1.0, RenderOptions())
    script = read_script(ROWS[row]["text"].encode(), "text/plain")
    return [each for chapter in plan_script(script, context) for part in chapter.parts for each in part.segments]


def said(model, row):
    return " ".join(segment.spoken for segment in segments(model, row) if segment.spoken)


@pytest.mark.parametrize("row", [row for row in ROWS if row != "nasty-02"])
def test_nothing_of_a_text_is_lost(model, row):
    texts = "".join("".join(segment.text.split()) for segment in segments(model, row))
    chapters = read_script(ROWS[row]["text"].encode(), "text/plain").chapters
    blocks = (chapter.text[block.start : block.end] for chapter in chapters for block in chapter.blocks)

    assert texts == "".join("".join(block.split()) for block in blocks)


@pytest.mark.usefixtures("mandarin")
def test_a_page_of_chinese_without_marks_is_cut_and_whole(model):
    pieces = segments(model, "nasty-02", "zh")

    assert len(pieces) >= ROWS["nasty-02"]["expect"]["segments_min"]
    assert "".join(piece.text for piece in pieces) == ROWS["nasty-02"]["text"]


def test_capitals_are_prose_and_initialisms_stay(model):
    spoken = said(model, "nasty-03")

    assert spoken == (
        'Chapter fourteen. The U S Navy and NASA met at nine A M Mister Smith said: "we go." '
        "The FBI, IBM and UNESCO agreed. It was I who spoke."
    )


def test_note_marks_are_not_numbers(model):
    assert said(model, "nasty-05") == (
        "The treaty was signed in sixteen forty-eight. It ended the war. Many died. See note. "
        "Einstein wrote E equals m c squared in nineteen oh five."
    )


def test_invisible_characters_are_gone(model):
    assert said(model, "nasty-06") == (
        "The international organisation paid one million two hundred thirty-four thousand five hundred sixty-seven euros "
        "to the group."
    )


def test_emoji_and_emoticons_are_dropped_and_a_keycap_is_its_digit(model):
    assert said(model, "nasty-08") == "Great job! The visited and one time done."


def test_compatibility_characters_are_their_plain_forms(model):
    spoken = said(model, "nasty-09")

    assert spoken.startswith("Café résumé final full width one hundred twenty-three")
    assert re.search(r"kilograms degrees Celsius one half eight$", spoken)


def test_stacked_marks_are_taken_off(model):
    assert said(model, "nasty-11").lower() == "init not ok cortex."


def test_tags_and_entities_are_not_read(model):
    assert said(model, "nasty-12").startswith(
        "Hello and goodbye x less than y greater than z; name and less than b greater than"
    )
