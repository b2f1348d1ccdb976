"""What is measured of a recording for a cloned voice: three spectrograms, each as its network was trained with.

They follow Kaldi's filter banks (the speaker network), Whisper's log mel (the speech tokenizer) and the vocoder's own
mel (the flow). Two of them use the same mel scale, linear below 1 kHz; Kaldi's is logarithmic all along.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SPEECH_HZ = 16_000  #: of the speaker network and the tokenizer
_KALDI_FRAME, _KALDI_HOP, _KALDI_FFT, _KALDI_BANDS = 400, 160, 512, 80
_KALDI_LOW_HZ, _PREEMPHASIS = 20.0, 0.97
_LEAST_POWER = float(np.finfo(np.float32).eps)
_WHISPER_FFT, _WHISPER_HOP, _WHISPER_BANDS = 400, 160, 128
_MEL_FFT, _MEL_BANDS, _MEL_HIGH_HZ = 1024, 80, 8000.0


def kaldi_banks(samples: Floats) -> Floats:
    """Return log filter banks of 16 kHz audio, their mean over time taken off; float32, shape (frames, 80)."""
    frames = _framed(samples, _KALDI_FRAME, _KALDI_HOP).astype(np.float64)
    frames -= frames.mean(axis=1, keepdims=True)
    before = np.concatenate([frames[:, :1], frames[:, :-1]], axis=1)
    frames -= _PREEMPHASIS * before
    povey = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(_KALDI_FRAME) / (_KALDI_FRAME - 1))) ** 0.85
    power = np.abs(np.fft.rfft(frames * povey, _KALDI_FFT, axis=1)) ** 2
    banks = np.log(np.maximum(power @ _kaldi_filters().T, _LEAST_POWER))
    return np.asarray(banks - banks.mean(axis=0, keepdims=True), dtype=np.float32)


def whisper_mel(samples: Floats) -> Floats:
    """Return Whisper's log mel of 16 kHz audio; float32, shape (1, 128, len(samples) // 160)."""
    padded = np.pad(samples, _WHISPER_FFT // 2, mode="reflect")
    frames = _framed(padded, _WHISPER_FFT, _WHISPER_HOP)[:-1]
    power = np.abs(np.fft.rfft(frames * _hann(_WHISPER_FFT), axis=1)) ** 2
    mel = np.log10(np.maximum(_slaney_filters(SPEECH_HZ, _WHISPER_FFT, _WHISPER_BANDS) @ power.T, 1e-10))
    return np.asarray((np.maximum(mel, mel.max() - 8.0) + 4.0) / 4.0, dtype=np.float32)[None]


def flow_mel(samples: Floats, sample_rate: int, hop: int) -> Floats:
    """Return the vocoder's mel of audio at the model's own rate; float32, shape (1, 80, len(samples) // hop)."""
    padded = np.pad(samples, (_MEL_FFT - hop) // 2, mode="reflect")
    frames = _framed(padded, _MEL_FFT, hop)
    bins = np.fft.rfft(frames * _hann(_MEL_FFT), axis=1)
    size = np.sqrt(bins.real**2 + bins.imag**2 + 1e-9)
    mel = _slaney_filters(sample_rate, _MEL_FFT, _MEL_BANDS, _MEL_HIGH_HZ) @ size.T
    return np.log(np.maximum(mel, 1e-5)).astype(np.float32)[None]


def _framed(samples: Floats, size: int, hop: int) -> Floats:
    return np.lib.stride_tricks.sliding_window_view(samples, size)[::hop]


def _hann(size: int) -> NDArray[np.float64]:
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(size) / size)


@cache
def _kaldi_filters() -> NDArray[np.float64]:
    """Return triangles on Kaldi's mel scale, by bin of the spectrum; its last bin belongs to none."""

    def mel(hertz: NDArray[np.float64] | float) -> NDArray[np.float64]:
        return np.asarray(1127.0 * np.log1p(np.asarray(hertz) / 700.0))

    edges = np.linspace(mel(_KALDI_LOW_HZ), mel(SPEECH_HZ / 2), _KALDI_BANDS + 2)
    bins = mel(np.arange(_KALDI_FFT // 2 + 1) * SPEECH_HZ / _KALDI_FFT)
    filters = _triangles(edges, bins)
    filters[:, -1] = 0.0
    return filters


@cache
def _slaney_filters(sample_rate: int, fft: int, bands: int, high_hz: float | None = None) -> NDArray[np.float64]:
    """Return triangles of equal area: linear in Hz up to 1 kHz, a factor of 6.4 in 27 bands above."""
    step, bend, ratio = 200.0 / 3, 15.0, np.log(6.4) / 27.0
    high = high_hz or sample_rate / 2
    most = high / step if high < 1000.0 else bend + np.log(high / 1000.0) / ratio
    mels = np.linspace(0.0, most, bands + 2)
    edges: NDArray[np.float64] = np.where(mels < bend, step * mels, 1000.0 * np.exp(ratio * (mels - bend)))
    filters = _triangles(edges, np.arange(fft // 2 + 1) * sample_rate / fft)
    return np.asarray(filters * (2.0 / (edges[2:] - edges[:-2]))[:, None])


def _triangles(edges: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a triangle for each three edges in turn, at these places; shape (len(edges) - 2, len(places))."""
    left, middle, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising, falling = (places - left) / (middle - left), (right - places) / (right - middle)
    return np.asarray(np.maximum(0.0, np.minimum(rising, falling)))
