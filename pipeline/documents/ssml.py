"""SSML to a script: the text that is spoken, and marks for what its tags ask for.

Text is written down as it is read: white space collapses, `<p>` is a paragraph, and what parts words on the page (`<s>`,
`<break>`) parts them here. An unknown tag is its text. A mark covers a stretch of text; the innermost of a kind counts,
and rates are already multiplied into the inner one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pipeline.cleaning import CJK_CHARACTER
from pipeline.documents.chapters import make_script
from pipeline.errors import BadDocument
from pipeline.mark_values import (
    PAUSE_MOST_S,
    RATES,
    STRENGTHS_S,
    pause_seconds,
    primary_language,
    rate_factor,
    within_rates,
)
from pipeline.script import Block, Mark, MarkKind, Script
from pipeline.xml_events import read_xml

_SILENT = frozenset({"desc", "metadata", "meta", "lexicon", "lookup", "script", "style"})
_PARAGRAPHS = frozenset({"p", "paragraph", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6"})
_SENTENCES = frozenset({"s", "sentence"})
_PARTING = frozenset({"br", "td", "th", "tr"})
_TIGHT = frozenset(" ,.;:!?%)]}”’»…")


def read_ssml(text: str) -> Script:
    """Parse an SSML document into one chapter.

    Raises BadDocument when it is no well-formed SSML or a value is wrong, EmptyText when nothing of it can be spoken.
    """
    page = _Page()
    read_xml(text, page, "the SSML")
    page.end_block()
    return make_script("".join(page.pieces), page.blocks, (), page.in_order())


@dataclass(slots=True)
class _Open:
    """An element that is not closed yet: the marks it will make, and the rate inside it."""

    index: int
    start: int = -1  #: where its first character stands; -1: none yet
    marks: list[tuple[MarkKind, str]] = field(default_factory=list)
    rate: float = 1.0


@dataclass(slots=True)
class _Page:
    pieces: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    length: int = 0
    last: str = ""  #: the last character of the block in work, "" at its start
    space: bool = False  #: white space came since
    parted: bool = False  #: a tag that parts words came since
    block_start: int = 0
    stack: list[_Open] = field(default_factory=list)
    silent: int = 0  #: open elements whose text is not spoken
    opened_so_far: int = 0
    marks: list[tuple[int, Mark]] = field(default_factory=list)  #: with the order in which they were opened

    def opened(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        """Take the start of an element."""
        if not self.stack and name != "speak":
            raise BadDocument(f"the SSML, line {line}: its outermost element is <speak>, given <{name}>", given=name)
        self.opened_so_far += 1
        outer = self.stack[-1].rate if self.stack else 1.0
        element = _Open(self.opened_so_far, rate=outer)
        self.stack.append(element)
        self.silent += name in _SILENT
        if self.silent:
            return
        self._part(name)
        if name == "break":
            self._pause(attributes, line)
        element.marks = _marks(name, attributes, line)
        if name == "prosody" and "rate" in attributes:
            element.rate = outer * _rate(attributes["rate"], line)
            element.marks.append(("rate", f"{within_rates(element.rate):g}"))

    def closed(self, name: str) -> None:
        """Take the end of an element: its marks cover what was written since."""
        element = self.stack.pop()
        if name in _SILENT:
            self.silent -= 1
        if self.silent:
            return
        if element.start < 0 and (alone := _said_without_text(element)):
            self.stack.append(element)
            self.text(alone)
            self.stack.pop()
        if element.start >= 0:
            self.marks += (
                (element.index, Mark(kind, element.start, self._end(), value)) for kind, value in element.marks
            )
        self._part(name)

    def text(self, text: str) -> None:
        """Write text down; white space waits until something follows it."""
        words = text.split()
        if self.silent or not self.stack:
            return
        if not words:
            self.space = self.space or bool(text)
            return
        first = words[0][0]
        if self.last and ((self.space or text[0].isspace()) or (self.parted and self._parts(first))):
            self._write(" ")
        for element in reversed(self.stack):
            if element.start >= 0:
                break
            element.start = self.length
        self._write(" ".join(words))
        self.space, self.parted = text[-1].isspace(), False

    def end_block(self) -> None:
        """End the paragraph in work, if anything was written of it."""
        if self.last:
            self.blocks.append(Block("paragraph", self.block_start, self.length))
            self._write("\n\n")
        self.block_start, self.last, self.space, self.parted = self.length, "", False, False

    def in_order(self) -> list[Mark]:
        """Return the marks by start, those around others first."""
        return [mark for _, mark in sorted(self.marks, key=lambda made: (made[1].start, -made[1].end, made[0]))]

    def _write(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)
        self.last = text[-1]

    def _end(self) -> int:
        """Return the end of what was written, without the blank line after a paragraph."""
        return self.blocks[-1].end if self.blocks and not self.last else self.length

    def _part(self, name: str) -> None:
        if name in _PARAGRAPHS:
            self.end_block()
        elif name in _SENTENCES or name in _PARTING or name == "break":
            self.parted = True

    def _parts(self, following: str) -> bool:
        """Tell whether words that only a tag parts need a space: Chinese and closing marks do not."""
        return following not in _TIGHT and not (CJK_CHARACTER.match(self.last) or CJK_CHARACTER.match(following))

    def _pause(self, attributes: Mapping[str, str], line: int) -> None:
        seconds = _break_seconds(attributes, line)
        at = self._end()  # between two paragraphs it belongs to the end of the first
        before = self.marks[-1][1] if self.marks else None
        if before and before.kind == "pause" and before.start == at:
            seconds = max(seconds, float(before.value))
            self.marks.pop()
        self.marks.append((self.opened_so_far, Mark("pause", at, at, f"{seconds:g}")))


def _marks(name: str, attributes: Mapping[str, str], line: int) -> list[tuple[MarkKind, str]]:
    made: list[tuple[MarkKind, str]] = []
    given = {key: value.strip() for key, value in attributes.items()}
    if given.get("lang") and name in {"speak", "lang", "voice", *_PARAGRAPHS, *_SENTENCES}:
        made.append(("language", _language(given["lang"], line)))
    if name in _SENTENCES:
        made.append(("sentence", ""))
    elif name == "voice" and given.get("name"):
        made.append(("voice", given["name"]))
    elif name == "sub" and given.get("alias"):
        made.append(("alias", given["alias"]))
    elif name == "say-as" and given.get("interpret-as"):
        made.append(("say_as", ":".join(filter(None, (given["interpret-as"], given.get("format"))))))
    elif name == "phoneme" and given.get("ph") and given.get("alphabet", "ipa").lower() == "ipa":
        made.append(("phonemes", given["ph"]))
    return made


def _said_without_text(element: _Open) -> str:
    """Return what stands for an empty element that says something all the same."""
    return next((value for kind, value in element.marks if kind in {"alias", "phonemes"}), "")


def _language(tag: str, line: int) -> str:
    primary = primary_language(tag)
    if primary is None:
        raise BadDocument(f"the SSML, line {line}: xml:lang is a tag like en or zh-CN, given {tag!r}", given=tag)
    return primary


def _rate(value: str, line: int) -> float:
    factor = rate_factor(value)
    if factor is None:
        raise BadDocument(
            f"the SSML, line {line}: prosody rate is one of {', '.join(RATES)}, a factor like 1.2 or a percentage like "
            f"80% or +10%, given {value!r}",
            given=value,
            allowed=list(RATES),
        )
    return factor


def _break_seconds(attributes: Mapping[str, str], line: int) -> float:
    if "time" in attributes:
        seconds = pause_seconds(attributes["time"])
        if seconds is None:
            raise BadDocument(
                f"the SSML, line {line}: break time is like 1.5s or 800ms, at most {PAUSE_MOST_S:g} s, "
                f"given {attributes['time']!r}",
                given=attributes["time"],
                allowed=f"0s to {PAUSE_MOST_S:g}s",
            )
        return seconds
    strength = attributes.get("strength", "medium").strip().lower()
    if strength not in STRENGTHS_S:
        raise BadDocument(
            f"the SSML, line {line}: break strength is one of {', '.join(STRENGTHS_S)}, given {strength!r}",
            given=strength,
            allowed=list(STRENGTHS_S),
        )
    return STRENGTHS_S[strength]
