"""A chapter becomes sentences and segments, each with its spelling, its pause and its place in the text.

Nothing is lost: the segments' texts, in order, are the text of the chapter's blocks. What cannot be spoken (marks
alone, a script that the model lacks) stays as a segment without units, whose pause goes to the segment before it.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from pipeline.casting import Casting, Stretch, stretches
from pipeline.cleaning import Cleaned, clean, collapse
from pipeline.explaining import explained, guesses
from pipeline.joining import joined
from pipeline.marking import MarksInOrder
from pipeline.pauses import block_reason, cut_pause_s, cut_reason, sentence_reason
from pipeline.ports import LanguageRun, Notice, Spelling, SpokenRun, Synthesizer
from pipeline.request import PauseReason
from pipeline.script import Block, Chapter, Mark
from pipeline.segment import Segment, Sentence
from pipeline.sentences import make_sentence, sentence_spans
from pipeline.spelling import BlockSpeller, within
from pipeline.staging import Directions, Said, bare, directions, forced
from pipeline.voices import VoiceBlend


class Keyed(Protocol):
    """Gives what is spoken its fingerprint."""

    def __call__(self, units: str, *, voice: VoiceBlend, speed: float) -> str:
        """Return 64 hex digits."""


@dataclass(frozen=True, slots=True)
class Voicing:
    """What segmentation needs to know of the model, the language and the request."""

    synthesizer: Synthesizer
    language: str
    casting: Casting
    said: Said
    pauses_s: Mapping[PauseReason, float]
    fingerprint: Keyed
    explain: bool = False  #: see PlanContext


@dataclass(slots=True)
class Findings:
    """What a chapter holds, filled block by block."""

    sentences: list[Sentence] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    unsupported: list[LanguageRun] = field(default_factory=list)  #: with offsets and text of the chapter
    notices: list[Notice] = field(default_factory=list)  #: the same
    unknown: Counter[str] = field(default_factory=Counter)
    guessed: Counter[str] = field(default_factory=Counter)


def segment_chapter(chapter: Chapter, voicing: Voicing, check: Callable[[], None] = lambda: None) -> Findings:
    """Split a chapter into sentences and segments; `check` is called before every block, and may raise to stop."""
    findings = Findings()
    marks = MarksInOrder(chapter.marks)
    for at, block in enumerate(chapter.blocks):
        check()
        if block.kind == "scene_break":
            continue
        following = (chapter.blocks[after] for after in range(at + 1, len(chapter.blocks)))
        reason = block_reason(block, following, voicing.pauses_s)
        _break(findings.segments, marks.pauses_before(block.start))
        _add_block(chapter.text, block, (reason, marks.touching(block)), voicing, findings)
    _break(findings.segments, marks.pauses_before(len(chapter.text) + 1))
    _hand_pauses_back(findings.segments)
    return findings


@dataclass(frozen=True, slots=True)
class _Ground:
    """A block with its running text, the sentences in it, and what is asked for."""

    voicing: Voicing
    text: str  #: of the chapter
    cleaned: Cleaned
    asked: Directions
    spans: list[tuple[int, int]]  #: sentences, in the running text
    starts: list[int]
    first_sentence: int
    closes: bool  #: a heading or an item: its end is that of a sentence
    reason: PauseReason  #: after the block

    def sentence_at(self, at: int) -> int:
        """Return which sentence of the block holds a position."""
        return max(0, bisect_right(self.starts, at) - 1)

    def speller(self, voice: VoiceBlend) -> BlockSpeller:
        """Return what spells the block in a voice."""
        how = self.voicing
        return BlockSpeller(self.cleaned.text, self.closes, self.asked, how.language, how.synthesizer, voice)

    def spelled(self, index: int) -> tuple[str, tuple[SpokenRun, ...]]:
        """Return what is said for one sentence."""
        spelling = self.speller(self.voicing.casting.voice)(*self.spans[index])
        return spelling.spoken, _placed(spelling, self.cleaned)

    def clipped(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield what of the sentences lies between two positions."""
        for a, b in self.spans[self.sentence_at(start) : bisect_left(self.starts, end)]:
            first, last = bare(self.cleaned.text, max(a, start), min(b, end))
            if first < last:
                yield first, last


def _add_block(
    text: str, block: Block, around: tuple[PauseReason, Sequence[Mark]], voicing: Voicing, findings: Findings
) -> None:
    reason, marks = around
    cleaned = clean(text, block.start, block.end)
    asked = directions(marks, cleaned, voicing.language, voicing.said)
    found = sentence_spans(cleaned.text, voicing.language, whole=asked.unended)
    spans = forced(found, asked.sentences, cleaned.text)
    first = len(findings.sentences)
    findings.sentences.extend(make_sentence(text, cleaned, span, first + at) for at, span in enumerate(spans))
    closes = block.kind in {"heading", "item"}
    starts = [start for start, _ in spans]
    ground = _Ground(voicing, text, cleaned, asked, spans, starts, first, closes, reason)
    first_segment = len(findings.segments)
    for stretch in stretches(cleaned.text, spans, asked, voicing.language, voicing.casting):
        _add_stretch(stretch, ground, findings)
    if voicing.explain:
        own = findings.segments[first_segment:]
        findings.sentences[first:] = explained(findings.sentences[first:], own, ground.spelled)


