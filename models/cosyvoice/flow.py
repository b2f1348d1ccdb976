"""From speech tokens to a mel spectrogram: which tokens a frame lies between, and the flow that makes noise into frames.

Frames are 1.72 to a token, so tokens are interpolated. The first and the last 20 of a longer stretch are on their own:
so edges do not depend on the length. The flow takes few large steps along a field that is asked twice, with the text and
without it: the difference, exaggerated, is guidance.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_EDGE_TOKENS = 20


@dataclass(frozen=True, slots=True)
class Between:
    """For each frame the tokens that it lies between, and how far it is to the second."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    weight: Floats


@dataclass(frozen=True, slots=True)
class Steps:
    """How the flow is followed."""

    steps: int
    guidance: float  #: 0: none
    guided_steps: int  #: how many of the steps, from the first, are guided


#: `field(x, mu, t, speaker, cond)` gives the direction; each batched, (B, mel, M), t of shape (B,).
Field = Callable[[Floats, Floats, Floats, Floats, Floats], Floats]


def frames_of(tokens: int, token_hz: int, frame_hz: tuple[int, int]) -> int:
    """Return the number of frames of so many tokens; `frame_hz` is samples a second and samples a frame."""
    sample_rate, frame_samples = frame_hz
    return int(tokens / token_hz * sample_rate / frame_samples)


def regulated(tokens: int, frames: int, edge_frames: int, prompt: tuple[int, int] = (0, 0)) -> Between:
    """Spread tokens over frames; those of a prompt (tokens, frames) come first and are spread apart from the rest."""
    prompt_tokens, prompt_frames = prompt
    parts = [(prompt_tokens, prompt_frames)]
    if tokens > 2 * _EDGE_TOKENS:
        edge = (_EDGE_TOKENS, edge_frames)
        parts += [edge, (tokens - 2 * _EDGE_TOKENS, frames - 2 * edge_frames), edge]
    else:
        parts.append((tokens, frames))
    made, start = [], 0
    for count, wide in parts:
        made.append(_spread(count, wide, start))
        start += count
    return Between(*(np.concatenate([getattr(each, name) for each in made]) for name in ("first", "second", "weight")))


def _spread(count: int, frames: int, start: int) -> Between:
    """Spread `count` values over `frames`, centres on centres; beyond the outermost centres the value is held."""
    if not count or not frames:
        return Between(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))
    at = np.maximum((np.arange(frames) + 0.5) * count / frames - 0.5, 0.0)
    first = np.minimum(at.astype(np.int64), count - 1)
    second = np.minimum(first + 1, count - 1)
    return Between(first + start, second + start, (at - first).astype(np.float32))


def edge_frames(token_hz: int, frame_hz: tuple[int, int]) -> int:
    """Return the frames of the 20 tokens at either end."""
    return frames_of(_EDGE_TOKENS, token_hz, frame_hz)


def stretched(mel: Floats, speed: float) -> Floats:
    """Return a mel (1, bands, M) at another speed: `int(M / speed)` frames, one at least, interpolated."""
    if speed == 1.0:
        return mel
    frames = max(1, int(mel.shape[2] / speed))
    between = _spread(mel.shape[2], frames, 0)
    first, second = mel[:, :, between.first], mel[:, :, between.second]
    made: Floats = first + (second - first) * between.weight
    return made


def times(steps: int) -> Floats:
    """Return where the flow is asked and where it ends: `steps + 1` times, dense at first, in float32 as it was trained."""
    even = np.linspace(0, 1, steps + 1, dtype=np.float32)
    ends: Floats = np.float32(1) - np.cos(even * np.float32(0.5) * np.float32(np.pi))
    return ends


def follow(field: Field, noise: Floats, around: tuple[Floats, Floats, Floats], how: Steps) -> Floats:
    """Follow the field from noise to a mel.

    Args:
        field: the estimator.
        noise: standard normal, (1, mel, M).
        around: mu (1, mel, M), speaker (1, mel), cond (1, mel, M).
        how: steps and guidance.

    Returns:
        float32, (1, mel, M).
    """
    given = around
    pair = tuple(np.concatenate([each, np.zeros_like(each)]) for each in around)
    x, ends = noise, times(how.steps)
    now, ahead = ends[0], ends[1] - ends[0]
    for step in range(1, how.steps + 1):
        guided = how.guidance > 0 and step <= how.guided_steps
        mu, speaker, cond = pair if guided else given
        rows = len(mu)
        v = field(np.repeat(x, rows, axis=0), mu, np.full(rows, now, np.float32), speaker, cond)
        if guided:
            v = np.float32(1 + how.guidance) * v[:1] - np.float32(how.guidance) * v[1:]
        x = x + ahead * v
        now = now + ahead
        if step < how.steps:
            ahead = ends[step + 1] - now
    return x


def projected(embedding: Floats, weight: Floats, bias: Floats) -> Floats:
    """Return a speaker embedding of length one, projected; float32, shape (1, width)."""
    flat = embedding.reshape(-1)
    unit = flat / max(float(np.linalg.norm(flat)), 1e-12)
    return np.asarray((weight @ unit + bias)[None], dtype=np.float32)
