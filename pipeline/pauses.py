"""How long the silence after a segment is, by reason.

Seconds between the kept edges of two utterances (each keeps some 60 ms before and 80–120 ms after the voice). Where
several reasons meet (the last item before a heading), the longest one counts.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from pipeline.request import PauseReason
from pipeline.script import Block

#: A full stop inside one pass leaves 0.19–0.39 s and a comma 0.07–0.19 s: measured, so cuts and passes sound alike.
DEFAULT_PAUSES_S: Mapping[PauseReason, float] = MappingProxyType(
    {
        "cut": 0.03,
        "language": 0.03,
        "voice": 0.12,
        "sentence": 0.3,
        "question": 0.35,
        "paragraph": 0.7,
        "item": 0.45,
        "before_heading": 1.2,
        "heading": 0.8,
        "scene_break": 1.5,
        "chapter": 2.0,
    }
)

# A cut at a comma is a breath: 0.12 s by default, and it follows an override of the bare cut.
_CLAUSE_CUT_TIMES = 4.0
_CLAUSE_MARKS = frozenset(",;:，、；：､—–…")
_CLOSERS = "”’」』）)]\"'»› "
_FULL_STOPS = (".", "!", "?", "。", "！", "？")
_QUESTION_MARKS = frozenset("?!？！…‽⁇⁈⁉؟")


def pauses_for(overrides: Mapping[PauseReason, float]) -> Mapping[PauseReason, float]:
    """Return the table of pauses in seconds with a request's overrides in it."""
    return {**DEFAULT_PAUSES_S, **overrides}


def cut_pause_s(text: str, table: Mapping[PauseReason, float]) -> float:
    """Return the pause after a piece that ends inside a sentence: longer where it ends at a clause mark."""
    end = text.rstrip(_CLOSERS)[-1:]
    return table["cut"] * (_CLAUSE_CUT_TIMES if end in _CLAUSE_MARKS and end else 1.0)


def cut_reason(text: str) -> PauseReason:
    """Return the reason after a piece of a sentence: one that ends inside a quotation of several ends like a sentence."""
    return sentence_reason(text) if text.rstrip(_CLOSERS).endswith(_FULL_STOPS) else "cut"


def sentence_reason(text: str) -> PauseReason:
    """Return the reason after a sentence: a question or an exclamation is followed by a longer pause."""
    end = text.rstrip(_CLOSERS)
    return "question" if end[-1:] in _QUESTION_MARKS or end.endswith("...") else "sentence"


def block_reason(block: Block, following: Iterable[Block], table: Mapping[PauseReason, float]) -> PauseReason:
    """Return the reason after the last segment of a block: the longest of those that meet there.

    Args:
        block: the block that ends.
        following: the blocks after it, up to and with the next spoken one; none: the chapter ends.
        table: the pauses.
    """
    reasons: list[PauseReason] = [_own(block)]
    spoken = None
    for spoken in following:
        if spoken.kind != "scene_break":
            break
        reasons.append("scene_break")
    if spoken is None or spoken.kind == "scene_break":
        reasons.append("chapter")
    elif spoken.kind == "heading":
        reasons.append("before_heading")
    elif spoken.kind == "paragraph":
        reasons.append("paragraph")
    return max(reasons, key=lambda reason: table[reason])


def _own(block: Block) -> PauseReason:
    return "paragraph" if block.kind == "scene_break" else block.kind