def _add_stretch(stretch: Stretch, ground: _Ground, findings: Findings) -> None:
    text, voicing = ground.cleaned.text, ground.voicing
    limits = voicing.synthesizer.limits(stretch.speed)
    speller = ground.speller(stretch.voice)
    spans = list(ground.clipped(stretch.start, stretch.end))
    for start, end, spelling in joined(text, spans, speller, limits, whole=ground.asked.uncut):
        spoken = within(spelling, LanguageRun(text[start:end], voicing.language, start, end), limits)
        segment = _segment(bare(text, start, end), spoken, ground, stretch)
        findings.segments.append(replace(segment, index=len(findings.segments)))
        findings.unknown.update(spoken.unknown)
        findings.guessed.update(spoken.guessed)
        findings.unsupported.extend(_sources(spoken.unsupported, ground))
        findings.notices.extend(_noted(spoken.notices, ground))
        if voicing.explain:
            findings.notices.extend(guesses(spoken, segment, ground.text))
    if stretch.pause_s is not None and findings.segments:
        # it replaces the pause between two sentences; where a block ends, the longer of the two counts
        least = 0.0 if stretch.reason or not spans else voicing.pauses_s[ground.reason]
        findings.segments[-1] = _paused(findings.segments[-1], max(stretch.pause_s, least))


def _segment(place: tuple[int, int], spelling: Spelling, ground: _Ground, stretch: Stretch) -> Segment:
    voicing, text = ground.voicing, ground.cleaned.text
    first, last = ground.sentence_at(place[0]), ground.sentence_at(place[1] - 1)
    piece = text[slice(*place)]
    reason = cut_reason(piece)
    if place[1] >= ground.spans[last][1]:
        reason = ground.reason if last + 1 == len(ground.spans) else sentence_reason(piece)
    elif reason == "cut" and stretch.reason and not text[place[1] : stretch.end].strip():
        longer = cut_pause_s(piece, voicing.pauses_s) > voicing.pauses_s[stretch.reason]
        reason = reason if longer else stretch.reason
    start, end = ground.cleaned.span(*place)
    speed, voice = stretch.speed, stretch.voice
    return Segment(
        index=0,
        text=collapse(ground.text[start:end]),
        start=start,
        end=end,
        first_sentence=ground.first_sentence + first,
        last_sentence=ground.first_sentence + last,
        language=voicing.language,
        spoken=spelling.spoken,
        units=spelling.units,
        expected_s=voicing.synthesizer.expected_s(spelling.cost, speed) if spelling.units else 0.0,
        fingerprint=voicing.fingerprint(spelling.units, voice=voice, speed=speed) if spelling.units else "",
        pause_s=cut_pause_s(piece, voicing.pauses_s) if reason == "cut" else voicing.pauses_s[reason],
        reason=reason,
        voice=str(voice),
        speed=speed,
        runs=_placed(spelling, ground.cleaned),
    )


def _span(cleaned: Cleaned, start: int, end: int) -> tuple[int, int]:
    return cleaned.span(*bare(cleaned.text, max(0, start), min(end, len(cleaned.text))))


def _placed(spelling: Spelling, cleaned: Cleaned) -> tuple[SpokenRun, ...]:
    return tuple(SpokenRun(run.language, run.spoken, *_span(cleaned, run.start, run.end)) for run in spelling.runs)


def _sources(runs: tuple[LanguageRun, ...], ground: _Ground) -> Iterator[LanguageRun]:
    """Give runs of the running text their offsets and text in the chapter."""
    for run in runs:
        first, last = _span(ground.cleaned, run.start, run.end)
        if any(map(str.isalnum, ground.text[first:last])):
            yield LanguageRun(collapse(ground.text[first:last]), run.language, first, last)


def _noted(notices: tuple[Notice, ...], ground: _Ground) -> Iterator[Notice]:
    for notice in notices:
        first, last = _span(ground.cleaned, notice.start, notice.end)
        yield Notice(notice.code, collapse(ground.text[first:last]), first, last)


def _break(segments: list[Segment], pauses: Sequence[Mark]) -> None:
    """Let the last segment be followed by a pause that an author put between blocks, if it is the longer one."""
    longest = max((float(mark.value) for mark in pauses), default=0.0)
    if segments and longest > segments[-1].pause_s:
        segments[-1] = _paused(segments[-1], longest)


def _paused(segment: Segment, pause_s: float) -> Segment:
    return segment if pause_s == segment.pause_s else replace(segment, pause_s=pause_s, reason="break")


def _hand_pauses_back(segments: list[Segment]) -> None:
    """Let the last voice before silent segments keep the longest of their pauses: two never add up.

    A chapter without any voice keeps its last pause, and a tenth of a second at least: it is still a file of its own.
    """
    voice = -1
    last = segments[-1].pause_s if segments else 0.0
    for at, segment in enumerate(segments):
        if segment.units:
            voice = at
            continue
        if voice >= 0 and segment.pause_s > segments[voice].pause_s:
            segments[voice] = replace(segments[voice], pause_s=segment.pause_s, reason=segment.reason)
        segments[at] = replace(segment, pause_s=0.0)
    if segments and voice < 0:
        segments[-1] = replace(segments[-1], pause_s=max(last, 0.1))
