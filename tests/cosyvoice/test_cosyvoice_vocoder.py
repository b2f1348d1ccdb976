"""The arithmetic of the vocoder against the original: source, spectrum and back."""

from pathlib import Path

import numpy as np
import pytest

from models.cosyvoice import vocoder

FFT, HOP, FRAME = 16, 4, 256


@pytest.fixture(scope="module")
def reference():
    return np.load(Path(__file__).parent / "data" / "arithmetic.npz")


def made(weight, bias=0.0, rate=22_050):
    return vocoder.Source(np.asarray(weight, np.float32), bias, rate, FRAME, 0.1, 0.003, 10.0)


def test_the_source_is_the_original_s_voiced_and_not(reference):
    pitch = reference["f0"]
    assert (pitch > 10).any()
    assert (pitch < 10).any()

    given = made(reference["source_weight"], float(reference["source_bias"][0]))
    source = vocoder.source(pitch, reference["phase"], reference["noise"], given)

    assert source.dtype == np.float32
    assert np.abs(source - reference["source"]).max() <= 1e-4


def test_the_phase_of_a_long_segment_does_not_drift():
    frames = 20 * 22_050 // FRAME
    quiet = np.zeros((1, frames * FRAME), np.float32)
    tone = vocoder.Source(np.ones(1, np.float32), 0.0, 22_050, FRAME, 0.1, 0.0, 10.0)
    pitch = np.full(frames, 123.4, np.float32)

    source = vocoder.source(pitch, np.zeros(1, np.float32), quiet, tone)

    at = np.arange(1, frames * FRAME + 1)
    exact = np.tanh(0.1 * np.sin(2 * np.pi * (at * float(np.float32(123.4)) / 22_050 % 1)))
    assert np.abs(source - exact).max() < 1e-6


def test_spectrum_is_the_original_s_of_odd_and_even_length(reference):
    assert np.abs(vocoder.spectrum(reference["source"], FFT, HOP)[:, :, :-2] - reference["stft"]).max() <= 1e-5


@pytest.mark.parametrize("frames", [1, 2, 7, 41])
def test_spectrum_and_back_is_the_sound_itself_to_its_ends(frames):
    sound = np.random.default_rng(frames).uniform(-0.9, 0.9, frames * FRAME).astype(np.float32)
    stacked = vocoder.spectrum(sound, FFT, HOP)

    assert stacked.shape == (1, FFT + 2, frames * FRAME // HOP + 1)
    back = vocoder.samples(vocoder.unstacked(stacked), FFT, HOP)
    assert back.shape == sound.shape
    assert np.abs(back - sound).max() < 1e-6


def test_the_fundamental_begins_at_zero_and_the_others_anywhere():
    drawn = vocoder.phases(9, np.random.default_rng(1))

    assert drawn[0] == 0
    assert len(set(drawn.tolist())) == 9
    assert np.abs(drawn).max() <= np.pi
