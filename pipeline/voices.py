"""Models and voices as a producer names them: look-up, blends, and the nearest name for a misspelt one.

A voice expression is one voice id, or a weighted blend of voices of one model: `af_heart:0.6+af_bella:0.4`. Its
canonical form has the ids sorted and the weights normalised to a sum of one, so equal blends share segments.
"""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pipeline.errors import ExtraMissing, UnknownModel, UnknownVoice, UnsupportedLanguage


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice of one model."""

    id: str
    model: str
    languages: tuple[str, ...]  #: BCP 47 primary tags, the first one is its own
    sample_rate: int  #: Hz
    licence: str
    gender: str | None = None
    aliases: tuple[str, ...] = ()  #: other names that are understood, never shown first


@dataclass(frozen=True, slots=True)
class ModelCard:
    """Weights + graph + catalogue entry."""

    id: str
    revision: str  #: names the weights and the graph family; part of every segment's fingerprint
    sample_rate: int  #: Hz
    languages: tuple[str, ...]  #: that its phonemes cover
    voices: tuple[Voice, ...]
    blends: bool = False  #: whether its voices can be mixed
    lacking: tuple[tuple[str, str], ...] = ()  #: languages that it would speak, each with the extra to install
    takes_text: bool = False  #: its units are the spoken text itself, not phonemes


@dataclass(frozen=True, slots=True)
class VoiceBlend:
    """One or more voices of one model with weights that sum to one, sorted by id."""

    model: str
    parts: tuple[tuple[str, float], ...]

    def __str__(self) -> str:
        if len(self.parts) == 1:
            return self.parts[0][0]
        return "+".join(f"{name}:{weight:g}" for name, weight in self.parts)


class Catalogue:
    """The models that this installation knows."""

    def __init__(self, models: Iterable[ModelCard], unusable: Mapping[str, str] | None = None) -> None:
        self.models = {card.id: card for card in models}
        self._unusable = unusable or {}

    def model(self, model_id: str) -> ModelCard:
        """Return a model's card. Raises UnknownModel with why it cannot be used, or with the nearest id."""
        if model_id in self.models:
            return self.models[model_id]
        if model_id in self._unusable:
            problem = self._unusable[model_id]
            raise UnknownModel(
                f"model {model_id!r} cannot be used: {problem}", given=model_id, allowed=sorted(self.models)
            )
        raise unknown_model(model_id, self.models)

    def resolve(self, expression: str, model_id: str | None = None) -> VoiceBlend:
        """Parse a voice expression and return its canonical blend.

        Raises UnknownVoice (with the nearest id) for an unknown name, a bad weight, or a blend over two models.
        """
        cards = [self.model(model_id)] if model_id else list(self.models.values())
        homes = {voice.id: card for card in reversed(cards) for voice in card.voices}
        also = {name: voice.id for card in reversed(cards) for voice in card.voices for name in voice.aliases}
        weights: dict[str, float] = {}
        for given, weight in _terms(expression):
            name = given if given in homes else also.get(given, given)
            if name not in homes:
                there = f"{len(homes)} voices: voicemill voices" if len(homes) > 5 else f"voices: {', '.join(homes)}"
                raise UnknownVoice(
                    f"{f'model {model_id!r} has no' if model_id else 'unknown'} voice {name!r}{_nearest(name, homes)}; {there}",
                    given=name,
                    nearest=difflib.get_close_matches(name, homes, n=3),
                )
            weights[name] = weights.get(name, 0.0) + weight
        owners = {homes[name].id for name in weights}
        if len(owners) > 1 or (len(weights) > 1 and not homes[min(weights)].blends):
            raise UnknownVoice(
                f"voices {sorted(weights)} cannot be blended: they must belong to one model that blends "
                f"(models here: {', '.join(sorted(owners))})",
                given=expression,
            )
        total = sum(weights.values())
        parts = tuple(sorted((name, round(weight / total, 6)) for name, weight in weights.items()))
        heard = tuple(part for part in parts if part[1] > 0)  # a weight under a millionth is none
        return VoiceBlend(owners.pop(), heard)

    def language_for(self, blend: VoiceBlend, language: str | None) -> str:
        """Return the job's base language: the one asked for if the model has it, else the first voice's own.

        Raises ExtraMissing for a language that an extra would bring, and UnsupportedLanguage.
        """
        card = self.model(blend.model)
        if language is None:
            heaviest = max(blend.parts, key=lambda part: part[1])[0]
            language = next(voice.languages[0] for voice in card.voices if voice.id == heaviest)
        primary = language.lower().replace("_", "-").split("-")[0]
        if extra := dict(card.lacking).get(primary):
            raise ExtraMissing(
                f"{language!r} needs an optional part that is not installed: pip install 'voicemill[{extra}]'",
                given=language,
                allowed=list(card.languages),
            )
        if primary not in card.languages:
            raise UnsupportedLanguage(
                f"model {card.id!r} does not speak {language!r}; it speaks {', '.join(card.languages)}",
                given=language,
                allowed=list(card.languages),
            )
        return primary


def unknown_model(model_id: str, known: Iterable[str]) -> UnknownModel:
    """Return the error for a model id that is not in the catalogue."""
    names = sorted(known)
    return UnknownModel(
        f"unknown model {model_id!r}{_nearest(model_id, names)}; models: {', '.join(names)}",
        given=model_id,
        allowed=names,
    )


def _terms(expression: str) -> list[tuple[str, float]]:
    terms = []
    for term in expression.split("+"):
        name, colon, weight = term.strip().partition(":")
        try:
            value = float(weight) if colon else 1.0
        except ValueError:
            value = -1.0
        if not name or not 0 < value <= 1000:
            raise UnknownVoice(
                f"voice {expression!r} is not a voice id or a blend like 'af_heart:0.6+af_bella:0.4' "
                "(weights above 0, up to 1000)",
                given=expression,
            )
        terms.append((name, value))
    return terms


def _nearest(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
