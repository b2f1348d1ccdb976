"""Audio as this house passes it around: mono samples with their rate, float32 from a model, 16-bit once it is finished.

The array contracts are stated once, here; functions that take `Samples` or `Pcm` rely on them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]  #: shape (n,), mono, in [-1, 1]
Pcm = NDArray[np.int16]  #: shape (n,), mono; `pipeline/pcm.py` says which `Samples` these are


@dataclass(frozen=True, slots=True)
class Audio:
    """Mono audio."""

    samples: Samples
    sample_rate: int  #: Hz

    @property
    def duration_s(self) -> float:
        """Length in seconds."""
        return len(self.samples) / self.sample_rate


@dataclass(frozen=True, slots=True)
class Utterance:
    """One segment as it is stored and joined: integers, so nothing is computed between the store and a lossless file."""

    samples: Pcm
    sample_rate: int  #: Hz

    @property
    def duration_s(self) -> float:
        """Length in seconds."""
        return len(self.samples) / self.sample_rate
