"""Audio as this house passes it around: float32 mono samples with their rate.

The array contract is stated once, here; functions that take `Samples` rely on it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]  #: shape (n,), mono, in [-1, 1]


@dataclass(frozen=True, slots=True)
class Audio:
    """Mono audio."""

    samples: Samples
    sample_rate: int  #: Hz

    @property
    def duration_s(self) -> float:
        """Length in seconds."""
        return len(self.samples) / self.sample_rate
