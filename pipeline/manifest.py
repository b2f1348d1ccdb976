"""Which source sentence is heard where: one report a chapter, all of them in `manifest.json`.

Every sentence of the source is in the report once and in order, also those that nothing here can speak: they are marked
`unsupported`, never left out. Times are derived from samples and rounded to a microsecond, which names a sample exactly.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from pipeline.encode import EncodedFile, describe_file
from pipeline.errors import EncodingError, SynthesisError
from pipeline.plan import ChapterPlan
from pipeline.ports import StoredObject
from pipeline.segment import Segment, Sentence
from pipeline.timeline import Placed, PlacedSentence, Span, place_sentences, total_samples


class ChapterHeader(Protocol):
    """What `check_coverage` needs of a planned chapter; a `ChapterPlan` fits."""

    @property
    def index(self) -> int:
        """The chapter's index in the script."""

    @property
    def sentences(self) -> Sequence[Sentence]:
        """The chapter's sentences, in order."""


def chapter_report(
    plan: ChapterPlan,
    *,
    placed: Sequence[Placed],
    utterances: Sequence[StoredObject | None],
    sample_rate: int,
    artifacts: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Describe one finished chapter, JSON-able.

    Args:
        plan: the chapter with all its parts.
        placed: its segments on the time line, in order.
        utterances: what the store holds for each segment, in order; None for a segment that nothing can speak.
        sample_rate: of the chapter's time line, Hz.
        artifacts: as in a job's result.

    Raises:
        SynthesisError: a sentence has no segment.
    """
    segments = [segment for part in plan.parts for segment in part.segments]
    samples = total_samples(placed)
    return {
        "index": plan.index,
        "title": plan.title,
        "duration_s": _rounded(samples / sample_rate),
        "samples": samples,
        "sample_rate": sample_rate,
        "sentences": [
            _sentence(sentence, where, plan, [segments[number] for number in where.segments])
            for sentence, where in zip(plan.sentences, place_sentences(plan.sentences, segments, placed), strict=True)
        ],
        "segments": [
            _segment(segment, where, stored)
            for segment, where, stored in zip(segments, placed, utterances, strict=True)
        ],
        "artifacts": [dict(artifact) for artifact in artifacts],
    }


def check_coverage(header: ChapterHeader, report: Mapping[str, Any]) -> None:
    """Refuse a report that does not hold every sentence once, in order, with its audio or marked unsupported.

    Raises:
        SynthesisError: naming the chapter and the first sentence or segment that is wrong.
    """
    sentences, segments = report["sentences"], report["segments"]
    expected = [(each.index, each.start, each.end, each.text) for each in header.sentences]
    found = [(each["index"], each["start"], each["end"], each["text"]) for each in sentences]
    if expected != found:
        at = next((i for i, pair in enumerate(zip(expected, found, strict=False)) if pair[0] != pair[1]), None)
        at = min(len(expected), len(found)) if at is None else at
        raise _uncovered(header, f"{len(found)} of {len(expected)} sentences are reported; the first wrong one is {at}")
    if [each["index"] for each in segments] != list(range(len(segments))):
        raise _uncovered(header, f"segments are not numbered 0 to {len(segments) - 1} in order")
    _check_segments_used(header, sentences, len(segments))
    if _letters(sentences) != _letters(segments):
        raise _uncovered(header, "the segments' texts, joined, are not the sentences' texts")
    for sentence in sentences:
        heard = [number for number in sentence["segments"] if segments[number]["sha256"]]
        if not heard and not sentence.get("unsupported"):
            raise _uncovered(header, f"sentence {sentence['index']} has no audio and is not marked unsupported")
    _check_times(header, sentences, report)
    _check_times(header, segments, report)


def write_manifest(path: Path, header: Mapping[str, Any], chapter_reports: Iterable[Mapping[str, Any]]) -> EncodedFile:
    """Write `header` with `"chapters": […]` last, one report at a time: memory does not grow with the book.

    Args:
        path: overwritten.
        header: what stands above the chapters; has no key `chapters` of its own.
        chapter_reports: consumed one by one, so it may read them from a store.

    Raises:
        EncodingError: the disk is full. Nothing is left at `path`.
    """
    finished = False
    duration_s = 0.0
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            opening = json.dumps({**header, "chapters": []}, ensure_ascii=False, allow_nan=False)
            file.write(opening.removesuffix("]}"))
            for number, report in enumerate(chapter_reports):
                file.write(",\n" if number else "\n")
                file.write(json.dumps(report, ensure_ascii=False, allow_nan=False))
                duration_s += report["duration_s"]
            file.write("\n]}\n")
        result = describe_file(path, "json", "application/json", duration_s)
        finished = True
    except OSError as err:
        raise EncodingError(f"cannot write the manifest to {path}: {err}", format="json", path=str(path)) from err
    finally:
        if not finished:
            path.unlink(missing_ok=True)
    return result


def _sentence(
    sentence: Sentence, where: PlacedSentence, plan: ChapterPlan, segments: Sequence[Segment]
) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "index": sentence.index,
        "text": sentence.text,
        "start": sentence.start,
        "end": sentence.end,
        "segments": list(where.segments),
        **_times(where),
    }
    unsupported = [
        {"start": span.start, "end": span.end, "text": span.text, "language": span.language}
        for span in plan.unsupported
        if span.start < sentence.end and span.end > sentence.start
    ]
    if not unsupported and not any(segment.units for segment in segments):
        # Marks alone, say: nothing to read aloud, so nobody reported a span.
        language = segments[0].language
        unsupported = [{"start": sentence.start, "end": sentence.end, "text": sentence.text, "language": language}]
    if unsupported:
        entry["unsupported"] = unsupported
    return entry


def _segment(segment: Segment, where: Placed, stored: StoredObject | None) -> dict[str, Any]:
    return {
        "index": segment.index,
        "fingerprint": segment.fingerprint,
        "key": stored.key if stored else "",
        "sha256": stored.sha256 if stored else "",
        **_times(where),
        "pause_s": segment.pause_s,
        "reason": segment.reason,
        "text": segment.text,
    }


def _times(where: Span) -> dict[str, float]:
    return {"start_s": _rounded(where.start_s), "end_s": _rounded(where.end_s)}


def _rounded(seconds: float) -> float:
    return round(seconds, 6)


def _letters(entries: Iterable[Mapping[str, Any]]) -> str:
    return "".join("".join(entry["text"].split()) for entry in entries)


def _check_segments_used(header: ChapterHeader, sentences: Sequence[Mapping[str, Any]], count: int) -> None:
    """Sentences take segments in order, without a hole; neighbours may share one (a short one that was joined)."""
    reached = -1
    for sentence in sentences:
        numbers = sentence["segments"]
        runs_on = bool(numbers) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        if not runs_on or numbers[0] not in (max(reached, 0), reached + 1):
            raise _uncovered(header, f"sentence {sentence['index']} has the segments {numbers} after segment {reached}")
        reached = numbers[-1]
    if reached != count - 1:
        raise _uncovered(header, f"segments after {reached} belong to no sentence; there are {count}")


def _check_times(header: ChapterHeader, entries: Sequence[Mapping[str, Any]], report: Mapping[str, Any]) -> None:
    latest = 0.0
    for entry in entries:
        if not latest <= entry["start_s"] <= entry["end_s"] <= report["duration_s"]:
            raise _uncovered(
                header, f"{entry['text'][:40]!r} is heard from {entry['start_s']} to {entry['end_s']} s, out of order"
            )
        latest = entry["start_s"]


def _uncovered(header: ChapterHeader, what: str) -> SynthesisError:
    return SynthesisError(f"chapter {header.index} is not complete: {what}", chapter=header.index)
