"""Cuts one sentence that is over the model's aim into balanced pieces: at clauses, else at words, else anywhere.

The text is cut, never its phonemes: only text keeps the map to the source. What a piece costs is estimated from the
cost of the whole, and measured afterwards by spelling it; a piece over the limit is cut again. So cut points depend on
the sentence alone, and no piece is over `most`.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from pipeline.ports import Limits, Spelling
from pipeline.whole import Span, outside
from pipeline.words import word_ends

#: Spells the running text from one position to another.
SpellSpan = Callable[[int, int], Spelling]
#: A stretch of running text and its spelling.
Piece = tuple[int, int, Spelling]
#: The estimated cost of a stretch.
Share = Callable[[int, int], float]

# Where a reader breathes; the marks stay with what they close. A comma between digits is a number, and a full stop
# counts after a word of some length only: Mr. and Prof. are no place to breathe.
_CLAUSES = re.compile(
    r"(?:[。！？!?…；：;—]+|(?<!\d)–|–(?!\d)|(?<=[a-zà-ÿ]{4})\.(?=[”’)\]\"'»]* )|:(?=\s)|[，、､]|,(?!\d)|(?<!\d),)[”’」』）)\]\"'»]* ?",
)


def fit(piece: Piece, text: str, spell: SpellSpan, limits: Limits, *, whole: Sequence[Span] = ()) -> list[Piece]:
    """Cut a spelled stretch of running text so that every piece costs `most` or less, about `aim`.

    A single code point or a `whole` span over `most` is the one thing that is not cut: it comes back as it is.

    Args:
        piece: a sentence with its spelling.
        text: the running text of its block.
        spell: measures a stretch; called about once a piece.
        limits: of the model, in the speller's cost unit.
        whole: spans that are never cut; sorted, without overlaps.
    """
    return [piece] if piece[2].cost <= limits.aim else _Cutter(text, spell, limits, whole).pieces(piece)


def balanced(costs: Sequence[float], limit: float) -> list[int]:
    """Group consecutive costs and return the group ends.

    As few groups as the limit allows, then the smallest limit that needs no more: no short last group. A single cost
    over the limit is a group of its own.
    """
    ends = _greedy(costs, limit)
    low, high = sum(costs) / max(1, len(ends)), limit
    for _ in range(12):  # to 1/4096 of the limit: finer than a phoneme
        middle = (low + high) / 2
        tried = _greedy(costs, middle)
        if len(tried) <= len(ends):
            ends, high = tried, middle
        else:
            low = middle
    return ends


def _greedy(costs: Sequence[float], limit: float) -> list[int]:
    ends, total = [], 0.0
    for at, cost in enumerate(costs):
        if at and total + cost > limit:
            ends.append(at)
            total = 0.0
        total += cost
    return [*ends, len(costs)]


@dataclass(frozen=True, slots=True)
class _Cutter:
    """Cuts stretches of one running text."""

    text: str
    spell: SpellSpan
    limits: Limits
    whole: Sequence[Span]

    def pieces(self, piece: Piece) -> list[Piece]:
        start, end, spelling = piece
        ends = self._cut_points(start, end, spelling.cost)
        if len(ends) < 2:  # one clause within `most`, or what cannot be cut
            return [piece]
        pieces: list[Piece] = []
        for first, last in pairwise([start, *ends]):
            part = (first, last, self.spell(first, last))
            # The estimate was low for this piece (digits, Latin among Han): its own cost scales the next cut.
            pieces.extend(self.pieces(part) if part[2].cost > self.limits.most else [part])
        return pieces

    def _cut_points(self, start: int, end: int, cost: float) -> list[int]:
        """Return the ends of balanced pieces of a stretch that costs `cost`."""
        weights = list(accumulate(map(_weight, self.text[start:end]), initial=0.0))
        scale = cost / weights[-1]

        def share(first: int, last: int) -> float:
            return (weights[last - start] - weights[first - start]) * scale

        atoms: list[int] = []
        for first, last in pairwise([start, *outside(_clause_ends(self.text, start, end), self.whole)]):
            # A clause is kept whole up to `most`: a breath in its middle is worse than a long piece.
            atoms.extend([last] if share(first, last) <= self.limits.most else self._clause_cuts(first, last, share))
        return _grouped(start, atoms, share, self.limits.aim)

    def _clause_cuts(self, start: int, end: int, share: Share) -> list[int]:
        """Cut inside a clause at words, balanced; inside a word only when it is over `most` alone."""
        atoms: list[int] = []
        for first, last in pairwise([start, *outside(word_ends(self.text, start, end), self.whole)]):
            atoms.extend([last] if share(first, last) <= self.limits.most else self._letter_ends(first, last))
        return _grouped(start, atoms if len(atoms) > 1 else self._letter_ends(start, end), share, self.limits.aim)

    def _letter_ends(self, start: int, end: int) -> list[int]:
        return outside(_letters(self.text, start, end), self.whole)


def _letters(text: str, start: int, end: int) -> list[int]:
    """Return every position that does not tear a mark from its letter; every position if there is no other."""
    whole = [at for at in range(start + 1, end) if not unicodedata.category(text[at]).startswith("M")]
    return [*(whole or range(start + 1, end)), end]


def _grouped(start: int, ends: list[int], share: Share, limit: float) -> list[int]:
    costs = [share(first, last) for first, last in pairwise([start, *ends])]
    return [ends[at - 1] for at in balanced(costs, limit)]


def _clause_ends(text: str, start: int, end: int) -> list[int]:
    ends = [clause.end() for clause in _CLAUSES.finditer(text, start, end)]
    return ends if ends and ends[-1] == end else [*ends, end]


def _weight(char: str) -> float:
    """Estimate what a code point costs relative to a Latin letter (measured: Han 4, kana 2.5, digits read out)."""
    if char.isascii():
        return 5.0 if char.isdigit() else 1.0
    if char >= "\u2e80":
        return 2.5 if "\u3040" <= char <= "\u30ff" or "\uac00" <= char <= "\ud7a3" else 4.0
    return 1.0
