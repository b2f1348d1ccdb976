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

from pipeline.breath import effort
from pipeline.ports import Limits, Spelling
from pipeline.whole import Span, outside
from pipeline.words import number_spans, word_ends

#: Spells the running text from one position to another.
SpellSpan = Callable[[int, int], Spelling]
#: A stretch of running text and its spelling.
Piece = tuple[int, int, Spelling]
#: The estimated cost of a stretch.
Share = Callable[[int, int], float]

_IDEAL = 0.85  # of the aim: room to reach the next conjunction
_CUT = 0.2  # what any cut costs; as much as a piece that is 45 % off the ideal
_IN_A_WORD = 3.0
_WORDS_MOST = 80  # of a piece: words that cost nothing must not make the search quadratic

_LONG, _SAMPLE = 4_000, 1_000  # code points

# Where a reader breathes; the marks stay with what they close. A comma between digits is a number, and a full stop
# counts after a word of some length only: Mr. and Prof. are no place to breathe.
_CLAUSES = re.compile(
    r"(?:[。！？!?…；：;—]+|(?<!\d)–|–(?!\d)|(?<=[a-zà-ÿ]{4})\.(?=[”’)\]\"'»]* )|:(?=\s)|[，、､]|,(?!\d)|(?<!\d),)[”’」』）)\]\"'»]* ?",
)


def measured(text: str, span: Span, spell: SpellSpan, limits: Limits) -> Piece:
    """Spell a sentence; one that is far too long is only measured by its beginning, for its pieces are spelled anyway.

    So a megabyte without a mark is never spelled as a whole, which would take hundreds of megabytes.
    """
    start, end = span
    if end - start > _LONG:
        sample = spell(start, start + _SAMPLE).cost / sum(map(_weight, text[start : start + _SAMPLE]))
        estimate = (sample or 1.0) * sum(map(_weight, text[start:end]))
        if estimate > limits.most:
            return (start, end, Spelling("", estimate, ""))
    return (start, end, spell(start, end))


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


def even(costs: Sequence[float], efforts: Sequence[float], limit: float) -> list[int]:
    """Group consecutive costs into groups of about 0.85 of the limit and return the group ends.

    Of all ways the one that is best as a whole: a group far from that size, and an end that takes effort (0 to 1; one
    that takes none still counts as a cut), are weighed against each other. A single cost over the limit is a group.
    """
    ideal = _IDEAL * limit
    upto = list(accumulate(costs, initial=0.0))
    best, begins = [0.0], [0]
    window = 0
    for end in range(1, len(upto)):
        window = max(window, end - _WORDS_MOST)
        while window < end - 1 and upto[end] - upto[window] > limit:
            window += 1
        score, begins_at = min(
            (best[at] + ((upto[end] - upto[at]) / ideal - 1.0) ** 2, at) for at in range(window, end)
        )
        best.append(score + _CUT + efforts[end - 1])
        begins.append(begins_at)
    ends = [len(costs)]
    while begins[ends[-1]]:
        ends.append(begins[ends[-1]])
    return ends[::-1]


def _without_crumbs(start: int, ends: list[int], share: Share, limits: Limits) -> list[int]:
    """Leave out the ends of atoms under `least` where they have room in the next one, or the last one before it."""
    kept: list[int] = []
    first = start
    for end, following in pairwise([*ends, ends[-1]]):
        if share(first, end) < limits.least and share(first, following) <= limits.most and following > end:
            continue
        kept.append(end)
        first = end
    before = kept[-3] if len(kept) > 2 else start
    if len(kept) > 1 and share(kept[-2], kept[-1]) < limits.least and share(before, kept[-1]) <= limits.most:
        del kept[-2]
    return kept


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
            return [piece if spelling.spoken else (start, end, self.spell(start, end))]
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

        clauses = outside(_clause_ends(self.text, start, end), number_spans(self.text, start, end))
        atoms: list[int] = []
        for first, last in pairwise([start, *outside(clauses, self.whole)]):
            # A clause is kept whole up to `most`: a breath in its middle is worse than a long piece.
            atoms.extend([last] if share(first, last) <= self.limits.most else self._clause_cuts(first, last, share))
        return _grouped(start, _without_crumbs(start, atoms, share, self.limits), share, self.limits.aim)

    def _clause_cuts(self, start: int, end: int, share: Share) -> list[int]:
        """Cut inside a clause at words, before a conjunction if one is near; in a word only when it is too long alone."""
        words = outside(word_ends(self.text, start, end), self.whole)
        if len(words) == 1:
            return self._letter_cuts(start, end, share)
        atoms: list[int] = []
        for first, last in pairwise([start, *words]):
            fits = share(first, last) <= self.limits.most
            atoms.extend([last] if fits else self._letter_cuts(first, last, share))
        kept = set(words)
        efforts = [effort(self.text, at) if at in kept else _IN_A_WORD for at in atoms]
        costs = [share(first, last) for first, last in pairwise([start, *atoms])]
        return [atoms[at - 1] for at in even(costs, efforts, self.limits.aim)]

    def _letter_cuts(self, start: int, end: int, share: Share) -> list[int]:
        letters = outside(_letters(self.text, start, end), self.whole)
        return _grouped(start, letters, share, self.limits.aim)


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
