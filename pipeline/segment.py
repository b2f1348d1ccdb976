"""Sentences and segments: what a listener hears as one, and what the model gets in one pass.

A segment is one sentence. Only a sentence over the limit is cut, and only a very short one is joined forward within its
block. The rule is local: a segment depends on its sentence and its direct neighbours alone, so an edit re-speaks its
own segment and at most one neighbour.
"""

from dataclasses import dataclass
from typing import Literal

from pipeline.ports import SpokenRun
from pipeline.request import PauseReason


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a chapter."""

    index: int  #: in its chapter
    text: str  #: of the chapter, white space collapsed
    start: int
    end: int
    spoken: str = ""  #: only where a plan is explained
    runs: tuple[SpokenRun, ...] = ()  #: the same


@dataclass(frozen=True, slots=True)
class Segment:
    """One piece of speech; the unit of caching."""

    index: int  #: in its chapter
    text: str  #: of the chapter, white space collapsed
    start: int
    end: int
    first_sentence: int
    last_sentence: int  #: inclusive
    language: str  #: base language
    spoken: str
    units: str  #: what reaches the model; empty: nothing of it can be spoken (see the plan's unsupported spans)
    expected_s: float
    fingerprint: str  #: "" when `units` is empty
    pause_s: float  #: silence after it
    reason: PauseReason | Literal["break"]  #: break: an author asked for this silence
    voice: str = ""  #: canonical expression; an author, or a second voice for another language, may change it
    speed: float = 1.0
    runs: tuple[SpokenRun, ...] = ()  #: with offsets of the chapter
