"""What will be said, before a second of CPU is spent on speech: a plan written out, with its risky places.

It is the very planning that a job does. Chapters are written as they are planned, and their segments held in a scratch
file until their turn comes, so memory follows the longest chapter, not the book.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import IO, Any, TextIO

from pipeline.cleaning import collapse
from pipeline.plan import ChapterPlan, PlanContext, plan_script
from pipeline.ports import Notice, SpokenRun
from pipeline.script import Script
from pipeline.segment import Segment, Sentence


@dataclass(slots=True)
class Estimate:
    """What a job of this text would take."""

    segments: int = 0
    cached_segments: int | None = None  #: None: nobody asked the store
    audio_s: float = 0.0
    synth_s: float = 0.0  #: on one core

    def as_json(self) -> dict[str, Any]:
        """Return it, rounded to what can be known."""
        return {
            "segments": self.segments,
            "cached_segments": self.cached_segments,
            "audio_s": round(self.audio_s, 1),
            "synth_s": round(self.synth_s, 1),
        }


@dataclass(frozen=True, slots=True)
class Inspector:
    """Writes out what a plan will say.

    Args:
        context: of the job.
        rtf: synthesis seconds for a second of audio, on one core.
        stored: fingerprints of the utterances that are stored, as bytes; None: not asked.
        notices: of the whole text, before all others.
    """

    context: PlanContext
    rtf: float
    stored: Collection[bytes] | None = None
    notices: tuple[Notice, ...] = ()

    def asking(self, stored: Collection[bytes]) -> "Inspector":
        """Return one that knows what is stored."""
        return replace(self, stored=stored)

    def write_json(self, script: Script, out: TextIO) -> None:
        """Write one JSON object."""
        estimate = Estimate(cached_segments=None if self.stored is None else 0)
        with (
            tempfile.TemporaryFile("w+", encoding="utf-8") as segments,
            tempfile.TemporaryFile("w+", encoding="utf-8") as rest,
        ):
            out.write(f'{{"language": {_json(self.context.language)}, "chapters": [')
            spans: list[str] = []
            for each in self.notices:
                rest.write(_json(notice_row(each)) + "\n")
            for chapter in self._plans(script):
                text = script.chapters[chapter.index].text
                comma = ", " if chapter.index else ""
                out.write(
                    comma
                    + _json(
                        {"title": chapter.title, "sentences": [sentence_row(each, text) for each in chapter.sentences]}
                    )
                )
                for segment in _segments(chapter):
                    segments.write(_json(self._segment_row(segment, chapter.index, text, estimate)) + "\n")
                for notice in chapter.notices:
                    rest.write(_json(notice_row(notice, chapter.index)) + "\n")
                spans += (_json(asdict(each)) for each in chapter.unsupported)
            out.write('], "segments": [')
            _copy_rows(segments, out)
            out.write('], "warnings": [')
            _copy_rows(rest, out)
            out.write(f'], "unsupported_spans": [{", ".join(spans)}], "estimate": {_json(estimate.as_json())}}}\n')

    def write_page(self, script: Script, out: TextIO) -> None:
        """Write a page to read: what it takes, the risky places, then every sentence with what is said for it."""
        estimate = Estimate(cached_segments=None if self.stored is None else 0)
        with tempfile.TemporaryFile("w+", encoding="utf-8") as page:
            risky = {each.code: Counter([each.text]) for each in self.notices}
            for chapter in self._plans(script):
                _note(risky, chapter)
                for segment in _segments(chapter):
                    self._count(segment, estimate)
                page.writelines(_chapter_lines(chapter))
            out.write(_summary(self.context.language, len(script.chapters), estimate))
            out.writelines(_risky_lines(risky))
            page.seek(0)
            out.writelines(page)

    def _plans(self, script: Script) -> Iterator[ChapterPlan]:
        return plan_script(script, replace(self.context, explain=True))

    def _count(self, segment: Segment, estimate: Estimate) -> bool | None:
        """Take a segment into the estimate, and tell whether it is stored."""
        cached = None if self.stored is None or not segment.units else bytes.fromhex(segment.fingerprint) in self.stored
        estimate.segments += 1
        estimate.audio_s += segment.expected_s + segment.pause_s
        if cached:
            estimate.cached_segments = (estimate.cached_segments or 0) + 1
        else:
            estimate.synth_s += segment.expected_s * self.rtf
        return cached

    def _segment_row(self, segment: Segment, chapter: int, text: str, estimate: Estimate) -> dict[str, Any]:
        return {
            "index": segment.index,
            "chapter": chapter,
            "text": segment.text,
            "start": segment.start,
            "end": segment.end,
            "spoken": segment.spoken,
            "phonemes": None if self.context.synthesizer.card.takes_text else segment.units,
            "lang": segment.language,
            "runs": _run_rows(segment.runs, text),
            "voice": segment.voice,
            "speed": segment.speed,
            "pause_s": segment.pause_s,
            "reason": segment.reason,
            "fingerprint": segment.fingerprint,
            "cached": self._count(segment, estimate),
        }


def sentence_row(sentence: Sentence, text: str) -> dict[str, Any]:
    """Return a sentence of a chapter's text with what is said for it."""
    return {
        "text": sentence.text,
        "spoken": sentence.spoken,
        "start": sentence.start,
        "end": sentence.end,
        "runs": _run_rows(sentence.runs, text),
    }


