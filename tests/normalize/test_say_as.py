"""say-as: what is heard is what was declared, and what is not of its kind stays as it is written."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.normalize.spoken import normalize
from pipeline.say_as import _KINDS, said_as


@pytest.mark.parametrize(
    ("text", "how", "spoken"),
    [
        ("ABC-1", "characters", "A B C dash one"),
        ("a1", "spell-out", "A one"),
        ("10B", "verbatim", "one zero B"),
        ("x@y.z", "characters", "X at Y dot Z"),
        ("é", "characters", "É"),
        ("1999", "digits", "one nine nine nine"),
        ("555-12", "digits", "five five five one two"),
        ("1999", "cardinal", "one thousand nine hundred ninety-nine"),
        ("1,234", "number", "one thousand two hundred thirty-four"),
        ("-5", "cardinal", "minus five"),
        ("VIII", "cardinal", "eight"),
        ("XIV", "ordinal", "fourteenth"),
        ("3rd", "ordinal", "third"),
        ("21", "number:ordinal", "twenty-first"),
        ("12", "number:digits", "one two"),
        ("1/2/2024", "date:dmy", "February first, twenty twenty-four"),
        ("1/2/2024", "date:mdy", "January second, twenty twenty-four"),
        ("1/2/2024", "date", "January second, twenty twenty-four"),
        ("2024-01-02", "date", "January second, twenty twenty-four"),
        ("20240102", "date:yyyymmdd", "January second, twenty twenty-four"),
        ("010224", "date:mdy", "January second, twenty twenty-four"),
        ("1.2.99", "date:dmy", "February first, nineteen ninety-nine"),
        ("12/2024", "date:my", "December twenty twenty-four"),
        ("2024/12", "date:ym", "December twenty twenty-four"),
        ("12/25", "date:md", "December twenty-fifth"),
        ("1999", "date:y", "nineteen ninety-nine"),
        ("12", "date:m", "December"),
        ("May 5", "date:md", "May fifth"),
        ("9:30am", "time:hms12", "nine thirty A M"),
        ("0930", "time:hms24", "nine thirty"),
        ("1'21\"", "time", "one minute twenty-one seconds"),
        ('45"', "duration", "forty-five seconds"),
        ("(555) 123-4567", "telephone", "five five five, one two three, four five six seven"),
        ("+1 555", "telephone", "plus one, five five five"),
        ("42.01", "currency:USD", "forty-two dollars and one cent"),
        ("EUR 5", "currency", "five euros"),
        ("$42.01", "currency", "forty-two dollars and one cent"),
        ("5/16", "fraction", "five sixteenths"),
        ("2+1/3", "fraction", "two and one third"),
        ("6'3\"", "unit", "six feet three inches"),
        ("1'", "unit", "one foot"),
        ("10kg", "unit", "ten kilograms"),
    ],
)
def test_english_is_said_as_declared(text, how, spoken):
    assert normalize(said_as(text, how, "en"), "en") == spoken


@pytest.mark.parametrize(
    ("language", "text", "how", "spoken"),
    [
        ("zh", "A1B", "characters", "A 一 B"),
        ("zh", "2024", "digits", "二零二四"),
        ("zh", "1999", "cardinal", "一千九百九十九"),
        ("zh", "3", "ordinal", "第三"),
        ("zh", "1/2/2024", "date:mdy", "二零二四年一月二日"),
        ("zh", "2024/1", "date:ym", "二零二四年一月"),
        ("zh", "138-1234", "telephone", "幺三八，幺二三四"),
        ("zh", "1/3", "fraction", "三分之一"),
        ("yue", "12", "digits", "一二"),
        ("es", "21", "ordinal", "vigésimo primero"),
        ("es", "1999", "digits", "uno nueve nueve nueve"),
        ("es", "1/2/2024", "date", "primero de febrero de dos mil veinticuatro"),
        ("fr", "1/2/2024", "date:dmy", "premier février deux mille vingt-quatre"),
        ("fr", "80", "cardinal", "quatre-vingts"),
        ("it", "05/2024", "date:my", "maggio duemilaventiquattro"),
        ("pt", "1/2/2024", "date", "primeiro de fevereiro de dois mil e vinte e quatro"),
        ("de", "2.1.2024", "date", "zweiter Januar zweitausendvierundzwanzig"),
        ("de", "XIV", "cardinal", "vierzehn"),
    ],
)
def test_other_languages_say_numbers_digits_and_dates(language, text, how, spoken):
    assert normalize(said_as(text, how, language), language) == spoken


@pytest.mark.parametrize(
    ("language", "text", "how", "written"),
    [
        ("ja", "2024/1/2", "date", "2024年1月2日"),
        ("ja", "3", "ordinal", "第3"),
        ("ja", "12", "digits", "イチ ニ"),
        ("ko", "2024-01-02", "date", "2024년 1월 2일"),
        ("ko", "3", "ordinal", "3번째"),
        ("hi", "3", "ordinal", "3"),
        ("es", "0", "ordinal", "0"),
        ("hi", "1/2/2024", "date:dmy", "1/2/2024"),
    ],
)
def test_what_the_language_s_own_rules_read_is_written(language, text, how, written):
    assert said_as(text, how, language) == written


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("13/13/2024", "date:mdy"), ("1/2", "date:mdy"), ("soon", "date:mdy"), ("1/32", "date:md"), ("hello", "ordinal"),
        ("1.5.x", "cardinal"), ("1234567890123456", "cardinal"), ("damn", "expletive"), ("x", "no-such-kind"), ("x", ""),
        ("noon", "time"), ("a lot", "currency"), ("5 XYZ", "currency"), ("1/0", "fraction"), ("half", "fraction"),
        ("  ", "characters"), ("IIII", "ordinal"), ("tall", "unit"), ("3", "address"),
    ],
)  # fmt: skip
def test_what_is_not_of_its_kind_stays_as_it_is(text, how):
    assert said_as(text, how, "en") == text


@given(
    st.text(alphabet="0123456789abcXIV-/.:'\"+ ,$kg²①٣年", max_size=24),
    st.sampled_from([*_KINDS, "date:mdy", "date:yyyymmdd", "date:y", "time:hms24", "number:ordinal"]),
    st.sampled_from(["en", "zh", "yue", "ja", "ko", "es", "fr", "it", "pt", "de", "hi"]),
)
@settings(max_examples=400, deadline=None)
def test_any_text_is_said_as_anything_and_never_becomes_nothing(text, how, language):
    said = said_as(text, how, language)

    assert any(map(str.isalnum, said)) >= any(map(str.isalnum, text))


def test_every_kind_is_in_the_documentation():
    page = (Path(__file__).resolve().parents[2] / "docs/reference/marks.md").read_text(encoding="utf-8")
    table = page.split("### say-as")[1].split("\n## ")[0]
    named = {
        name for row in re.findall(r"^\| (`[^|]*)\|", table, re.MULTILINE) for name in re.findall(r"`([a-z-]+)`", row)
    }

    assert named - {"interpret-as"} == set(_KINDS) - {"duration"}
