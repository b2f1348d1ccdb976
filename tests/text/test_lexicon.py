"""The lexicon's matcher: whole words and nothing inside of words, longest first, in any writing of the same thing."""

import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.lexicon import ENTRIES_MOST, Entry, Lexicon, fault_of, matched


def found(text, *words, language="en"):
    entries = [word if isinstance(word, Entry) else Entry(word, say="x") for word in words]
    return [text[start:end] for start, end, _ in Lexicon(entries).matches(text, lambda _: language)]


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("I read it.", "read", ["read"]),
        ("bread reads reading misread read2 2read", "read", []),
        ('read-only, (read) "read" read/write read_me re-read', "read", ["read"] * 6),
        ("Anna's and Annas and Anna’s", "Anna", ["Anna", "Anna"]),
        ("James' and James's", "James", ["James", "James"]),
        ("don't don’t can't", "don", []),
        ("don't do it's", "t", []),
        ("it's", "s", []),
        ("don't don’t", "don’t", ["don't", "don’t"]),
        ("l'homme L’Oréal d'Artagnan", "Oréal", ["Oréal"]),
        ("l'homme", "homme", ["homme"]),
        ("dell'arte dell’opera", "dell'", ["dell'", "dell’"]),
        ("O’Brien and O'Brien", "O'Brien", ["O’Brien", "O'Brien"]),
        ("READ Read read", "read", ["READ", "Read", "read"]),
        ("New York, New  York, New\n\tYork, New\u00a0York, NewYork, new york", "New York",
         ["New York", "New  York", "New\n\tYork", "New\u00a0York", "new york"]),
        ("C++ is not C, C++11", "C++", ["C++", "C++"]),
        ("use .NET or ASP.NET, not .NETs", ".NET", [".NET", ".NET"]),
        ("this & that &c", "&", ["&", "&"]),
        ("3D in 13D and 3D2, 3D-print", "3D", ["3D", "3D"]),
        ("v1.2 and v1.20", "v1.2", ["v1.2"]),
        ("重庆火锅和重慶", "重庆", ["重庆"]),
        ("我在银行行走", "行", ["行", "行"]),
        ("用iPhone手机，iPhones不行", "iPhone", ["iPhone"]),
        ("唱K歌的人", "K歌", ["K歌"]),
        ("東京タワーへ", "タワー", ["タワー"]),
        ("서울은 서울에서 대서울", "서울", ["서울", "서울"]),
        ("Kim은 왔다", "Kim", ["Kim"]),
        ("ไปกรุงเทพนะ", "กรุงเทพ", ["กรุงเทพ"]),
        ("Καλημέρα ΣΟΦΟΣ σοφός", "σοφος", ["ΣΟΦΟΣ"]),
        ("İstanbul istanbul", "istanbul", ["İstanbul", "istanbul"]),
        ("cafés café CAFÉ cafe", "café", ["café", "CAFÉ"]),
        ("a.b a*b aab", "a.b", ["a.b"]),
        ("[x] x]", "[x]", ["[x]"]),
        ("x\\d+ x99", "x\\d+", ["x\\d+"]),
        ("", "a", []),
        ("   ", "a", []),
    ],
)  # fmt: skip
def test_an_entry_matches_whole_words(text, word, expected):
    assert found(text, word) == expected


def test_the_longest_of_the_leftmost_counts_and_none_overlap():
    assert found("New York City Hall", "York City Hall", "New", "New York City", "Hall") == ["New York City", "Hall"]
    assert found("北京大学生", "北京大学", "大学生", "北京") == ["北京大学"]
    assert found("New York times", "New York Times Square", "New York") == ["New York"]


def test_composed_and_decomposed_letters_are_the_same_and_offsets_are_those_of_the_text():
    text = unicodedata.normalize("NFD", "déjà vu: a café, 한국어 と がぎ")
    for word in ("déjà vu", "café", "がぎ", "한국어"):
        for form in ("NFC", "NFD"):
            assert found(text, unicodedata.normalize(form, word)) == [unicodedata.normalize("NFD", word)]
    assert found("x\u0323\u0301y x", "x") == ["x"]  # a letter under marks is another one


def test_case_and_language_choose_between_entries():
    polish, polish_verb = Entry("Polish", say="Pole ish", case=True), Entry("polish", say="paw lish")
    (first,), (second,) = (
        Lexicon([polish_verb, polish]).matches(word, lambda _: "en") for word in ("Polish", "polish")
    )
    assert (first[2], second[2]) == (polish, polish_verb)

    own, any_language = Entry("Chat", say="sha", language="fr"), Entry("chat", say="tchat")
    lexicon = Lexicon([any_language, own])
    text = "chat chat"
    assert [e for *_, e in lexicon.matches(text, lambda at: "fr" if at else "en")] == [any_language, own]
    assert found("chat noir", own, language="en") == []
    # a longer one of another language leaves the place to a shorter one
    assert found("chat noir", Entry("chat noir", say="x", language="fr"), any_language, language="en") == ["chat"]


