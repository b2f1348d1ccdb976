"""The guard and the cleaning: whatever the rules do, what was written is spoken."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.normalize import spoken
from pipeline.normalize.common import clean, keeps_everything, letters
from pipeline.normalize.spoken import normalize, normalized


def test_a_rule_that_returns_nothing_is_overruled(monkeypatch):
    monkeypatch.setitem(spoken._RULES, "en", lambda text: "")
    assert normalize("Here is a word.", "en") == "Here is a word."


def test_a_rule_that_eats_a_word_is_overruled(monkeypatch):
    monkeypatch.setitem(spoken._RULES, "en", lambda text: text.replace("second", ""))
    assert normalize("first second third", "en") == "first second third"


def test_a_rule_that_eats_a_number_is_overruled(monkeypatch):
    monkeypatch.setitem(spoken._RULES, "zh", lambda text: text.replace("42", ""))
    assert normalize("答案是42。", "zh") == "答案是42。"


def test_an_overruled_normalization_is_told(monkeypatch):
    assert not normalized("first second 3", "en").overruled
    monkeypatch.setitem(spoken._RULES, "en", lambda text: text.replace("second", ""))
    assert normalized("first second third", "en").overruled
    assert not normalized("first and third", "en").overruled


def test_what_is_unspoken_on_purpose_does_not_count_as_lost():
    assert keeps_everything("http www site", "site", "http www")
    assert not keeps_everything("http www site", "site", "http")


@settings(deadline=None)  # the machine may be busy
@given(
    st.text(st.sampled_from("abIVX .,:-/$%€°′½&@#0123456789'’“”\nkmh") | st.characters()),
    st.sampled_from(sorted(spoken._RULES)),
)
def test_any_text_normalizes_and_keeps_its_letters(text, language):
    said = normalize(text, language)
    links = "://" in text or "www." in text or "?" in text or "@" in text or "#" in text
    assert links or letters(said) >= letters(clean(text))


WRITTEN = [
    "a", "I", "IV", "X", "Chapter", "Dr.", "St.", "No.", "1", "12", "1984", "007", "1,234", "1.234,56", "$", "€",
    "£", "%", "km", "m/s", "kg", "°C", "½", "²", "/", "-", "–", ":", ".", ",", "!", "?", "'", '"', "(", ")", "[",
    "]", "#", "@", "&", "+", "=", "*", "_", "~", "^", "<", ">", "a.b", "x@y.de", "http://a.de/b?c=d", "www.a.com",
    "12:30", "pm", "a.m.", "Jan", "May 5", "2024-05-06", "5/6/2024", "+49 30 123456", "v1.2", "FBI", "THE END", "人",
    "年", "3月", "第", "個", "か", "は", "12時", "円", "한국", "명", "원", "é", "ß", "👍", ":-)", "１２", "Ⅷ", "①", "℃", "€5", "5€",
    "10.000", "1°", "1st", "2nd", "º", "et", "5,50", "12h30", "Mr", "etc.", "z.B.", "¿", "«",
]  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.one_of(st.sampled_from(WRITTEN), st.just("lantern")), max_size=9),
    st.sampled_from(sorted(spoken._RULES)),
)
def test_a_word_is_said_as_often_as_it_is_written_among_whatever_else(pieces, language):
    said = normalized(" ".join(pieces), language)

    assert said.text.lower().count("lantern") == pieces.count("lantern")
    assert not said.overruled


def test_invisible_characters_go_and_words_stay_whole():
    assert (
        clean("soft\u00adware zero\u200bwidth \ufeffbom \ue000private \x07bell")
        == "software zerowidth bom private bell"
    )


def test_composed_and_decomposed_text_are_the_same():
    assert clean(unicodedata.normalize("NFD", "café Zürich")) == "café Zürich"


@pytest.mark.parametrize("emoji", ["👍🏽", "👨‍👩‍👧", "✅", "🇫🇷", "❤️", "❤", "✔️", "➡️", "🏃‍♀️"])
def test_emoji_are_not_spoken(emoji):
    assert normalize(f"Well {emoji} done.", "en") == "Well done."


@pytest.mark.parametrize("symbol", ["→", "★", "⌘", "∑", "⟂", "✓", "🠒", "\ufffd"])
def test_a_symbol_that_is_no_emoji_stays_for_its_reader(symbol):
    assert normalize(f"Well {symbol} done.", "en") == f"Well {symbol} done."


def test_joiners_stay_where_a_script_needs_them():
    assert clean("क्\u200dष می\u200cخواهم") == "क्\u200dष می\u200cخواهم"


def test_ligatures_circled_and_wide_letters_are_plain_ones():
    assert clean("ﬁne Ａｂ１ ①") == "fine Ab1 1"
    assert clean("❶ ⓬ ＄5 🄰") == "1 12 $5 A"


def test_a_number_in_a_circle_does_not_join_the_numbers_beside_it():
    assert clean("2②③ ①2019") == "2 2 3 1 2019"


def test_signs_that_are_not_their_letters_stay():
    assert clean("№ ™ ℠") == "№ ™ ℠"


def test_roman_numerals_of_one_character_are_letters_where_no_rule_counts_them():
    assert normalize("Kapitel Ⅷ", "sv") == "Kapitel VIII"


def test_a_fraction_is_not_taken_apart():
    assert clean("½") == "½"


def test_a_language_without_rules_is_only_cleaned():
    assert normalize("Det kostar 3\u200b,5 €", "sv") == "Det kostar 3,5 €"


def test_space_around_a_run_stays_for_its_neighbours():
    assert normalize(" Docker 3 ", "en") == " Docker three "


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "piece", ["1", "1,", "1/2/", "A.", "a.b-c_", "a@", "http://", "12:30:", "555 ", "-", "$1", "1-", "电话", "A1"]
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_page_of_rubbish_takes_no_more_than_its_length(piece, language):
    assert normalize(piece * 3000, language)
