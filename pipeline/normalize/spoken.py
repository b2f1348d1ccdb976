"""Written form to spoken form: the one way in, and the one guard.

A language's module is pure text rules. Whatever it does, nothing may be lost: when its answer holds less than what was
written (a rule that ate a word, an empty answer), the cleaned input is spoken instead, and the answer says so. Other
languages get the cleaning only; their phonemizer reads digits itself.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.normalize import de, en, es, fr, hi, it, ja, ko, pt, yue, zh
from pipeline.normalize.common import clean, collapse, keeps_everything, plain_romans
from pipeline.normalize.european_rules import unspoken
from pipeline.ports import LanguageRun

_RULES: dict[str, Callable[[str], str]] = {
    "de": de.spoken, "en": en.spoken, "es": es.spoken, "fr": fr.spoken, "hi": hi.spoken, "it": it.spoken, "ja": ja.spoken,
    "ko": ko.spoken, "pt": pt.spoken, "yue": yue.spoken, "zh": zh.spoken,
}  # fmt: skip
_UNSPOKEN: dict[str, Callable[[str], str]] = {
    "en": en.unspoken, "ja": ja.unspoken, "ko": ko.unspoken, "yue": zh.unspoken, "zh": zh.unspoken,
}  # fmt: skip
_CHINESE = frozenset({"zh", "yue"})
_HANGUL = re.compile("[가-힣]")


@dataclass(frozen=True, slots=True)
class Normalized:
    """A spoken form, and whether the rules had to be overruled to keep it whole."""

    text: str
    overruled: bool = False


def normalize(text: str, language: str) -> str:
    """Return the spoken form of a text in one language: `normalized` for those who do not count."""
    return normalized(text, language).text


def normalized(text: str, language: str, before: str = "", after: str = "") -> Normalized:
    """Give a text its spoken form in one language.

    Args:
        text: written form; marks that carry intonation stay.
        language: BCP 47 primary tag.
        before: what is written right before it, in another language: Chinese says the digits of v1 after its letter.
        after: what is written right after it.
    """
    cleaned = collapse(clean(text))
    rules = _RULES.get(language)
    if rules is None:
        return Normalized(plain_romans(cleaned))
    said = collapse(_beside(rules, cleaned, before, after) if language in _CHINESE else rules(cleaned)).strip()
    if said != cleaned and not keeps_everything(cleaned, said, _UNSPOKEN.get(language, unspoken)(cleaned)):
        return Normalized(cleaned, overruled=True)
    # Runs of a mixed sentence are joined again: what stood apart stays apart.
    first, last = cleaned[: len(cleaned) - len(cleaned.lstrip())], cleaned[len(cleaned.rstrip()) :]
    return Normalized(f"{first}{said}{last}" if said else cleaned[:0])


def in_context(runs: Sequence[LanguageRun]) -> Iterator[tuple[LanguageRun, str, str]]:
    """Yield each run with what its neighbours in the text write right before and after it."""
    written = [run.text if run.alias is None else run.alias for run in runs]
    for at, run in enumerate(runs):
        before = written[at - 1] if at and runs[at - 1].end == run.start else ""
        after = written[at + 1] if at + 1 < len(runs) and runs[at + 1].start == run.end else ""
        yield run, before, after


def read_in(run: LanguageRun, before: str, after: str) -> str:
    """Return the language that a run is read in: its own, but Korean reads initials inside Korean (KTX 케이티엑스)."""
    if run.language == "en" and _HANGUL.search(before[-4:] + after[:4]):
        return "ko" if ko.is_initials(run.text if run.alias is None else run.alias) else "en"
    return run.language


def says_words(written: str, language: str, before: str, after: str) -> bool:
    """Tell whether a run is to be read: it has letters or digits, or is a sign between two of them in Chinese (a＜b)."""
    if any(map(str.isalnum, written)):
        return True
    sign = written.strip(" ()（）")
    return language in _CHINESE and len(sign) == 1 and _touches(before[-1:], after[:1]) and zh.has_name(sign)


def _touches(before: str, after: str) -> bool:
    return before.isalnum() and after.isalnum()


def _beside(rules: Callable[[str], str], text: str, before: str, after: str) -> str:
    """Apply Chinese rules to a text with marks for the Latin letters that it touches."""
    letter = re.search(r"[A-Za-z]$", before) is not None and re.match(r"[-.：:]?\s?\d", text) is not None
    capital = re.match(r"[A-Z](?![A-Za-z])", after) is not None and text[-1:].isdecimal()
    said = rules(f"{zh.LETTER_BEFORE * letter}{text}{zh.CAPITAL_AFTER * capital}")
    return said.strip(zh.LETTER_BEFORE + zh.CAPITAL_AFTER)
