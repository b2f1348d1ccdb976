"""Binding a chapter and publishing the whole: from utterances in the store to files in the store.

A chapter's samples go once through a scratch file of 16-bit PCM, since a file's header wants its length first and each
format wants the samples again; a WAV file is that file. Memory stays constant however long the chapter is.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.assemble import blocks
from pipeline.audio import Pcm, Samples, Utterance
from pipeline.encode import LOSSLESS, WAV_HEADER_BYTES, encode, wav_container, wav_in_place
from pipeline.errors import EncodingError
from pipeline.manifest import chapter_report, check_coverage, write_manifest
from pipeline.pcm import from_int16
from pipeline.plan import ChapterPlan
from pipeline.ports import StoredObject
from pipeline.recipe import options_of
from pipeline.render import Renderer
from pipeline.scratch import FILE_BYTES, bytes_needed, scratch_file
from pipeline.timeline import place, total_samples

MOST_LISTED = 1000  # spans or warnings in a result; the chapters' plans hold all of them
_BLOCK = 240_000  # samples read back at once: some seconds, little memory, few calls


def bind(renderer: Renderer, index: int, scratch: Path, check: Callable[[], None]) -> float:
    """Join a chapter's utterances into its files and its report; return its length in seconds.

    `check` is called for every segment and every few encoded seconds, and may raise to stop.
    """
    plan = renderer.chapter(index)
    rate = renderer.synthesizer.card.sample_rate
    lengths: list[int] = []
    stored: list[StoredObject | None] = []

    def utterances() -> Iterator[tuple[Utterance, float]]:
        silence = Utterance(np.zeros(0, np.int16), rate)
        for part in plan.parts:
            for segment in part.segments:
                check()
                spoken = renderer.utterance(segment) if segment.units else None
                stored.append(spoken.stored if spoken else None)
                lengths.append(len(spoken.audio.samples) if spoken else 0)
                yield (spoken.audio if spoken else silence), segment.pause_s

    segments = [segment for part in plan.parts for segment in part.segments]
    expected_s = sum(segment.expected_s + segment.pause_s for segment in segments)
    needs_bytes = bytes_needed(expected_s * rate, renderer.recipe.canonical["formats"])
    with scratch_file(scratch, f"{renderer.recipe.fingerprint[:16]}-{index:04}.pcm", needs_bytes) as pcm:
        write_pcm(pcm, blocks(utterances(), rate))
        placed = place(segments, lengths, rate)
        name, total = f"chapters/{index + 1:03}", total_samples(placed)
        artifacts = [
            _artifact(*file, kind="chapter", chapter=index)
            for file in _files(renderer, name, check, pcm=pcm, total=total)
        ]
    report = chapter_report(plan, placed=placed, utterances=stored, sample_rate=rate, artifacts=artifacts)
    check_coverage(plan, report)
    renderer.put_json(f"chapters/{index + 1:03}.json", report)
    return float(report["duration_s"])


def publish(renderer: Renderer, scratch: Path, check: Callable[[], None]) -> dict[str, Any]:
    """Write the book files if wanted and `manifest.json`; return the rendering's result. The manifest comes last."""
    count = len(renderer.get_json("plan.json")["chapters"])
    made = _Made()

    def reports() -> Iterator[dict[str, Any]]:
        for index in range(count):
            check()
            report, plan = renderer.get_json(f"chapters/{index + 1:03}.json"), renderer.chapter(index)
            check_coverage(plan, report)
            made.add(report, plan)
            yield report

    header = {"version": 1, "fingerprint": renderer.recipe.fingerprint, "request": renderer.recipe.canonical}
    with scratch_file(scratch, f"{renderer.recipe.fingerprint[:16]}-manifest.json") as path:
        manifest = write_manifest(path, header, reports())
        if renderer.recipe.canonical["options"]["book"]:
            made.artifacts.extend(_book(renderer, count, scratch, check, audio_s=made.audio_s))
        there = renderer.put("manifest.json", manifest.path, manifest.content_type, manifest.sha256)
    made.artifacts.append(_artifact(there, "json", kind="manifest"))
    return made.result()