def test_of_two_entries_for_the_same_the_first_counts():
    first, second = Entry("Nguyen", say="win"), Entry("nguyen", say="new yen")

    assert Lexicon([first, second]).matches("Nguyen", lambda _: "en") == [(0, 6, first)]


def test_only_what_occurs_is_matched_and_its_order_is_its_own():
    entries = [Entry("b", say="x"), Entry("a b", ipa="ə"), Entry("zzz", say="x"), Entry("A", say="x", language="fr")]

    expected = (entries[3], entries[1], entries[0])
    assert matched(entries, ["nothing", "A  b"]) == expected
    assert matched(entries[::-1], ["b", "a b"]) == expected
    assert matched(entries, []) == ()


def test_a_subset_that_occurs_matches_as_the_whole_lexicon_does():
    entries = [
        Entry("New York", say="x"),
        Entry("York", say="y"),
        Entry("Hall", say="z"),
        Entry("new", say="n", case=True),
    ]
    text = "new york hall, York"
    small = matched(entries, [text])

    assert Lexicon(small).matches(text, lambda _: "en") == Lexicon(entries).matches(text, lambda _: "en")


def test_folding_never_changes_the_length_of_a_text():
    from pipeline.lexicon import _alike, _lower

    changed = [
        char for char in map(chr, range(sys.maxunicode + 1))
        if not "\ud800" <= char <= "\udfff" and len(_lower(_alike(char))) != 1
    ]  # fmt: skip
    assert changed == []


PIECES = st.sampled_from(
    ["read", "Read", "bread", "重庆", "庆", "O'", "’s", " ", "\n", "-", "é", "e\u0301", "서울", "은", "C++", ".", "İ"]
)


@given(st.lists(PIECES, max_size=20), st.lists(st.lists(PIECES, min_size=1, max_size=3), max_size=6))
@settings(max_examples=300, deadline=None)
def test_matches_are_in_order_disjoint_and_say_the_word(pieces, words):
    text = "".join(pieces)
    lexicon = Lexicon(Entry("".join(word), say="x") for word in words)
    last = 0
    for start, end, entry in lexicon.matches(text, lambda _: "en"):
        assert last <= start < end <= len(text)
        last = end
        same = [" ".join(unicodedata.normalize("NFC", w).replace("’", "'").replace("İ", "i").lower().split())
                for w in (text[start:end], entry.word)]  # fmt: skip
        assert same[0] == same[1]


@pytest.mark.parametrize("text", ["a" + " " * 200_000 + "b", "'" * 100_000, "é" * 100_000, "e\u0301" * 50_000])
def test_long_lines_are_looked_at_once(text):
    assert found(text, "a b c", "é", "'x") == []


def test_two_thousand_entries_cost_no_more_than_one_on_a_text_without_them(monkeypatch):
    walks = []
    lexicon = Lexicon(Entry(f"word{at} more", say="x") for at in range(ENTRIES_MOST))
    ends = Lexicon._ends

    def counting(lexicon, written, start):
        walks.append(start)
        return ends(lexicon, written, start)

    monkeypatch.setattr(Lexicon, "_ends", counting)
    assert lexicon.matches("other words here " * 1_000 + "word7 more", lambda _: "en")[0][0] == 17_000
    assert walks == [17_000]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (Entry("a", say="b"), None),
        (Entry("a", ipa="təˈmɑtoʊ"), None),
        (Entry("", say="b"), "the word is empty"),
        (Entry("a"), "'a' needs a respelling (say) or a pronunciation (ipa), exactly one of them"),
        (Entry("a", say="b", ipa="ə"), "'a' needs a respelling (say) or a pronunciation (ipa), exactly one of them"),
        (Entry("a", say=" "), "'a' needs a respelling (say) or a pronunciation (ipa), exactly one of them"),
        (Entry("a" * 201, say="b"), "'aaaaaaaaaaaaaaaaaaaa'… has 201 characters, at most 200 are allowed"),
        (Entry("a " * 16, say="b"), None),
        (Entry("行" * 64, say="b"), None),
        (
            Entry("a " * 16 + "行", say="b"),
            (
                "'a a a a a a a a a a '… has 17 words and 1 signs or characters of a script without spaces, "
                "at most 16 and 64 are allowed"
            ),
        ),
        (
            Entry("-" * 65, say="b"),
            (
                "'--------------------'… has 1 words and 65 signs or characters of a script without spaces, "
                "at most 16 and 64 are allowed"
            ),
        ),
        (Entry("a", ipa="t@m:"), "'a': 't@m:' is not IPA: @ :"),
        (Entry("a", say="b", language="English"), "'a': language is a primary tag like en or zh, given 'English'"),
    ],
)
def test_what_is_wrong_with_an_entry_is_said(entry, fault):
    assert fault_of(entry) == fault
