"""Kokoro-82M: phonemes and a style vector in, audio out. It has no random numbers of its own.

A voice is a tensor of 510 style vectors, one for each length of text; only the row of this length is read, for each
voice of a blend, and the rows are mixed by weight.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.catalog import ModelEntry
from models.options import ModelOptions, words_folder
from models.prepare import original_graph, ready_graph
from models.session import Session, open_session
from models.speech import PHONEME_LIMITS, Speller, as_audio, check_speed, scaled, symbol_ids
from pipeline.audio import Audio
from pipeline.errors import ModelDamaged, ModelError, ModelMissing, SynthesisError
from pipeline.ports import LanguageRun, Limits, Noise, Spelling
from pipeline.voices import ModelCard, VoiceBlend

STYLE_WIDTH = 256
_ROW_BYTES = STYLE_WIDTH * 4
_PAD = 0
# Fitted to measured speech (af_heart, 12 to 500 phonemes): about 16.6 phonemes a second at 100, faster when longer.
_EDGES_S, _PHONEMES_PER_S = 0.7, 18.0


class Kokoro:
    """A Synthesizer (pipeline/ports.py) for Kokoro-82M graphs."""

    def __init__(self, entry: ModelEntry, options: ModelOptions) -> None:
        self._entry = entry
        self._threads = options.threads
        self._words = words_folder(options)
        self._session: Session | None = None
        self._fronts: dict[str, Speller] = {}  #: by English variant: voices named b… are British, z… Mandarin

    @property
    def card(self) -> ModelCard:
        """The model's catalogue entry."""
        return self._entry.card

    def _front(self, variant: str) -> Speller:
        from models.phonemes.front import PhonemeFront

        if variant not in self._fronts:
            languages = frozenset(self.card.languages)
            self._fronts[variant] = PhonemeFront(frozenset(vocabulary()), languages, "kokoro", variant, self._words)
        return self._fronts[variant]

    def spell(self, runs: Sequence[LanguageRun], voice: VoiceBlend) -> Spelling:
        """Spell a text as Kokoro's phonemes, British for a British voice; the cost is their number."""
        heaviest = max(voice.parts, key=lambda part: part[1])[0]
        return self._front({"b": "gb", "z": "zh"}.get(heaviest[0], "us")).spell(runs)

    def limits(self, speed: float) -> Limits:
        """Return the limits in phonemes."""
        return scaled(PHONEME_LIMITS, speed)

    def expected_s(self, cost: float, speed: float) -> float:
        """Estimate the audio length of `cost` phonemes, in seconds, edges included."""
        return _EDGES_S + cost / _PHONEMES_PER_S / speed

    def synthesize(self, units: str, voice: VoiceBlend, *, speed: float, noise: Noise) -> Audio:  # noqa: ARG002 - the port's shape; this graph draws no noise
        """Speak phonemes. Raises SynthesisError for an unknown symbol or too many of them."""
        check_speed(speed)
        ids = symbol_ids(units, vocabulary())
        style = self._style(voice, len(ids))
        session = self._open()
        tokens = "tokens" if "tokens" in session.inputs else "input_ids"
        session.require(tokens, "style", "speed")
        output = session.run({tokens: [[_PAD, *ids, _PAD]], "style": style, "speed": [speed]})
        return as_audio(output, self.card.sample_rate)

    def close(self) -> None:
        """Free the session's memory."""
        self._session = None

    def _open(self) -> Session:
        if self._session is None:
            original_graph(self._entry)
            self._session = open_session(ready_graph(self._entry), self._threads, repack=False)
        return self._session

    def _style(self, voice: VoiceBlend, length: int) -> NDArray[np.float32]:
        """Return the blend's style vector for a text of `length` ids; float32, shape (1, 256)."""
        if not voice.parts:
            raise SynthesisError("a blend of no voices cannot speak")
        rows = [np.float32(weight) * self._row(name, length) for name, weight in voice.parts]
        return np.sum(rows, axis=0, dtype=np.float32).reshape(1, STYLE_WIDTH)

    def _row(self, name: str, length: int) -> NDArray[np.float32]:
        path = self._entry.path(f"voices/{name}.bin")
        try:
            rows, rest = divmod(path.stat().st_size, _ROW_BYTES)
            if rest or not rows:
                raise ModelDamaged(f"{path} is not a tensor of {STYLE_WIDTH} float32 a row", path=str(path))
            if length > rows:
                raise SynthesisError(f"{length} phonemes are too many for one pass; most: {rows}", given=length)
            row = min(length, rows - 1)  # rows are numbered from 0, and a text has at least one phoneme
            return np.fromfile(path, dtype="<f4", count=STYLE_WIDTH, offset=row * _ROW_BYTES)
        except FileNotFoundError as err:
            raise ModelMissing(
                f"model {self.card.id!r} lacks voice {name!r}: voicemill models pull {self.card.id}", path=str(path)
            ) from err
        except OSError as err:
            raise ModelError(f"cannot read voice {path}: {err}", path=str(path)) from err


@cache
def vocabulary() -> Mapping[str, int]:
    """Return Kokoro's symbols with their ids."""
    raw = json.loads(Path(__file__).with_name("kokoro_vocab.json").read_text(encoding="utf-8"))
    return {str(symbol): int(number) for symbol, number in raw["vocab"].items()}
