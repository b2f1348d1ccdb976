"""Hindi: written form to spoken form, as far as its reader needs it.

espeak-ng reads numbers in either digits right, with lakh and crore, decimals and percent; what it reads wrong or not at
all are rupees, times, dates, ranges, years of the last centuries and lone signs.
"""

import re
from collections.abc import Callable
from functools import cache

from pipeline.normalize.common import plain_romans
from pipeline.normalize.rules import Rules, apply, compiled

Match = re.Match[str]
_MONTHS = ("जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्तूबर", "नवंबर", "दिसंबर")
_N = r"(?<![\d.,])\d+(?:,\d{2,3})*(?:\.\d+)?"
_SYMBOLS = {
    "&": " और ", "+": " जमा ", "=": " बराबर ", "@": " ऐट ", "₹": " रुपये ", "$": " डॉलर ", "€": " यूरो ", "£": " पाउंड ", "°": " डिग्री ",
    "×": " गुणा ", "÷": " भाग ", "<": " से कम ", ">": " से अधिक ", "*": " ", "#": " नंबर ", "§": " धारा ", "_": " ",
}  # fmt: skip
_MONEY = {
    "₹": ("रुपया", "रुपये", "पैसे"),
    "$": ("डॉलर", "डॉलर", "सेंट"),
    "€": ("यूरो", "यूरो", "सेंट"),
    "£": ("पाउंड", "पाउंड", "पेंस"),
}


def spoken(text: str) -> str:
    """Return the spoken form of cleaned Hindi text."""
    return apply(_rules(), plain_romans(text)).strip()


def _money(found: Match) -> str:
    one, many, cents = _MONEY[found["sign"]]
    whole, _, part = found["n"].partition(".")
    scale = f" {found['scale']}" if found["scale"] else ""
    if scale or len(part) != 2:
        return f"{found['n']}{scale} {one if found['n'] == '1' and not scale else many}"
    return f"{whole} {one if whole == '1' else many}" + (f" {int(part)} {cents}" if int(part) else "")


def _date(found: Match) -> str:
    day, month = int(found["d"]), int(found["mo"])
    return f"{day} {_MONTHS[month - 1]} {found['y']}" if 1 <= day <= 31 and 1 <= month <= 12 else found.group()


def _time(found: Match) -> str:
    hour, minute = int(found["h"]), int(found["m"])
    return f"{hour} बजकर {minute} मिनट" if minute else f"{hour} बजे"


@cache
def _rules() -> Rules:
    sign = "".join(_MONEY)
    symbols: Callable[[Match], str] = lambda m: _SYMBOLS[m.group()]  # noqa: E731 - one line of the table below
    return compiled(
        (r"[०-९]", lambda m: str(int(m.group()))),
        (r"(?<!\d)\d{16,}", lambda m: " ".join(m.group())),  # a code; it also bounds the work of every later rule
        (r"(?<![\w.,/-])(?P<d>\d{1,2})[/.-](?P<mo>\d{1,2})[/.-](?P<y>[12]\d{3})(?![\w/-]|[.,]\d)", _date),
        (r"(?<![\w.,/-])(?P<y>[12]\d{3})-(?P<mo>\d{1,2})-(?P<d>\d{1,2})(?![\w/-]|[.,]\d)", _date),
        (r"(?<![\w.,:])(?P<h>[01]?\d|2[0-4]):(?P<m>[0-5]\d)(?: ?बजे)?(?![\w:]|[.,]\d)", _time),
        (rf"(?P<sign>[{sign}]) ?(?P<n>{_N})(?: (?P<scale>हज़ार|हजार|लाख|करोड़|अरब)(?!\w))?", _money),
        (rf"(?P<n>{_N})(?P<scale>(?!))? ?(?P<sign>[{sign}])", _money),
        (r"(?<=सन् )(1[1-9])(\d\d)(?!\d)|(?<![\d.,:/-])(1[1-9])(\d\d)(?= (?:में|ई|तक|से)(?!\w))", lambda m: f"{m[1] or m[3]} सौ {int(m[2] or m[4]) or ''}".strip()),
        (rf"(?<![\w.,/-])({_N}) ?[-–—] ?({_N})(?![\w/-]|[.,]\d)", r"\1 से \2"),
        (r"(?:(?<=^)|(?<=[\s(]))[-−](?=\d)", "ऋण "),
        (r"(?<=\d) ?° ?C(?!\w)", " डिग्री सेल्सियस"),
        (r"(?<=[^\W\d_])(?=\d)", " "),
        ("[" + re.escape("".join(_SYMBOLS)) + "]", symbols),
        (r"\s{2,}", " "),
        (r"\s+(?=[,.;:!?।](?:\W|$))", ""),
    )  # fmt: skip
