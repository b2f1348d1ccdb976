"""Where sentences end, by language."""

import pytest

from pipeline.cleaning import clean
from pipeline.script import Block
from pipeline.sentences import sentence_spans, split_sentences


def sentences(language: str, text: str) -> list[str]:
    running = clean(text, 0, len(text)).text
    return [running[start:end] for start, end in sentence_spans(running, language)]


# One sentence a bar: what stands before a bar ends there and nowhere else.
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("en", "Dr. Gray left.|He took the 5.15 train."),
        ("en", "See Eq. (7) and Fig. 2.|The rest follows."),
        ("en", "1. Fill the kettle.|2. Light the stove."),
        ("en", "I said no.|The door closed."),
        ("en", "(She was late.)|The train was not."),
        ("en", "“Why now?” he asked.|“Because.”"),
        ("en", "J.-P. Martin wrote it.|Nobody read it."),
        ("en", "He paused ... and went on.|Then he left."),
        ("fr", "M. Petit est là.|« Déjà ? » dit-elle.|Vers 9 h. 30 il part."),
        ("de", "Am 3. Mai fiel Schnee.|Im 18. Jahrhundert nicht."),
        ("de", "Sie wohnt in Nr. 7.|Er nicht."),
        ("pt", "A Av. Central, n. 12.|Fica longe."),
        ("es", "¿Quién es?|Es la Sra. Vega."),
        ("hi", "डॉ. राव आए।|वे चले गए।"),
        ("zh", "她问：“谁？”|没有人回答。"),
        ("zh", "“走吧。”他低声说。|“好。”"),
        ("zh", "《谁在那里？》是一本书。|我读过。"),
        ("zh", "他（真的吗？）来了。|（没有人信。）|天黑了。"),
        ("zh", "版本是2.5。|见www.example.org。"),
        ("zh", "她想……还是算了。"),
        ("ja", "「待って。」と彼女は言った。|「なぜ？」"),
        ("ja", "「終わった。」|父は立ち上がった。"),
        ("ja", "税率は８．５％だ。|高い？"),
        ("ko", '"왜요?"라고 그가 물었다.|대답은 없었다.'),
        ("ko", "2023. 11. 2. 아침에 떠났다.|비가 왔다."),
    ],
)  # fmt: skip
def test_a_sentence_ends_where_a_reader_would_end_it(language, marked):
    expected = marked.split("|")
    glue = "" if language in {"zh", "ja"} else " "

    assert sentences(language, glue.join(expected)) == expected


def test_marks_alone_are_no_sentence_of_their_own():
    assert sentences("en", "“…” He left. “…!” “…?” She stayed. * * *") == [
        "“…” He left. “…!” “…?”",
        "She stayed. * * *",
    ]


def test_a_chinese_paragraph_in_an_english_book_is_split_by_chinese_rules():
    assert sentences("en", "“你好。”他说。我走了。") == ["“你好。”他说。", "我走了。"]


def test_offsets_are_those_of_the_chapter_not_of_the_block():
    text = "Title\n\nOne line\nbroken here. Two."

    found = split_sentences(text, Block("paragraph", 7, len(text)), "en", 5)

    assert [(sentence.index, sentence.text) for sentence in found] == [(5, "One line broken here."), (6, "Two.")]
    assert [text[sentence.start : sentence.end] for sentence in found] == ["One line\nbroken here.", "Two."]


@pytest.mark.parametrize(
    "unit",
    ['?"', "Mr. ", "No. 1 ", "（", "“你。", '中"?x', "a.b", "1. 2. ", "中?'", '"中?"と', "…”", "1) ", "•", "a. "],
)
@pytest.mark.parametrize("language", ["zh", "de"])
def test_a_megabyte_of_one_awkward_mark_is_split_without_a_look_back(unit, language):
    """A quadratic rule would run into the test's time limit here."""
    text = unit * (300_000 // len(unit))

    spans = sentence_spans(clean(text, 0, len(text)).text, language)

    assert spans
    assert spans[-1][1] == len(text.rstrip())


def test_white_space_that_sentencex_panics_on_is_no_danger():
    assert sentences("en", "A.\u3000“B.” \u2003C.\u00a0😀 — D.\x85E.")
