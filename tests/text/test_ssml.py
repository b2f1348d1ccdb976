"""SSML: text without a tag in it, marks over the right stretches, and nothing that a stranger's document can do."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.documents.read import read_script
from pipeline.errors import BadDocument, EmptyText, TextTooLong
from pipeline.mark_values import RATES, STRENGTHS_S


def read(inside, root="<speak>"):
    (chapter,) = read_script(f"{root}{inside}</speak>".encode(), "application/ssml+xml").chapters
    return chapter


def marks(chapter):
    return [(mark.kind, chapter.text[mark.start : mark.end], mark.value) for mark in chapter.marks]


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("First<break/>line", "First line"),
        ("First <break/> line", "First line"),
        ("Wait<break/>, then go", "Wait, then go"),
        ("Wait<break/>.", "Wait."),
        ("un<emphasis>believ</emphasis>able", "unbelievable"),
        ("a <emphasis>big</emphasis> one", "a big one"),
        ("a<emphasis> big </emphasis>one", "a big one"),
        ("a\n  <emphasis>\n  big\n  </emphasis>\n  one", "a big one"),
        ("<s>One.</s><s>Two.</s>", "One. Two."),
        ("<s>一。</s><s>二。</s>", "一。二。"),
        ("你好<break/>世界", "你好世界"),
        ("one<br/>two", "one two"),
        ("<mark name='here'/>one <mark name='there'/>two", "one two"),
        ("<audio src='x.mp3'><desc>a bell</desc>Ding!</audio> Dong.", "Ding! Dong."),
        ("<metadata>secret</metadata><meta name='a' content='b'/>Heard.", "Heard."),
        ("<lexicon uri='x'/>Heard &amp; seen &lt;b&gt; &#233;", "Heard & seen <b> é"),
        ("<amazon:effect name='whispered'>psst</amazon:effect> <mstts:express-as>hey</mstts:express-as>", "psst hey"),
        ("<w role='x'>read</w> <token>this</token> <foo>too</foo>", "read this too"),
        ("<![CDATA[5 < 7]]>", "5 < 7"),
        ("<!-- no --> yes <?x no?>", "yes"),
        ("x <sub alias='said'/> y", "x said y"),
        ("[pause:2s] stays text", "[pause:2s] stays text"),
    ],
)
def test_the_text_is_what_is_spoken(inside, text):
    assert read(inside).text == text


def test_paragraphs_are_blocks_and_text_outside_of_them_is_too():
    chapter = read("Before. <p>One.</p><p> Two. </p>After <emphasis>all</emphasis>.")

    blocks = [(block.kind, chapter.text[block.start : block.end]) for block in chapter.blocks]
    assert blocks == [
        ("paragraph", "Before."), ("paragraph", "One."), ("paragraph", "Two."), ("paragraph", "After all."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("a <sub alias='World Wide Web'>WWW</sub> b", [("alias", "WWW", "World Wide Web")]),
        ("<say-as interpret-as='date' format='mdy'>1/2/2024</say-as>", [("say_as", "1/2/2024", "date:mdy")]),
        ("<say-as interpret-as='characters'>ABC</say-as>", [("say_as", "ABC", "characters")]),
        ("<say-as>ABC</say-as>", []),
        ("<phoneme alphabet='ipa' ph='təˈmɑtoʊ'>tomato</phoneme>", [("phonemes", "tomato", "təˈmɑtoʊ")]),
        ("<phoneme ph='təˈmɑtoʊ'>tomato</phoneme>", [("phonemes", "tomato", "təˈmɑtoʊ")]),
        ("<phoneme alphabet='x-sampa' ph='t@'>tomato</phoneme>", []),
        ("one <lang xml:lang='fr-FR'>deux</lang> three", [("language", "deux", "fr")]),
        ("<p xml:lang='zh-HK'>係</p>", [("language", "係", "yue")]),
        ("<s xml:lang='zh-Hans-CN'>是</s>", [("language", "是", "zh"), ("sentence", "是", "")]),
        ("<voice name='bm_george' xml:lang='en-GB'>Hi</voice>", [("language", "Hi", "en"), ("voice", "Hi", "bm_george")]),
        ("<voice gender='female'>Hi</voice>", []),
        ("<prosody rate='80%'>a <prosody rate='+10%'>b</prosody></prosody>", [("rate", "a b", "0.8"), ("rate", "b", "0.88")]),
        ("<prosody rate='9'>a</prosody>", [("rate", "a", "2")]),
        ("<prosody pitch='high'>a</prosody>", []),
        ("a <voice name='x'> b </voice> c", [("voice", "b", "x")]),
        ("<voice name='x'><p>a</p><p>b</p></voice><p>c</p>", [("voice", "a\n\nb", "x")]),
        ("<p>a</p><break time='1s'/><p>b</p>", [("pause", "", "1")]),
        ("<voice name='x'/>a<s></s>", []),
    ],
)  # fmt: skip
def test_a_tag_is_a_mark_over_its_text(inside, expected):
    assert marks(read(inside)) == expected


def test_marks_come_by_their_start_and_those_around_others_first():
    chapter = read("<p xml:lang='en'><s><voice name='v'>a</voice> b</s></p>", "<speak xml:lang='de'>")

    assert marks(chapter) == [
        ("language", "a b", "de"), ("language", "a b", "en"), ("sentence", "a b", ""), ("voice", "a", "v"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("attributes", "seconds"),
    [
        ("", "0.4"), ("time='1.5s'", "1.5"), ("time='800ms'", "0.8"), ("time='0s'", "0"), ("time='+.5s'", "0.5"),
        ("time='2s' strength='weak'", "2"), *((f"strength='{name}'", f"{s:g}") for name, s in STRENGTHS_S.items()),
    ],
)  # fmt: skip
def test_a_break_is_a_pause_right_after_what_was_said(attributes, seconds):
    chapter = read(f"One. <break {attributes}/> Two.")

    assert [(mark.kind, mark.start, mark.end, mark.value) for mark in chapter.marks] == [("pause", 4, 4, seconds)]


def test_of_breaks_in_one_place_the_longest_is_kept():
    assert marks(read("a <break time='1s'/> <break time='2s'/><break time='1s'/> b")) == [("pause", "", "2")]


@pytest.mark.parametrize(("word", "factor"), RATES.items())
def test_rates_have_words(word, factor):
    assert marks(read(f"<prosody rate='{word}'>a</prosody>")) == [("rate", "a", f"{factor:g}")]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("<speak>a <b></speak>", r"not well-formed XML: mismatched tag at line 1, column 15"),
        ("<speak>\n\n&nbsp;</speak>", r"undefined entity at line 3, column 1"),
        ("plain text", r"not well-formed XML: syntax error at line 1, column 1"),
        ("<p>a</p>", r"outermost element is <speak>, given <p>"),
        ('<!DOCTYPE speak [<!ENTITY a "b">]><speak>&a;</speak>', r"line 1: a DOCTYPE is not read"),
        ('<!DOCTYPE speak SYSTEM "file:///etc/passwd"><speak>a</speak>', r"a DOCTYPE is not read"),
        ("<speak>a\n<break time='soon'/></speak>", r"line 2: break time is like 1.5s or 800ms.*given 'soon'"),
        ("<speak>a<break time='31s'/></speak>", r"at most 30 s, given '31s'"),
        ("<speak>a<break time='1'/></speak>", r"given '1'"),
        ("<speak>a<break strength='huge'/></speak>", r"one of none, x-weak.*given 'huge'"),
        ("<speak><prosody rate='quick'>a</prosody></speak>", r"prosody rate is one of x-slow.*given 'quick'"),
        ("<speak><prosody rate='-100%'>a</prosody></speak>", r"given '-100%'"),
        ("<speak><lang xml:lang='?'>a</lang></speak>", r"xml:lang is a tag like en or zh-CN, given '\?'"),
        ("<speak>" + "<emphasis>" * 10_000 + "a", r"nested over 100 deep"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(document, message):
    with pytest.raises(BadDocument, match=message):
        read_script(document.encode(), "application/ssml+xml")


def test_a_declared_encoding_of_a_text_that_was_decoded_already_does_no_harm():
    document = "\ufeff<?xml version='1.0' encoding='UTF-16'?><speak>é 漢字</speak>"

    assert read_script(document.encode("utf-16"), "application/ssml+xml").chapters[0].text == "é 漢字"


@pytest.mark.parametrize("inside", ["", "<break/>", "<p> ... </p>", "<meta name='a'/><desc>abc</desc>"])
def test_an_ssml_that_says_nothing_is_empty(inside):
    with pytest.raises(EmptyText):
        read(inside)


def test_an_ssml_over_the_limit_is_refused():
    with pytest.raises(TextTooLong):
        read("a" * 5_000_000)


WORDS = st.lists(st.sampled_from(["word", "Wort", "你好", "42", "a,", "end."]), min_size=1, max_size=8)
TAGS = st.lists(
    st.sampled_from(["", "emphasis", "s", "voice name='v'", "lang xml:lang='fr'", "foo", "prosody rate='slow'"]),
    min_size=8, max_size=8,
)  # fmt: skip


@given(WORDS, TAGS)
@settings(max_examples=80, deadline=None)
def test_words_in_any_tags_are_the_words(words, tags):
    inside = " ".join(
        f"<{tag}>{word}</{tag.split()[0]}>" if tag else word for word, tag in zip(words, tags, strict=False)
    )
    chapter = read(inside)

    assert chapter.text == " ".join(words)
    assert sum(mark.kind != "pause" for mark in chapter.marks) == sum(
        tag not in {"", "emphasis", "foo"} for tag in tags[: len(words)]
    )


def test_a_long_line_of_tags_is_read_without_a_tree():
    import tracemalloc

    document = b"<speak>" + b"<emphasis>word</emphasis> " * 30_000 + b"</speak>"
    tracemalloc.start()
    read_script(document, "application/ssml+xml")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 12_000_000
