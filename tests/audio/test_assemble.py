"""Utterances and pauses in a row, to the sample."""

import numpy as np
import soxr
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.assemble import blocks, pause_samples, resample, resampled_length
from pipeline.audio import Audio, Utterance
from pipeline.pcm import from_int16, to_int16
from pipeline.trim import finish

RATES = [8000, 16000, 22050, 24000, 44100, 48000]


def joined(utterances, rate):
    parts = list(blocks(utterances, rate))
    return np.concatenate(parts) if parts else np.zeros(0, np.int16)


def _noise(count: int, rate: int, seed: int) -> Utterance:
    return Utterance(to_int16(np.random.default_rng(seed).standard_normal(count, np.float32) / np.float32(9)), rate)


def ones(count: int) -> Utterance:
    return Utterance(np.ones(count, np.int16), 24000)


utterance = st.builds(_noise, st.integers(0, 3000), st.sampled_from(RATES), st.integers(0, 99))


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(utterance, st.floats(0, 0.5)), max_size=6), st.sampled_from(RATES))
def test_the_length_is_the_sum_of_utterances_and_pauses_to_the_sample(utterances, rate):
    sound = joined(utterances, rate)
    lengths = [resampled_length(len(audio.samples), audio.sample_rate, rate) for audio, _ in utterances]
    assert len(sound) == sum(lengths) + sum(round(pause_s * rate) for _, pause_s in utterances)
    assert sound.dtype == np.int16
    at = 0
    for (audio, pause_s), length in zip(utterances, lengths, strict=True):
        assert np.array_equal(sound[at : at + length], resample(audio, rate))
        silence = sound[at + length : at + length + pause_samples(pause_s, rate)]
        assert not silence.any()
        at += length + len(silence)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 20000), st.sampled_from(RATES), st.sampled_from(RATES))
def test_the_length_at_another_rate_is_known_before(count, from_rate, to_rate):
    made = resample(Utterance(np.zeros(count, np.int16), from_rate), to_rate)
    assert len(made) == resampled_length(count, from_rate, to_rate)
    assert abs(len(made) / to_rate - count / from_rate) <= 1 / to_rate
    if count:
        # on an exact half soxr may round either way; a chapter is planned on our count, and `resample` keeps to it
        assert abs(len(soxr.resample(np.zeros(count, np.float32), from_rate, to_rate)) - len(made)) <= 1


def test_nothing_is_touched_at_the_same_rate():
    utterance = ones(100)
    assert next(iter(blocks([(utterance, 0.0)], 24000))) is utterance.samples


def test_a_tone_keeps_its_pitch_and_level_at_another_rate():
    sound = (0.5 * np.sin(2 * np.pi * 440 * np.arange(22050) / 22050)).astype(np.float32)
    made = from_int16(resample(Utterance(to_int16(sound), 22050), 48000))
    wanted = 0.5 * np.sin(2 * np.pi * 440 * np.arange(48000) / 48000)
    assert np.abs(made - wanted)[500:-500].max() < 1e-3


def test_resampling_is_clipped_and_does_not_wrap():
    wave = np.sin(2 * np.pi * 1000 * np.arange(22050) / 22050)
    made = resample(Utterance(to_int16(np.sign(wave).astype(np.float32)), 22050), 24000)
    assert made.dtype == np.int16
    wanted = np.sin(2 * np.pi * 1000 * np.arange(24000) / 24000)
    assert (made[np.abs(wanted) > 0.9] * np.sign(wanted[np.abs(wanted) > 0.9]) > 20_000).all()
    assert (made == 32767).any()


def test_an_empty_utterance_gives_only_its_pause():
    sound = joined([(Utterance(np.zeros(0, np.int16), 22050), 0.25), (ones(10), 0.0)], 24000)
    assert len(sound) == 6010
    assert not sound[:6000].any()
    assert joined([], 24000).size == 0


def test_utterances_are_taken_one_by_one():
    taken = []

    def source():
        for number in range(3):
            taken.append(number)
            yield ones(10), 0.0

    parts = blocks(source(), 24000)
    next(parts)
    assert taken == [0]


@settings(max_examples=30, deadline=None)
@given(st.integers(240, 5000), st.floats(0.01, 1.0), st.floats(0.0, 0.3))
def test_joins_do_not_click(count, level, pause_s):
    audio = finish(Audio(np.full(count, level, np.float32), 24000))
    sound = from_int16(joined([(audio, pause_s), (audio, pause_s)], 24000))
    assert np.abs(np.diff(sound)).max() <= level / 100  # a fade of 120 samples: no step is larger than its slope
