"""Source text to running text: line ends healed, white space collapsed, and the way back to the source kept.

A soft line break is a space, but nothing between two CJK characters; a word hyphenated over a line end is one word
again; markup that is left in the text is not read. Only white space, line-end hyphens and markup change here, so every
position of the running text maps to one source position. Everything that is a matter of reading (soft hyphens, quotes,
digits) is the normalizer's.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from pipeline.markup import Found, edits, said_for

# Han, kana and their marks: scripts without spaces. Hangul is not among them: Korean separates words by spaces.
CJK = (
    "\u2e80-\u2fdf\u2ff0-\u303f\u3040-\u30ff\u3105-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff9f\U00020000-\U000323af"
)
CJK_CHARACTER = re.compile(f"[{CJK}]")
_CJK = re.compile(f"[{CJK}“”‘’…—]")

# Compounds whose hyphen is kept when a line ends at it; any other hyphen there was put in by the typesetter.
_COMPOUND = re.compile(
    r"(?:^|[^\w])(?:self|well|half|ex|non|all|cross|high|low|long|short|old|new|ill|mid|great|mother|father|brother|"
    r"sister|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"vice|anglo|post|pre|pro|anti|semi|quasi|to|good|hard|full|far|much|so|by|over-the|\w+-\w+)$",
    re.IGNORECASE,
)
_COMPOUND_REACH = 24  # code points looked at before a line-end hyphen: enough for the words above


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Running text with its map: from `starts[i]` on, the text is the source from `sources[i]` to `ends[i]`.

    A run's end takes in the hyphen that was healed away, and `begins[i]` the markup before it, so that stretches side
    by side leave nothing out.
    """

    text: str
    starts: tuple[int, ...]
    sources: tuple[int, ...]
    ends: tuple[int, ...]
    begins: tuple[int, ...]

    def source(self, at: int) -> int:
        """Return the source offset of one code point of the running text."""
        run = bisect_right(self.starts, at) - 1
        return self.sources[run] + at - self.starts[run]

    def at(self, source: int) -> int:
        """Return where a source offset is in the running text; what was left out there is at the next code point."""
        run = bisect_right(self.sources, source) - 1
        if run < 0:
            return 0
        length = (self.starts[run + 1] if run + 1 < len(self.starts) else len(self.text)) - self.starts[run]
        return self.starts[run] + min(source - self.sources[run], length)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the source offsets of a stretch that neither begins nor ends with a space."""
        if end <= start:
            return self.source(start), self.source(start)
        run = bisect_right(self.starts, end - 1) - 1
        if end == len(self.text):
            return self._first(start), self.ends[-1]
        whole = run + 1 < len(self.starts) and end == self.starts[run + 1]
        return self._first(start), self.ends[run] if whole else self.source(end - 1) + 1

    def _first(self, start: int) -> int:
        """Return where a stretch begins in the source, with the markup that nothing but spaces part from it."""
        first = self.source(start)
        run = bisect_right(self.starts, start) - 1
        while run >= 0 and not self.text[self.starts[run] : start].strip():
            first = self.begins[run]
            run -= 1
            if run >= 0 and not self.text[self.starts[run] : self.starts[run + 1]].isspace():
                break
        return first


@dataclass(frozen=True, slots=True)
class _Run:
    text: str
    begin: int
    source: int
    end: int


def collapse(text: str) -> str:
    """Collapse white space: runs become one space, the ends are bare."""
    return " ".join(text.split())


def clean(text: str, start: int, end: int) -> Cleaned:
    """Return the running text of `text[start:end]`, which maps back to offsets of `text`."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    runs = list(_runs(text, start, end))
    while runs and runs[-1].text.isspace():
        runs.pop()
    if not runs:  # markup alone is a silence that stands for all of it
        runs = [_Run("…" if start < end else "", start, start, end)]
    runs[-1] = replace(runs[-1], text=runs[-1].text.rstrip(), end=end)
    starts = tuple(accumulate((len(run.text) for run in runs[:-1]), initial=0))
    return Cleaned(
        "".join(run.text for run in runs),
        starts,
        tuple(run.source for run in runs),
        tuple(run.end for run in runs),
        tuple(run.begin for run in runs),
    )


def _runs(text: str, start: int, end: int) -> Iterator[_Run]:
    """Yield runs of running text; markup that is not read belongs to the run after it, if it does not close one."""
    at = begin = start
    spaced = True  # nothing yet, or a space was last
    for found in edits(text, start, end):
        first, after = found.span()
        spaced = text[first - 1].isspace() if first > at else spaced
        gap = found.lastgroup == "gap"
        kept, put, heard = (*_gap(text, start, found, spaced=spaced), ("", 0)) if gap else (first, "", said_for(found))
        if heard is None or put == found.group():
            continue
        said, inside = heard
        if said == " ":  # after a space it would be a second one
            said, put = "", " " * (not spaced)
        if kept > at or put:
            # a note's mark and a closing tag go with the word that they lean on
            closes = not gap and not said and not put and (after >= end or text[after].isspace())
            yield _Run(text[at:kept] + put, begin, at, after if closes else first)
            begin = after if gap or closes else first
        elif gap and begin == at:
            begin = after
        if said:
            yield _Run(said, begin, first + inside, after)
            begin = after
        spaced = (said or put or " " * spaced)[-1:].isspace()
        at = after
    if at < end:
        yield _Run(text[at:end], begin, at, end)


def _gap(text: str, start: int, gap: Found, *, spaced: bool) -> tuple[int, str]:
    """Return where the text before white space ends, and what is read in place of both."""
    first = gap.start()
    if spaced:
        return first, ""
    if "\n" not in gap.group():
        return first, " "
    if _CJK.match(text, first - 1) and _CJK.match(text, gap.end()):
        return first, ""
    hyphen = _line_end_hyphen(text, start, gap)
    return (first, " ") if hyphen is None else (first - hyphen, "")


def _line_end_hyphen(text: str, start: int, gap: Found) -> int | None:
    """Return how many hyphens go with the line end: 1 heals a word, 0 keeps a compound; None: it is no hyphen."""
    first, after = gap.start(), gap.end()
    if first - start < 2 or text[first - 1] not in "-\u00ad\u2010":
        return None
    before = text[first - 2]
    if not (before.isalnum() and text[after].isalnum()):
        return None
    if text[first - 1] == "\u00ad":
        return 1
    if not (before.islower() and text[after].islower()):
        return 0  # Jean-Paul, 1914-18
    return 0 if _COMPOUND.search(text[max(start, first - _COMPOUND_REACH) : first - 1]) else 1
