"""English: written form to spoken form.

Ordered tables of rules, each a pattern and what is said for it. The order is the design: what looks like a number but is
none (addresses, phones, dates, times) goes first, money and measures next, plain numbers after them, lone signs last. A
table is skipped where the characters that all of its rules need are missing, which is most of prose.
"""

import re

from pipeline.normalize.common import plain_romans
from pipeline.normalize.en_amounts import AMOUNTS
from pipeline.normalize.en_capitals import CAPITALS, ROMANS
from pipeline.normalize.en_codes import CODES_RULES, NAMES
from pipeline.normalize.en_numbers import VULGAR, cardinal, roman
from pipeline.normalize.en_short import ADDRESS, QUERY, SCHEME, WORDS
from pipeline.normalize.en_signs import ENDS, FORMULAS, NUMBERS, SIGNS
from pipeline.normalize.en_times import TIMES
from pipeline.normalize.en_words import SYMBOLS
from pipeline.normalize.rules import Rules, apply

_SOME_NUMBER = re.compile(rf"[\d{VULGAR}]")
#: Each table with what a text must hold for any of its rules to apply.
TABLES: tuple[tuple[re.Pattern[str], Rules], ...] = (
    (re.compile(r"[A-Z]{2}|\b[IVX]\b|(?<= )[ivx]{2}"), ROMANS),
    (re.compile(r"[A-Z]{2}|\b[AI] [A-Z]"), CAPITALS),
    (re.compile(r"\.|@|:/|w/|\bv|\bca |approx|\bgov'|\b(?:Mr|Ms|Dr|St|Pr|Re)"), WORDS),
    (_SOME_NUMBER, (*CODES_RULES, *TIMES, *NAMES, *AMOUNTS)),
    (re.compile(r"[\d⁰¹²³⁴-⁹⁺⁻₀-₉^#*~§¶−\u00b2\u00b3]|[.]m"), FORMULAS),
    (_SOME_NUMBER, NUMBERS),
    (re.compile("|".join(re.escape(sign) for sign in SYMBOLS)), SIGNS),
    (re.compile(r"\w[.,/]\w|\b[ckm][gmlL]\b"), ENDS),
)
_QUOTES = re.compile(r"[‘’ʼ]|′(?=[A-Za-z])|(?<=\w)´(?=\w)")
_BEFORE_MARK = re.compile(r" +([,;:!?…”)]|\.(?!\w))")
_SPACES = re.compile(r"\s+")


# One-character numerals are numbers wherever no word before them says which kind.
_ROMAN_SIGN = re.compile(r"(?<![A-Za-z] )(?<![A-Za-z\u2160-\u217f])[\u2160-\u217f]{1,8}(?![A-Za-z])")


def _roman_sign(found: re.Match[str]) -> str:
    letters = plain_romans(found.group())
    value = roman(letters.upper())
    return cardinal(value) if value else letters


def unspoken(text: str) -> str:
    """Return what is left out on purpose: the scheme and the query of web addresses."""
    return "".join(
        "".join(SCHEME.findall(found.group()) + QUERY.findall(found.group())) for found in ADDRESS.finditer(text)
    )


def spoken(text: str) -> str:
    """Return the spoken form of cleaned English text."""
    text = _QUOTES.sub("'", plain_romans(_ROMAN_SIGN.sub(_roman_sign, text)))
    for needed, rules in TABLES:
        if needed.search(text):
            text = apply(rules, text)
    return _BEFORE_MARK.sub(r"\1", _SPACES.sub(" ", text)).strip() if text.strip() else ""
