"""What every phonemizer here returns."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phonemized:
    """The phonemes of one text in one language."""

    phonemes: str  #: symbols of the front end's flavour, with the marks that carry intonation
    guessed: tuple[str, ...] = ()  #: words that no lexicon knows, in order: read by rule
    unread: tuple[str, ...] = ()  #: characters of the text that say something and have no sound here, in order
