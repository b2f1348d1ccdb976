"""A chapter's marks, given out block by block as planning goes through it, without looking at any twice."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from pipeline.script import Block, Mark


class MarksInOrder:
    """A chapter's marks, given out block by block: a pause once, the others to every block that they touch."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._pauses = sorted((mark for mark in marks if mark.kind == "pause"), key=lambda mark: mark.start)
        self._spans = sorted((mark for mark in marks if mark.kind != "pause"), key=lambda mark: (mark.start, -mark.end))
        self._starts = [mark.start for mark in self._spans]
        self._given = 0
        self._open: list[Mark] = []
        self._next = 0

    def pauses_before(self, end: int) -> list[Mark]:
        """Return the pauses not given out yet that stand at `end` or before."""
        first = self._given
        self._given = bisect_right(self._pauses, end, key=lambda mark: mark.start)
        return self._pauses[first : self._given]

    def touching(self, block: Block) -> list[Mark]:
        """Return the marks that touch a block, and the pauses inside it; blocks come in order."""
        last = bisect_left(self._starts, block.end)
        self._open = [mark for mark in self._open if mark.end > block.start] + self._spans[self._next : last]
        self._next = last
        return [*self._open, *self.pauses_before(block.end - 1)]
