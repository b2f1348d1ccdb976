"""Sources as they come: encodings, binaries, hard wraps, headings, markup."""

import pytest

from pipeline.documents.read import read_script
from pipeline.errors import BadDocument, EmptyText, TextTooLong, UnsupportedFormat
from pipeline.request import SOURCE_MOST_BYTES


def read(text: str, media_type: str = "text/plain"):
    return read_script(text.encode(), media_type)


def blocks(script) -> list[tuple[str, str]]:
    return [
        (block.kind, " ".join(c.text[block.start : block.end].split())) for c in script.chapters for block in c.blocks
    ]


def titles(script) -> list[str]:
    return [chapter.title for chapter in script.chapters]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252"])
def test_latin_encodings_are_told_apart(encoding):
    text = "Déjà vu: the café by the harbour was closed — again. “Naïve,” she said."

    assert read_script(text.encode(encoding), "text/plain").chapters[0].text == text


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", "老船长点亮了灯，说：“回家吧。”雨下了整整一夜。"),
        ("big5hkscs", "老船長點亮了燈，說：「回家吧。」雨下了整整一夜。"),
        ("cp932", "船長は灯りをともして言った。「帰ろう。」雨は一晩中降り続いた。"),
        ("euc_jp", "船長は灯りをともして言った。「帰ろう。」雨は一晩中降り続いた。"),
        ("cp949", "선장은 등불을 켜고 말했다. 밤새 비가 내렸다."),
    ],
)
def test_east_asian_encodings_are_told_apart(encoding, text):
    assert read_script(text.encode(encoding), "text/plain").chapters[0].text == text


def test_one_line_in_another_encoding_spoils_no_other():
    data = "Zoë came.\n".encode() + "Café noir.\n".encode("cp1252") + "Noël too.".encode()

    assert read_script(data, "text/plain").chapters[0].text == "Zoë came.\nCafé noir.\nNoël too."


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"%PDF-1.7", "PDF"),
        (b"text \0\0 with zeros", "NUL"),
        (b"\xff\xfeodd", "utf-16-le"),
    ],
)
def test_binary_data_is_refused_with_what_it_seems_to_be(data, what):
    with pytest.raises(BadDocument, match=f"{what}.*text/plain, text/markdown"):
        read_script(data, "text/plain")


def test_the_limits_of_a_source_are_named():
    with pytest.raises(TextTooLong, match="5,000,000"):
        read_script(b"a" * (SOURCE_MOST_BYTES + 1), "text/plain")
    with pytest.raises(UnsupportedFormat, match=r"application/json.*text/markdown"):
        read_script(b"{}", "application/json")


@pytest.mark.parametrize(
    ("text", "media_type"),
    [
        ("", "text/plain"),
        (" …—*\n", "text/plain"),
        ("```\ncode\n```\n", "text/markdown"),
        ("<!-- no -->", "text/markdown"),
    ],
)
def test_a_text_with_nothing_to_speak_is_empty(text, media_type):
    with pytest.raises(EmptyText, match="nothing that can be spoken"):
        read(text, media_type)


def test_hard_wrapped_lines_are_one_paragraph_whatever_their_ends():
    script = read(
        "The road ran along the marsh and\r\nturned twice\x85before it\x0creached the mill.\r\n\r\nThen it ended."
    )

    assert blocks(script) == [
        ("paragraph", "The road ran along the marsh and turned twice before it reached the mill."),
        ("paragraph", "Then it ended."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\u3000\u3000雨下了一夜。\n\u3000\u3000天亮了。\n\u3000\u3000他走了。",
        "雨下了一夜。\n\n天亮了。\n \u3000\n他走了。",
    ],
)
def test_indents_part_paragraphs_like_blank_lines(text):
    assert [content for _, content in blocks(read(text))] == ["雨下了一夜。", "天亮了。", "他走了。"]


def test_lines_too_long_to_be_wrapped_are_paragraphs():
    lines = ["word " * 40, "Short one.", "more " * 50]

    assert len(blocks(read("\n".join(lines)))) == 3


def test_a_short_line_that_its_author_ended_is_a_block_of_its_own():
    script = read("Title: The Mill\nThe wheel turned all night long and nobody slept.")

    assert blocks(script)[0] == ("paragraph", "Title: The Mill")


@pytest.mark.parametrize("rule", ["***", "* * *", "---", "⁂", "＊＊＊", "~~~~", "— — —", "###"])
def test_a_line_of_marks_is_a_scene_break(rule):
    assert [kind for kind, _ in blocks(read(f"One.\n\n{rule}\n\nTwo."))] == ["paragraph", "scene_break", "paragraph"]


