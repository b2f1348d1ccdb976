"""The front end of a model: runs in, units out, and a report of what could not be read."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.phonemes.front import PhonemeFront
from pipeline.errors import ExtraMissing
from pipeline.language import language_runs
from pipeline.normalize import spoken
from pipeline.normalize.common import clean
from pipeline.normalize.unread import says_something
from pipeline.ports import LanguageRun, Notice

LANGUAGES = frozenset({"en", "zh", "es"})


@pytest.fixture(scope="module")
def front(symbols):
    return PhonemeFront(symbols, LANGUAGES)


def spell(front, text, base="en"):
    return front.spell(language_runs(text, base))


def test_english_is_normalized_and_spelled(front):
    spelling = spell(front, "It cost $2.")
    assert spelling.units == "ˌɪt kˈɔst tˈu dˈɑləɹz."
    assert spelling.spoken == "It cost two dollars."
    assert spelling.cost == len(spelling.units)
    assert (spelling.unknown, spelling.unsupported, spelling.guessed) == ({}, (), ())


def test_a_stretch_in_a_language_whose_extra_is_missing_is_reported_and_the_rest_is_spelled(symbols):
    spelling = PhonemeFront(symbols, LANGUAGES - {"es"}).spell(
        (LanguageRun("He said ", "en", 0, 8), LanguageRun("hola", "es", 8, 12), LanguageRun(".", "en", 12, 13))
    )
    assert [(run.text, run.language, run.start) for run in spelling.unsupported] == [("hola", "es", 8)]
    assert spelling.units == "hˌi sˈɛd."


def test_mixed_text_is_one_string(front, mandarin):
    spelling = spell(front, "我用 Docker，很好。", "zh")
    assert spelling.units == "wo↓jʊ↘ŋ dˈɑkəɹ, xə↓n xau↓."
    assert spelling.spoken == "我用 Docker，很好。"


def test_a_language_without_a_reader_is_reported_and_left_out(front):
    spelling = spell(front, "She said привет, twice.")
    assert [(run.text, run.start) for run in spelling.unsupported] == [("привет", 9)]
    assert spelling.units == "ʃˌi sˈɛd, twˈIs."


def test_marks_of_another_language_are_not_reported(front):
    assert spell(front, "…!", "he").unsupported == ()


@pytest.mark.parametrize("text", ["", "  ", "…", "?!", "“—”", "👍"])
def test_nothing_to_speak_gives_no_units(front, text):
    assert spell(front, text).units == ""


def test_the_closing_quote_at_the_end_is_dropped(front):
    assert spell(front, "“Stop!”").units == "“stˈɑp!"
    assert spell(front, "“No,” she said.").units.startswith("“nˈO,” ʃi")


def test_symbols_that_the_model_lacks_are_counted_and_left_out():
    spelling = PhonemeFront(frozenset("abcdefghijklmnopqrstuvwxyz ˈ."), frozenset({"en"})).spell(
        language_runs("The hat.", "en")
    )
    assert spelling.unknown["ð"] == 1
    assert "ð" not in spelling.units


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("x ∂ y and ∑ z, ∑", {"∂": 1, "∑": 2}), ("It cost 5 ₿.", {"₿": 1}), ("∀ x, a ⟂ b", {"∀": 1, "⟂": 1}),
        ("left → right", {"→": 1}), ("a ∄ b", {"∄": 1}), ("the sound ŋ", {"ŋ": 1}), ("★★ good", {"★": 2}),
        ("ↀ men", {"ↀ": 1}), ("bad \ufffd text", {"\ufffd": 1}), ("∀ ==", {"∀": 1, "=": 2}),
    ],
)  # fmt: skip
def test_symbols_without_a_reading_are_counted_as_they_are_written(front, text, unknown):
    assert spell(front, text).unknown == unknown


@pytest.mark.parametrize(
    "text",
    [
        "“So” (he) [said] — ‘well’… / no.", "**bold** _it_ `code` | a", "soft\u00adware zero\u200bwidth \ue000 bell\x07",
        "Good 👍🏽 ❤️ ✔️ ➡️ 🏃‍♀️ day", "• one ▪ two ─── three", "Hawaiʻi, café, 1️⃣ don´t",
        "5% & @ # § © ® ™ € £ ¥ $ ° = + × ÷ < > ± ½ Ⅷ ②",
    ],
)  # fmt: skip
def test_what_is_read_and_what_a_rule_leaves_unspoken_is_not_counted(front, text):
    assert spell(front, text).unknown == {}


def test_an_unread_symbol_parts_the_words_beside_it(front):
    assert spell(front, "cat→dog").units == spell(front, "cat dog").units


def test_chinese_counts_what_it_does_not_read_and_no_arrow_becomes_a_tone(front, mandarin):
    spelling = spell(front, "你 → 好∑，5 ₿，±3％", "zh")
    assert spelling.unknown == {"→": 1, "∑": 1, "₿": 1}
    assert spelling.units.count("→") == spell(front, "你 好，5，±3％", "zh").units.count("→")


def test_espeak_is_asked_what_it_has_a_name_for(front, espeak):
    spelling = spell(front, "cinco → seis ∂ y € & ½ “hola”", "es")
    assert spelling.unknown == {"→": 1, "∂": 1}
    assert "ˈeʊɾo" in spelling.units
    assert "→" not in spelling.units


@settings(deadline=None)  # the machine may be busy
@given(st.characters(categories=["Sm", "Sc", "So", "No", "Nl"]))
def test_any_symbol_is_read_or_counted_or_left_out_by_rule(front, symbol):
    spelling = spell(front, f"cat {symbol} dog")
    silent = spelling.units == spell(front, "cat dog").units
    assert not (silent and says_something(symbol) and clean(symbol)) or spelling.unknown


def test_piper_gets_espeak_ipa_without_espeak(monkeypatch):
    monkeypatch.setitem(sys.modules, "phonemizer", None)
    symbols = frozenset("abcdefghijklmnopqrstuvwxyzæðŋɑɔəɛɜɡɪɹɾʃʊʌʒˈˌːθɚᵻ .,!?")
    spelling = PhonemeFront(symbols, frozenset({"en"}), flavour="piper").spell(
        language_runs("A joyful water bird.", "en")
    )
    assert spelling.units == "dʒˈɔɪfəl wˈɔːɾɚ bˈɜːd."
    assert spelling.unknown == {"ɐ": 1}


def test_chinese_without_its_extra_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "jieba", None)
    with pytest.raises(ExtraMissing, match="zh"):
        PhonemeFront(frozenset("a"), LANGUAGES).spell(language_runs("你好", "zh"))


@settings(deadline=None)  # the machine may be busy
@given(st.text(st.sampled_from("ab Z.,!?“”'é1$-яש"), max_size=30))
def test_every_word_is_spoken_or_reported(front, text):
    spelling = spell(front, text)
    wordy = any(char.isalnum() for char in text)
    assert bool(spelling.units or spelling.unsupported) == wordy
    assert "  " not in spelling.units


def test_a_text_whose_normalization_lost_something_is_named(front, monkeypatch):
    monkeypatch.setitem(spoken._RULES, "en", lambda text: text.replace("second", ""))

    spelling = front.spell((LanguageRun("first second third. ", "en", 0, 20),))

    assert spelling.notices == (Notice("normalization_overruled", "first second third. ", 0, 20),)
    assert spelling.spoken == "first second third."
