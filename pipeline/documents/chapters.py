"""One parsed text with its blocks becomes a script: cut where chapters start, silent chapters left out.

Readers give one text over the whole document, so that they need no chapter arithmetic of their own.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import replace

from pipeline.cleaning import collapse
from pipeline.errors import EmptyText
from pipeline.script import Block, Chapter, Script


def make_script(text: str, blocks: Sequence[Block], starts: Collection[int]) -> Script:
    """Cut a text into chapters.

    A chapter with nothing but its heading is the beginning of the next one (Part One / Chapter 1, a table of
    contents); its title is then the last of those headings.

    Args:
        text: the parsed text of the whole document.
        blocks: in order, with offsets of `text`.
        starts: indexes of the blocks that start a chapter; each is a heading.

    Raises EmptyText when no block holds a letter or a digit.
    """
    cuts = sorted(starts)
    chapters = []
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
        first, spoken = last, False
    if not chapters:
        raise EmptyText("the text holds nothing that can be spoken: no letter and no digit")
    return Script(tuple(chapters))


def _chapter(text: str, blocks: Sequence[Block], heading: Block | None) -> Chapter:
    base = blocks[0].start
    title = collapse(text[heading.start : heading.end]) if heading else ""
    own = tuple(replace(block, start=block.start - base, end=block.end - base) for block in blocks)
    return Chapter(title, text[base : blocks[-1].end], own)


def _speaks(text: str, block: Block) -> bool:
    return block.kind != "scene_break" and any(map(str.isalnum, text[block.start : block.end]))