@dataclass(slots=True)
class _Made:
    """What the chapters' plans and reports say together."""

    artifacts: list[dict[str, Any]] = field(default_factory=list)
    spans: list[dict[str, Any]] = field(default_factory=list)
    warnings: Counter[tuple[str, str]] = field(default_factory=Counter)
    audio_s: float = 0.0

    def add(self, report: Mapping[str, Any], plan: ChapterPlan) -> None:
        """Take in one chapter."""
        self.audio_s += report["duration_s"]
        self.artifacts.extend(report["artifacts"])
        for span in plan.unsupported:
            self.spans.append(asdict(span))
            self.warnings["unsupported_text", span.language] += 1
        for note in plan.notices:
            self.warnings[note.code, note.text] += 1
        for code, found in (("unknown_symbols", plan.unknown), ("guessed_words", plan.guessed)):
            for text, times in found.items():
                self.warnings[code, text] += times

    def result(self) -> dict[str, Any]:
        """Return a rendering's result; lists that nobody could read are cut, with a warning that says so."""
        found = [{"code": code, "text": text, "count": times} for (code, text), times in sorted(self.warnings.items())]
        warnings = found[:MOST_LISTED]
        for code, items in (("unsupported_spans_cut", self.spans), ("warnings_cut", found)):
            if len(items) > MOST_LISTED:
                warnings.append({"code": code, "text": f"the first {MOST_LISTED} are listed", "count": len(items)})
        return {
            "artifacts": self.artifacts,
            "unsupported_spans": self.spans[:MOST_LISTED],
            "warnings": warnings,
            "audio_s": round(self.audio_s, 6),
        }


def _book(
    renderer: Renderer, count: int, scratch: Path, check: Callable[[], None], *, audio_s: float
) -> list[dict[str, Any]]:
    """Join the chapters' samples once more, from the utterances, into one file a format."""
    rate = renderer.synthesizer.card.sample_rate
    silence = Utterance(np.zeros(0, np.int16), rate)

    def utterances() -> Iterator[tuple[Utterance, float]]:
        for index in range(count):
            for segment in (each for part in renderer.chapter(index).parts for each in part.segments):
                check()
                yield (renderer.utterance(segment).audio if segment.units else silence), segment.pause_s

    needs_bytes = bytes_needed(audio_s * rate, renderer.recipe.canonical["formats"])
    with scratch_file(scratch, f"{renderer.recipe.fingerprint[:16]}-book.pcm", needs_bytes) as pcm:
        total = write_pcm(pcm, blocks(utterances(), rate))
        return [_artifact(*file, kind="book") for file in _files(renderer, "book", check, pcm=pcm, total=total)]


def _files(
    renderer: Renderer, name: str, check: Callable[[], None], *, pcm: Path, total: int
) -> Iterator[tuple[StoredObject, str, float]]:
    """Encode samples into each wanted format and store them; yield object, format and length in seconds."""
    rate = renderer.synthesizer.card.sample_rate
    kbps = options_of(renderer.recipe.canonical).mp3_kbps
    for fmt in renderer.recipe.canonical["formats"]:
        file_name = f"{renderer.recipe.fingerprint[:16]}-{name.replace('/', '-')}.{fmt}"
        with scratch_file(pcm.parent, file_name, FILE_BYTES[fmt] * total) as path:
            if fmt == "wav" and wav_container(total) == "WAV":
                file = wav_in_place(pcm, rate, total)
            else:
                read = read_int16 if fmt in LOSSLESS else read_pcm
                file = encode(path, fmt, rate, total, read(pcm, check), mp3_kbps=kbps)
            # named by its content, so that nothing is ever overwritten: neither by a stalled worker nor by another plan
            stored = renderer.put(f"{name}-{file.sha256[:12]}.{fmt}", file.path, file.content_type, file.sha256)
            yield stored, fmt, file.duration_s


def _artifact(
    stored: StoredObject, fmt: str, duration_s: float | None = None, *, kind: str, chapter: int | None = None
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


def write_pcm(path: Path, pieces: Iterable[Pcm]) -> int:
    """Write samples as 16-bit PCM behind room for a WAV header; return how many. Raises EncodingError when the disk is full."""
    total = 0
    try:
        with path.open("wb") as file:
            file.write(bytes(WAV_HEADER_BYTES))
            for samples in pieces:
                file.write(samples.data)
                total += len(samples)
    except OSError as err:
        raise EncodingError(f"cannot write scratch audio to {path}: {err}", path=str(path)) from err
    return total


def read_pcm(path: Path, check: Callable[[], None] = lambda: None) -> Iterator[Samples]:
    """Yield the samples that `write_pcm` wrote, some seconds at a time; `check` is called before each."""
    for samples in read_int16(path, check):
        yield from_int16(samples)


def read_int16(path: Path, check: Callable[[], None] = lambda: None) -> Iterator[Pcm]:
    """Do the same without a detour over floats, for formats that keep 16 bits."""
    with path.open("rb") as file:
        file.seek(WAV_HEADER_BYTES)
        while data := file.read(2 * _BLOCK):
            check()
            yield np.frombuffer(data, np.int16)
