"""Piper voices: VITS graphs that speak a row of phonemes with a pad between each two.

The graph draws noise twice, for durations and for the voice; after preparation both come from the caller's generator,
so the same segment gives the same bytes.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from models.catalog import ModelEntry
from models.graph_noise import PREFIX
from models.options import ModelOptions, words_folder
from models.piper_voices import PiperConfig, read_config
from models.prepare import original_graph, ready_graph
from models.session import Session, open_session
from models.speech import PHONEME_LIMITS, Speller, as_audio, check_speed, scaled, symbol_ids
from pipeline.audio import Audio
from pipeline.errors import SynthesisError
from pipeline.ports import LanguageRun, Limits, Noise, Spelling
from pipeline.voices import ModelCard, VoiceBlend

_BEGIN, _PAD, _END = "^", "_", "$"
# Measured on en_US-joe-medium: 134 phonemes in 6.5 s. Durations are rounded up to a whole frame (11.6 ms) for every id,
# half a frame on average for a phoneme and for its pad: this share does not shrink when speech is faster.
_EDGES_S, _ROUNDED_UP_S, _PHONEME_S = 0.3, 0.0116, 0.036
# More noise than any speech needs (measured: 2.1 frames an id), for VITS' 192 channels; the graph takes what it wants.
_CHANNELS, _FRAMES_PER_ID = 192, 6


class Piper:
    """A Synthesizer (pipeline/ports.py) for piper voices."""

    def __init__(self, entry: ModelEntry, options: ModelOptions) -> None:
        self._entry = entry
        self._threads = options.threads
        self._words = words_folder(options)
        self._session: Session | None = None

    @property
    def card(self) -> ModelCard:
        """The model's catalogue entry."""
        return self._entry.card

    @cached_property
    def _config(self) -> PiperConfig:
        return read_config(original_graph(self._entry))

    @cached_property
    def _speakers(self) -> Mapping[str, int | None]:
        if len(self.card.voices) == 1:
            return {self.card.voices[0].id: None if self._config.num_speakers <= 1 else 0}
        return self._config.speakers(original_graph(self._entry).stem)

    @cached_property
    def _front(self) -> Speller:
        from models.phonemes.front import PhonemeFront

        spoken = frozenset(self._config.phoneme_id_map) - {_BEGIN, _PAD, _END}
        variant = "gb" if self._config.espeak.voice.lower().startswith("en-gb") else "us"
        return PhonemeFront(spoken, frozenset(self.card.languages), "piper", variant, self._words)

    def spell(self, runs: Sequence[LanguageRun], voice: VoiceBlend) -> Spelling:  # noqa: ARG002 - the port's shape; a piper model has one accent
        """Spell a text as the voice's phonemes; the cost is their number."""
        return self._front.spell(runs)

    def limits(self, speed: float) -> Limits:
        """Return the limits in phonemes."""
        return scaled(PHONEME_LIMITS, speed)

    def expected_s(self, cost: float, speed: float) -> float:
        """Estimate the audio length of `cost` phonemes, in seconds, edges included."""
        return cost * _ROUNDED_UP_S + (_EDGES_S + cost * _PHONEME_S) / speed

    def synthesize(self, units: str, voice: VoiceBlend, *, speed: float, noise: Noise) -> Audio:
        """Speak phonemes. Raises SynthesisError for an unknown symbol or an unknown speaker."""
        check_speed(speed)
        ids = self._ids(units)
        settings = self._config.inference
        session = self._open()
        session.require("input", "input_lengths", "scales")
        feeds: dict[str, Any] = {
            "input": [ids],
            "input_lengths": [len(ids)],
            "scales": [settings.noise_scale, settings.length_scale / speed, settings.noise_w],
        }
        speaker = self._speaker(voice)
        if "sid" in session.inputs:
            feeds["sid"] = [speaker or 0]
        length = int(_CHANNELS * _FRAMES_PER_ID * len(ids) * settings.length_scale / speed)
        for stage, name in enumerate(sorted(name for name in session.inputs if name.startswith(PREFIX))):
            feeds[name] = noise(stage, 0).standard_normal(length, dtype=np.float32)
        return as_audio(session.run(feeds), self.card.sample_rate)

    def close(self) -> None:
        """Free the session's memory."""
        self._session = None

    def _open(self) -> Session:
        if self._session is None:
            self._session = open_session(ready_graph(self._entry), self._threads)
        return self._session

    def _ids(self, units: str) -> list[int]:
        """Return `^ _ p _ p _ … $`: begin, every phoneme followed by a pad, end."""
        table = self._config.phoneme_id_map
        symbols = [part for unit in units for part in ([unit] if unit in table else unicodedata.normalize("NFD", unit))]
        spoken = {symbol: ids for symbol, ids in table.items() if symbol not in {_BEGIN, _PAD, _END}}
        pad = table[_PAD]
        row = [*table[_BEGIN], *pad]
        for ids in symbol_ids(symbols, spoken):
            row += [*ids, *pad]
        return [*row, *table[_END]]

    def _speaker(self, voice: VoiceBlend) -> int | None:
        if len(voice.parts) != 1 or voice.parts[0][0] not in self._speakers:
            raise SynthesisError(
                f"model {self.card.id!r} has no voice {voice!s}; it has {', '.join(self._speakers)}", given=str(voice)
            )
        return self._speakers[voice.parts[0][0]]
