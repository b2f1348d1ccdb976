"""When segments and sentences are heard."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.assemble import pause_samples
from pipeline.errors import SynthesisError
from pipeline.segment import Sentence
from pipeline.timeline import place, place_sentences, total_samples


def sentence(index: int) -> Sentence:
    return Sentence(index, f"Sentence {index}.", index * 20, index * 20 + 11)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 100_000), st.floats(0, 3)), max_size=20),
    st.sampled_from([16000, 22050, 24000, 48000]),
)
def test_times_go_forward_and_are_those_of_the_samples(segment_of, pairs, rate):
    segments = [segment_of(number, pause_s=pause_s) for number, (_, pause_s) in enumerate(pairs)]
    placed = place(segments, [length for length, _ in pairs], rate)
    at = 0
    for where, segment, (length, _) in zip(placed, segments, pairs, strict=True):
        assert (where.segment, where.start_sample, where.end_sample) == (segment.index, at, at + length)
        assert (where.start_s, where.end_s) == (at / rate, (at + length) / rate)
        assert round(round(where.start_s, 6) * rate) == at
        at += length + pause_samples(segment.pause_s, rate)
    assert total_samples(placed) == at


def test_a_sentence_lasts_from_its_first_segment_to_its_last(segment_of):
    spoken_in = [(0, 0), (0, 0), (1, 2), (3, 3)]
    segments = [segment_of(number, sentences=pair) for number, pair in enumerate(spoken_in)]
    placed = place(segments, [100, 200, 300, 400], 1000)
    found = place_sentences([sentence(number) for number in range(4)], segments, placed)
    assert [each.segments for each in found] == [(0, 1), (2,), (2,), (3,)]
    assert [(each.start_s, each.end_s) for each in found] == [(0.0, 0.6), (0.9, 1.2), (0.9, 1.2), (1.5, 1.9)]


def test_what_cannot_be_spoken_does_not_stretch_a_sentence(segment_of):
    segments = [segment_of(number, sentences=(0, 0)) for number in range(3)]
    placed = place(segments, [0, 100, 0], 1000)
    assert place_sentences([sentence(0)], segments, placed)[0].start_s == 0.3
    assert place_sentences([sentence(0)], segments, placed)[0].end_s == 0.4
    placed = place(segments, [0, 0, 0], 1000)
    only = place_sentences([sentence(0)], segments, placed)[0]
    assert (only.start_sample, only.end_sample) == (0, 600)


def test_a_sentence_in_no_segment_is_an_error(segment_of):
    segments = [segment_of(0)]
    with pytest.raises(SynthesisError, match=r"sentence 1 is in no segment: 'Sentence 1\.'"):
        place_sentences([sentence(0), sentence(1)], segments, place(segments, [5], 1000))


def test_every_segment_needs_its_length(segment_of):
    with pytest.raises(ValueError, match="shorter"):
        place([segment_of(0), segment_of(1)], [5], 1000)
