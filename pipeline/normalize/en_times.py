"""English dates, times of day and years."""

import re

from pipeline.normalize import en_numbers as say
from pipeline.normalize.en_short import ends_sentence
from pipeline.normalize.en_units import MONEY_CODES, UNITS
from pipeline.normalize.en_words import BIBLE, COUNTS, MONTHS
from pipeline.normalize.rules import compiled

Match = re.Match[str]
_MONTH = "|".join([*MONTHS, "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"])
_DASH = r"\s?[-–—−]\s?"
_HALF = r"(?:\s?(?P<half>[aApP])(?:\.\s?[mM]\.|\.?[mM]\b))"
_CLOCK = r"(?:1[0-2]|0?[1-9])"
_MEASURE = "|".join(
    re.escape(unit) for unit in sorted([*UNITS, *MONEY_CODES, "million", "billion"], key=len, reverse=True)
)
_ZONES = (
    r"\s+(?:[A-Z]{2,4}\b|Eastern|Central|Pacific|Mountain|Greenwich|on\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
)
# Before one of these a number in the thousands is a year, whatever comes after it.
_YEAR_LEADS = re.compile(r"(?i:\b(?:in|by|since|from|until|till|before|after|during|circa|year|early|late|mid|spring|summer|autumn|fall|winter|©|copyright))\s\Z")  # fmt: skip
_COUNTED_AFTER = re.compile(rf"\s+(?:(?:{COUNTS})\b|(?!(?:was|is|has|as|this|its|his|us|does|plus|versus|less|across|towards)\b)[a-z]{{3,}}s\b)")  # fmt: skip


def _half(found: Match) -> str:
    """Say A M or P M; a dot that ends a sentence stays."""
    half = found["half"]
    if not half:
        return ""
    dotted = found.group().endswith(".") and not re.match(_ZONES, found.string[found.end() : found.end() + 16])
    following = re.match(r"\s+[A-Z]", found.string[found.end() : found.end() + 8])
    return f" {half.upper()} M" + ("." if dotted and (following or ends_sentence(found)) else "")


def _time(found: Match) -> str:
    hour, minute, second = int(found["h"]), int(found["m"]), int(found["s"] or 0)
    half = _half(found)
    if not half and (hour, minute) == (0, 0) and not second:
        return "midnight"
    if minute == 0 and not second:
        ranged = re.match(r" to (?:\d|noon|midnight)", found.string[found.end() : found.end() + 13])
        clock = "" if half or ranged else " o'clock" if 0 < hour < 13 else " hundred"
        return say.cardinal(hour) + clock + half
    said = f"{say.cardinal(hour)} {say.pair(minute) if minute else 'zero zero'}"
    return said + (f" and {say.cardinal(second)} seconds" if second else "") + half


def _hour(found: Match) -> str:
    return say.cardinal(int(found["h"])) + _half(found)


def _military(found: Match) -> str:
    hour, minute = int(found["h"]), int(found["m"])
    oh = "zero " if hour < 10 else ""
    return f"{oh}{say.cardinal(hour)} {say.cardinal(minute) if minute else 'hundred'} hours"


