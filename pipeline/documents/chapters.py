"""One parsed text with its blocks becomes a script: cut where chapters start, silent chapters left out.

Readers give one text over the whole document, so that they need no chapter arithmetic of their own.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pipeline.cleaning import collapse
from pipeline.errors import EmptyText
from pipeline.script import Block, Chapter, Mark, Script


def make_script(text: str, blocks: Sequence[Block], starts: Collection[int], marks: Sequence[Mark] = ()) -> Script:
    """Cut a text into chapters.

    A chapter with nothing but its heading is the beginning of the next one (Part One / Chapter 1, a table of
    contents); its title is then the last of those headings.

    Args:
        text: the parsed text of the whole document.
        blocks: in order, with offsets of `text`.
        starts: indexes of the blocks that start a chapter; each is a heading.
        marks: by start, with offsets of `text`; one over several chapters becomes one in each.

    Raises EmptyText when no block holds a letter or a digit.
    """
    cuts = sorted(starts)
    chapters = []
    bases = []
    first = seen = 0
    spoken = False  # whether anything but a heading speaks since `first`; every block is looked at once
    for last in [*(cut for cut in cuts if cut), len(blocks)]:
        spoken = spoken or any(_speaks(text, block) for block in blocks[seen:last] if block.kind != "heading")
        seen = last
        if last < len(blocks) and not spoken:
            continue
        own = blocks[first:last]
        if any(_speaks(text, block) for block in own):
            heading = cuts[bisect_left(cuts, last) - 1] if cuts and cuts[0] < last else -1
            chapters.append(_chapter(text, own, blocks[heading] if heading >= first else None))
            bases.append(own[0].start)
        first, spoken = last, False
    if not chapters:
        raise EmptyText("the text holds nothing that can be spoken: no letter and no digit")
    return Script(tuple(chapters) if not marks else tuple(_with_marks(chapters, bases, marks)))


def _with_marks(chapters: Sequence[Chapter], bases: Sequence[int], marks: Sequence[Mark]) -> Iterator[Chapter]:
    """Give each chapter its marks. A pause between two chapters is the first one's."""
    own: list[list[Mark]] = [[] for _ in chapters]
    for mark in marks:
        at = max(0, bisect_right(bases, mark.start) - 1)
        while at < len(chapters):
            length = len(chapters[at].text)
            start, end = (min(length, max(0, place - bases[at])) for place in (mark.start, mark.end))
            if start < end or mark.kind == "pause":
                own[at].append(replace(mark, start=start, end=end))
            at += 1
            if at == len(chapters) or bases[at] >= mark.end:
                break
    for chapter, found in zip(chapters, own, strict=True):
        yield replace(chapter, marks=tuple(found))


def _chapter(text: str, blocks: Sequence[Block], heading: Block | None) -> Chapter:
    base = blocks[0].start
    title = collapse(text[heading.start : heading.end]) if heading else ""
    own = tuple(replace(block, start=block.start - base, end=block.end - base) for block in blocks)
    return Chapter(title, text[base : blocks[-1].end], own)


def _speaks(text: str, block: Block) -> bool:
    return block.kind != "scene_break" and any(map(str.isalnum, text[block.start : block.end]))