def notice_row(notice: Notice, chapter: int = 0) -> dict[str, Any]:
    """Return a warning."""
    return {"code": notice.code, "text": notice.text, "chapter": chapter, "start": notice.start, "end": notice.end}


def _run_rows(runs: Iterable[SpokenRun], text: str) -> list[dict[str, Any]]:
    return [
        {
            "lang": run.language,
            "text": collapse(text[run.start : run.end]),
            "spoken": run.spoken,
            "start": run.start,
            "end": run.end,
        }
        for run in runs
    ]


def _segments(chapter: ChapterPlan) -> Iterator[Segment]:
    for part in chapter.parts:
        yield from part.segments


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _copy_rows(rows: IO[str], out: TextIO) -> None:
    rows.seek(0)
    out.writelines((", " if number else "") + line.rstrip("\n") for number, line in enumerate(rows))


#: What a reader of the page is told about a warning, the worst first.
_RISKS = {
    "language_mismatch": "the text seems to be in another language than the job",
    "unsupported_text": "not spoken, no voice here for",
    "no_voice": "no voice here speaks this language: only the spoken form is shown",
    "normalization_overruled": "read as written, since a rule would have lost some of it",
    "phonemes_unsupported": "pronunciation ignored, the model takes text",
    "unknown_symbols": "not spoken, no reading for",
    "guessed_words": "read by rule, in no lexicon",
}
_MOST_SHOWN = 40


def _note(risky: dict[str, Counter[str]], chapter: ChapterPlan) -> None:
    for notice in chapter.notices:
        risky.setdefault(notice.code, Counter())[notice.text] += 1
    for span in chapter.unsupported:
        risky.setdefault("unsupported_text", Counter())[f"{span.text} ({span.language})"] += 1


def _summary(language: str, chapters: int, estimate: Estimate) -> str:
    cached = "" if estimate.cached_segments is None else f" ({estimate.cached_segments} stored)"
    return (
        f"{chapters} chapter{'s' * (chapters != 1)} in {language}, {estimate.segments} segments{cached}, "
        f"about {_time(estimate.audio_s)} of audio, {_time(estimate.synth_s)} of synthesis on one core\n"
    )


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


def _risky_lines(risky: Mapping[str, Counter[str]]) -> Iterator[str]:
    for code in (*_RISKS, *sorted(set(risky) - set(_RISKS))):
        if found := risky.get(code):
            yield f"\n{_RISKS.get(code, code)}\n"
            for text, times in found.most_common(_MOST_SHOWN):
                yield f"  {text}{f'  {times} times' if times > 1 else ''}\n"
            if len(found) > _MOST_SHOWN:
                yield f"  and {len(found) - _MOST_SHOWN} more\n"


def _chapter_lines(chapter: ChapterPlan) -> Iterator[str]:
    yield f"\n{chapter.title or f'Chapter {chapter.index + 1}'}\n"
    for sentence in chapter.sentences:
        yield f"  {sentence.text}\n"
        if sentence.spoken != sentence.text:
            yield f"    → {sentence.spoken or '(silence)'}\n"
