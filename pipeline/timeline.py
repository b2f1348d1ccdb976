"""When each segment and each sentence of a chapter is heard, from lengths alone.

Times are counted in samples and divided once, so they agree with the audio to the sample however long the chapter is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.assemble import pause_samples
from pipeline.errors import SynthesisError
from pipeline.segment import Segment, Sentence


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the chapter's audio."""

    start_sample: int
    end_sample: int  #: exclusive
    sample_rate: int  #: Hz

    @property
    def start_s(self) -> float:
        """Start in seconds."""
        return self.start_sample / self.sample_rate

    @property
    def end_s(self) -> float:
        """End in seconds."""
        return self.end_sample / self.sample_rate


@dataclass(frozen=True, slots=True)
class Placed(Span):
    """A segment's utterance on the time line; empty when nothing of it can be spoken."""

    segment: int  #: its index in the chapter
    pause_samples: int  #: silence after it


@dataclass(frozen=True, slots=True)
class PlacedSentence(Span):
    """A sentence on the time line. Sentences that were joined into one segment share its times."""

    sentence: int  #: its index in the chapter
    segments: tuple[int, ...]  #: indexes of those it is spoken by


def place(segments: Iterable[Segment], lengths: Iterable[int], sample_rate: int) -> tuple[Placed, ...]:
    """Put the segments of a chapter in a row.

    Args:
        segments: in order.
        lengths: samples of each one's utterance at `sample_rate`; 0 where there is none.
        sample_rate: of the chapter, Hz.
    """
    placed = []
    start = 0
    for segment, length in zip(segments, lengths, strict=True):
        pause = pause_samples(segment.pause_s, sample_rate)
        placed.append(Placed(start, start + length, sample_rate, segment.index, pause))
        start += length + pause
    return tuple(placed)


def total_samples(placed: Sequence[Placed]) -> int:
    """Return the chapter's length, the last pause included."""
    return placed[-1].end_sample + placed[-1].pause_samples if placed else 0


def place_sentences(
    sentences: Iterable[Sentence], segments: Iterable[Segment], placed: Iterable[Placed]
) -> tuple[PlacedSentence, ...]:
    """Give each sentence the time from the start of its first segment to the end of its last one.

    Segments that are empty do not stretch a sentence that is heard.

    Raises:
        SynthesisError: a sentence has no segment.
    """
    spoken_by: dict[int, list[Placed]] = {}
    for segment, where in zip(segments, placed, strict=True):
        for index in range(segment.first_sentence, segment.last_sentence + 1):
            spoken_by.setdefault(index, []).append(where)
    result = []
    for sentence in sentences:
        parts = spoken_by.get(sentence.index)
        if not parts:
            raise SynthesisError(
                f"sentence {sentence.index} is in no segment: {sentence.text[:40]!r}", sentence=sentence.index
            )
        heard = [part for part in parts if part.end_sample > part.start_sample] or parts
        numbers = tuple(part.segment for part in parts)
        rate = heard[0].sample_rate
        result.append(PlacedSentence(heard[0].start_sample, heard[-1].end_sample, rate, sentence.index, numbers))
    return tuple(result)
