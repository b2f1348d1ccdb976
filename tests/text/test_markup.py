"""Markup left in running text: what is for the screen is not read, and what only looks like it is."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.cleaning import clean


def running(source: str) -> str:
    return clean(source, 0, len(source)).text


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("**Bold**, *it*, __b__, _it_, ***both***", "Bold, it, b, it, both"),
        ("<script>x</script>Hello", "x Hello"),
        ("`code` ==mark== ~~gone~~ **Text**ing", "code mark gone Texting"),
        ("“*quoted*” — (_so_)", "“quoted” — (so)"),
        ('[text](https://a.example/b "title") and ![a cat](cat.png)', "text and a cat"),
        ("![cat.png](cat.png) here", "here"),
        ("## Safety first\nGo.", "Safety first Go."),
        ("> quoted\n> twice", "quoted twice"),
        ("<p><span>Four </span><span>Mar</span>row</p>", "Four Marrow"),
        ("First<br/>line.<br>Second", "First line. Second"),
        ("<a href='x y'>l</a><!-- no --> z", "l z"),
        ('<speak version="1.0">Hi<break time="1s"/> you</speak>', "Hi you"),
        ("Dear <name>, see <https://a.example/b>", "Dear name, see https://a.example/b"),
        ("R&amp;D &lt;b&gt; caf&eacute; &#8212; a&nbsp;b", "R&D <b> café — a b"),
        ("{{name}} and {{ other }}", "name and other"),
        ("==Only it.==\n=================\nTurn.", "Only it. Turn."),
        ("lamps ----- hall", "lamps hall"),
        ("in 1648.¹ War.[2] Died.† See note*. So it was³ and “so”[3, 4]", "in 1648. War. Died. See note. So it was and “so”"),
        ("in 1905.⁽³⁾ Known[citation needed] as[^a]", "in 1905. Known as"),
        ("word<sup>2</sup> but mc<sup>2</sup> and H<sub>2</sub>O", "word but mc² and H2O"),
        ("战争。[2]**重要**的㈱", "战争。重要的(株)"),
    ],
)  # fmt: skip
def test_markup_is_not_read(source, read):
    assert running(source) == read


@pytest.mark.parametrize(
    "source",
    [
        "2*3 and 2 * 3 and 2**3", "snake_case and x_1", "x < y > z", "5 < 7 and a <b and c", "x == 5, a==b", "#1 and #tag",
        "[sic] and [a]", "a[2]", "Vec<int>", "mc², km², x³, sin² x", "AT&T; R&D", "So -- he -- said --- so", "~5 km",
        "O`Brien", "f(x)(y)", "see [note](above)", "[Misaki](/misˈɑki/)", "§ 4 ¶ 5", "* alone", "1 > 0", "{one}", "½ ① Ⅷ ㎏ ℃",
    ],
)  # fmt: skip
def test_what_only_looks_like_markup_stays(source):
    assert running(source) == source


def test_markup_alone_is_a_silence_that_stands_for_all_of_it():
    cleaned = clean("x <p></p>", 2, 9)

    assert (cleaned.text, cleaned.span(0, 1)) == ("…", (2, 9))


PIECES = st.lists(
    st.sampled_from(
        [
            "word", "two words", "雨夜", "**", "*", "_", "`", "==", "~~", "<b>", "</b>", "<br>", "<p>", "&amp;", "&nbsp;", "[2]", "¹",
            "†", "[", "](http://a.example)", "![", "# ", "> ", "----", "{{", "}}", " ", "\n", ". ", "-\n", "<x y>", "<!--", "-->",
        ]
    ),
    max_size=25,
).map("".join)  # fmt: skip


@settings(deadline=None)
@given(PIECES, st.lists(st.integers(0, 60), max_size=5))
def test_stretches_side_by_side_leave_nothing_of_the_source_out(source, cuts):
    cleaned = clean(source, 0, len(source))
    text = cleaned.text
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    sources = []
    for start, end in pairwise(places):
        piece = text[start:end]
        if piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            sources.append(cleaned.span(first, end - len(piece) + len(piece.rstrip())))

    assert "".join("".join(source[a:b].split()) for a, b in sources) == "".join(source.split())
    assert all(end <= after for (_, end), (after, _) in pairwise(sources))


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "piece",
    ["<", "<p ", "<p a='", "</", "<!--", "&", "&a", "[", "![", "[a](", "](/", "*", "**", "_", "`", "=", "~", "{", "|", "|-", "-", "#", "# ",
     ">", "> ", "a¹", "¹", "†", "a.[1", "[1]", "⁽¹", "<a b=c ", "<a@", "<x y", "\n# ", "㈱"],
)  # fmt: skip
def test_a_line_of_one_mark_takes_no_more_than_its_length(piece):
    source = piece * (100_000 // len(piece))
    clean(source, 0, len(source))
