"""English numbers that are names: telephones, cards, versions, addresses of machines, rooms, roads, flights, models."""

import re

from pipeline.normalize import en_numbers as say
from pipeline.normalize.en_words import CODES, COUNTS
from pipeline.normalize.rules import compiled

Match = re.Match[str]

_BEFORE = r"(?<![\w.,$£€/-])(?<!\d )"
_AFTER = r"(?![\w-]|[.,/]\d| \d)"
_CALLS = "call|calls|called|phone|phoned|dial|dialed|dialled|ring|rang|text|tel|telephone|fax|mobile|cell|hotline|helpline|whatsapp"
_SHORT_CALLS = "911|999|112|000|111|101|411|311|988|110|119|118|811|211"
_NAMED = (
    "Boeing|Airbus|Routes?|Rte|Highway|Hwy|Interstate|Rooms?|Suite|Flight|Gate|Bus|Apartment|Apt|Flat|Studio|Hangar|Locker|"
    "Freeway|Xbox|Platform|Terminal|Peugeot|Porsche|Ferrari|Extension|Tram|Train|Line|Locomotive|Unit"
)
_SOFTWARE = "Python|Java|PHP|iOS|iPadOS|macOS|Android|Node|Node\\.js|Django|Ubuntu|Debian|Fedora|Ruby|Go|Rust|Kernel|Linux|Firefox|Chrome|version|release"


def _groups(found: Match) -> str:
    """Say digits in their groups, with a short pause between them; letters stay."""
    groups = re.findall(r"\d+|[A-Za-z]+", found.group())
    plus = "plus " if found.group().startswith("+") else ""
    return plus + ", ".join(say.digits(group) if group.isdigit() else group for group in groups)


def _phone(found: Match) -> str:
    count = sum(char.isdigit() for char in found.group())
    return _groups(found) if (8 if found.group()[0] == "+" else 9) <= count <= 15 else found.group()


def _led(found: Match) -> str:
    return f"{found['lead']}{_digits_and_letters(found['n'])}"


def _digits_and_letters(code: str) -> str:
    return ", ".join(
        say.digits(part) if part.isdigit() else " ".join(part) for part in re.findall(r"\d+|[A-Za-z]+", code)
    )


def _machine(found: Match) -> str:
    """Say an IPv4 address; 1.2.3.4, whose parts are all one digit, is a version."""
    parts = found["ip"].split(".")
    if all(len(part) == 1 for part in parts) or any(int(part) > 255 for part in parts):
        return found.group()
    port = (
        f" port {say.digits(found['port'])}"
        if found["port"]
        else f" slash {say.number(found['net'])}"
        if found["net"]
        else ""
    )
    return " dot ".join(say.digits(part) for part in parts) + port


def _colons(found: Match) -> str:
    said = re.sub(
        r"[0-9A-Fa-f]+",
        lambda part: " ".join(say.digits(c) if c.isdigit() else c.upper() for c in part.group()),
        found.group(),
    )
    return said.replace(":", " colon ")


def _version(found: Match) -> str:
    again = re.search(r"(?i)versions?\s$", found.string[max(0, found.start() - 10) : found.start()])
    word = "version " if found["v"] and not again else ""
    return word + " point ".join(say.number(part) for part in found["n"].split("."))


def _named(found: Match) -> str:
    rest = f" {found['letter']}" if found["letter"] else ""
    return f"{found['lead']}{say.name(found['n'])}{rest}"


def _model(found: Match) -> str:
    """Say a name of letters and digits: B 737, WD-40, R2-D2."""
    parts = re.findall(r"\d+|[A-Za-z]+", found.group())
    return " ".join(say.name(part) if part.isdigit() else part for part in parts)


def _chain(found: Match) -> str:
    return ", ".join(say.number(part) for part in re.split("[-–]", found.group()))


