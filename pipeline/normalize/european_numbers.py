"""Numbers as the languages of Western Europe write and say them.

Which mark is the decimal one is decided by how the number is written before a language is asked: 1.250,50 and 1 250,50
and 1,250.50 are the same amount, 123.500 is a thousand times 123,5. The mark that was written is the one that is said.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from num2words import num2words

#: A plain number: groups of three by dot, space, apostrophe or comma; a decimal part.
NUMBER = (
    r"(?:[1-9]\d{0,2}(?:(?:\.\d{3})+(?:,\d+)?|(?:,\d{3})+\.\d+|(?:,\d{3}){2,}|(?:['’]\d{3})+(?:[.,]\d+)?"
    r"|(?: \d{3})+(?:,\d+|\.\d+)?)(?![\d])|\d+(?:[.,]\d+)?)"
)
_LONGEST = 15  # digits; longer ones are codes
_LARGE = re.compile(r"(\b|veinti)uno(?= (?:mil|millones|billones)\b)")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number taken apart: digits, the decimal mark that was written, digits."""

    whole: str
    mark: str = ""
    decimals: str = ""


def figure(text: str) -> Figure:
    """Take a written number apart."""
    bare = re.sub(r"[ '’+−-]", "", text)
    last = max(bare.rfind("."), bare.rfind(","))
    if last < 0:
        return Figure(bare)
    whole, mark, decimals = bare[:last], bare[last], bare[last + 1 :]
    grouped = mark in whole or (mark == "." and re.fullmatch(r"[1-9]\d{0,2}", whole) and len(decimals) == 3)
    if grouped:
        return Figure(re.sub(r"\D", "", bare))
    return Figure(re.sub(r"\D", "", whole), mark, decimals)


def integer(text: str) -> int:
    """Return the value of a written number without its decimals."""
    return int(figure(text).whole)


@cache
def _digit_words(language: str) -> tuple[str, ...]:
    return tuple(str(num2words(digit, lang=language)) for digit in range(10))


def digits(language: str, text: str) -> str:
    """Read digit by digit."""
    words = _digit_words(language)
    return " ".join(words[int(char)] for char in text if char.isdecimal())


@lru_cache(4096)
def cardinal(language: str, value: int) -> str:
    """Read a count as num2words has it, where that is right."""
    said = str(num2words(value, lang=language)).replace(",", "")
    if language == "es":  # veintiuno mil
        said = _LARGE.sub(lambda found: "veintiún" if found[1] else "un", said)
    return said


def ordinal(language: str, value: int) -> str:
    """Read a rank in its first form: masculine, or German without an ending."""
    return str(num2words(value, lang=language, to="ordinal"))


def whole(language: str, text: str) -> str:
    """Read digits: a code when they start with zero or are very many."""
    if len(text) > _LONGEST or (len(text) > 1 and text[0] == "0"):
        return digits(language, text)
    return cardinal(language, int(text))
