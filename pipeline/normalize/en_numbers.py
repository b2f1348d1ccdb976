"""Numbers as English says them. num2words makes the words; which kind of number it is, is decided here."""

import re

from num2words import num2words

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LONGEST = 15  # digits; longer ones are codes
_SCALES = {
    "k": "thousand", "m": "million", "mn": "million", "mm": "million", "b": "billion", "bn": "billion", "t": "trillion",
    "tn": "trillion",
}  # fmt: skip
_FRACTIONS = {2: ("half", "halves"), 4: ("quarter", "quarters")}
_SMALL_FRACTIONS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
VULGAR = "".join(_SMALL_FRACTIONS)


def digits(text: str) -> str:
    """Read digit by digit."""
    return " ".join(_DIGITS[int(char)] for char in text if char.isdigit())


def cardinal(number: int) -> str:
    """Read a count: two hundred five."""
    return str(num2words(number)).replace(",", "").replace(" and ", " ")


def ordinal(number: int) -> str:
    """Read a rank: twenty-fourth."""
    return str(num2words(number, to="ordinal")).replace(",", "").replace(" and ", " ")


def year(number: int) -> str:
    """Read a year: nineteen eighty-four, two thousand five, twenty twenty-four."""
    century, rest = divmod(number, 100)
    if number < 1000 or number % 1000 < 10:
        return cardinal(number)
    if rest == 0:
        return f"{cardinal(century)} hundred"
    return f"{cardinal(century)} {'oh ' if rest < 10 else ''}{cardinal(rest)}"


def decade(number: int) -> str:
    """Read the years that start with it: nineteen eighties."""
    words = year(number) if number > 99 else cardinal(number)
    return words[:-1] + "ies" if words.endswith("y") else words + "s"


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
    """Read a fraction: three quarters, two thirds, seven over thirty-two."""
    if below < 2 or below > 20:
        return f"{cardinal(above)} over {cardinal(below)}"
    one, many = _FRACTIONS.get(below, (ordinal(below), ordinal(below) + "s"))
    return f"{cardinal(above)} {one if above == 1 else many}"


def vulgar(whole: str, sign: str) -> str:
    """Read a fraction written as one character, with the whole number before it: 1½."""
    above, below = _SMALL_FRACTIONS[sign]
    said = fraction(above, below)
    if not whole:
        return said
    return f"{number(whole)} and {'a' + said[3:] if above == 1 and below in {2, 4} else said}"


def roman(text: str) -> int:
    """Return the value of a Roman numeral, or 0 if it is none."""
    if not re.fullmatch(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})", text) or not text:
        return 0
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}[char] for char in text]
    return sum(-low if low < high else low for low, high in zip(values, [*values[1:], 0], strict=True))