CODES_RULES = compiled(
    (r"(?<!\d)\d{25,}", lambda m: f" {say.digits(m.group())} "),  # bounds the work of every later rule
    (r"(?i:(?P<lead>\bIS[BS]N(?:-1[03])?:?\s{0,2}))(?P<n>\d[\dX -]{6,18}[\dXx])\b", _led),
    (r"\b[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){3,7}(?: [A-Z0-9]{1,3})?\b", lambda m: _digits_and_letters(m.group())),
    (rf"{_BEFORE}\d{{4}}(?P<s>[ -])\d{{4}}(?P=s)\d{{4}}(?P=s)\d{{1,4}}{_AFTER}", _groups),
    (rf"{_BEFORE}\d{{3}}-\d{{2}}-\d{{4}}{_AFTER}", _groups),
    (rf"(?i:(?P<lead>\b(?:{CODES})\b(?:\s+(?:is|number|of))?[\s:#]{{0,4}}))(?P<n>\d{{3,}}(?:-\d{{4}})?)\b(?![.,]\d)(?!\s(?:{COUNTS})\b)", _led),
    (r"(?i:(?P<lead>\bext(?:ension)?\b\.?\s?))(?P<n>\d{1,6})\b", lambda m: f"extension {say.digits(m['n'])}"),
    (r"(?P<lead>\b[A-Z]{2} )(?P<n>\d{5}(?:-\d{4})?)\b(?![.,]\d| [a-z]+s\b| people\b)", _led),
    # telephones
    (r"(?<![\w.])\+\d[\d ()./-]{6,20}\d(?!\w)", _phone),
    (r"(?<![\w.])\(\d{2,5}\)\s?\d{3,4}[- .]?\d{3,4}(?:[- ]\d{2,4})?(?![\w-])", _phone),
    (r"\b1-\d{3}-(?:\d{3}-)?[A-Z]{4,8}\b", _groups),
    (rf"{_BEFORE}(?:1[-. ])?\d{{3}}(?P<s>[-. ])\d{{3}}(?P=s)\d{{4}}{_AFTER}", _phone),
    (rf"{_BEFORE}(?:1-)?\d{{3,4}}-\d{{3,4}}-\d{{4}}{_AFTER}", _phone),
    (rf"{_BEFORE}0\d{{1,4}}(?:[ -]\d{{2,8}}){{1,4}}{_AFTER}", _phone),
    (rf"{_BEFORE}\d{{4}} \d{{3}} \d{{3,4}}{_AFTER}", _phone),
    (rf"{_BEFORE}555-\d{{4}}{_AFTER}", _groups),
    (rf"(?i:(?P<lead>\b(?:{_CALLS})(?:\s(?:me|us|him|her|them|the|number|on|at|is|now|no)){{0,3}}\.?[:\s]\s?))(?P<n>\d{{3}}-\d{{4}}|\d{{5,15}}|(?:{_SHORT_CALLS}))\b(?![.,]\d|\s(?:{COUNTS})\b)", _led),
    # machines and versions
    (r"(?<![\w.])(?P<ip>(?:\d{1,3}\.){3}\d{1,3})(?::(?P<port>\d{2,5})|/(?P<net>\d{1,2}))?(?![\w]|\.\d)", _machine),
    (r"(?<![\w:])(?=[0-9A-Fa-f:]{0,40}?(?:::|(?::[0-9A-Fa-f]{1,4}){3}))[0-9A-Fa-f]{1,4}(?::{1,2}[0-9A-Fa-f]{1,4}){2,7}(?![\w:])", _colons),
    (r"\b(?P<v>(?:v(?:er(?:sion)?)?|Ver(?:sion)?)\.?\s?)(?P<n>\d{1,6}(?:\.\d{1,6}){0,6})\b(?!%)", _version),
    (rf"(?<=\b)(?P<lead>(?:{_SOFTWARE})s? )(?P<v>)(?P<n>\d{{1,3}}\.\d{{1,3}}(?:\.\d{{1,4}}){{0,3}})\b(?!%)", lambda m: m["lead"] + _version(m)),
)  # fmt: skip
#: After dates and times, which look like some of them.
NAMES = compiled(
    (r"(?<![\w.,])\d{1,3}(?:\.\d{3}){2,5}(?![\w.]|,\d{3})", lambda m: say.number(m.group().replace(".", ""))),
    (r"(?P<v>)(?<![\w.,])(?P<n>\d{1,6}(?:\.\d{1,6}){2,6})\b", _version),
    (r"\b([A-Z]{1,4})-?(\d{1,4})s\b(?!['’])", lambda m: f"{m[1]} {say.plural(say.name(m[2]))}"),
    (r"\b401\(?k\)?", "four oh one K"),
    (r"\b403\(?b\)?", "four oh three B"),
    (rf"(?P<lead>\b(?:{_NAMED}|{_NAMED.lower()})\s(?:[A-Z]{{1,2}} ?)?)(?P<n>\d{{1,4}}(?=[A-Z]\b)|\d{{3,4}})(?P<letter>[A-Z])?\b(?![.,]\d|\s(?:{COUNTS})\b)", _named),
    (r"(?<![\w.,$£€-])(?P<lead>)(?P<n>\d{3,4})(?P<letter>[A-Z])\b(?<!00[KMBGVWA])", _named),
    (r"(?<![\w.,$£€'’-])(?=[A-Z]{0,4}-?\d)(?:[A-Z]{1,4}-?\d{1,5}){1,3}(?:-?[A-Z]{1,2})?(?![\w]|[.,]\d|-\d)", _model),
    (r"(?<![\w.,$£€-])\d{1,4}(?:[-–]\d{1,4}){2,30}(?![\w-]|[.,]\d)", _chain),
)  # fmt: skip
