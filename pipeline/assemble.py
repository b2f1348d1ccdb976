"""Utterances and pauses in a row, to the sample, in constant memory.

The invariant is arithmetic: the length is the sum of the utterances at the target rate and of the pauses, nothing is
added or lost at a join, because fades lie inside the utterances. Rates are compared, and audio is resampled only where
they differ.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import soxr

from pipeline.audio import Pcm, Utterance
from pipeline.pcm import from_int16, to_int16


def pause_samples(pause_s: float, sample_rate: int) -> int:
    """Return the length of a pause in samples."""
    return round(pause_s * sample_rate)


def resampled_length(length: int, from_rate: int, to_rate: int) -> int:
    """Return how many samples `length` samples become at another rate: known before any of them is read."""
    if from_rate == to_rate:
        return length
    return (2 * length * to_rate + from_rate) // (2 * from_rate)  # halves go up, as in soxr; integers, so exact


def resample(utterance: Utterance, sample_rate: int) -> Pcm:
    """Return one utterance at `sample_rate`, exactly `resampled_length` samples."""
    if utterance.sample_rate == sample_rate or not len(utterance.samples):
        return utterance.samples
    samples = to_int16(soxr.resample(from_int16(utterance.samples), utterance.sample_rate, sample_rate))
    length = resampled_length(len(utterance.samples), utterance.sample_rate, sample_rate)
    # The plan of the file stands on `resampled_length`; should soxr ever round otherwise, it is one sample of silence.
    return np.pad(samples[:length], (0, length - min(length, len(samples))))


def blocks(utterances: Iterable[tuple[Utterance, float]], sample_rate: int) -> Iterator[Pcm]:
    """Yield each utterance and the pause after it (seconds); an empty utterance gives only its pause.

    Args:
        utterances: consumed one by one, so it may read them from a store.
        sample_rate: of what is yielded, Hz.
    """
    for utterance, pause_s in utterances:
        if len(utterance.samples):
            yield resample(utterance, sample_rate)
        silence = pause_samples(pause_s, sample_rate)
        if silence:
            yield np.zeros(silence, np.int16)
