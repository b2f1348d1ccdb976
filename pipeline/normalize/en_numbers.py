"""Numbers as English says them. num2words makes the words; which kind of number it is, is decided here."""

import re
from functools import lru_cache

from num2words import num2words

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LONGEST = 15  # digits; longer ones are codes
_SCALES = {
    "k": "thousand", "m": "million", "mn": "million", "mm": "million", "b": "billion", "bn": "billion", "t": "trillion",
    "tn": "trillion",
}  # fmt: skip
_FRACTIONS = {2: ("half", "halves"), 4: ("quarter", "quarters")}
_BELOW = frozenset({*range(2, 21), 24, 30, 32, 50, 60, 64, 100, 128, 1000})  # denominators that are said as ranks
_SMALL_FRACTIONS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
VULGAR = "".join(_SMALL_FRACTIONS)


def digits(text: str) -> str:
    """Read digit by digit."""
    return " ".join(_DIGITS[int(char)] for char in text if char.isdigit())


@lru_cache(maxsize=4096)
def cardinal(number: int) -> str:
    """Read a count: two hundred five."""
    return str(num2words(number)).replace(",", "").replace(" and ", " ")


@lru_cache(maxsize=1024)
def ordinal(number: int) -> str:
    """Read a rank: twenty-fourth."""
    return str(num2words(number, to="ordinal")).replace(",", "").replace(" and ", " ")


def pair(number: int) -> str:
    """Read the last two digits of a year or a name: oh five, fifty-four."""
    return f"{'oh ' if number < 10 else ''}{cardinal(number)}"


def year(number: int) -> str:
    """Read a year: nineteen eighty-four, two thousand five, twenty twenty-four."""
    century, rest = divmod(number, 100)
    if number < 1000 or number % 1000 < 10:
        return cardinal(number)
    return f"{cardinal(century)} {pair(rest) if rest else 'hundred'}"


def name(written: str) -> str:
    """Read the number of a room, a road, a flight, a model: one oh one, seven forty-seven, twelve thirty-four."""
    if len(written) > 4 or written[0] == "0":
        return digits(written)
    number = int(written)
    if number < 100:
        return cardinal(number)
    return cardinal(number) if number % 1000 == 0 else year_like(number)


def year_like(number: int) -> str:
    """Read in pairs, whatever the number: seven hundred, seven oh five, nineteen eleven."""
    front, rest = divmod(number, 100)
    return f"{cardinal(front)} {pair(rest) if rest else 'hundred'}"


def plural(words: str) -> str:
    """Return the plural of a number: nineteen eighties, forty-sevens."""
    if words.endswith("six"):
        return words + "es"
    return words[:-1] + "ies" if words.endswith("y") else words + "s"


def decade(number: int) -> str:
    """Read the years that start with it: nineteen eighties."""
    return plural(year(number) if number > 99 else cardinal(number))


def number(written: str) -> str:
    """Read what is written as a plain number: separators, sign and decimals included."""
    bare = re.sub(r"[,'_\s]", "", written)
    sign = "minus " if bare[0] in "-−" else ""
    whole, point, decimals = bare.lstrip("-−+").partition(".")
    if len(whole) > _LONGEST or (len(whole) > 1 and whole[0] == "0"):
        said = digits(whole)
    else:
        said = cardinal(int(whole)) if whole else ""
    if point and decimals:
        said = f"{said} point {digits(decimals)}".strip()
    return sign + said


def scaled(written: str, scale: str | None) -> str:
    """Read a number with its scale: 2M, 10k, 1.5 billion."""
    return f"{number(written)} {_SCALES.get(scale.lower(), scale)}" if scale else number(written)


def fraction(above: int, below: int) -> str:
    """Read a fraction: three quarters, two thirds, seven over thirty-three."""
    if below not in _BELOW:
        return f"{cardinal(above)} over {cardinal(below)}"
    one, many = _FRACTIONS.get(below, (ordinal(below), ordinal(below) + "s"))
    return f"{cardinal(above)} {one if above == 1 else many}"


def mixed(whole: str, above: int, below: int) -> str:
    """Read a fraction with the whole number before it, if there is one: two and a half."""
    said = fraction(above, below)
    if not whole:
        return said
    return f"{number(whole)} and {'a' + said[3:] if above == 1 and below in _FRACTIONS else said}"


def vulgar(whole: str, sign: str) -> str:
    """Read a fraction written as one character, with the whole number before it: 1½."""
    return mixed(whole, *_SMALL_FRACTIONS[sign])


def roman(text: str) -> int:
    """Return the value of a Roman numeral, or 0 if it is none."""
    if not re.fullmatch(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})", text) or not text:
        return 0
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}[char] for char in text]
    return sum(-low if low < high else low for low, high in zip(values, [*values[1:], 0], strict=True))
