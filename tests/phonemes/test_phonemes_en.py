"""English to Kokoro's symbols."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.phonemes.en import English
from models.phonemes.lexicon import Lexicon
from models.phonemes.spelling import by_rule
from models.phonemes.stress import with_stress
from models.phonemes.tokens import fold
from pipeline.errors import ModelMissing


@pytest.fixture(scope="module")
def british():
    return English("gb")


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("Hello, world!", "həlˈO, wˈɜɹld!"),
        ("The apple and the pear.", "ði ˈæpᵊl ænd ðə pˈɛɹ."),
        ("I want to eat, to go, to.", "ˌI wˈɑnt tʊ ˈit, tə ɡˌO, tu."),
        ("A dog is in.", "ɐ dˈɔɡ ɪz ˈɪn."),
        ("A or B, from A to Z, a B.", "ˈA ɔɹ bˈi, fɹʌm ˈA tə zˈi, ɐ bˈi."),
        ("I am here, in the hour I am.", "ˌI ɐm hˈɪɹ, ɪn ði ˈWəɹ ˌI æm."),
        ("Wait — what?", "wˈAt — wˌʌt?"),
        ("(really) “so” …", "(ɹˈiᵊli) “sˌO” …"),
    ],
)
def test_sentences_read_as_the_model_was_trained(english, text, phonemes):
    assert english(text).phonemes == phonemes


@pytest.mark.parametrize(
    ("word", "phonemes"),
    [
        ("cats", "kˈæts"), ("dogs", "dˈɔɡz"), ("foxes", "fˈɑksᵻz"), ("waited", "wˈATᵻd"), ("jumped", "ʤˈʌmpt"),
        ("Alice's", "ˈælɪsᵻz"), ("visiting", "vˈɪzɪTɪŋ"), ("café", "kæfˈA"), ("don’t", "dˈOnt"),
    ],
)  # fmt: skip
def test_inflections_take_the_sound_of_their_stem(english, word, phonemes):
    assert english(word).phonemes == phonemes
    assert english(word).guessed == ()


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ("I will read it tomorrow.", "ɹˈid"), ("She read the letter yesterday.", "ɹˈɛd"), ("I have read it.", "ɹˈɛd"),
        ("A lead pipe.", "lˈɛd"), ("They lead us.", "lˈid"), ("The wind blew.", "wˈɪnd"), ("Please wind it.", "wˈInd"),
        ("Close the door.", "klˈOz"), ("They are close to us.", "klˈOs"), ("We live here.", "lˈɪv"),
        ("It was a live show.", "lˈIv"), ("She shed a tear.", "tˈɪɹ"), ("Do not tear it.", "tˈɛɹ"),
        ("We will record it.", "ɹəkˈɔɹd"), ("He broke the record.", "ɹˈɛkəɹd"), ("I object to it.", "əbʤˈɛkt"),
        ("They present it.", "pɹizˈɛnt"), ("a minute detail", "mInˈut"), ("Wait a minute.", "mˈɪnət"),
        ("Please permit me.", "pəɹmˈɪt"), ("You need a permit.", "pˈɜɹmɪt"), ("We used to go.", "jˈust"),
        ("We used a hammer.", "jˈuzd"), ("It is used to make paper.", "jˈuzd"), ("The wound healed.", "wˈund"),
        ("He wound the clock.", "wˈWnd"), ("I am content.", "kəntˈɛnt"), ("The content is good.", "kˈɑntɛnt"),
        ("They conduct tests.", "kəndˈʌkt"), ("His conduct was bad.", "kˈɑndˌʌkt"), ("He will desert us.", "dəzˈɜɹt"),
        ("The desert is dry.", "dˈɛzəɹt"), ("of very little use now", "jˈus"), ("This project failed.", "pɹˈɑʤˌɛkt"),
        ("She plays bass guitar.", "bˈAs"), ("He caught a bass in the lake.", "bˈæs"),
    ],
)  # fmt: skip
def test_heteronyms_follow_their_neighbours(english, text, sound):
    assert sound in english(text).phonemes.replace("T", "t")


def test_acronyms_are_spelled_and_those_that_are_words_are_read(english):
    assert english("The FBI and IBM").phonemes == "ði ˌɛfbˌiˈI ænd ˌIbˌiˈɛm"
    assert "nˈæsə" in english("NASA flew").phonemes
    assert english("He is VERY good.").guessed == ()


def test_the_lighter_half_of_a_compound_loses_its_stress(english):
    assert english("a daisy-chain").phonemes.count("ˈ") == 1


def test_a_mark_without_a_sound_still_parts_two_words(english):
    assert english("cat/dog").phonemes == english("cat dog").phonemes


def test_a_word_that_starts_like_none_has_its_first_letters_named():
    assert English()("rclone").phonemes == "ˌɑɹklˈOn"


def test_words_that_no_lexicon_knows_are_read_and_named(english):
    read = English()("The Grzzlyfoo of Vandermolen ate kwxt.")
    assert read.guessed == ("Grzzlyfoo", "Vandermolen", "kwxt")
    assert len(read.phonemes.split()) == 6


def test_a_fallback_is_asked_before_the_rules():
    assert English(fallback=lambda word: "fˈu" if word == "zorbleck" else None)("zorbleck").phonemes == "fˈu"


def test_british_words_differ(british):
    assert british("car park").phonemes == "kˈɑː pˈɑːk"
    assert "Q" in british("go home").phonemes


def test_digits_that_reach_it_are_read(english):
    assert english("12").phonemes == english("one two").phonemes


def test_a_lone_hyphen_is_a_dash_and_straight_quotes_turn(english):
    assert english('he - "yes"').phonemes == "hi — “jˈɛs”"


@settings(deadline=None)  # the machine may be busy
@given(st.text())
def test_any_text_gives_known_symbols(english, text):
    found = english(text).phonemes
    assert set(found) <= set(";:,.!?—…“”() AIOWYTQbdfhijklmnpstuvwzæðŋɑɐɔəɛɜɡɪɹʃʊʌʒʤʧˈˌθᵊᵻ")
    assert "  " not in found


@settings(deadline=None)  # the machine may be busy
@given(st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), min_size=1, max_size=14))
def test_the_rules_read_any_letters(letters):
    assert by_rule(letters) is not None
    if set(letters) & set("aeiou") and len(letters) > 2:
        assert by_rule(letters).count("ˈ") <= 1


@pytest.mark.parametrize(
    ("phonemes", "level", "expected"),
    [
        ("kˈæt", -2, "kæt"),
        ("kˈæt", -1, "kˌæt"),
        ("kˈætˌæ", -0.5, "kˌætæ"),
        ("ðə", 0.5, "ðˌə"),
        ("ðə", 2, "ðˈə"),
        ("kˌæt", 1, "kˈæt"),
        ("z", 2, "z"),
        ("kˈæt", None, "kˈæt"),
    ],
)
def test_stress_levels(phonemes, level, expected):
    assert with_stress(phonemes, level) == expected


def test_letters_with_marks_are_bare():
    assert fold("Ærøskøbing naïve Łódź — …") == "Aeroskobing naive Lodz — …"


def test_missing_word_lists_are_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ModelMissing, match="misaki"):
        Lexicon()


def test_reading_english_imports_neither_misaki_nor_spacy():
    code = (
        "import sys; from models.phonemes.en import English; assert English()('hello').phonemes; "
        "assert not {'misaki', 'spacy', 'phonemizer', 'jieba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