def test_plain_lists_are_items_that_keep_their_numbers():
    assert blocks(read("1. Fill the kettle\n   to the mark.\n2. Light it.\n\n- tea\n- milk\n\n- No, he said.")) == [
        ("item", "1. Fill the kettle to the mark."), ("item", "2. Light it."), ("item", "tea"), ("item", "milk"),
        ("paragraph", "- No, he said."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "heading",
    [
        "Chapter 1", "CHAPTER I.", "CHAPTER IV. The Weir", "Chapter Two: The Weir", "Chapter 3 The Weir", "PART ONE", "Prologue",
        "Epilogue: After", "Capítulo 4", "Chapitre 2 — Le pont", "Kapitel 7", "第一章 雨夜", "第12回", "序章", "제3장 비", "プロローグ",
    ],
)  # fmt: skip
def test_a_heading_that_stands_alone_starts_a_chapter(heading):
    script = read(f"Before.\n\n{heading}\n\nAfter it.")

    assert titles(script) == ["", heading]
    assert blocks(script)[1] == ("heading", heading)


@pytest.mark.parametrize(
    "line",
    [
        "Chapter 1 was a disaster.", "Part of it was true.", "Introduction to the sea is hard.", "第一章讲的是一个很长的故事。",
        "Chapters are long.", "The book one reads", "Act one way or the other.",
    ],
)  # fmt: skip
def test_a_sentence_that_begins_like_a_heading_is_prose(line):
    script = read(f"Before.\n\n{line}\n\nAfter.")

    assert titles(script) == [""]


def test_a_number_and_a_title_under_it_are_one_heading():
    assert titles(read("CHAPTER I\nDown the Weir\n\nWater.\n\nCHAPTER II\nThe Lock\n\nMore.")) == [
        "CHAPTER I Down the Weir", "CHAPTER II The Lock",
    ]  # fmt: skip


def test_chinese_chapters_need_no_blank_lines():
    assert titles(read("第一章 雨\n雨下了一夜。\n第二章 雪\n雪下了一天。")) == ["第一章 雨", "第二章 雪"]


def test_headings_without_text_between_them_open_one_chapter():
    script = read("PART ONE\n\nChapter 1\n\nWater.\n\nChapter 2\n\nStone.")

    assert titles(script) == ["Chapter 1", "Chapter 2"]
    assert ("heading", "PART ONE") in blocks(script)


MARKDOWN = """---
title: Hidden
---
# Tea

Fill the *kettle*[^1]; see [the chart](https://example.org/x) and ![a spout](s.png) ![img.png](img.png).
Then H~2~O &amp; `wait_here`.<br>Done<sup>2</sup>.

[^1]: Never spoken.

```sh
rm -rf /
```

3. Light it.
4. Pour it.

   - twice
   - [x] slowly

| Leaf | Time |
|------|------|
| Green | 2 min |

---

<div>Kept <b>text</b><script>gone()</script></div>

<!-- gone too -->

> Slow is smooth.
"""


def test_markdown_is_what_a_reader_of_the_page_would_hear():
    assert blocks(read(MARKDOWN, "text/markdown")) == [
        ("heading", "Tea"),
        ("paragraph", "Fill the kettle; see the chart and a spout . Then H2O & wait_here. Done2."),
        ("item", "3. Light it."), ("item", "4. Pour it."), ("item", "twice"), ("item", "slowly"),
        ("item", "Leaf, Time"), ("item", "Green, 2 min"),
        ("scene_break", "* * *"),
        ("paragraph", "Kept text"),
        ("paragraph", "Slow is smooth."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Book\n\n## One\n\na\n\n## Two\n\nb", ["One", "Two"]),
        ("# Book\n\nPreface.\n\n## One\n\na\n\n## Two\n\nb", ["Book", "One", "Two"]),
        ("# One\n\na\n\n## Part\n\nb\n\n# Two\n\nc", ["One", "Two"]),
        ("First.\n\n# One\n\na", ["", "One"]),
        ("## Only\n\na", ["Only"]),
        ("no heading", [""]),
    ],
)
def test_markdown_chapters_start_at_the_highest_level_that_repeats(text, expected):
    assert titles(read(text, "text/markdown")) == expected


def test_a_rule_at_the_beginning_is_no_front_matter():
    assert blocks(read("---\n\nNot hidden.\n\n---\n\nEnd.", "text/markdown"))[1] == ("paragraph", "Not hidden.")
