"""Spanish, French, Italian, Portuguese, German and Hindi: what is written and what is said."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.normalize import de, es, fr, it, pt
from pipeline.normalize.common import keeps_everything
from pipeline.normalize.european_rules import rules, unspoken
from pipeline.normalize.rules import apply
from pipeline.normalize.spoken import normalize, normalized

LANGUAGES = ("de", "es", "fr", "hi", "it", "pt")
CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "european.jsonl").read_text("utf-8").splitlines()
]
#: what rules look for, and what they must leave alone beside it
PARTS = (
    *"0123456789.,:;-–—/'’ºª°%€$£+#@&§½()«»¿¡! ",
    *(
        "siglo ",
        "XIV",
        "Ludwig ",
        "II.",
        "am ",
        "Mai",
        " de mayo",
        "h",
        "Uhr",
        " km/h",
        "m²",
        "pág. ",
        "z. B. ",
        "etc.",
        "M. ",
    ),
    *(
        "http://a.de/?x=1",
        "a@b.it",
        "R$",
        "CHF",
        "Mio.",
        "er",
        "e",
        " siècle",
        "anni '",
        "1.000",
        "12/03/2024",
        "é",
        "ñ",
        "Li",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['lang']} {case['text'][:30]}")
def test_what_is_written_is_said(case):
    said = normalized(case["text"], case["lang"])
    assert said.text == case["spoken"]
    assert not said.overruled


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=st.lists(st.sampled_from(PARTS), max_size=14).map("".join))
@settings(max_examples=150, deadline=None)
def test_nothing_is_lost_and_no_digit_stays_in_writing(language, text):
    said = normalized(text, language)
    assert not said.overruled, said.text
    if language != "hi":
        assert not any(char.isdecimal() for char in said.text)


@pytest.mark.parametrize("tongue", [es.TONGUE, fr.TONGUE, it.TONGUE, pt.TONGUE, de.TONGUE], ids=lambda t: t.language)
def test_the_shortest_guard_is_the_rules_themselves(tongue):
    text = "Plain words, and nothing else; they stay"
    assert apply(rules(tongue), text) == text
    assert keeps_everything(
        "http://a.de/b?c=d", apply(rules(tongue), "http://a.de/b?c=d"), unspoken("http://a.de/b?c=d")
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_time_grows_no_faster_than_the_text(language):
    def seconds(text: str) -> float:
        begin = time.process_time()
        normalize(text, language)
        return time.process_time() - begin

    for unit in (
        "1",
        "1.",
        "1 ",
        "1.111",
        "a.",
        "a@",
        "siglo XX y ",
        "tel 1 ",
        "'",
        "- ",
        "IV ",
        "5 m",
        "http://",
        "z. B. ",
    ):
        seconds(unit)
        short, long = (unit * 2_000)[:2_000], (unit * 20_000)[:20_000]
        assert seconds(long) < 10 * 8 * max(seconds(short), 0.005), unit
