"""Binding a chapter and publishing the whole: from utterances in the store to files in the store.

A chapter's samples go once through a scratch file of 16-bit PCM, since a file's header wants its length first and each
format wants the samples again; memory stays constant however long the chapter is.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.assemble import blocks
from pipeline.audio import Audio, Samples
from pipeline.encode import EncodedFile, encode
from pipeline.errors import EncodingError
from pipeline.manifest import chapter_report, check_coverage, write_manifest
from pipeline.pcm import from_int16, to_int16
from pipeline.ports import StoredObject
from pipeline.recipe import options_of
from pipeline.render import Renderer
from pipeline.segment import Segment
from pipeline.timeline import place, total_samples

_BLOCK = 24_000  # samples read back at once


def bind(renderer: Renderer, index: int, scratch: Path, before: Callable[[Segment], None]) -> float:
    """Join a chapter's utterances into its files and its report; return its length in seconds."""
    plan = renderer.chapter(index)
    rate = renderer.synthesizer.card.sample_rate
    lengths: list[int] = []
    stored: list[StoredObject | None] = []

    def utterances() -> Iterator[tuple[Audio, float]]:
        silence = Audio(np.zeros(0, np.float32), rate)
        for part in plan.parts:
            for segment in part.segments:
                before(segment)
                spoken = renderer.utterance(segment) if segment.units else None
                stored.append(spoken.stored if spoken else None)
                lengths.append(len(spoken.audio.samples) if spoken else 0)
                yield (spoken.audio if spoken else silence), segment.pause_s

    with scratch_file(scratch, f"{renderer.recipe.fingerprint[:16]}-{index:04}.pcm") as pcm:
        write_pcm(pcm, blocks(utterances(), rate))
        segments = [segment for part in plan.parts for segment in part.segments]
        placed = place(segments, lengths, rate)
        artifacts = [
            _artifact("chapter", index, fmt, stored_file, duration_s)
            for fmt, stored_file, duration_s in _files(
                renderer, pcm, total_samples(placed), f"chapters/{index + 1:03}", scratch
            )
        ]
    report = chapter_report(plan, placed=placed, utterances=stored, sample_rate=rate, artifacts=artifacts)
    check_coverage(plan, report)
    renderer.put_json(f"chapters/{index + 1:03}.json", report)
    return float(report["duration_s"])


def publish(renderer: Renderer, scratch: Path, check: Callable[[], None]) -> dict[str, Any]:
    """Write the book files if wanted and `manifest.json`; return the rendering's result. The manifest comes last."""
    plan = renderer.get_json("plan.json")
    count = len(plan["chapters"])
    audio_s = 0.0
    artifacts: list[dict[str, Any]] = []
    spans: list[dict[str, Any]] = []
    warnings: dict[tuple[str, str], int] = {}

    def reports() -> Iterator[dict[str, Any]]:
        nonlocal audio_s
        for index in range(count):
            report = renderer.get_json(f"chapters/{index + 1:03}.json")
            plan = renderer.chapter(index)
            check_coverage(plan, report)
            audio_s += report["duration_s"]
            artifacts.extend(report["artifacts"])
            for span in plan.unsupported:
                spans.append(
                    {"chapter": index, "start": span.start, "end": span.end, "text": span.text}
                    | {"language": span.language}
                )
                warnings["unsupported_text", span.language] = warnings.get(("unsupported_text", span.language), 0) + 1
            for code, found in (("unknown_symbols", plan.unknown), ("guessed_words", plan.guessed)):
                for text, times in found.items():
                    warnings[code, text] = warnings.get((code, text), 0) + times
            check()
            yield report

    header = {"version": 1, "fingerprint": renderer.recipe.fingerprint, "request": renderer.recipe.canonical}
    with scratch_file(scratch, f"{renderer.recipe.fingerprint[:16]}-manifest.json") as path:
        manifest = write_manifest(path, header, reports())
        if renderer.recipe.canonical["options"]["book"]:
            artifacts.extend(_book(renderer, count, scratch))
        there = _put(renderer, "manifest.json", manifest)
    artifacts.append(_artifact("manifest", None, "json", there, None))
    found = [{"code": code, "text": text, "count": times} for (code, text), times in sorted(warnings.items())]
    return {
        "artifacts": artifacts,
        "unsupported_spans": spans[:1000],
        "warnings": found[:1000],
        "audio_s": round(audio_s, 6),
    }


def _book(renderer: Renderer, count: int, scratch: Path) -> list[dict[str, Any]]:
    """Join the chapters' samples once more, from the utterances, into one file a format."""
    rate = renderer.synthesizer.card.sample_rate

    def utterances() -> Iterator[tuple[Audio, float]]:
        for index in range(count):
            for part in renderer.chapter(index).parts:
                for segment in part.segments:
                    audio = renderer.utterance(segment).audio if segment.units else Audio(np.zeros(0, np.float32), rate)
                    yield audio, segment.pause_s

    with scratch_file(scratch, f"{renderer.recipe.fingerprint[:16]}-book.pcm") as pcm:
        total = write_pcm(pcm, blocks(utterances(), rate))
        return [
            _artifact("book", None, fmt, stored, duration_s)
            for fmt, stored, duration_s in _files(renderer, pcm, total, "book", scratch)
        ]


def _files(
    renderer: Renderer, pcm: Path, total: int, name: str, scratch: Path
) -> Iterator[tuple[str, StoredObject, float]]:
    rate = renderer.synthesizer.card.sample_rate
    kbps = options_of(renderer.recipe.canonical).mp3_kbps
    for fmt in renderer.recipe.canonical["formats"]:
        with scratch_file(scratch, f"{renderer.recipe.fingerprint[:16]}-{name.replace('/', '-')}.{fmt}") as path:
            file = encode(path, fmt, rate, total, read_pcm(pcm), mp3_kbps=kbps)
            yield fmt, _put(renderer, f"{name}.{fmt}", file), file.duration_s


def _put(renderer: Renderer, name: str, file: EncodedFile) -> StoredObject:
    metadata = {"ttl_s": str(renderer.recipe.ttl_s)}
    return renderer.store.put(renderer.key(name), file.path, content_type=file.content_type, metadata=metadata)


def _artifact(
    kind: str, chapter: int | None, fmt: str, stored: StoredObject, duration_s: float | None
) -> dict[str, Any]:
    return {
        "kind": kind,
        "chapter": chapter,
        "format": fmt,
        "key": stored.key,
        "url": None,
        "bytes": stored.size,
        "duration_s": duration_s,
        "sha256": stored.sha256,
    }


@contextmanager
def scratch_file(folder: Path, name: str) -> Iterator[Path]:
    """Give a path of this process's own in the scratch folder; whatever is there at the end is removed."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{os.getpid()}-{name}"
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def write_pcm(path: Path, pieces: Iterable[Samples]) -> int:
    """Write samples as 16-bit PCM without a header; return how many. Raises EncodingError when the disk is full."""
    total = 0
    try:
        with path.open("wb") as file:
            for samples in pieces:
                file.write(to_int16(samples).tobytes())
                total += len(samples)
    except OSError as err:
        raise EncodingError(f"cannot write scratch audio to {path}: {err}", path=str(path)) from err
    return total


def read_pcm(path: Path) -> Iterator[Samples]:
    """Yield the samples that `write_pcm` wrote, a second at a time."""
    with path.open("rb") as file:
        while data := file.read(2 * _BLOCK):
            yield from_int16(np.frombuffer(data, np.int16))
