"""Planning: a script becomes chapters of segments, packed into parts.

A part is consecutive segments of one chapter, about `PART_S` of speech: the unit of queue work, so a short job waits at
most for one.
"""

from dataclasses import dataclass, field

from pipeline.ports import LanguageRun
from pipeline.segment import Segment, Sentence

PART_S = 30.0


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive segments of one chapter."""

    index: int  #: in the rendering
    chapter: int
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class UnsupportedSpan:
    """A stretch of source text that nothing here can speak; reported in the job's result, never dropped in silence."""

    chapter: int
    start: int
    end: int
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class ChapterPlan:
    """One chapter, ready to be spoken."""

    index: int
    title: str
    sentences: tuple[Sentence, ...]
    parts: tuple[Part, ...]
    unsupported: tuple[UnsupportedSpan, ...] = ()
    unknown: dict[str, int] = field(default_factory=dict)  #: symbols that the vocabulary lacks, counted
    guessed: dict[str, int] = field(default_factory=dict)  #: words that no lexicon knows, counted


__all__ = ["PART_S", "ChapterPlan", "LanguageRun", "Part", "UnsupportedSpan"]
