"""From raw synthesis to an utterance."""

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import trim
from pipeline.audio import Audio, Utterance
from pipeline.errors import ObjectDamaged, SynthesisError
from pipeline.pcm import from_int16
from pipeline.trim import decode_utterance, encode_utterance

ROOT = Path(__file__).parents[2]
RATES = [16000, 22050, 24000, 48000]


def finish(audio: Audio) -> Audio:
    """Return the utterance as it sounds."""
    done = trim.finish(audio)
    assert done.samples.dtype == np.int16
    return Audio(from_int16(done.samples), done.sample_rate)


def sine(seconds: float, level: float, rate: int = 24000) -> np.ndarray:
    return (level * np.sin(2 * np.pi * 220 * np.arange(round(seconds * rate)) / rate)).astype(np.float32)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("level", [0.9, 0.1, 0.001])
def test_sixty_milliseconds_before_and_a_hundred_after_the_sound_are_kept(speech, rate, level):
    done = finish(speech(level=level, rate=rate))
    assert done.sample_rate == rate
    kept_ms = len(done.samples) * 1000 / rate
    assert 1160 <= kept_ms <= 1180  # edges are found in steps of 10 ms, never inside the sound
    loud = np.flatnonzero(np.abs(done.samples) > level / 4) * 1000 / rate
    assert 59 <= loud[0] <= 72
    assert 99 <= kept_ms - loud[-1] <= 112


def test_less_silence_than_is_kept_stays_as_it_is(speech):
    raw = speech(lead_s=0.03, trail_s=0.05)
    assert len(finish(raw).samples) == len(raw.samples)


def test_the_soft_end_of_a_word_is_kept_although_a_plosive_peaks(speech):
    raw = speech()
    raw.samples[8000] = 1.0  # one sample: the loudest there is, in a frame that is not
    fading = sine(0.3, 0.003)  # 40 dB below the loudest frame
    raw = Audio(np.concatenate([raw.samples[: 7200 + 24000], fading, np.zeros(12000, np.float32)]), 24000)
    kept_s = finish(raw).duration_s
    assert kept_s == pytest.approx(0.06 + 1.0 + 0.3 + 0.1, abs=0.02)


def test_pauses_inside_stay():
    inner = np.concatenate([sine(0.5, 0.3), np.zeros(24000, np.float32), sine(0.5, 0.3)])
    assert finish(Audio(inner, 24000)).duration_s == pytest.approx(2.0)


def test_fades_lie_inside_what_is_kept():
    raw = Audio(np.full(24000, 0.5, np.float32), 24000)
    done = finish(raw)
    assert len(done.samples) == 24000
    assert done.samples[0] == done.samples[-1] == 0
    assert (np.diff(done.samples[:120]) > 0).all()
    assert (np.diff(done.samples[-120:]) < 0).all()
    assert (done.samples[120:-120] == 0.5).all()


@pytest.mark.parametrize("level", [0.0, 1e-9, 5e-5])
def test_silence_becomes_a_short_utterance(level):
    raw = Audio(np.full(48000, level, np.float32), 24000)
    done = finish(raw)
    assert len(done.samples) == round(0.16 * 24000)
    assert not done.samples.any()
    assert len(finish(Audio(raw.samples[:10], 24000)).samples) == 10


@pytest.mark.parametrize("count", [1, 2, 3, 50, 239, 240, 241, 500])
def test_audio_shorter_than_a_frame_or_two_is_kept(count):
    done = finish(Audio(np.full(count, 0.5, np.float32), 24000))
    assert len(done.samples) == count


def test_too_loud_is_clipped_and_stored_as_it_sounds():
    done = finish(Audio(sine(0.5, 3.0), 24000))
    assert np.abs(done.samples).max() <= 1.0
    assert done.samples.max() == np.float32(32767 / 32768)


@pytest.mark.parametrize("broken", [np.nan, np.inf, -np.inf])
def test_samples_that_are_no_numbers_are_an_error_that_counts_them(broken):
    samples = sine(0.5, 0.3)
    samples[100:103] = broken
    with pytest.raises(SynthesisError, match="3 of 12000 samples"):
        finish(Audio(samples, 24000))


@pytest.mark.parametrize("shape", [(0,), (1, 2400)])
def test_no_samples_or_a_wrong_shape_is_an_error(shape):
    with pytest.raises(SynthesisError, match="shape"):
        finish(Audio(np.zeros(shape, np.float32), 24000))


def test_the_raw_samples_are_not_changed(speech):
    raw = speech()
    before = raw.samples.copy()
    finish(raw)
    assert np.array_equal(raw.samples, before)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(-32768, 32767), min_size=1, max_size=400),
    st.sampled_from(RATES),
)
def test_an_utterance_comes_back_from_flac_to_the_bit(values, rate):
    utterance = Utterance(np.array(values, np.int16), rate)
    data = encode_utterance(utterance)
    back = decode_utterance(data)
    assert back.sample_rate == rate
    assert back.samples.dtype == np.int16
    assert np.array_equal(back.samples, utterance.samples)
    assert encode_utterance(back) == data
    assert sf.info(io.BytesIO(data)).subtype == "PCM_16"


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 9000), st.floats(0, 2), st.integers(0, 2**32 - 1), st.sampled_from(RATES))
def test_a_first_run_and_one_from_the_cache_are_the_same(count, level, seed, rate):
    raw = (level * np.random.default_rng(seed).standard_normal(count)).astype(np.float32)
    done = trim.finish(Audio(raw, rate))
    assert 0 < len(done.samples) <= count
    assert np.array_equal(decode_utterance(encode_utterance(done)).samples, done.samples)
    assert np.array_equal(trim.finish(Audio(raw, rate)).samples, done.samples)


@pytest.mark.parametrize("data", [b"", b"fLaC", b"RIFF" + bytes(100)])
def test_bytes_that_are_no_flac_are_a_damaged_object(data):
    with pytest.raises(ObjectDamaged):
        decode_utterance(data)


def test_another_kind_of_file_is_a_damaged_object():
    data = io.BytesIO()
    sf.write(data, np.zeros(100, np.int16), 24000, format="WAV", subtype="PCM_16")
    with pytest.raises(ObjectDamaged, match="WAV"):
        decode_utterance(data.getvalue())


def test_importing_it_warns_of_nothing():
    done = subprocess.run(
        [sys.executable, "-B", "-W", "error", "-c", "import pipeline.trim"],
        cwd=ROOT, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
