"""Planning: a script becomes chapters of segments, packed into parts.

A part is consecutive segments of one chapter, about `PART_S` of speech: the unit of queue work, so a short job waits at
most for one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import pairwise

from pipeline.casting import Casting
from pipeline.cutting import balanced
from pipeline.fingerprint import segment_fingerprint
from pipeline.lexicon import Lexicon
from pipeline.pauses import pauses_for
from pipeline.ports import Notice, Synthesizer
from pipeline.request import RenderOptions
from pipeline.script import Script
from pipeline.segment import Segment, Sentence
from pipeline.segmenting import Voicing, segment_chapter
from pipeline.staging import Said
from pipeline.voices import Catalogue, ModelCard, VoiceBlend

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
    notices: tuple[Notice, ...] = ()
    unknown: dict[str, int] = field(default_factory=dict)  #: symbols that the vocabulary lacks, counted
    guessed: dict[str, int] = field(default_factory=dict)  #: words that no lexicon knows, counted


@dataclass(frozen=True, slots=True)
class PlanContext:
    """Who speaks, how, and under which options."""

    synthesizer: Synthesizer
    voice: VoiceBlend
    language: str  #: the job's base language
    speed: float
    options: RenderOptions
    part_s: float = PART_S  #: speech in one part, seconds
    explain: bool = False  #: whether sentences tell what is said for them, and every guess its place


def plan_script(
    script: Script, context: PlanContext, check: Callable[[], None] = lambda: None
) -> Iterator[ChapterPlan]:
    """Yield the plans of a script's chapters, in order. Memory grows with the longest chapter, not with the book.

    `check` is called before every block of text, and may raise to stop.
    """
    synthesizer, options = context.synthesizer, context.options
    voicing = Voicing(
        synthesizer=synthesizer,
        language=context.language,
        casting=_casting(context),
        said=Said(Lexicon(options.lexicon), options.emoji == "name"),
        pauses_s=pauses_for(options.pauses_s),
        explain=context.explain,
        fingerprint=partial(_fingerprint, card=synthesizer.card, seed=options.seed),
    )
    parts = 0
    for index, chapter in enumerate(script.chapters):
        found = segment_chapter(chapter, voicing, check)
        if len(script.chapters) == 1 and "chapter" not in options.pauses_s:
            _end_of_text(found.segments, voicing.pauses_s["sentence"])
        packed = pack(found.segments, context.part_s, chapter=index, first_index=parts)
        parts += len(packed)
        yield ChapterPlan(
            index=index,
            title=chapter.title,
            sentences=tuple(found.sentences),
            parts=packed,
            unsupported=tuple(UnsupportedSpan(index, r.start, r.end, r.text, r.language) for r in found.unsupported),
            notices=tuple(found.notices),
            unknown=dict(found.unknown),
            guessed=dict(found.guessed),
        )


def pack(
    segments: Sequence[Segment], part_s: float = PART_S, *, chapter: int = 0, first_index: int = 0
) -> tuple[Part, ...]:
    """Pack the segments of one chapter into parts of about equal length, none longer than needed.

    Args:
        segments: of one chapter, in order; none gives no part.
        part_s: speech of a part, in seconds, pauses included; a single segment may be longer.
        chapter: index of the chapter.
        first_index: index of the first part in the rendering.
    """
    if not segments:
        return ()
    ends = balanced([segment.expected_s + segment.pause_s for segment in segments], part_s)
    return tuple(
        Part(first_index + at, chapter, tuple(segments[start:end]))
        for at, (start, end) in enumerate(pairwise([0, *ends]))
    )


def _end_of_text(segments: list[Segment], pause_s: float) -> None:
    """A text of one chapter is followed by nothing: two seconds of silence would be dead air in an app."""
    for at in range(len(segments) - 1, -1, -1):
        if segments[at].reason == "chapter":
            segments[at] = replace(segments[at], pause_s=min(pause_s, segments[at].pause_s), reason="sentence")
            return


def _casting(context: PlanContext) -> Casting:
    card = context.synthesizer.card
    resolve = cache(partial(Catalogue([card]).resolve, model_id=card.id))
    second = {language: resolve(voice) for language, voice in context.options.voices.items()}
    return Casting(context.voice, context.speed, resolve, second)


def _fingerprint(units: str, *, voice: VoiceBlend, speed: float, card: ModelCard, seed: int) -> str:
    return segment_fingerprint(card=card, voice=voice, speed=speed, units=units, seed=seed)


__all__ = ["PART_S", "ChapterPlan", "Part", "PlanContext", "UnsupportedSpan", "pack", "plan_script"]
