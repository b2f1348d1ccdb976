"""Plain text to a script: paragraphs from blank lines and indents, chapters from headings that stand alone.

Texts from the wild come hard-wrapped, or with a line a paragraph, or with an indent a paragraph. A line over
`WRAP_MOST` code points (half as many for Han) was never wrapped: then every line of its paragraph is a paragraph.
"""

import re
from collections.abc import Iterator

from pipeline.cleaning import CJK_CHARACTER
from pipeline.documents.chapters import make_script
from pipeline.documents.headings import (
    is_chapter_heading,
    is_chapter_title,
    is_han_heading,
    is_rule,
    is_underline,
    item_mark,
)
from pipeline.documents.inline_marks import without_marks
from pipeline.script import Block, Script

WRAP_MOST = 120

_LINE_ENDS = re.compile("\r\n|[\r\v\f\x85\u2028]")
_HASHES = re.compile(r"(#{1,6})[ \t]+(?=\S)")  # Markdown's headings, in a text that is not declared as Markdown
# A line within its paragraph that ends much earlier than the others was ended by its author (a title, a verse).
_SHORT = 0.6
_ENDS = frozenset(".!?…。！？”’」』）)\"'")

# Verse: lines that all begin with a capital and mostly end with a mark, or short lines of Han without one.
_VERSE_LEAST, _VERSE_WIDTH, _HAN_VERSE_MOST = 4, 64, 12
_CAPITAL = re.compile(r"[\"'“‘«¿¡(—–-]*\s?[^\W\d_]")
_LINE_CLOSED = re.compile(r"[.,;:!?…—–”’»\"')]$")
_HAN_VERSE = re.compile(f"[\u3400-\u9fff]{{2,{_HAN_VERSE_MOST}}}")

Line = tuple[int, int]  # offsets of a line without its end


def normalize_line_ends(text: str) -> str:
    r"""Return the text with every line end as \n; a paragraph separator is a blank line. A form feed ends a line only."""
    return _LINE_ENDS.sub("\n", text).replace("\u2029", "\n\n")


def read_plain(text: str) -> Script:
    """Parse a plain text. Raises EmptyText when nothing of it can be spoken, BadDocument for a mark that means nothing."""
    unmarked = without_marks(normalize_line_ends(text))
    text = unmarked.text
    blocks: list[Block] = []
    starts: list[int] = []
    for paragraph in _paragraphs(text):
        headed = _heading_lines(text, paragraph)
        if headed:
            starts.append(len(blocks))
            blocks.append(Block("heading", paragraph[0][0], paragraph[headed - 1][1], level=1))
        blocks.extend(_blocks(text, paragraph[headed:]))
    return make_script(text, blocks, starts, unmarked.marks)


def _paragraphs(text: str) -> Iterator[list[Line]]:
    """Yield groups of lines that no blank line parts; lines are trimmed."""
    group: list[Line] = []
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end]
        bare = line.strip()
        if bare:
            first = start + len(line) - len(line.lstrip())
            anew = _indented(line) or is_han_heading(bare)
            if group and ((anew and text[group[-1][1] - 1] in _ENDS) or is_han_heading(text[slice(*group[-1])])):
                yield group
                group = []
            group.append((first, first + len(bare)))
        elif group:
            yield group
            group = []
        start = end + 1
    if group:
        yield group


def _indented(line: str) -> bool:
    return line.startswith(("\u3000", "\t", "  "))


def _heading_lines(text: str, paragraph: list[Line]) -> int:
    """Return how many lines of a paragraph are a chapter's heading: its number and, under it, its title."""
    first = text[slice(*paragraph[0])]
    if not is_chapter_heading(first):
        return 0
    if len(paragraph) == 1:
        return 1
    if is_underline(text[slice(*paragraph[1])]):
        return 1
    return len(paragraph) if len(paragraph) <= 3 and all(is_chapter_title(text[a:b]) for a, b in paragraph[1:]) else 0


def _blocks(text: str, lines: list[Line]) -> Iterator[Block]:
    """Yield the blocks of one group of lines."""
    held: list[Line] = []
    for at, line in enumerate(lines):
        if is_rule(text[slice(*line)]) or (at and is_underline(text[slice(*line)])):
            yield from _prose(text, held)
            if not held or not is_underline(text[slice(*line)]):
                yield Block("scene_break", *line)
            held = []
        elif hashes := _HASHES.match(text, *line):
            yield from _prose(text, held)
            yield Block("heading", *line, level=len(hashes[1]))
            held = []
        else:
            held.append(line)
    yield from _prose(text, held)


def _prose(text: str, lines: list[Line]) -> Iterator[Block]:
    if not lines:
        return
    marks = [item_mark(text[a:b]) for a, b in lines]
    if marks[0] is not None and sum(mark is not None for mark in marks) > 1:
        yield from _items(lines, marks)
        return
    if any(_width(text[a:b]) > WRAP_MOST for a, b in lines):
        yield from (Block("paragraph", a, b) for a, b in lines)
        return
    if _is_verse([text[a:b] for a, b in lines]):
        yield from (Block("item", a, b) for a, b in lines)
        return
    widest = max(_width(text[a:b]) for a, b in lines)
    first = lines[0][0]
    for (start, end), (after, after_end) in zip(lines, [*lines[1:], (0, 0)], strict=True):
        own_end = after_end and _ended_by_author(text[start:end], text[after:after_end], widest)
        if own_end or not after_end:
            yield Block("paragraph", first, end)
            first = after


def _is_verse(lines: list[str]) -> bool:
    """Tell whether lines are a stanza: prose that was wrapped begins most of its lines with a small letter."""
    if len(lines) < _VERSE_LEAST:
        return False
    if all(map(_HAN_VERSE.fullmatch, lines)):
        return True
    begun = (_CAPITAL.match(line) for line in lines)
    if any(len(line) > _VERSE_WIDTH for line in lines) or not all(
        found and found.group()[-1].isupper() for found in begun
    ):
        return False
    return 2 * sum(bool(_LINE_CLOSED.search(line)) for line in lines) >= len(lines)


def _items(lines: list[Line], marks: list[int | None]) -> Iterator[Block]:
    first, last = lines[0][0] + (marks[0] or 0), lines[0][1]
    for (start, end), mark in zip(lines[1:], marks[1:], strict=True):
        if mark is not None:
            yield Block("item", first, last)
            first = start + mark
        last = end
    yield Block("item", first, last)


def _ended_by_author(line: str, following: str, widest: int) -> bool:
    """Tell whether a short line was ended on purpose: its neighbour's first word had room on it, and begins anew."""
    word = following.split(maxsplit=1)[0]
    return _width(line) + 1 + _width(word) <= _SHORT * widest and not following[0].islower()


def _width(line: str) -> int:
    return len(line) + len(CJK_CHARACTER.findall(line))
