"""What is said for each sentence, for a plan that is to be explained, and where its guesses stand."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pipeline.ports import Notice, Spelling, SpokenRun
from pipeline.segment import Segment, Sentence

Said = tuple[str, tuple[SpokenRun, ...]]


def explained(
    sentences: Sequence[Sentence], segments: Sequence[Segment], spelled: Callable[[int], Said]
) -> Iterator[Sentence]:
    """Yield the sentences of a block with what is said for them.

    Args:
        sentences: of the block.
        segments: of the block.
        spelled: spells a sentence by its index in the block; for those that share a segment with others.
    """
    own: dict[int, list[Segment]] = defaultdict(list)
    for segment in segments:
        for index in range(segment.first_sentence, segment.last_sentence + 1):
            own[index].append(segment)
    for at, sentence in enumerate(sentences):
        mine = own[sentence.index]
        if all(segment.first_sentence == segment.last_sentence for segment in mine):
            said = " ".join(segment.spoken for segment in mine if segment.spoken)
            yield replace(sentence, spoken=said, runs=tuple(run for segment in mine for run in segment.runs))
        else:
            spoken, runs = spelled(at)
            yield replace(sentence, spoken=spoken, runs=runs)


def guesses(spelling: Spelling, segment: Segment, text: str) -> Iterator[Notice]:
    """Yield guessed words and symbols without a reading with their places, as far as they stand in the text as such."""
    for code, found in (("unknown_symbols", spelling.unknown), ("guessed_words", dict.fromkeys(spelling.guessed))):
        for word in found:
            at = text.find(word, segment.start, segment.end)
            yield Notice(code, word, at, at + len(word)) if at >= 0 else Notice(code, word, segment.start, segment.end)
