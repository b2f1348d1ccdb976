"""Written form to spoken form: the one way in, and the one guard.

A language's module is pure text rules. Whatever it does, nothing may be lost: when its answer holds less than what was
written (a rule that ate a word, an empty answer), the cleaned input is spoken instead, and the answer says so. Other
languages get the cleaning only; their phonemizer reads digits itself.
"""

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.normalize import en, ja, zh
from pipeline.normalize.common import clean, collapse, keeps_everything, plain_romans

_RULES: dict[str, Callable[[str], str]] = {"en": en.spoken, "ja": ja.spoken, "zh": zh.spoken}
_UNSPOKEN: dict[str, Callable[[str], str]] = {"en": en.unspoken, "ja": ja.unspoken, "zh": en.unspoken}


@dataclass(frozen=True, slots=True)
class Normalized:
    """A spoken form, and whether the rules had to be overruled to keep it whole."""

    text: str
    overruled: bool = False


def normalize(text: str, language: str) -> str:
    """Return the spoken form of a text in one language: `normalized` for those who do not count."""
    return normalized(text, language).text


def normalized(text: str, language: str) -> Normalized:
    """Give a text its spoken form in one language.

    Args:
        text: written form; marks that carry intonation stay.
        language: BCP 47 primary tag.
    """
    cleaned = collapse(clean(text))
    rules = _RULES.get(language)
    if rules is None:
        return Normalized(plain_romans(cleaned))
    said = collapse(rules(cleaned)).strip()
    if said != cleaned and not keeps_everything(cleaned, said, _UNSPOKEN[language](cleaned)):
        return Normalized(cleaned, overruled=True)
    # Runs of a mixed sentence are joined again: what stood apart stays apart.
    before, after = cleaned[: len(cleaned) - len(cleaned.lstrip())], cleaned[len(cleaned.rstrip()) :]
    return Normalized(f"{before}{said}{after}" if said else cleaned[:0])
