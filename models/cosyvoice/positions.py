"""Sinusoids of relative positions, and what the LM graph needs to look them up.

All three encoders measure position as query minus key, negative for keys to the right.
"""

import numpy as np
from numpy.typing import NDArray

from models.cosyvoice.graphs import HIDDEN


def sinusoids(offsets: NDArray[np.int64], width: int) -> NDArray[np.float32]:
    """Return sine and cosine in turn for each offset; float32, shape (1, len(offsets), width)."""
    speeds = np.exp(np.arange(0, width, 2, dtype=np.float64) * -(np.log(10_000.0) / width))
    angles = offsets[:, None].astype(np.float64) * speeds
    made = np.empty((1, len(offsets), width), np.float32)
    made[0, :, 0::2], made[0, :, 1::2] = np.sin(angles), np.cos(angles)
    return made


def around(length: int, width: int) -> NDArray[np.float32]:
    """Return positions length-1 … 0 … -(length-1), as the full-length encoders take them; (1, 2 length - 1, width)."""
    return sinusoids(np.arange(length - 1, -length, -1, dtype=np.int64), width)


def causal(length: int) -> NDArray[np.float32]:
    """Return a bias that hides every key to the right; float32, shape (length, length)."""
    return np.triu(np.full((length, length), HIDDEN, np.float32), 1)


def prefill_idx(length: int, slots: int) -> NDArray[np.int64]:
    """Return rows of the position table for `length` first positions beside `slots` unused slots."""
    new = np.arange(length)[:, None] - np.arange(length)[None, :]
    return np.concatenate([np.zeros((length, slots), np.int64), np.maximum(new, 0)], axis=1)


def prefill_bias(length: int, slots: int) -> NDArray[np.float32]:
    """Return the bias for `length` first positions: no slot is used yet."""
    return np.concatenate([np.full((length, slots), HIDDEN, np.float32), causal(length)], axis=1)
