"""Marks that authors write into plain text and Markdown: `[pause:1.5s]`, `[voice:NAME]…[/voice]`, `[word](/ipa/)`.

They are taken out before anything else looks at the text, so that no later stage can read one aloud or tear it, and what
is left is the text as it would be without them. A bracket that is plainly meant as a mark but means nothing is an error:
its author would rather be told than hear it. Stage directions ([pause], [Voice: a whisper]) and links stay text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pipeline.cleaning import CJK_CHARACTER
from pipeline.errors import BadDocument
from pipeline.mark_values import PAUSE_MOST_S, is_ipa, pause_seconds
from pipeline.script import Block, Mark

MOST_VOICES = 20  # open at one place
#: Code points that are no characters stand for brackets that are no mark whatever follows them (inline code) …
_LITERALS = str.maketrans("[]", "\ufdd0\ufdd1")
_BRACKETS = str.maketrans("\ufdd0\ufdd1", "[]")
#: … and keep Markdown from reading `[pause:1s](so)` as a link.
_GUARD = "\ufdd2"

_MARK = re.compile(
    r"\[(?P<pausing>(?i:pause)):(?P<pause>[^\[\]\n]{0,100})\]|\[(?P<voicing>(?i:voice)):(?P<voice>[^\[\]\n]{0,300})\]"
    r"|(?P<close>\[/(?i:voice)\])|\[(?P<word>[^\[\]\n]{1,200})\]\(/(?P<ipa>[^/()\n]{1,200})/\)"
    rf"|(?P<guard>{_GUARD})"
)
_TAKEN_FOR_LINK = re.compile(r"\[(?i:pause:[^\[\]\n]{0,100}|voice:[^\[\]\n]{0,300}|/voice)\](?=[(\[:])")
_VOICE = re.compile(r"[^\s\[\],;]+")
_QUOTED = 30  # code points of the text that an error shows


@dataclass(slots=True)
class Unmarked:
    """A text without its marks, the marks with offsets in it, and the way from old offsets to new ones."""

    text: str
    marks: list[Mark] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)  #: old offsets from which on `moved` applies
    moved: list[tuple[int, int]] = field(default_factory=list)  #: how far back, and the least new offset

    def place(self, old: int) -> int:
        """Return the new offset of an old one; inside a mark it is the mark's place."""
        at = bisect_right(self.cuts, old) - 1
        if at < 0:
            return old
        back, least = self.moved[at]
        return max(least, old - back)

    def blocks(self, blocks: Iterable[Block]) -> list[Block]:
        """Return blocks with their new offsets, without those that held nothing but marks."""
        placed = []
        for block in blocks:
            start, end = self.place(block.start), self.place(block.end)
            while start < end and self.text[start].isspace():
                start += 1
            while end > start and self.text[end - 1].isspace():
                end -= 1
            if start < end:
                placed.append(replace(block, start=start, end=end))
        return placed


def literal(text: str) -> str:
    """Return a text in which no bracket begins or ends a mark; `without_marks` gives the brackets back."""
    return text.replace(_GUARD, "").translate(_LITERALS)


def guarded(markdown: str) -> str:
    """Return a Markdown source in which no mark is taken for a link because of what follows it."""
    return _TAKEN_FOR_LINK.sub(rf"\g<0>{_GUARD}", markdown) if "[" in markdown else markdown


def without_marks(text: str) -> Unmarked:
    """Take the marks out of a text. Raises BadDocument for one that means nothing."""
    if "[" not in text and "\ufdd0" not in text:
        return Unmarked(text)
    writer = _Writer(text)
    for found in _MARK.finditer(text):
        writer.take(found)
    return writer.done()


