"""Inline marks: the text is what it is without them, they come back at their places, and look-alikes stay text."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.documents.inline_marks import without_marks
from pipeline.documents.markdown import read_markdown
from pipeline.documents.plain import read_plain
from pipeline.errors import BadDocument, EmptyText
from pipeline.mark_values import is_ipa

READERS = pytest.mark.parametrize("read", [read_plain, read_markdown], ids=["plain", "markdown"])


def marks(chapter):
    return [(mark.kind, chapter.text[mark.start : mark.end], mark.value) for mark in chapter.marks]


def blocks(chapter):
    return [chapter.text[block.start : block.end] for block in chapter.blocks]


@READERS
@pytest.mark.parametrize(
    ("text", "left", "expected"),
    [
        ("One. [pause:1.5s] Two.", "One. Two.", [("pause", "", "1.5")]),
        ("One.[pause:800ms] Two.", "One. Two.", [("pause", "", "0.8")]),
        ("one[Pause:1s]two", "one two", [("pause", "", "1")]),
        ("you[pause: 1 s], and me", "you, and me", [("pause", "", "1")]),
        ("你好[pause:1s]世界", "你好世界", [("pause", "", "1")]),
        ("[pause:2s] Hello", "Hello", [("pause", "", "2")]),
        ("Hello [pause:2s]", "Hello", [("pause", "", "2")]),
        ("a [pause:1s] [pause:2s] [pause:1s] b", "a b", [("pause", "", "2")]),
        ("He [voice:bm_george]said so[/voice].", "He said so.", [("voice", "said so", "bm_george")]),
        ("[voice:a:0.6+b:0.4] Hi [/voice] you", "Hi you", [("voice", "Hi", "a:0.6+b:0.4")]),
        (
            "[voice:a]one [voice:b]two[/voice] three[/voice]", "one two three",
            [("voice", "one two three", "a"), ("voice", "two", "b")],
        ),
        ("[voice:a][/voice]nobody", "nobody", []),
        ("By [Misaki](/misˈɑki/).", "By Misaki.", [("phonemes", "Misaki", "misˈɑki")]),
        ("In [New York](/nuː jˈɔːɹk/)!", "In New York!", [("phonemes", "New York", "nuː jˈɔːɹk")]),
        ("[Kokoro](/kˈOkəɹO/)", "Kokoro", [("phonemes", "Kokoro", "kˈOkəɹO")]),
        ("[voice:a]By [Misaki](/misˈɑki/)[/voice]", "By Misaki",
         [("voice", "By Misaki", "a"), ("phonemes", "Misaki", "misˈɑki")]),
        ("A pause [pause] and [pause: he looks away] so", "A pause [pause] and [pause: he looks away] so", []),
        ("[Voice: a whisper] Who?", "[Voice: a whisper] Who?", []),
        ("[Pause: long] x [sic] [1] [x]", "[Pause: long] x [sic] [1] [x]", []),
    ],
)  # fmt: skip
def test_marks_are_taken_out_and_look_alikes_stay(read, text, left, expected):
    (chapter,) = read(text).chapters

    assert " ".join(chapter.text.split()) == left
    assert marks(chapter) == expected


IPA = [
    "misˈɑki", "ə", "nuː jɔɹk", "tɪ.kɪt", "t͡ʃiːz", "bɔ̃ʒuʁ", "ʃɪˈvɔːn", "ˈkat", "kˈOkəɹO", "pʰin˥", "ɡoʊ", "ˈɬan.ɛɬi", "aː",
    "ni˨˩˦ xɑʊ",
]  # fmt: skip
PATHS = [
    "docs", "api", "about", "kat", "usr", "français", "œuvre", "español", "københavn", "straße", "漢字", "a.b", "index.html",
    "v1.2", "ABC", "İ", "привет", "Ωmega", "wiki_ə", "?q=ə", "ə=1", "ə,ɪ", "100ɡ", "", " ", "ə\u200b", "DOCSə",
]  # fmt: skip


@pytest.mark.parametrize("inner", IPA)
def test_what_holds_a_sign_of_ipa_and_nothing_else_is_a_pronunciation(inner):
    assert is_ipa(inner)
    for read in (read_plain, read_markdown):
        (chapter,) = read(f"Say [it](/{inner}/) now.").chapters
        assert (chapter.text.strip(), marks(chapter)) == ("Say it now.", [("phonemes", "it", inner)])


@pytest.mark.parametrize("inner", PATHS)
def test_a_path_is_a_link(inner):
    assert not is_ipa(inner)
    (plain,) = read_plain(f"See [it](/{inner}/) now.").chapters
    (markdown,) = read_markdown(f"See [it](/{inner}/) now.").chapters
    assert (plain.marks, markdown.marks) == ((), ())
    assert plain.text == f"See [it](/{inner}/) now."


@pytest.mark.parametrize("address", ["/usr/bin", "/ə/ɪ/", "https://a.b/ə/", "/ə", "ə/", "//ə/", "#ə"])
def test_only_one_pair_of_slashes_makes_a_pronunciation(address):
    for read in (read_plain, read_markdown):
        assert read(f"See [it]({address}) now.").chapters[0].marks == ()


def test_inline_code_and_code_in_a_link_of_markdown_are_text():
    (chapter,) = read_markdown("Write `[pause:2s]`, `[voice:x]` and [`a[0]`](/ˈeɪ/).").chapters

    assert chapter.text.strip() == "Write [pause:2s], [voice:x] and a[0]."
    assert marks(chapter) == [("phonemes", "a[0]", "ˈeɪ")]


@READERS
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("And [pause:abc] so", r"\[pause:abc\]: a pause is like \[pause:1.5s\] or .*stands after 'And'"),
        ("[pause:] so", r"\[pause:\]: a pause is like .*at the beginning"),
        ("x [pause:31s]", r"at most 30 s"),
        ("x [pause:2]", r"\[pause:2\]: a pause"),
        ("x [voice:] y", r"\[voice:\]: a voice is like \[voice:NAME\]"),
        ("x [voice:two words] y [/voice]", r"\[voice:two words\]: a voice is like"),
        ("He said [voice:a] y", r"\[voice:a\] is never closed: .*after 'He said'"),
        ("x y[/voice] z", r"\[/voice\] closes no voice.*after 'x y'"),
        ("[voice:a]" * 21 + "x" + "[/voice]" * 21, r"over 20 voices are open"),
    ],
)
def test_what_plainly_is_a_mark_and_means_nothing_is_named(read, text, message):
    with pytest.raises(BadDocument, match=message):
        read(text)


@pytest.mark.parametrize("after", ["(so)", "(/x/)", "[so]", ": so"])
@pytest.mark.parametrize("mark", ["[pause:1s]", "[voice:v]x[/voice]"])
def test_markdown_takes_no_mark_for_a_link(mark, after):
    (chapter,) = read_markdown(f"{mark}{after} word\n\n[so]: http://a.b\n").chapters

    assert chapter.text.strip().removeprefix("x").strip() in {f"{after} word", "so word"}
    assert len(chapter.marks) == 1


@READERS
def test_a_mark_without_any_text_is_no_text(read):
    with pytest.raises(EmptyText):
        read("[pause:2s]")


@READERS
def test_a_paragraph_of_marks_alone_is_none_and_its_pause_is_at_the_end_of_the_one_before(read):
    (chapter,) = read("One.\n\n[pause:2s]\n\n[voice:a]\n\nTwo.\n\n[/voice]\n\nThree.").chapters

    assert blocks(chapter) == ["One.", "Two.", "Three."]
    assert [(mark.kind, mark.start, mark.value) for mark in chapter.marks if mark.kind == "pause"] == [
        ("pause", 4, "2")
    ]
    (voice,) = (mark for mark in chapter.marks if mark.kind == "voice")
    assert chapter.text[voice.start : voice.end].strip() == "Two."


def test_a_voice_over_chapters_is_one_in_each_and_a_pause_between_them_the_first_ones():
    text = "# A\n\nx [voice:q]y\n\n[pause:3s]\n\n# B\n\nz\n\n# C\n\nend[/voice] out [pause:1s]"
    first, second, third = read_markdown(text).chapters

    assert marks(first) == [("voice", "y", "q"), ("pause", "", "3")]
    assert first.marks[1].start == len(first.text)
    assert marks(second) == [("voice", "B\n\nz", "q")]
    assert marks(third) == [("voice", "C\n\nend", "q"), ("pause", "", "1")]


def test_a_heading_with_marks_is_a_heading_and_its_title_has_none():
    (chapter,) = read_plain("Chapter 1 [pause:1s]\n\nThe [Wye](/waɪ/) ran.").chapters
    (other,) = read_markdown("# The [Wye](/waɪ/) [pause:1s]\n\nIt ran.").chapters

    assert (chapter.title, other.title) == ("Chapter 1", "The Wye")


def test_a_text_without_marks_is_the_same_object():
    text = "Nothing [here], [1] and [a](b)."

    assert without_marks("plain").text == "plain"
    assert without_marks(text).text == text


WORDS = ["word", "Wort", "你好", "42", "a,", "end.", "don't", "so—", "é", "(so)"]
GAPS = [" ", "\n", "\n\n", "  ", " \n"]
INSERTS = ["", "[pause:1s]", "[pause:1s] ", "[pause:250ms] ", "[voice:v]", "[/voice]"]


@st.composite
def marked_texts(draw):
    """A text with marks between its words: the marked one, the bare one, and how much was said before each pause."""
    marked, bare, pauses, voices, opened = "", "", [], [], []
    for _ in range(draw(st.integers(1, 12))):
        word, gap = draw(st.sampled_from(WORDS)), draw(st.sampled_from(GAPS))
        mark = draw(st.sampled_from(INSERTS))
        if "pause" in mark:
            pauses.append(squeezed(bare))
        elif mark == "[voice:v]":
            opened.append(squeezed(bare))
        elif mark == "[/voice]":
            if not opened:
                mark = ""
            else:
                voices.append((opened.pop(), squeezed(bare)))
        marked += mark + word + gap
        bare += word + gap
    while opened:
        marked += "[/voice]"
        voices.append((opened.pop(), squeezed(bare)))
    return marked, bare, pauses, voices


def squeezed(text):
    return re.sub(r"\s+", "", text)


@given(marked_texts(), st.sampled_from([read_plain, read_markdown]))
@settings(max_examples=200, deadline=None)
def test_a_text_with_marks_is_the_text_without_them_and_they_come_back_at_their_places(case, read):
    marked, bare, pauses, voices = case
    if not any(map(str.isalnum, bare)):
        return
    (chapter,), (plain,) = read(marked).chapters, read(bare).chapters

    assert squeezed(chapter.text) == squeezed(plain.text)
    assert [" ".join(block.split()) for block in blocks(chapter)] == [
        " ".join(block.split()) for block in blocks(plain)
    ]
    found = [squeezed(chapter.text[: mark.start]) for mark in chapter.marks if mark.kind == "pause"]
    assert found == sorted(set(pauses), key=len)
    spans = {
        (squeezed(chapter.text[: mark.start]), squeezed(chapter.text[: mark.end]))
        for mark in chapter.marks if mark.kind == "voice"
    }  # fmt: skip
    assert spans == {span for span in voices if span[0] != span[1]}


@given(st.text(alphabet="[]()/:pause voice1s.ˈəab\n#`*_", max_size=60))
@settings(max_examples=400, deadline=None)
def test_any_brackets_are_read_or_refused_and_no_mark_is_left(text):
    for read in (read_plain, read_markdown):
        try:
            chapters = read(text).chapters
        except (EmptyText, BadDocument):
            continue
        for chapter in chapters:
            assert "[/voice]" not in chapter.text or "`" in text
            for mark in chapter.marks:
                assert 0 <= mark.start <= mark.end <= len(chapter.text)


@pytest.mark.parametrize(
    "line", ["[" * 100_000, "[a" * 50_000, "[a](/" * 20_000, "[pause:" * 15_000, "](/ə/)" * 17_000, "[voice:" * 15_000]
)
def test_lines_of_brackets_take_no_longer_than_their_length(line):
    assert without_marks(line).text == line


def test_a_book_full_of_marks_is_read_in_one_pass():
    text = "[voice:v]word [pause:1s]and [Wye](/waɪ/)[/voice] so.\n\n" * 4_000
    (chapter,) = read_plain(text).chapters

    assert len(chapter.marks) == 12_000
    assert len(chapter.blocks) == 4_000
