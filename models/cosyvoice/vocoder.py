"""HiFT, the part that is arithmetic: a source of sines and noise at the voice's pitch, its spectrum, and back to samples.

The phase of the sines is a sum over every sample of a segment: in float32 it drifts by 1e-5, so it is kept in float64.
The transforms are of 16 samples, 4 apart: numpy does them in milliseconds, and complex numbers stay out of the graphs.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_UNVOICED_NOISE = 1 / 3  #: of the sines' amplitude, where there is no pitch


@dataclass(frozen=True, slots=True)
class Source:
    """What the source is made with."""

    weight: Floats  #: (harmonics,): how the sines are mixed
    bias: float
    sample_rate: int  #: Hz
    frame_samples: int
    sine_amplitude: float
    noise_amplitude: float
    voiced_hz: float  #: a pitch above it is one


def phases(harmonics: int, noise: np.random.Generator) -> Floats:
    """Draw where each sine begins, in radians; the fundamental begins at zero."""
    drawn = noise.uniform(-np.pi, np.pi, harmonics).astype(np.float32)
    drawn[0] = 0.0
    return drawn


def source(pitch_hz: Floats, phase: Floats, hiss: Floats, made: Source) -> Floats:
    """Return the excitation of a segment.

    Args:
        pitch_hz: of each mel frame, shape (M,).
        phase: of each sine, radians, shape (harmonics,).
        hiss: standard normal noise, shape (harmonics, M * frame_samples).
        made: constants of the model.

    Returns:
        float32, shape (M * frame_samples,), in (-1, 1).
    """
    pitch = np.repeat(pitch_hz.astype(np.float64), made.frame_samples)
    voiced = pitch > made.voiced_hz
    loudness = np.where(voiced, made.noise_amplitude, made.sine_amplitude * _UNVOICED_NOISE).astype(np.float32)
    mixed = np.full(len(pitch), made.bias, np.float32)
    for number, weight in enumerate(made.weight):  # one sine at a time: nine of a segment at once are 16 MB in float64
        turns = np.cumsum((number + 1) * pitch / made.sample_rate)
        sine = np.sin(2 * np.pi * (turns % 1.0) + float(phase[number])).astype(np.float32)
        mixed += weight * (np.float32(made.sine_amplitude) * sine * voiced + loudness * hiss[number])
    return np.tanh(mixed)


def spectrum(samples: Floats, fft: int, hop: int) -> Floats:
    """Return real parts, then imaginary parts, of frames centred on every `hop`-th sample.

    float32, shape (1, fft + 2, len(samples) // hop + 1). The ends are mirrored.
    """
    padded = np.pad(samples, fft // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, fft)[::hop]
    bins = np.fft.rfft(frames * _window(fft), axis=1)
    return np.ascontiguousarray(np.concatenate([bins.real, bins.imag], axis=1).T[None], dtype=np.float32)


def unstacked(stacked: Floats) -> NDArray[np.complex64]:
    """Return the complex spectrum (frames, bins) of real and imaginary parts as `spectrum` stacks them."""
    half = stacked.shape[1] // 2
    bins = np.empty((stacked.shape[2], half), np.complex64)
    bins.real, bins.imag = stacked[0, :half].T, stacked[0, half:].T
    return bins


def samples(bins: NDArray[np.complex64], fft: int, hop: int) -> Floats:
    """Return the samples of a spectrum of shape (frames, fft // 2 + 1): overlapped, added, the mirrored ends cut."""
    window = _window(fft)
    frames = np.fft.irfft(bins, fft, axis=1).astype(np.float32) * window
    count, steps = len(frames), fft // hop
    total = np.zeros((count + steps - 1, hop), np.float32)
    weight = np.zeros_like(total)
    for step in range(steps):
        part = slice(step * hop, (step + 1) * hop)
        total[step : step + count] += frames[:, part]
        weight[step : step + count] += window[part] ** 2
    ends = slice(fft // 2, (count - 1) * hop + fft // 2)
    summed: Floats = total.reshape(-1)[ends] / weight.reshape(-1)[ends]
    return summed


def _window(fft: int) -> Floats:
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(fft) / fft)).astype(np.float32)
