"""The front end of models that take text: every run in its spoken form, in its own language.

It needs no vocabulary and no extra: what cannot be spoken is for the model to know. Alone it serves to look at a text in
a language that no voice here has.
"""

from collections.abc import Sequence

from models.speech import phonemes_ignored, scaled
from pipeline.audio import Audio
from pipeline.errors import SynthesisError
from pipeline.normalize.spoken import in_context, normalized, read_in
from pipeline.ports import LanguageRun, Limits, Noise, Notice, Spelling, SpokenRun
from pipeline.voices import ModelCard, VoiceBlend

CARD = ModelCard("text", "1", 24_000, (), (), takes_text=True)
_HAN_COST, _KANA_COST = 2.5, 1.6  # in Latin letters: how long it takes to say
_LIMITS = Limits(least=40, aim=160, most=220)
_LETTERS_PER_S = 15.0


def spell_text(runs: Sequence[LanguageRun]) -> Spelling:
    """Return the spoken form of language runs; the cost is about its number of Latin letters."""
    made: list[SpokenRun] = []
    said: list[str] = []
    notices = list(phonemes_ignored(runs))
    for run, before, after in in_context(runs):
        written = run.text if run.alias is None else run.alias
        normal = normalized(written, read_in(run, before, after), before, after)
        if normal.overruled:
            notices.append(Notice("normalization_overruled", run.text, run.start, run.end))
        said.append(normal.text)
        made.append(SpokenRun(run.language, normal.text.strip(), run.start, run.end))
    text = " ".join("".join(said).split())
    return Spelling(text, sum(map(_cost, text)), text, runs=tuple(made), notices=tuple(notices))


def _cost(char: str) -> float:
    if char < "\u2e80":
        return 1.0
    return _KANA_COST if "\u3040" <= char <= "\u30ff" or "\uac00" <= char <= "\ud7a3" else _HAN_COST


class TextOnly:
    """A Synthesizer (pipeline/ports.py) that plans and never speaks."""

    card = CARD

    def spell(self, runs: Sequence[LanguageRun], voice: VoiceBlend) -> Spelling:  # noqa: ARG002 - the port's shape
        """Spell a text as its spoken form."""
        return spell_text(runs)

    def limits(self, speed: float) -> Limits:
        """Return the limits in Latin letters."""
        return scaled(_LIMITS, speed)

    def expected_s(self, cost: float, speed: float) -> float:
        """Estimate the audio length, in seconds."""
        return cost / _LETTERS_PER_S / speed

    def synthesize(self, units: str, voice: VoiceBlend, *, speed: float, noise: Noise) -> Audio:  # noqa: ARG002 - the port's shape
        """Raise SynthesisError: there is no voice."""
        raise SynthesisError("there is no voice here to speak with; this only plans")

    def close(self) -> None:
        """Nothing to free."""
