"""Who speaks which stretch of a block, at which pace, and where an author wants silence.

A second voice for another language is cast here too. Measured on English in Chinese: a span of some length is understood
far better from a voice of its own (0 % against 30 % of its words wrong), while crumbs between two foreign spans become
unclear. So a foreign span needs six letters, and neighbours of some length or none.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pipeline.layers import Layer
from pipeline.ports import LanguageRun
from pipeline.request import PauseReason
from pipeline.staging import Directions, Span, bare, directed_runs
from pipeline.voices import VoiceBlend

_WORDS = re.compile(r"[^\W\d_][\w'’.-]*")
_LEAST_LETTERS = 6  # of all words together: a shorter pass is hardly a word to a listener
_LEAST_NEIGHBOUR = 4  # characters with a sound
_SLOWEST, _FASTEST = 0.5, 2.0  # as a request's speed


@dataclass(frozen=True, slots=True)
class Casting:
    """Who may speak."""

    voice: VoiceBlend
    speed: float
    resolve: Callable[[str], VoiceBlend]  #: a voice expression of the job's model; raises UnknownVoice
    second: Mapping[str, VoiceBlend] = field(default_factory=dict)  #: by language, for longer foreign spans


@dataclass(frozen=True, slots=True)
class Stretch:
    """Running text of one voice at one pace; nothing is joined across its ends."""

    start: int
    end: int
    voice: VoiceBlend
    speed: float
    reason: PauseReason | None = None  #: of its end, where no sentence ends; None: the block ends
    pause_s: float | None = None  #: asked for by an author after it


def stretches(
    text: str, sentences: Sequence[Span], asked: Directions, base: str, casting: Casting
) -> Iterator[Stretch]:
    """Yield the stretches of a block, in order; together they are the block.

    Args:
        text: of the block, running.
        sentences: their bounds.
        asked: the block's directions.
        base: the job's language.
        casting: the job's voices.
    """
    pauses: dict[int, float] = {}
    for place, pause_s in asked.pauses:
        at = bare(text, 0, place)[1]  # right after what is spoken before it: only white space apart is one place
        pauses[at] = max(pause_s, pauses.get(at, 0.0))
    second = Layer(tuple(_second_voices(text, sentences, asked, base, casting)) if casting.second else ())
    edges = {at for layer in (asked.voices, asked.rates, second) for at in layer.edges(0, len(text))} | set(pauses)
    abroad = set(second.edges(0, len(text)))
    for first, last in pairwise([0, *sorted(edge for edge in edges if 0 < edge < len(text)), len(text)]):
        named, rate = asked.voices.value(first), asked.rates.value(first)
        reason: PauseReason | None = None if last == len(text) else "language" if last in abroad else "voice"
        yield Stretch(
            first,
            last,
            voice=casting.resolve(named) if named else second.value(first) or casting.voice,
            speed=min(_FASTEST, max(_SLOWEST, casting.speed * rate)) if rate else casting.speed,
            reason=reason,
            pause_s=pauses.get(last),
        )


def _second_voices(
    text: str, sentences: Sequence[Span], asked: Directions, base: str, casting: Casting
) -> Iterator[tuple[int, int, VoiceBlend]]:
    for start, end in sentences:
        if asked.voices.within(start, end):
            continue  # the author has cast it
        runs = _merged(directed_runs(text, start, end, base, asked))
        for at, run in enumerate(runs):
            voice = casting.second.get(run.language)
            beside = (*runs[max(0, at - 1) : at], *runs[at + 1 : at + 2])
            if run.language != base and voice and _speaks_at_length(run.text) and all(map(_stands_alone, beside)):
                yield (*bare(text, run.start, run.end), voice)


def _merged(runs: Iterable[LanguageRun]) -> list[LanguageRun]:
    """Join neighbours of one language, which pronunciations had parted."""
    joined: list[LanguageRun] = []
    for run in runs:
        if joined and joined[-1].language == run.language:
            joined[-1] = replace(joined[-1], text=joined[-1].text + run.text, end=run.end)
        else:
            joined.append(LanguageRun(run.text, run.language, run.start, run.end))
    return joined


def _speaks_at_length(text: str) -> bool:
    return sum(map(len, _WORDS.findall(text))) >= _LEAST_LETTERS


def _stands_alone(run: LanguageRun) -> bool:
    """Tell whether a neighbour is silent, or long enough to be understood by itself."""
    spoken = sum(map(str.isalnum, run.text))
    return spoken == 0 or spoken >= _LEAST_NEIGHBOUR
