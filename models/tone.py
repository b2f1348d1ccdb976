"""A synthesizer without weights: every character becomes a short tone, the same one always.

It is for rehearsals, for machines without a model, and for tests of everything around a model: it speaks every
language, its audio is as long as its text, begins and ends in near-silence as real models' does, and depends on the
seed. `tone_rtf` makes it as slow as a real model, `tone_leak_mb` makes it leak; `tone_poison` makes it die as native code can.
"""

import os
import signal
import time
import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.options import ModelOptions
from models.speech import as_audio, check_speed, phonemes_ignored, scaled
from pipeline.audio import Audio
from pipeline.errors import SynthesisError
from pipeline.ports import LanguageRun, Limits, Noise, Spelling, SpokenRun
from pipeline.voices import ModelCard, VoiceBlend

CHARACTER_S = 0.05
LEAD_S, TRAIL_S = 0.25, 0.40
_LIMITS = Limits(least=20, aim=120, most=250)
_FADE_S = 0.004  # a tone that starts at full height clicks
_LEVEL = 0.25
_HISS = 1e-4  # -80 dBFS, about what real models leave at their edges
_NAP_S = 0.05


class Tone:
    """A Synthesizer (pipeline/ports.py) without a model."""

    def __init__(self, card: ModelCard, options: ModelOptions) -> None:
        self._card = card
        self._options = options
        self._lost: list[bytes] = []

    @property
    def card(self) -> ModelCard:
        """The model's catalogue entry."""
        return self._card

    def spell(self, runs: Sequence[LanguageRun], voice: VoiceBlend) -> Spelling:  # noqa: ARG002 - the port's shape; a tone has no accent
        """Return the text itself, NFC, white space collapsed; the cost is its number of characters."""
        said = [run.text if run.alias is None else run.alias for run in runs]
        text = " ".join(unicodedata.normalize("NFC", "".join(said)).split())
        return Spelling(
            units=text,
            cost=len(text),
            spoken=text,
            runs=tuple(SpokenRun(r.language, s.strip(), r.start, r.end) for r, s in zip(runs, said, strict=True)),
            notices=phonemes_ignored(runs),
        )

    def limits(self, speed: float) -> Limits:
        """Return the limits in characters."""
        return scaled(_LIMITS, speed)

    def expected_s(self, cost: float, speed: float) -> float:
        """Return the audio length of `cost` characters, in seconds, edges included."""
        return LEAD_S + TRAIL_S + cost * CHARACTER_S / speed

    def synthesize(self, units: str, voice: VoiceBlend, *, speed: float, noise: Noise) -> Audio:
        """Speak a text in tones. Raises SynthesisError when it is empty or the voice is unknown."""
        if self._options.tone_poison and self._options.tone_poison in units:
            os.kill(os.getpid(), signal.SIGKILL)
        self._lost.append(b"x" * (1_000_000 * self._options.tone_leak_mb))  # written to, or no page would be taken
        check_speed(speed)
        if not units:
            raise SynthesisError("nothing to speak: the text is empty")
        octave = self._octave(voice)
        rate = self._card.sample_rate
        samples = round(CHARACTER_S / speed * rate)
        tones = {character: _tone(ord(character), samples, rate, octave) for character in sorted(set(units))}
        speech = np.concatenate([tones[character] for character in units])
        padded = np.pad(speech, (round(LEAD_S * rate), round(TRAIL_S * rate)))
        hiss = noise(0, 0).standard_normal(len(padded), dtype=np.float32)
        audio = as_audio(padded + np.float32(_HISS) * np.clip(hiss, -1.0, 1.0), rate)
        _sleep(self._options.tone_rtf * audio.duration_s)
        return audio

    def close(self) -> None:
        """Nothing to free."""

    def _octave(self, voice: VoiceBlend) -> float:
        known = [item.id for item in self._card.voices]
        if len(voice.parts) != 1 or voice.parts[0][0] not in known:
            raise SynthesisError(f"model 'tone' has no voice {voice!s}; it has {', '.join(known)}", given=str(voice))
        return 0.5 if voice.parts[0][0] == "tone-low" else 1.0


def _tone(code_point: int, samples: int, rate: int, octave: float) -> NDArray[np.float32]:
    """Return a faded sine; silence for what is not a letter or a digit. float32, shape (samples,)."""
    if not chr(code_point).isalnum():
        return np.zeros(samples, np.float32)
    hertz = octave * (220.0 + 8.0 * (code_point % 97))
    fade = np.minimum(1.0, np.arange(samples) / (_FADE_S * rate))
    wave = np.sin(2.0 * np.pi * hertz * np.arange(samples) / rate)
    return np.asarray(_LEVEL * wave * fade * fade[::-1], dtype=np.float32)


def _sleep(seconds: float) -> None:
    """Sleep in small steps, so that a signal handler is never far away."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(left, _NAP_S))
