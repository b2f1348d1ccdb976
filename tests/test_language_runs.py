"""Language runs: the script decides, the document's language is the prior, nothing is lost."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.language import language_runs
from pipeline.scripts import script_of


def spans(text, base):
    return [(run.text, run.language) for run in language_runs(text, base)]


@settings(deadline=None)  # the machine may be busy
@given(
    st.text(st.sampled_from("aZé 0159.,%-—“”「」。，中文字のカ한글яעا\n\u200dπ¿#") | st.characters()),
    st.sampled_from(["en", "zh", "ja", "yue", "ko", "ru", "es", "hi"]),
    st.integers(0, 10_000),
)
def test_joined_runs_are_the_text_and_offsets_follow(text, base, start):
    runs = language_runs(text, base, start)
    assert "".join(run.text for run in runs) == text
    at = start
    for run in runs:
        assert (run.start, run.end) == (at, at + len(run.text))
        assert run.text
        assert run.language
        at = run.end
    assert all(one.language != two.language for one, two in pairwise(runs))


@settings(deadline=None)  # the machine may be busy
@given(st.text(st.sampled_from("abc XYZ é 019 .,!?\"'()-")))
def test_plain_latin_text_is_one_run_of_its_base(text):
    assert [run.language for run in language_runs(text, "fr")] == (["fr"] if text else [])


def test_latin_inside_chinese_is_english():
    assert spans("我们用 Kafka streams 处理数据。", "zh") == [
        ("我们用 ", "zh"),
        ("Kafka streams", "en"),
        (" 处理数据。", "zh"),
    ]


def test_han_inside_english_is_chinese_and_the_marks_stay_english():
    assert spans("We ate at 海底捞, then left.", "en") == [
        ("We ate at ", "en"),
        ("海底捞", "zh"),
        (", then left.", "en"),
    ]


def test_digits_stay_with_the_latin_words_before_them():
    assert spans("新的Galaxy S24 Ultra很贵", "zh") == [("新的", "zh"), ("Galaxy S24 Ultra", "en"), ("很贵", "zh")]
    assert spans("이 Java 8.1은", "ko") == [("이 ", "ko"), ("Java 8.1", "en"), ("은", "ko")]


def test_digits_at_the_start_belong_to_what_follows():
    assert spans("2031年", "zh") == [("2031年", "zh")]
    assert spans("3 GB内存", "zh")[:2] == [("3 ", "zh"), ("GB", "en")]


def test_a_percentage_belongs_to_the_language_around_it():
    assert spans("CPU 80% 占用", "zh") == [("CPU", "en"), (" 80% 占用", "zh")]


def test_a_number_that_chinese_counts_with_is_chinese():
    assert spans("买了iPad 3台", "zh") == [("买了", "zh"), ("iPad", "en"), (" 3台", "zh")]


def test_a_unit_is_read_with_its_number():
    assert spans("他体重75kg左右", "zh") == [("他体重75kg左右", "zh")]


def test_kana_makes_the_kanji_around_it_japanese():
    assert spans("昨日は東京へ行った。很好。", "zh") == [("昨日は東京へ行った。", "ja"), ("很好。", "zh")]
    assert {run.language for run in language_runs("東京", "ja")} == {"ja"}


def test_a_quotation_in_kana_does_not_make_the_chinese_around_it_japanese():
    assert [tag for _, tag in spans("他说「おはよう」，然后走了。", "zh")] == ["zh", "ja", "zh"]


def test_one_decorative_kana_in_a_name_leaves_the_chinese_around_it():
    assert ("优", "zh") in spans("优の良品", "zh")


def test_cantonese_needs_two_witnesses_in_a_chinese_document():
    assert spans("唔，我知道了。", "zh") == [("唔，我知道了。", "zh")]
    assert spans("佢哋喺度食飯。", "zh")[0][1] == "yue"


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("Привет", "ru"),
        ("שלום", "he"),
        ("مرحبا", "ar"),
        ("สวัสดี", "th"),
        ("Ελλάδα", "el"),
        ("नमस्ते", "hi"),
        ("안녕", "ko"),
    ],
)
def test_other_scripts_are_named_so_that_they_can_be_reported(text, tag):
    assert (text, tag) in spans(f"The word {text} is here.", "en")


def test_a_language_written_in_its_own_script_keeps_it():
    assert spans("Привіт, світе!", "uk") == [("Привіт, світе!", "uk")]
    assert [tag for _, tag in spans("Привет Linux мир", "ru")] == ["ru", "en", "ru"]


def test_a_single_greek_letter_is_a_symbol_of_the_text():
    assert spans("The α-helix and π.", "en") == [("The α-helix and π.", "en")]


def test_text_without_letters_is_the_base_language():
    assert spans("… 12 — 7!", "zh") == [("… 12 — 7!", "zh")]
    assert language_runs("", "en") == ()


def test_programming_languages_keep_their_signs():
    assert [text for text, tag in spans("学C++和C#吧", "zh") if tag == "en"] == ["C++", "C#"]


def test_marks_and_digits_have_no_script():
    assert [script_of(char) for char in "a中の한я5,。 "] == ["Latn", "Hani", "Kana", "Hang", "Cyrl", "", "", "", ""]


def test_a_long_number_after_a_latin_word_before_a_unit_is_read_at_once():
    """Digits that could be grouped in many ways took exponential time here."""
    text = "x" + "7" * 40 + "年 " + "a.1" * 30_000 + "年"

    assert "".join(run.text for run in language_runs(text, "zh")) == text
