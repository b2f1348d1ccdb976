"""Stretches of running text that no sentence end and no cut may tear: marks, phrases of a lexicon, numbers with units."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

#: From one position of a text to another.
Span = tuple[int, int]


def outside(positions: Iterable[int], whole: Sequence[Span]) -> list[int]:
    """Return the positions that lie in none of the spans; a span's own bounds lie outside it.

    Args:
        positions: where a text could be cut.
        whole: sorted, without overlaps.
    """
    if not whole:
        return list(positions)
    return [at for at in positions if not _inside(at, whole)]


def _inside(at: int, whole: Sequence[Span]) -> bool:
    before = bisect_left(whole, (at,)) - 1
    return before >= 0 and at < whole[before][1]