def _valid(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= 31


def _date(year: int | None, month: int, day: int) -> str:
    said = f"{MONTHS[month - 1]} {say.ordinal(day)}"
    return f"{said}, {say.year(year)}" if year else said


def _numeric_date(found: Match) -> str:
    """Say a date written in digits, or its numbers when it is none."""
    year, month, day = int(found["y"]), int(found["mo"]), int(found["d"])
    if len(found["y"]) == 2:
        year += 1900 if year > 49 else 2000
    if month > 12 >= day:
        month, day = day, month
    if _valid(month, day):
        return _date(year, month, day)
    return re.sub(r"\d+", lambda part: say.number(part.group()), found.group())


def _month_and_day(found: Match) -> str:
    return (
        _date(None, int(found["mo"]), int(found["d"])) if _valid(int(found["mo"]), int(found["d"])) else found.group()
    )


def _month(found: Match) -> int:
    return next(at for at, name in enumerate(MONTHS, 1) if name.startswith(found["month"][:3]))


def _month_first(found: Match) -> str:
    """Say `March 5, 2024` and `March 5-7`."""
    if not _valid(_month(found), int(found["d"])):
        return found.group()
    last = f" to {say.ordinal(int(found['d2']))}" if found["d2"] else ""
    year = f", {say.year(int(found['y']))}" if found["y"] else ""
    return _date(None, _month(found), int(found["d"])) + last + year


def _day_first(found: Match) -> str:
    """Say `5 March 2024` and `5-7 March`."""
    if not _valid(1, int(found["d"])):
        return found.group()
    last = f" to the {say.ordinal(int(found['d2']))}" if found["d2"] else ""
    year = f" {say.year(int(found['y']))}" if found["y"] else ""
    return f"the {say.ordinal(int(found['d']))}{last} of {MONTHS[_month(found) - 1]}{year}"


def _full(year: str) -> int:
    return int(year) + (2000 if len(year) == 2 else 0)


def _quarter(found: Match) -> str:
    """Say `2Q22` and `Q3 2022`."""
    article = "" if re.search(r"\bthe $", found.string[max(0, found.start() - 5) : found.start()]) else "the "
    return f"{article}{say.ordinal(int(found['q'] or found['q2']))} quarter of {say.year(_full(found['y']))}"


def _years(found: Match) -> str:
    """Say 1914-18 and 1999/2000."""
    low, high = int(found["a"]), int(found["b"])
    join = " " if "/" in found.group() else " to "
    return say.year(low) + join + (say.pair(high) if len(found["b"]) == 2 else say.year(high))


def _year(found: Match) -> str:
    """Say a year; 1500 soldiers are a count."""
    number = int(found.group())
    lead = _YEAR_LEADS.search(found.string, max(0, found.start() - 12), found.start())
    counted = not lead and (number % 10 == 0 or number < 1300) and _COUNTED_AFTER.match(found.string, found.end())
    return say.cardinal(number) if counted else say.year(number)


def _verse(found: Match) -> str:
    last = f" to {say.number(found['v2'])}" if found["v2"] else ""
    return f"{found['book']} {say.number(found['c'])} {say.number(found['v'])}{last}"


TIMES = compiled(
    (r"(?<=\d0s)\s?[-–—]\s?(?=['’]?\d0s\b)", " to "),
    (r"(?<![\w.,])['’]?(\d\d)ers\b", lambda m: say.cardinal(int(m[1])) + ("rs" if m[1][1] in "1359" else "ers")),
    (r"\b(?P<month>Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)(?= (?:1[89]|20)\d\d\b)", lambda m: MONTHS[_month(m) - 1]),
    (rf"(?<= (?:1[89]|20)\d\d)\s?[-–—]\s?(?=(?:{_MONTH})\b)", " to "),
    (r"\b([123]) (?=(?:Samuel|Kings|Chronicles|Corinthians|Thessalonians|Timothy|Peter|John) \d)", lambda m: say.ordinal(int(m[1])).capitalize() + " "),
    (rf"\b(?P<book>{BIBLE})\.? (?P<c>\d{{1,3}}):(?P<v>\d{{1,3}})(?:[-–](?P<v2>\d{{1,3}}))?(?!\d|:\d|\s?[ap]\.?m)", _verse),
    (r"(?<=\d{4}-\d\d-\d\d)T(?=\d\d:\d\d)", ", "),
    (r"(?<=:\d\d:\d\d)(?:\.\d{1,6})?Z\b", " U T C"),
    (rf"(?<=:[0-5]\d)(?P<half>\s?[ap]\.?m\.?)?{_DASH}(?=\d{{1,2}}:[0-5]\d|{_CLOCK}\s?[ap]\.?\s?m|noon\b|midnight\b)", lambda m: (m["half"] or "") + " to "),
    (rf"(?i:(?<=\d[ap]m|\d [ap]|\.m\.)|(?<=\d [ap]m)){_DASH}(?=\d)", " to "),
    (rf"(?<![\d.:,$£€/-])\b({_CLOCK}){_DASH}(?={_CLOCK}(?::[0-5]\d)?\s?[apAP]\.?\s?[mM]\b)", lambda m: say.cardinal(int(m[1])) + " to "),
    (r"\b(?P<y>[12]\d{3})[-/.](?P<mo>\d{1,2})[-/.](?P<d>\d{1,2})\b(?!\.\d)", _numeric_date),
    (r"(?<![\d/.])(?P<mo>\d{1,2})/(?P<d>\d{1,2})/(?P<y>[12]\d{3}|\d\d)\b(?!/)", _numeric_date),
    (r"(?<![\d/.-])(?P<mo>\d{1,2})-(?P<d>\d{1,2})-(?P<y>(?:19|20)\d\d)\b(?!-)", _numeric_date),
    (r"(?<![\d/.])(?P<d>\d{1,2})\.(?P<mo>\d{1,2})\.(?P<y>(?:19|20)\d\d)\b(?!\.\d)", _numeric_date),
    (r"(?i:(?<=\bon )|(?<=\bby )|(?<=day )|(?<=day, ))(?!9/11\b)(?P<mo>\d{1,2})/(?P<d>\d{1,2})\b(?![/\d])", _month_and_day),
    (rf"\b(?P<month>{_MONTH})\.? (?P<d>[0-3]?\d)(?:st|nd|rd|th)?\b(?:{_DASH}(?P<d2>[0-3]?\d)(?:st|nd|rd|th)?\b)?(?!:|\.\d|,\d)(?:,? (?P<y>[12]\d{{3}})\b(?!\.\d|,\d))?", _month_first),
    (rf"(?<![\d.,/$£€:-])\b(?:the )?(?P<d>[0-3]?\d)(?:st|nd|rd|th)?(?:{_DASH}(?P<d2>[0-3]?\d)(?:st|nd|rd|th)?)?(?: of)? (?P<month>{_MONTH})\b(?:\.(?!$))?(?:,? (?P<y>[12]\d{{3}})\b)?", _day_first),
    (r"\b(?:(?P<q>[1-4])Q|Q(?P<q2>[1-4])[ -]?)['’]?(?P<y>(?:20)?\d\d)\b", _quarter),
    (r"\bFY\s?['’]?(?P<y>(?:20)?\d\d)\b", lambda m: f"fiscal year {say.year(_full(m['y']))}"),
    (r"(?<!\d)(?:(?<=at )|(?<=by )|(?=0))(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d)\s?(?:hours|hrs)\b", _military),
    (rf"(?<![\d:.])\b(?P<h>[01]?\d|2[0-4]):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?{_HALF}?(?=$|[^\d:])", _time),
    (rf"(?<![\d:.])\b(?P<h>{_CLOCK})\.(?P<m>[0-5]\d)(?P<s>){_HALF}", _time),
    (rf"(?<![\d.:,$£€])\b(?P<h>{_CLOCK}){_HALF}", _hour),
    (r"\b([apAP])\.\s?[mM]\.", lambda m: f"{m[1].upper()} M" + ("." if ends_sentence(m) else "")),
    (r"\b(?P<h>\d{1,2})h(?P<m>[0-5]\d)\b", lambda m: f"{say.cardinal(int(m['h']))} {say.pair(int(m['m']))}"),
    (r"\b(\d{1,3})\s?h\s?(\d{1,2})\s?m(?:in)?\b", lambda m: f"{say.number(m[1])} hour{'s' * (m[1] != '1')} {say.number(m[2])} minute{'s' * (m[2] != '1')}"),
    (r"(?<![\w.,$£€])['’]?(?P<n>[2-9]0|1\d\d0|20\d0)['’]?s\b", lambda m: say.decade(int(m["n"]))),
    (r"(?<![\w.,$£€/-])(?P<a>1[1-9]\d\d|20\d\d)(?:\s?[-–—−]\s?|/)(?P<b>\d{4}|\d\d)\b(?![\w/-]|[.,]\d)", _years),
    (r"(?i:(?<=year )|(?<=by )|(?<=until )|(?<=since )|(?<=before ))2[1-9]\d\d\b(?![.,]\d)(?! [a-z]{3,}s\b)", lambda m: say.year(int(m.group()))),
    (rf"(?<![\w.,$£€−])(?:(?<!-)|(?<=[a-z]-))(?<!\d )(?:10[1-9]\d|1[1-9]\d\d|20\d\d)(?!\s?[-–−/]?\s?\d|[\w]|[,.]\d)(?=\W|$)(?!\s?[€£¥%°×÷*+^]|[ -](?:{_MEASURE})(?![\w.]))(?<![×÷*+^=]\d{{4}})(?<![×÷*+^] \d{{4}})", _year),
)  # fmt: skip
