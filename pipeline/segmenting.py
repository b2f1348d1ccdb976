"""A chapter becomes sentences and segments, each with its spelling, its pause and its place in the text.

Nothing is lost: the segments' texts, in order, are the text of the chapter's blocks. What cannot be spoken (marks
alone, a script that the model lacks) stays as a segment without units, whose pause goes to the segment before it.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from pipeline.cleaning import CJK_CHARACTER, Cleaned, clean, collapse
from pipeline.joining import joined
from pipeline.language import language_runs
from pipeline.normalize import common
from pipeline.normalize.unread import unread
from pipeline.pauses import block_reason, cut_pause_s, cut_reason, sentence_reason
from pipeline.ports import LanguageRun, Limits, Spelling, Synthesizer
from pipeline.request import PauseReason
from pipeline.script import Block, Chapter
from pipeline.segment import Segment, Sentence
from pipeline.sentences import make_sentence, sentence_spans
from pipeline.voices import VoiceBlend


class Keyed(Protocol):
    """Gives a segment's units their fingerprint."""

    def __call__(self, units: str) -> str:
        """Return 64 hex digits."""


@dataclass(frozen=True, slots=True)
class Voicing:
    """What segmentation needs to know of the model, the language and the request."""

    synthesizer: Synthesizer
    voice: VoiceBlend
    language: str
    speed: float
    limits: Limits
    pauses_s: Mapping[PauseReason, float]
    fingerprint: Keyed


@dataclass(slots=True)
class Findings:
    """What a chapter holds, filled block by block."""

    sentences: list[Sentence] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    unsupported: list[LanguageRun] = field(default_factory=list)  #: with offsets and text of the chapter
    unknown: Counter[str] = field(default_factory=Counter)
    guessed: Counter[str] = field(default_factory=Counter)


def segment_chapter(chapter: Chapter, voicing: Voicing, check: Callable[[], None] = lambda: None) -> Findings:
    """Split a chapter into sentences and segments; `check` is called before every block, and may raise to stop."""
    findings = Findings()
    for at, block in enumerate(chapter.blocks):
        check()
        if block.kind == "scene_break":
            continue
        following = (chapter.blocks[after] for after in range(at + 1, len(chapter.blocks)))
        _add_block(chapter.text, block, block_reason(block, following, voicing.pauses_s), voicing, findings)
    _hand_pauses_back(findings.segments)
    return findings


@dataclass(frozen=True, slots=True)
class _Ground:
    """A block with its running text and the sentences in it."""

    text: str  #: of the chapter
    cleaned: Cleaned
    spans: list[tuple[int, int]]  #: sentences, in the running text
    starts: list[int]
    first_sentence: int
    reason: PauseReason  #: after the block

    def sentence_at(self, at: int) -> int:
        """Return which sentence of the block holds a position."""
        return max(0, bisect_right(self.starts, at) - 1)


def _add_block(text: str, block: Block, reason: PauseReason, voicing: Voicing, findings: Findings) -> None:
    cleaned = clean(text, block.start, block.end)
    spans = sentence_spans(cleaned.text, voicing.language)
    first = len(findings.sentences)
    findings.sentences.extend(make_sentence(text, cleaned, span, first + at) for at, span in enumerate(spans))
    ground = _Ground(text, cleaned, spans, [start for start, _ in spans], first, reason)
    speller = BlockSpeller(cleaned.text, block.kind in {"heading", "item"}, voicing)
    for start, end, spelling in joined(cleaned.text, spans, speller, voicing.limits):
        spoken = _within(spelling, cleaned.text, start, end, voicing)
        findings.segments.append(
            _segment(len(findings.segments), _bare(cleaned.text, start, end), spoken, ground, voicing)
        )
        findings.unknown.update(spoken.unknown)
        findings.guessed.update(spoken.guessed)
        findings.unsupported.extend(_sources(spoken.unsupported, text, cleaned))


def _segment(index: int, place: tuple[int, int], spelling: Spelling, ground: _Ground, voicing: Voicing) -> Segment:
    first, last = ground.sentence_at(place[0]), ground.sentence_at(place[1] - 1)
    piece = ground.cleaned.text[slice(*place)]
    reason = cut_reason(piece)
    if place[1] >= ground.spans[last][1]:
        reason = ground.reason if last + 1 == len(ground.spans) else sentence_reason(piece)
    start, end = ground.cleaned.span(*place)
    return Segment(
        index=index,
        text=collapse(ground.text[start:end]),
        start=start,
        end=end,
        first_sentence=ground.first_sentence + first,
        last_sentence=ground.first_sentence + last,
        language=voicing.language,
        spoken=spelling.spoken,
        units=spelling.units,
        expected_s=voicing.synthesizer.expected_s(spelling.cost, voicing.speed) if spelling.units else 0.0,
        fingerprint=voicing.fingerprint(spelling.units) if spelling.units else "",
        pause_s=cut_pause_s(piece, voicing.pauses_s) if reason == "cut" else voicing.pauses_s[reason],
        reason=reason,
    )


@dataclass(frozen=True, slots=True)
class BlockSpeller:
    """Spells stretches of one block's running text."""

    text: str
    closes: bool  #: a heading or an item: without a mark at its end the voice would stay up
    voicing: Voicing

    def __call__(self, start: int, end: int) -> Spelling:
        """Spell the text from `start` to `end`; marks alone are silence and not given to the model."""
        start, end = _bare(self.text, start, end)
        piece = self.text[start:end]
        if not any(map(str.isalnum, piece)):
            return Spelling("", 0.0, "", unknown=Counter(unread(common.clean(piece), lambda _symbol: False)))
        runs = language_runs(piece, self.voicing.language, start)
        if self.closes and end == len(self.text) and piece[-1].isalnum():
            mark = "。" if CJK_CHARACTER.match(piece[-1]) else "."
            runs = (*runs[:-1], replace(runs[-1], text=runs[-1].text + mark))
        return self.voicing.synthesizer.spell(runs, self.voicing.voice)


def _within(spelling: Spelling, text: str, start: int, end: int, voicing: Voicing) -> Spelling:
    """Return a spelling that the model can be given: without a letter it is silence, over `most` it is refused."""
    if spelling.cost > voicing.limits.most:  # a single code point: everything longer was cut
        refused = LanguageRun(text[start:end], voicing.language, start, end)
        return Spelling("", 0.0, "", unsupported=(refused,))
    if any(map(str.isalnum, spelling.units)):
        return spelling
    return replace(spelling, units="", cost=0.0)


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] == " ":
        start += 1
    while end > start and text[end - 1] == " ":
        end -= 1
    return start, end


def _sources(runs: tuple[LanguageRun, ...], text: str, cleaned: Cleaned) -> Iterator[LanguageRun]:
    """Give runs of the running text their offsets and text in the chapter."""
    for run in runs:
        start, end = _bare(cleaned.text, max(0, run.start), min(run.end, len(cleaned.text)))
        if any(map(str.isalnum, cleaned.text[start:end])):
            first, last = cleaned.span(start, end)
            yield LanguageRun(collapse(text[first:last]), run.language, first, last)


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
