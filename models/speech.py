"""What the synthesizers share: limits that shrink with slow speech, ids of symbols, and a check of what came out."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pipeline.audio import Audio
from pipeline.errors import SynthesisError
from pipeline.ports import LanguageRun, Limits, Notice, Spelling


class Speller(Protocol):
    """What writes text as a model's units; imported when a text comes, since its lexicons are large."""

    def spell(self, runs: Sequence[LanguageRun]) -> Spelling:
        """Spell a text given as language runs."""


SPEED_LEAST, SPEED_MOST = 0.5, 2.0

#: Kokoro and piper, in phonemes. Below 40 the edges outweigh the speech and the voice slows; speed per second of audio
#: does not gain from length while memory grows by 1.1 MB a phoneme: 300 would take 596 MB. A sentence over the limit is
#: cut at a clause into pieces of 160; of 65 sentences of Carroll's long-winded prose none lies between 220 and 300.
PHONEME_LIMITS = Limits(least=40, aim=160, most=220)


def scaled(limits: Limits, speed: float) -> Limits:
    """Shrink limits for slow speech, so that seconds of audio (and memory) stay bounded; fast speech keeps them."""
    factor = min(1.0, speed)
    return Limits(least=limits.least * factor, aim=limits.aim * factor, most=limits.most * factor)


def check_speed(speed: float) -> None:
    """Raise SynthesisError for a speed that the models were not made for."""
    if not SPEED_LEAST <= speed <= SPEED_MOST:
        raise SynthesisError(f"speed {speed:g} is out of range; allowed: {SPEED_LEAST} to {SPEED_MOST}", given=speed)


def phonemes_ignored(runs: Sequence[LanguageRun]) -> tuple[Notice, ...]:
    """Return a notice for each pronunciation given to a model that takes text; its text is spoken."""
    return tuple(
        Notice("phonemes_unsupported", run.text, run.start, run.end) for run in runs if run.phonemes is not None
    )


def symbol_ids(units: Sequence[str], vocabulary: Mapping[str, Any]) -> list[Any]:
    """Look every symbol up. Raises SynthesisError for an unknown one (it is never dropped), or when there is none."""
    unknown = sorted({symbol for symbol in units if symbol not in vocabulary})
    if unknown:
        raise SynthesisError(
            f"the model has no symbol for {', '.join(map(repr, unknown))}; it knows {len(vocabulary)} symbols",
            unknown=unknown,
        )
    if not units:
        raise SynthesisError("nothing to speak: the spelling is empty")
    return [vocabulary[symbol] for symbol in units]


def as_audio(output: NDArray[Any], sample_rate: int) -> Audio:
    """Make audio of a graph's output, of any shape. Raises SynthesisError when it is empty or not finite."""
    samples = np.ascontiguousarray(output, dtype=np.float32).reshape(-1)
    if samples.size == 0:
        raise SynthesisError("the model gave no audio for this text")
    if not np.isfinite(samples).all():
        raise SynthesisError("the model gave samples that are not numbers for this text")
    return Audio(np.clip(samples, -1.0, 1.0), sample_rate)
