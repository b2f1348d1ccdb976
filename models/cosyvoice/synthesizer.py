"""CosyVoice as a synthesizer: text with a language tag in, audio at 22,050 Hz out.

What is random is drawn from the segment's own noise, a stage each: so the same segment is the same bytes on one host.
A segment whose speech cannot be right is made once more with other noise; the second failure is the text's.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.catalog import ModelEntry
from models.cosyvoice import flow, vocoder
from models.cosyvoice.clones import clones, speaker_of
from models.cosyvoice.dropped import digest_of, instruction, named_voices, steps_of, strict
from models.cosyvoice.engine import Engine, Speaker
from models.cosyvoice.guard import REPEATED_TOKENS, complaint, hangs
from models.cosyvoice.lm import Bounds
from models.cosyvoice.sampling import Sampling, draw
from models.cosyvoice.spelling import LIMITS, TOKENS_PER_S, seconds_of, spell
from models.cosyvoice.tokenizer import Encode, open_tokenizer
from models.options import ModelOptions
from models.prepare import require_files
from models.speech import as_audio, check_speed, scaled
from pipeline.audio import Audio
from pipeline.errors import ModelError, SynthesisError
from pipeline.ports import LanguageRun, Limits, Noise, Spelling
from pipeline.voices import ModelCard, VoiceBlend

SAMPLING, FLOW, PHASE, HISS = range(4)  #: stages of a segment's noise
ATTEMPTS = 2
MOST_S = 20.0  #: of speech in one pass: attention takes memory by its square
_CHECK_EVERY = 25


class _Circling(Exception):
    """Raised when the tokens go round in circles, to stop before the most of them have come."""


class CosyVoice:
    """A Synthesizer (pipeline/ports.py) for a CosyVoice bundle."""

    def __init__(self, entry: ModelEntry, options: ModelOptions) -> None:
        self._entry = entry
        self._options = options
        self._last: tuple[VoiceBlend, Speaker] | None = None

    @property
    def card(self) -> ModelCard:
        """The model's catalogue entry."""
        return self._entry.card

    @cached_property
    def _engine(self) -> Engine:
        require_files(self._entry)
        engine = Engine(self._entry.folder, self._options.threads)
        if not self.card.revision.startswith(digest_of(self._entry.folder)):
            raise ModelError(
                f"bundle {self._entry.folder} was replaced after this process read of it; begin again",
                folder=str(self._entry.folder),
            )
        return engine

    @cached_property
    def _encode(self) -> Encode:
        require_files(self._entry)
        return open_tokenizer(self._engine.bundle.tokenizer, self._entry.folder)

    def spell(self, runs: Sequence[LanguageRun], voice: VoiceBlend) -> Spelling:  # noqa: ARG002 - the port's shape; the text is spelled alike for all voices
        """Spell a text as its spoken form with a language tag; the cost is in tokens."""
        return spell(runs, self._encode, with_tag=self._options.cosyvoice_tag)

    def limits(self, speed: float) -> Limits:
        """Return the limits in tokens."""
        return scaled(LIMITS, speed)

    def expected_s(self, cost: float, speed: float) -> float:
        """Estimate the audio length of a cost, in seconds."""
        return cost / TOKENS_PER_S / speed

    def synthesize(self, units: str, voice: VoiceBlend, *, speed: float, noise: Noise) -> Audio:
        """Speak a text. Raises SynthesisError when it is empty, the voice is unknown or the speech ran away twice."""
        check_speed(speed)
        ids = self._encode(units)
        if not ids:
            raise SynthesisError("nothing to speak: the text is empty")
        speaker = self._speaker(voice)
        tokens, attempt = self._tokens(units, ids, speaker, noise)
        frames = speaker.frames + self._engine.frames(len(tokens))
        start = _normal(noise(FLOW, attempt), (1, self._engine.bundle.dims.mel, frames))
        mel = self._engine.mel(tokens, speaker, start, steps_of(self._engine.bundle, self._options))
        return as_audio(self._voiced(flow.stretched(mel, speed), noise, attempt), self.card.sample_rate)

    def _voiced(self, mel: NDArray[np.float32], noise: Noise, attempt: int) -> NDArray[np.float32]:
        dims, rates = self._engine.bundle.dims, self._engine.bundle.rates
        phase = vocoder.phases(dims.harmonics, noise(PHASE, attempt))
        hiss = _normal(noise(HISS, attempt), (dims.harmonics, mel.shape[2] * rates.frame_samples))
        return self._engine.samples(mel, phase, hiss)

    def close(self) -> None:
        """Free the sessions' memory."""
        if "_engine" in self.__dict__:
            self._engine.close()

    def _speaker(self, voice: VoiceBlend) -> Speaker:
        if self._last is None or self._last[0] != voice:
            self._last = voice, self._found(voice)
        return self._last[1]

    def _found(self, voice: VoiceBlend) -> Speaker:
        names = {each.id: name for name, each in named_voices(self._engine.bundle, self.card.id)}
        cloned = {clone.id: clone for clone in clones(self._entry.folder)}
        if len(voice.parts) == 1 and voice.parts[0][0] in cloned:
            clone = cloned[voice.parts[0][0]]
            return speaker_of(clone, self._engine.bundle.rates, self._encode, self._options.threads)
        if len(voice.parts) != 1 or voice.parts[0][0] not in names:
            raise SynthesisError(
                f"model {self.card.id!r} has no voice {voice!s}; it has {', '.join([*names, *cloned])}",
                given=str(voice),
            )
        embedding, told = self._engine.voices[names[voice.parts[0][0]]], instruction(self._options)
        return Speaker(embedding, in_lm=not told, text_ids=self._encode(told) if told else ())

    def _tokens(self, units: str, ids: list[int], speaker: Speaker, noise: Noise) -> tuple[list[int], int]:
        """Return speech tokens and which attempt made them."""
        opening = self._engine.opening(ids, speaker)
        trouble = ""
        for attempt in range(ATTEMPTS):
            heard, trouble = self._attempt(opening, len(ids), seconds_of(units), noise(SAMPLING, attempt))
            if not trouble:
                return heard, attempt
        raise SynthesisError(f"the model's speech ran away {ATTEMPTS} times; the last time {trouble}", given=units[:80])

    def _attempt(
        self, opening: NDArray[np.float32], text_tokens: int, expected_s: float, noise: np.random.Generator
    ) -> tuple[list[int], str]:
        """Return speech tokens, and what is wrong with them."""
        bundle = self._engine.bundle
        how, judged, token_hz = bundle.defaults, strict(bundle, self._options), bundle.rates.token_hz
        rules = Sampling(how.top_p, how.top_k, how.repeat_window, how.repeat_ratio)
        most = min(int(how.max_ratio * text_tokens), int(MOST_S * token_hz))
        bounds = Bounds(min(int(how.min_ratio * text_tokens), most - 1), most, bundle.specials.end_of_speech)

        def choose(scores: NDArray[np.float32], heard: Sequence[int]) -> int:
            if judged and len(heard) >= REPEATED_TOKENS and len(heard) % _CHECK_EVERY == 0 and hangs(heard):
                raise _Circling
            return draw(scores, heard, rules, noise)

        try:
            heard, ended = self._engine.tokens(opening, bounds, choose)
        except _Circling:
            return [], f"it repeats itself for {REPEATED_TOKENS / token_hz:g} s"
        spoken_s = len(heard) / token_hz
        return heard, complaint(heard, ended=ended, spoken_s=spoken_s, expected_s=expected_s) if judged else ""


def _normal(noise: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float32]:
    return noise.standard_normal(shape, dtype=np.float32)
