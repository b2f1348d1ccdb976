"""Plans as JSON: a part for the worker that speaks it, a chapter's header for the one that binds it.

Every field is named here, both ways, and the version is checked: a plan that another release wrote is refused, not
guessed at. A chapter's header holds no segments: those are in its parts, so no object grows with the book.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pipeline.errors import ObjectDamaged
from pipeline.plan import ChapterPlan, Part, UnsupportedSpan
from pipeline.ports import Notice, SpokenRun
from pipeline.segment import Segment, Sentence

PLAN_VERSION = 2
_T = TypeVar("_T", Sentence, UnsupportedSpan, Notice)

_SEGMENT = (
    "index", "text", "start", "end", "first_sentence", "last_sentence", "language", "spoken", "units", "expected_s",
    "fingerprint", "pause_s", "reason", "voice", "speed",
)  # fmt: skip
_SENTENCE = ("index", "text", "start", "end")
_SPAN = ("chapter", "start", "end", "text", "language")
_NOTICE = ("code", "text", "start", "end")
_RUN = ("language", "spoken", "start", "end")


@dataclass(frozen=True, slots=True)
class ChapterHeader:
    """A chapter's plan as it is stored: `chapter.parts` is empty, `parts` names them."""

    chapter: ChapterPlan
    parts: tuple[int, ...]  #: indexes in the rendering


def part_to_json(part: Part) -> dict[str, Any]:
    """Return a part as a JSON value."""
    return {
        "version": PLAN_VERSION,
        "index": part.index,
        "chapter": part.chapter,
        "segments": [_segment_row(segment) for segment in part.segments],
    }


def part_from_json(value: Any) -> Part:
    """Return the part of a JSON value. Raises ObjectDamaged when it is none of this version."""
    value = _checked(value, "part")
    try:
        return Part(value["index"], value["chapter"], tuple(map(_segment, value["segments"])))
    except (KeyError, TypeError) as err:
        raise _damaged("part", err) from err


def chapter_to_json(chapter: ChapterPlan) -> dict[str, Any]:
    """Return a chapter's header as a JSON value: everything but its segments."""
    return {
        "version": PLAN_VERSION,
        "index": chapter.index,
        "title": chapter.title,
        "sentences": [_row(sentence, _SENTENCE) for sentence in chapter.sentences],
        "parts": [part.index for part in chapter.parts],
        "unsupported": [_row(span, _SPAN) for span in chapter.unsupported],
        "notices": [_row(notice, _NOTICE) for notice in chapter.notices],
        "unknown": dict(chapter.unknown),
        "guessed": dict(chapter.guessed),
    }


def chapter_from_json(value: Any) -> ChapterHeader:
    """Return the header of a JSON value. Raises ObjectDamaged when it is none of this version."""
    value = _checked(value, "chapter")
    try:
        chapter = ChapterPlan(
            index=value["index"],
            title=value["title"],
            sentences=tuple(_made(Sentence, row) for row in value["sentences"]),
            parts=(),
            unsupported=tuple(_made(UnsupportedSpan, row) for row in value["unsupported"]),
            notices=tuple(_made(Notice, row) for row in value["notices"]),
            unknown=dict(value["unknown"]),
            guessed=dict(value["guessed"]),
        )
        return ChapterHeader(chapter, tuple(value["parts"]))
    except (KeyError, TypeError) as err:
        raise _damaged("chapter", err) from err


def _segment_row(segment: Segment) -> dict[str, Any]:
    runs = [[getattr(run, name) for name in _RUN] for run in segment.runs]
    return _row(segment, _SEGMENT) | {"runs": runs}


def _segment(row: Mapping[str, Any]) -> Segment:
    runs = tuple(SpokenRun(**dict(zip(_RUN, run, strict=True))) for run in row["runs"])
    return Segment(**(dict(row) | {"runs": runs}))


def _row(record: Segment | Sentence | UnsupportedSpan | Notice, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(record, name) for name in names}


def _made(kind: type[_T], row: Mapping[str, Any]) -> _T:
    return kind(**row)


def _checked(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict) or value.get("version") != PLAN_VERSION:
        given = value.get("version") if isinstance(value, dict) else type(value).__name__
        raise ObjectDamaged(
            f"a stored {what} plan of version {given!r} cannot be read; this release reads version {PLAN_VERSION}",
            given=given,
            allowed=[PLAN_VERSION],
        )
    return value


def _damaged(what: str, err: Exception) -> ObjectDamaged:
    return ObjectDamaged(f"a stored {what} plan is not complete: {type(err).__name__}: {err}")
