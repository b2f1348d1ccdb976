"""Lexicon files in three formats make the same entries, and what is wrong is told with its line."""

import re
from pathlib import Path

import pytest

from pipeline.errors import BadDocument
from pipeline.lexicon import Entry
from pipeline.lexicon_files import read_lexicon

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "marks.md"


def example(kind):
    """The page's example of a format, and its second one where there are two."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8").split("## Lexicons")[1], re.DOTALL)


def test_the_examples_of_the_page_are_read_and_mean_the_same():
    short, long = (read_lexicon(text.encode(), "a.yaml") for text in example("yaml"))
    (table,) = (read_lexicon(text.encode(), "a.csv") for text in example("csv"))
    (pls,) = (read_lexicon(text.encode(), "a.pls") for text in example("xml"))

    assert short == (Entry("Nguyen", say="win"), Entry("Siobhán", ipa="ʃɪˈvɔːn"), Entry("SQL", say="sequel"))
    polish = Entry("Polish", say="Pole ish", language="en", case=True)
    assert long == (Entry("Nguyen", say="win"), Entry("Siobhán", ipa="ʃɪˈvɔːn"), polish)
    assert table == long
    assert pls == (
        Entry("Siobhán", ipa="ʃɪˈvɔːn", language="en"), Entry("Siobhan", ipa="ʃɪˈvɔːn", language="en"),
        Entry("W3C", say="World Wide Web Consortium", language="en"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "entries"),
    [
        ("a.yaml", "no: nope\nyes: yep\n1984: nineteen eighty four\nnull: nil\n", [("no", "nope"), ("yes", "yep"),
         ("1984", "nineteen eighty four"), ("null", "nil")]),
        ("a.YML", "'New York': noo york # a comment", [("New York", "noo york")]),
        ("a.yaml", "", []),
        ("a.csv", "word,say\n", []),
        ("a.csv", 'Wye,why\n\n# a comment\n"x, y",z\n', [("Wye", "why"), ("x, y", "z")]),
        ("a.csv", "\ufeffsay,word\r\nwhy,Wye\r\n", [("Wye", "why")]),
        ("a.csv", "重庆,崇庆\n", [("重庆", "崇庆")]),
    ],
)  # fmt: skip
def test_every_value_is_text(name, text, entries):
    assert [(entry.word, entry.say) for entry in read_lexicon(text.encode(), name)] == entries


@pytest.mark.parametrize(
    ("written", "ipa"), [("/waɪ/", "waɪ"), ("[waɪ]", "waɪ"), ("waɪ", "waɪ"), ("/kat/", "kat"), ("tʃˈiːz", "tʃˈiːz")]
)
def test_a_pronunciation_may_stand_between_slashes(written, ipa):
    (entry,) = read_lexicon(f"- word: x\n  ipa: {written!r}".encode(), "a.yaml")
    assert entry == Entry("x", ipa=ipa)


def test_a_map_of_words_may_hold_maps():
    text = "chat: {say: sha, language: fr-FR}\n"
    assert read_lexicon(text.encode(), "a.yaml") == (Entry("chat", say="sha", language="fr"),)


PLS = '<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="zh-CN">'


def test_of_several_pronunciations_of_a_lexeme_the_first_counts():
    lexeme = (
        "<lexeme><grapheme>行</grapheme><example>x</example><phoneme> xɑŋ </phoneme><phoneme>ɕiŋ</phoneme></lexeme>"
    )
    assert read_lexicon((PLS + lexeme + "</lexicon>").encode(), "a.pls") == (Entry("行", ipa="xɑŋ", language="zh"),)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", "x: y", r"a.txt: a lexicon's name ends in .yaml, .yml, .csv, .pls or .xml"),
        ("a.yaml", "x: [", r"a.yaml is not YAML: .*line"),
        ("a.yaml", "just text", r"a.yaml holds no entries"),
        ("a.yaml", "a: &x b\nc: *x", r"a.yaml, line 2: an alias"),
        ("a.yaml", "[" * 1000, r"nested over 4 deep"),
        ("a.yaml", "a: b\nc: [d]", r"a.yaml, line 2: an entry is a map with word, say, ipa, language, case"),
        ("a.yaml", "- word: a\n  sya: b", r"a.yaml, line 1: an entry has word, say, .*given 'sya'"),
        ("a.yaml", "- word: a\n- word: b\n  say: c", r"a.yaml, line 1: 'a' needs a respelling"),
        ("a.yaml", "- say: a", r"line 1: the word is empty"),
        ("a.yaml", "- word: {a: b}\n  say: c", r"line 1: a text was expected"),
        ("a.yaml", "x: y\nTomato: /t@mA:toU/", r"a.yaml, line 2: 'Tomato': 't@mA:toU' is not IPA: @ : U"),
        ("a.yaml", "- {word: a, say: b, case: maybe}", r"case is true or false, given 'maybe'"),
        ("a.yaml", "- {word: a, say: b, language: klingon}", r"primary tag like en or zh, given 'klingon'"),
        ("a.csv", "word,say\na,b,c\n", r"a.csv, line 2: 3 columns where 2 are named \(word, say\)"),
        ("a.csv", "word,say\na\n", r"a.csv, line 2: 'a' needs a respelling"),
        ("a.csv", 'word,say\n"a,b\n', r"is not CSV"),
        ("a.csv", "a," + "b" * 201, r"has 201 characters, at most 200"),
        ("a.csv", "a,b\n" * 2001, r"a.csv has more than 2,000 entries"),
        ("a.csv", "a" * 1_000_001, r"has 1,000,001 bytes; a lexicon has at most 1,000,000"),
        ("a.pls", "<lexicon><lexeme>", r"a.pls is not well-formed XML"),
        ("a.pls", "<speak/>", r"its outermost element is <lexicon>, given <speak>"),
        ("a.pls", "<!DOCTYPE x><lexicon/>", r"DOCTYPE is not read"),
        ("a.pls", PLS + "<lexeme><grapheme>a</grapheme></lexeme></lexicon>", r"line 1: 'a' needs a respelling"),
        ("a.pls", PLS + "<lexeme><phoneme>a</phoneme></lexeme></lexicon>", r"the word is empty"),
        ("a.pls", '<lexicon alphabet="x-sampa"><lexeme><grapheme>a</grapheme><phoneme>a</phoneme></lexeme></lexicon>',
         r"the alphabet of phonemes is ipa, given 'x-sampa'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(name, text, message):
    with pytest.raises(BadDocument, match=message):
        read_lexicon(text.encode(), name)


def test_a_file_in_another_encoding_is_refused():
    with pytest.raises(BadDocument, match=r"a.csv is not UTF-8"):
        read_lexicon("é,è".encode("latin-1"), "a.csv")
