"""What English says for each kind of written thing: one function a kind, called with the match of its pattern.

The patterns, with the names of their groups, are in `en`.
"""

import re
import unicodedata

from pipeline.normalize import en_numbers as say
from pipeline.normalize.en_words import ABBREVIATIONS, MONEY, MONTHS, SMALL_WORDS, UNITS

Match = re.Match[str]
SCHEME = re.compile(r"\b(?:https?://(?:www\.)?|ftp://|www\.)", re.IGNORECASE)
QUERY = re.compile(r"(?<=[\w/])[?#][\w%=&+.,;:/@~!*'$-]*[\w=&/]")


def address(found: Match) -> str:
    """Say a web or mail address: dot, slash, at."""
    text = QUERY.sub("", SCHEME.sub("", found.group())).strip("/")
    for mark, word in (
        (".", " dot "),
        ("/", " slash "),
        ("@", " at "),
        ("-", " dash "),
        ("_", " underscore "),
        ("+", " plus "),
    ):
        text = text.replace(mark, word)
    return re.sub(r"%|~|=|:", " ", text)


def abbreviation(found: Match) -> str:
    """Say an abbreviation in full; its dot stays where it ends a sentence."""
    word, rest = found["word"], found.string[found.end() :]
    said = ABBREVIATIONS[word]
    ends = not rest.strip() or (
        word in {"etc", "Jr", "Sr", "Inc", "Co", "Ltd", "Corp"} and bool(re.match(r"[\"”']?\s+[A-Z]", rest))
    )
    return said + ("." if ends and not rest.startswith(".") else "")


def phone(found: Match) -> str:
    """Say a telephone number in groups of digits."""
    groups = re.findall(r"\d+", found.group())
    plus = "plus " if found.group().startswith("+") else ""
    return plus + ", ".join(say.digits(group) for group in groups)


def time(found: Match) -> str:
    """Say a time of day."""
    hour, minute, second = int(found["h"]), int(found["m"]), found["s"]
    half = f" {found['half'][0].upper()} M" if found["half"] else ""
    if not half and (hour, minute) == (0, 0) and not second:
        return "midnight"
    if minute == 0 and not second:
        clock = " o'clock" if not half and 0 < hour < 13 else " hundred" if not half else ""
        return say.cardinal(hour) + clock + half
    said = f"{say.cardinal(hour)} {'oh ' if minute < 10 else ''}{say.cardinal(minute)}"
    return said + (f" and {say.cardinal(int(second))} seconds" if second else "") + half


def date(year: str | None, month: int, day: int, weekday: str = "") -> str:
    """Say a date, month first."""
    said = f"{weekday}{MONTHS[month - 1]} {say.ordinal(day)}"
    return f"{said}, {say.year(int(year))}" if year else said


def numeric_date(found: Match) -> str:
    """Say a date written in digits, or its numbers when it is none."""
    year, month, day = int(found["y"]), int(found["mo"]), int(found["d"])
    if month > 12 >= day:
        month, day = day, month
    valid = 1 <= month <= 12 and 1 <= day <= 31
    return (
        date(str(year), month, day) if valid else re.sub(r"\d+", lambda part: say.number(part.group()), found.group())
    )


def month_first(found: Match) -> str:
    """Say `March 5, 2024`."""
    month = next(at for at, name in enumerate(MONTHS, 1) if name.startswith(found["month"][:3]))
    return date(found["y"], month, int(found["d"]))


def day_first(found: Match) -> str:
    """Say `5 March 2024`."""
    month = next(name for name in MONTHS if name.startswith(found["month"][:3]))
    year = f" {say.year(int(found['y']))}" if found["y"] else ""
    return f"the {say.ordinal(int(found['d']))} of {month}{year}"


def quarter(found: Match) -> str:
    """Say `2Q22`."""
    year = found["y"]
    full = int(year) + (2000 if len(year) == 2 else 0)
    return f"{'' if re.search(r'the $', found.string[: found.start()]) else 'the '}{say.ordinal(int(found['q']))} quarter of {say.year(full)}"


