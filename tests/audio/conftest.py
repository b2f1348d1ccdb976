"""Small pieces of sound and of plans."""

from collections.abc import Callable

import numpy as np
import pytest

from pipeline.audio import Audio, Samples
from pipeline.segment import Segment

RATE = 24000


def _tone(seconds: float, level: float = 0.3, rate: int = RATE) -> Samples:
    return (level * np.sin(2 * np.pi * 220 * np.arange(round(seconds * rate)) / rate)).astype(np.float32)


def _noise(count: int, level: float = 0.1, seed: int = 0) -> Samples:
    return (level * np.random.default_rng(seed).standard_normal(count)).clip(-1, 1).astype(np.float32)


def _segment_of(index: int, *, text: str = "Hello.", sentences: tuple[int, int] | None = None, **changes) -> Segment:
    first, last = sentences or (index, index)
    given = {
        "index": index, "text": text, "start": index * 10, "end": index * 10 + len(text), "first_sentence": first,
        "last_sentence": last, "language": "en", "spoken": text, "units": text, "expected_s": 1.0,
        "fingerprint": f"{index:064x}", "pause_s": 0.3, "reason": "sentence",
    }  # fmt: skip
    return Segment(**{**given, **changes})


# Session scope: they hold no state, and tests of properties call them many times.
@pytest.fixture(scope="session")
def tone() -> Callable[..., Samples]:
    return _tone


@pytest.fixture(scope="session")
def voice() -> Callable[..., Samples]:
    return _noise


@pytest.fixture(scope="session")
def segment_of() -> Callable[..., Segment]:
    return _segment_of


@pytest.fixture
def speech() -> Callable[..., Audio]:
    """Make what a model makes: near-silence, sound, near-silence."""

    def make(lead_s: float = 0.3, sound_s: float = 1.0, trail_s: float = 0.5, level: float = 0.3, rate: int = RATE):
        edge = [_noise(round(seconds * rate), level=level / 3000, seed=1) for seconds in (lead_s, trail_s)]
        return Audio(np.concatenate([edge[0], _tone(sound_s, level, rate), edge[1]]), rate)

    return make
