"""English formulas, plain numbers and lone signs: what is left when everything that is something else was said."""

import re
import unicodedata

from pipeline.normalize import en_numbers as say
from pipeline.normalize.en_amounts import N
from pipeline.normalize.en_words import SYMBOLS
from pipeline.normalize.rules import compiled

Match = re.Match[str]
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def _power(found: Match) -> str:
    """Say a raised number: 10⁻³."""
    raised = unicodedata.normalize("NFKC", found.group())
    return " to the power of " + raised.replace("\u2212", "minus ").replace("+", "") + " "


def _caret(found: Match) -> str:
    raised = found["r"].strip("{}()")
    return {"2": " squared", "3": " cubed"}.get(raised) or " to the power of " + re.sub("^[-−]", "minus ", raised)


def _scientific(found: Match) -> str:
    minus = "minus " if found["e"][0] in "-−" else ""
    return f"{say.number(found['n'])} times ten to the power of {minus}{say.number(found['e'].lstrip('+-−'))}"


FORMULAS = compiled(
    (r"[₀-₉]{1,20}", lambda m: " " + " ".join(m.group().translate(_LOWERED)) + " "),
    (r"(?:(?<=[\d)])|(?<=\b[A-Za-z]))(?:[⁺⁻][⁰¹²³⁴-⁹]{1,9}|[⁰¹²³⁴-⁹]{2,9}|[⁰⁴-⁹])", _power),
    (r"(?<=\b[b-hj-z])(?=[a-z][²³])", " "),
    (r"(?<![\w.,])(?P<n>\d{1,9}(?:\.\d{1,9})?)[eE](?P<e>[-−+]?\d{1,3})\b", _scientific),
    (r"(?<=[\w)])\^(?P<r>[-−]?\d{1,6}\b|[-−]?[a-z]\b|\{[^{}\s]{1,20}\}|\([^()\s]{1,20}\))", _caret),
    (r"(?<=\w)\^(?=\w)", " to the power of "),
    (r"(?<=\d)\s?\*\s?(?=\d)", " times "),
    (r"(?<![\w'’-])([a-z])-(?=\d\b)", r"\1 minus "),
    (r"(?<=\d\s)[-−](?=\s\d)|(?<=\w\s)−(?=\s\w)", "minus"),
    (r"\b([A-G])#(?!\w)", r"\1 sharp"),
    (r"#\s?(?=\d)", "number "),
    (r"#(?=[A-Za-z])", "hashtag "),
)  # fmt: skip
NUMBERS = compiled(
    (r"(?<![\d:])(\d{1,9}):(\d{1,9})(?![\d:])", lambda m: f"{say.number(m[1])} to {say.number(m[2])}"),
    (r"\b(\d{1,24})(?:st|nd|rd|th|ST|ND|RD|TH)\b", lambda m: say.ordinal(int(m[1])) if len(m[1]) < 13 else m.group()),
    (rf"(?:(?<=^)|(?<=[\s(\[=“\"]))[-−](?={N})", "minus "),
    (r"(?<=[±+×÷=<>≤≥(])\s?[-−](?=\d)", " minus "),
    (r"(?<![\d.])\.(?=\d)", "point "),
    (r"(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)", " "),
    (rf"(?<![\d.]){N}", lambda m: say.number(m.group())),
    (r"\d+", lambda m: f" {say.digits(m.group())} "),
)  # fmt: skip
_BARE = {
    "km": "kilometers",
    "cm": "centimeters",
    "mm": "millimeters",
    "kg": "kilograms",
    "mg": "milligrams",
    "ml": "milliliters",
    "mL": "milliliters",
}
SIGNS = compiled(
    (r"°C(?!\w)", " degrees Celsius "),
    (r"°F(?!\w)", " degrees Fahrenheit "),
    ("|".join(re.escape(sign) for sign in SYMBOLS), lambda m: SYMBOLS[m.group()]),
)  # fmt: skip
ENDS = compiled(
    (r"\b(km|cm|mm|kg|mg|ml|mL)\b(?![/.])", lambda m: _BARE[m[1]]),
    (r"\bper (kilo|centi|milli)(gram|meter|liter)s\b", r"per \1\2"),
    (r"(?<=\w),(?=[^\W\d])", ", "),
    (r"(?<=\w)\.(?=[a-z]{2,})", " dot "),
    (r"(?<=[a-z]{2})/(?=[a-z]{2})", " "),
)  # fmt: skip
