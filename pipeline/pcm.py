"""The 16-bit grid that every utterance and every lossless file lies on.

libsndfile writes floats times 32,767 and reads them back over 32,768, so a float round trip through it shifts each
sample a little. Here both directions use 32,768: what was decoded encodes to the same integers for ever.
"""

import numpy as np

from pipeline.audio import Pcm, Samples

_FULL_SCALE = 32768.0


def to_int16(samples: Samples) -> Pcm:
    """Return 16-bit samples, shape (n,); +1.0 becomes 32,767, anything beyond [-1, 1] is clipped."""
    scaled: Samples = samples * np.float32(_FULL_SCALE)
    np.rint(scaled, out=scaled)
    np.clip(scaled, -32768, 32767, out=scaled)
    return scaled.astype(np.int16)


def from_int16(samples: Pcm) -> Samples:
    """Return float32 samples in [-1, 1); exact, so `to_int16` gives the same integers back."""
    scaled: Samples = samples.astype(np.float32)
    scaled /= np.float32(_FULL_SCALE)
    return scaled