@dataclass(slots=True)
class _Writer:
    source: str
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    voiced: int = 0  #: the end of the last piece that is no white space
    read: int = 0  #: how much of the source is dealt with
    marks: list[tuple[int, Mark]] = field(default_factory=list)
    open_voices: list[tuple[re.Match[str], int, int]] = field(default_factory=list)
    made: Unmarked = field(default_factory=lambda: Unmarked(""))

    def take(self, found: re.Match[str]) -> None:
        """Deal with one that looks like a mark."""
        if found["pause"] is not None:
            self._pause(found)
        elif found["voice"] is not None:
            self._open_voice(found)
        elif found["close"]:
            self._close_voice(found)
        elif found["guard"]:
            self._copy(found.start())
            self._skip(found.end())
        elif is_ipa(found["ipa"]):
            self._copy(found.start())
            self._skip(found.start("word"))
            start = self.length
            self._copy(found.end("word"))
            self._mark(Mark("phonemes", start, self.length, found["ipa"].strip()))
            self._skip(found.end())

    def done(self) -> Unmarked:
        """Copy the rest and return everything."""
        if self.open_voices:
            found = self.open_voices[-1][0]
            raise BadDocument(
                f"{found.group()} is never closed: [/voice] ends a voice; it stands {_where(found)}",
                given=found.group(),
            )
        self._copy(len(self.source))
        self.made.text = "".join(self.pieces).translate(_BRACKETS)
        in_order = sorted(self.marks, key=lambda made: (made[1].start, -made[1].end, made[0]))
        self.made.marks = [mark for _, mark in in_order]
        return self.made

    def _pause(self, found: re.Match[str]) -> None:
        seconds = pause_seconds(found["pause"])
        if seconds is None:
            if found["pausing"] == "pause" and not found["pause"].startswith(" "):
                raise BadDocument(
                    f"{found.group()}: a pause is like [pause:1.5s] or [pause:800ms], at most {PAUSE_MOST_S:g} s; it "
                    f"stands {_where(found)}",
                    given=found.group(),
                    allowed=f"0s to {PAUSE_MOST_S:g}s",
                )
            return
        self._remove(found)
        before = self.marks[-1][1] if self.marks else None
        if before and before.kind == "pause" and before.start == self.voiced:
            self.marks.pop()  # of several in one place the longest counts
            seconds = max(seconds, float(before.value))
        self._mark(Mark("pause", self.voiced, self.voiced, f"{seconds:g}"))
        if self.length == self.voiced and _glued(self.source, found):
            self._write(" ")
            self._note()

    def _open_voice(self, found: re.Match[str]) -> None:
        if not _VOICE.fullmatch(found["voice"]):
            if found["voicing"] == "voice" and not found["voice"].startswith(" "):
                raise BadDocument(
                    f"{found.group()}: a voice is like [voice:NAME] … [/voice], NAME a voice or a blend without spaces; "
                    f"it stands {_where(found)}",
                    given=found.group(),
                )
            return
        if len(self.open_voices) == MOST_VOICES:
            raise BadDocument(
                f"{found.group()}: over {MOST_VOICES} voices are open at one place, {_where(found)}",
                allowed=MOST_VOICES,
            )
        self._remove(found)
        self.open_voices.append((found, self.length, len(self.marks)))

    def _close_voice(self, found: re.Match[str]) -> None:
        if not self.open_voices:
            raise BadDocument(
                f"{found.group()} closes no voice: it begins with [voice:NAME], without a space; it stands "
                f"{_where(found)}",
                given=found.group(),
            )
        opened, start, order = self.open_voices.pop()
        self._remove(found)
        if start < self.voiced:
            self.marks.append((order, Mark("voice", start, self.voiced, opened["voice"])))

    def _mark(self, mark: Mark) -> None:
        self.marks.append((len(self.marks), mark))

    def _remove(self, found: re.Match[str]) -> None:
        """Leave a mark out, with the space that would be doubled."""
        self._copy(found.start())
        end = found.end()
        if self.length == 0 or self.pieces[-1][-1].isspace():
            while self.source.startswith(" ", end):
                end += 1
        self._skip(end)

    def _copy(self, end: int) -> None:
        if end > self.read:
            self._write(self.source[self.read : end])
            self.read = end

    def _skip(self, end: int) -> None:
        # inside what is left out, every old offset is the place where it stood
        self.made.cuts.append(self.read)
        self.made.moved.append((len(self.source), self.length))
        self.read = end
        self._note()

    def _write(self, piece: str) -> None:
        bare = len(piece.rstrip())
        self.voiced = self.length + bare if bare else self.voiced
        self.pieces.append(piece)
        self.length += len(piece)

    def _note(self) -> None:
        """Remember that what follows has moved."""
        self.made.cuts.append(self.read)
        self.made.moved.append((self.read - self.length, self.length))


def _glued(source: str, found: re.Match[str]) -> bool:
    """Tell whether only a mark parts two words: they stay apart. Chinese needs no space."""
    before, after = source[max(0, found.start() - 1) : found.start()], source[found.end() : found.end() + 1]
    return before.isalnum() and after.isalnum() and not (CJK_CHARACTER.match(before) or CJK_CHARACTER.match(after))


def _where(found: re.Match[str]) -> str:
    before = " ".join(found.string[max(0, found.start() - _QUOTED) : found.start()].split())
    return f"after {before!r}" if before else "at the beginning"
