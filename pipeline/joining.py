"""Joins very short sentences to a neighbour in their block: below `least` the edges dominate and the voice slows.

The rule looks at runs of short sentences and the long sentence next to them, nothing further:

1. a run that costs `least` or more together is one segment;
2. a smaller run joins the long sentence after it or, at the end of the block, the one before it;
3. a run over `aim` is parted after sentences that a checksum of their own text picks, so that an edit moves no other
   cut; only what is still over `aim` between two such sentences is filled up from its left.

So an edit re-speaks the segment that holds it and at most one neighbour (the exception is a run that crosses `aim` by
the edit: that run is parted anew). `most` is never exceeded: a join that would is not made.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby

from pipeline.cutting import Piece, SpellSpan, fit, measured
from pipeline.ports import Limits
from pipeline.whole import Span

# One short sentence in four ends a group: about four short sentences (80 phonemes) a group.
_PART_EVERY = 4


def joined(
    text: str, spans: Sequence[Span], spell: SpellSpan, limits: Limits, *, whole: Sequence[Span] = ()
) -> Iterator[Piece]:
    """Yield the pieces of one block, in order: sentences, joined where short, cut where long.

    Args:
        text: the running text of the block.
        spans: the bounds of its sentences.
        spell: measures a stretch; called once a sentence, once a join and once a cut piece.
        limits: of the model, in the speller's cost unit.
        whole: spans that are never cut; sorted, without overlaps.
    """
    sentences = [measured(text, span, spell, limits) for span in spans]
    groups = _groups(text, sentences, limits)
    cut = partial(fit, text=text, spell=spell, limits=limits, whole=whole)
    for group in _attached(groups, limits):
        yield from _spoken(group, cut, spell, limits)


def _groups(text: str, sentences: list[Piece], limits: Limits) -> list[list[Piece]]:
    """Group runs of short sentences; a long sentence is a group of its own."""
    groups: list[list[Piece]] = []
    for short, run in groupby(sentences, key=lambda piece: piece[2].cost < limits.least):
        if not short:
            groups.extend([sentence] for sentence in run)
            continue
        members = list(run)
        groups.extend([members] if _cost(members) <= limits.aim else _parted(text, members, limits))
    return groups


def _parted(text: str, run: list[Piece], limits: Limits) -> Iterator[list[Piece]]:
    held: list[Piece] = []
    for sentence in run:
        if held and _cost(held) + sentence[2].cost > limits.aim:
            yield held
            held = []
        held = [*held, sentence]
        if zlib.crc32(text[sentence[0] : sentence[1]].encode("utf-8", "surrogatepass")) % _PART_EVERY == 0:
            yield held
            held = []
    if held:
        yield held


def _attached(groups: list[list[Piece]], limits: Limits) -> Iterator[list[Piece]]:
    """Attach each run under `least` to the long sentence after it, the last one to the sentence before it."""
    small = [_cost(group) < limits.least for group in groups]
    held: list[Piece] = []
    for at, group in enumerate(groups):
        long_next = at + 1 < len(groups) and not small[at + 1]
        last = at + 2 == len(groups) and small[at + 1] and not small[at]
        if small[at] and long_next:
            held = group
            continue
        yield [*held, *group, *(groups[at + 1] if last else ())]
        held = []
        if last:
            return


def _cost(group: Sequence[Piece]) -> float:
    return sum(piece[2].cost for piece in group)


def _spoken(
    group: list[Piece], cut: Callable[[Piece], list[Piece]], spell: SpellSpan, limits: Limits
) -> Iterator[Piece]:
    """Spell a group as one piece. A long sentence in it that has to be cut shares its first and last piece only."""
    if len(group) == 1:
        yield from cut(group[0])
        return
    long = next((at for at, piece in enumerate(group) if piece[2].cost > limits.aim), None)
    if long is None:
        yield from _together(group, spell, limits)
        return
    cuts = cut(group[long])
    if len(cuts) == 1:
        yield from _together([*group[:long], cuts[0], *group[long + 1 :]], spell, limits)
        return
    yield from _together([*group[:long], cuts[0]], spell, limits)
    yield from cuts[1:-1]
    yield from _together([cuts[-1], *group[long + 1 :]], spell, limits)


def _together(pieces: list[Piece], spell: SpellSpan, limits: Limits) -> list[Piece]:
    """Join pieces into one, or leave them as they are when that is over `most`."""
    if len(pieces) == 1:
        return pieces
    start, end = pieces[0][0], pieces[-1][1]
    spelling = spell(start, end)
    return [(start, end, spelling)] if spelling.cost <= limits.most else pieces
