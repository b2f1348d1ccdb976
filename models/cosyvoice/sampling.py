"""Repetition-aware sampling: a nucleus draw, and a draw from everything else when the token was just heard.

A plain nucleus lets speech models hang on one sound; greedy decoding does so always. Sums are in float64: in float32 the
4097 probabilities do not add up closely enough to decide which token crosses the threshold.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a token is drawn."""

    top_p: float
    top_k: int
    window: int  #: tokens looked back
    ratio: float  #: share of the window that a token may fill before it is drawn again


def probabilities(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return softmax probabilities; float64, shape as given. -inf is impossible."""
    wide = scores.astype(np.float64)
    raised = np.exp(wide - wide.max())
    normal: NDArray[np.float64] = raised / raised.sum()
    return normal


def nucleus(chances: NDArray[np.float64], rules: Sampling) -> NDArray[np.int64]:
    """Return the most probable tokens, first the likeliest; of equal ones the lower id.

    As many as it takes to reach `top_p` (the one that crosses it counts), and `top_k` at most.
    """
    kept = min(rules.top_k, len(chances))
    least = np.partition(chances, len(chances) - kept)[len(chances) - kept]
    some = np.flatnonzero(chances >= least)
    ranked = some[np.argsort(-chances[some], kind="stable")][:kept]
    before = np.cumsum(chances[ranked]) - chances[ranked]
    return np.asarray(ranked[before < rules.top_p], dtype=np.int64)


def draw(scores: NDArray[np.float32], heard: Sequence[int], rules: Sampling, noise: np.random.Generator) -> int:
    """Draw the next token.

    Args:
        scores: log-probabilities; -inf for what may not come.
        heard: tokens so far, the latest last.
        rules: how.
        noise: one number is taken of it, or two.
    """
    chances = probabilities(scores)
    ranked = nucleus(chances, rules)
    token = int(ranked[_spin(chances[ranked], noise)])
    recent = heard[-rules.window :] if rules.window else ()
    if recent.count(token) < rules.window * rules.ratio:
        return token
    chances[token] = 0.0
    return _spin(chances, noise) if chances.any() else token


def _spin(weights: NDArray[np.float64], noise: np.random.Generator) -> int:
    """Return an index with the chance of its weight; never one of weight zero."""
    sums = np.cumsum(weights)
    at = int(np.searchsorted(sums, noise.random() * sums[-1], side="right"))
    return min(at, int(np.flatnonzero(weights)[-1]))
