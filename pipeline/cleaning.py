"""Source text to running text: line ends healed, white space collapsed, and the way back to the source kept.

A soft line break is a space, but nothing between two CJK characters; a word hyphenated over a line end is one word
again. Only white space and line-end hyphens change here, so every position of the running text maps to one source
position. Everything that is a matter of reading (soft hyphens, quotes, digits) is the normalizer's.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

# Han, kana and their marks: scripts without spaces. Hangul is not among them: Korean separates words by spaces.
CJK = (
    "\u2e80-\u2fdf\u2ff0-\u303f\u3040-\u30ff\u3105-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff9f\U00020000-\U000323af"
)
CJK_CHARACTER = re.compile(f"[{CJK}]")
_CJK = re.compile(f"[{CJK}“”‘’…—]")

_SPACE = re.compile(r"\s+")
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

    A run's end takes in the hyphen that was healed away, so that stretches side by side leave nothing out.
    """

    text: str
    starts: tuple[int, ...]
    sources: tuple[int, ...]
    ends: tuple[int, ...]

    def source(self, at: int) -> int:
        """Return the source offset of one code point of the running text."""
        run = bisect_right(self.starts, at) - 1
        return self.sources[run] + at - self.starts[run]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the source offsets of a stretch that neither begins nor ends with a space."""
        if end <= start:
            return self.source(start), self.source(start)
        run = bisect_right(self.starts, end - 1) - 1
        whole = end == (self.starts[run + 1] if run + 1 < len(self.starts) else len(self.text))
        return self.source(start), self.ends[run] if whole else self.source(end - 1) + 1


def collapse(text: str) -> str:
    """Collapse white space: runs become one space, the ends are bare."""
    return " ".join(text.split())


def clean(text: str, start: int, end: int) -> Cleaned:
    """Return the running text of `text[start:end]`, which maps back to offsets of `text`."""
    pieces: list[str] = []
    starts, sources, ends = [], [], []
    length = 0
    for piece, source, source_end in _pieces(text, start, end):
        pieces.append(piece)
        starts.append(length)
        sources.append(source)
        ends.append(source_end)
        length += len(piece)
    return Cleaned("".join(pieces), tuple(starts) or (0,), tuple(sources) or (start,), tuple(ends) or (start,))


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield runs of running text, each with the source offsets that it stands for."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    at = start
    for gap in _SPACE.finditer(text, start, end):
        if gap.group() == " ":
            continue
        first = gap.start()
        if "\n" not in gap.group():
            yield text[at:first] + " ", at, first
        elif _CJK.match(text, first - 1) and _CJK.match(text, gap.end()):
            yield text[at:first], at, first
        elif (hyphen := _line_end_hyphen(text, start, gap)) is not None:
            yield text[at : first - hyphen], at, first
        else:
            yield text[at:first] + " ", at, first
        at = gap.end()
    if at < end:
        yield text[at:end], at, end


def _line_end_hyphen(text: str, start: int, gap: re.Match[str]) -> int | None:
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