def money(found: Match) -> str:
    """Say an amount, the currency after it."""
    one, many, cent, cents = MONEY[found["sign"]]
    amount, scale, upper = found["n"], found["scale"], found["upper"]
    if upper:
        return f"{say.number(amount)} to {say.scaled(upper, scale)} {many}"
    if scale:
        return f"{say.scaled(amount, scale)} {many}"
    whole, _, part = amount.partition(".")
    if len(part) not in {0, 2}:
        return f"{say.number(amount)} {many}"
    units = int(re.sub(r"\D", "", whole))
    pieces = [f"{say.cardinal(units)} {one if units == 1 else many}"] if units or not int(part or 0) else []
    if int(part or 0):
        pieces.append(f"{say.cardinal(int(part))} {cent if int(part) == 1 else cents}")
    return " and ".join(pieces)


def unit(found: Match) -> str:
    """Say a number with its unit."""
    number, upper, unit = found["n"], found["upper"], found["unit"]
    one, many = UNITS[unit]
    said = f"{say.number(number)} to {say.number(upper)}" if upper else say.number(number)
    return f"{said} {one if number in {'1', '-1'} and not upper else many}"


def number_range(found: Match) -> str:
    """Say a range of years or of numbers."""
    low, high = found["a"], found["b"]
    if len(low) == 4 and len(high) in {2, 4} and low[:2] in {"15", "16", "17", "18", "19", "20"}:
        return f"{say.year(int(low))} to {say.year(int(high)) if len(high) == 4 else say.cardinal(int(high))}"
    return f"{say.number(low)} to {say.number(high)}"


def year(found: Match) -> str:
    """Say a year."""
    return say.year(int(found.group()))


def decade(found: Match) -> str:
    """Say the years of a decade."""
    return say.decade(int(found["n"]))


def roman_count(found: Match) -> str:
    """Say a Roman numeral that counts: Chapter IV."""
    value = say.roman(found["r"])
    return f"{found['word']} {say.cardinal(value)}" if value else found.group()


def roman_rank(found: Match) -> str:
    """Say a Roman numeral that ranks: Henry VIII."""
    value = say.roman(found["r"])
    return f"{found['word']} the {say.ordinal(value)}" if value else found.group()


def shout(found: Match) -> str:
    """Lower a stretch of capitals that is prose; leave acronyms."""
    words = re.findall(r"[A-Z']+", found.group())
    alone = found.group().strip() == re.sub(r"[^\w' ,-]", "", found.string).strip()
    prose = any(word.lower() in SMALL_WORDS for word in words if word not in {"A", "I"}) and len(words) > 2
    if not prose and not (alone and any(len(word) > 5 for word in words)):
        return found.group()
    lower = found.group().lower()
    return re.sub(r"\bi\b", "I", lower[0].upper() + lower[1:])


def version(found: Match) -> str:
    """Say the parts of a version."""
    again = found.string[: found.start()].lower().rstrip().endswith("version")
    word = "version " if found["v"] and not again else ""
    return word + " point ".join(say.number(part) for part in found["n"].split("."))


def code(found: Match) -> str:
    """Say a code digit by digit."""
    return found["lead"] + say.digits(found["n"])


def power(found: Match) -> str:
    """Say a raised number: 10⁻³."""
    raised = unicodedata.normalize("NFKC", found.group())
    return " to the power of " + raised.replace("\u2212", "minus ").replace("+", "") + " "


def slash(found: Match) -> str:
    """Say a fraction."""
    above, below = int(found["a"]), int(found["b"])
    pair = above == below or (above, below) in {(24, 7), (9, 11)}  # names, not fractions: 50/50, 9/11
    return f"{say.cardinal(above)} {say.cardinal(below)}" if pair else say.fraction(above, below)
