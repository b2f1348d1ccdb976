"""English money, measures, ranges and fractions."""

import re

from pipeline.normalize import en_numbers as say
from pipeline.normalize.en_units import MONEY, MONEY_CODES, PER, UNITS
from pipeline.normalize.rules import compiled

Match = re.Match[str]

N = r"(?:\d{1,3}(?:[,'_]\d{2,3}){0,7}[,'_]\d{3}(?!\d)|\d{1,24})(?:\.\d{1,24})?"  #: a plain number
_TO = r"(?:\s?[-–—−]\s?| to )"
_SCALE = r"(?:\s?(?:thousand|million|billion|trillion|mn|bn|tn|[kKmMbB])\b(?!['’-])|[tT]n?\b)"
_START = r"(?<![^\s(\[“\"'‘/])"  # a minus, not a hyphen
# Nouns follow these: a $5 bill, a 10 km run.
_ADJECTIVE = re.compile(r"(?i:\b(?:an?|another|first|new|single|whole|per)\s)\Z")
_NOUN = re.compile(r"[ -](?!(?:to|of|in|on|at|for|from|with|and|or|but|that|which|who|is|was|are|were|by|each|per|than|as|long|wide|tall|high|deep|away|later|ago)\b)[a-z]")  # fmt: skip


def _alternatives(words: dict[str, object]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_SIGN = _alternatives(dict(MONEY))
_CODE = "|".join(MONEY_CODES)
_UNIT = _alternatives(dict(UNITS))
_PER = _alternatives(dict(PER))


def _adjective(found: Match) -> bool:
    return bool(
        _ADJECTIVE.search(found.string, max(0, found.start() - 9), found.start())
        and _NOUN.match(found.string, found.end())
    )


def _per(found: Match) -> str:
    return f" per {PER[found['per']]}" if found["per"] else ""


def _money(found: Match) -> str:
    """Say an amount, the currency after it."""
    groups = found.groupdict()
    one, many, cent, cents = MONEY.get(groups.get("sign") or "") or MONEY_CODES[groups["code"]]
    amount, scale, upper = found["n"], (groups.get("scale") or "").strip(), groups.get("upper")
    minus = "minus " if groups.get("minus") or groups.get("minus2") else ""
    many = one if _adjective(found) else many
    if upper:
        return f"{minus}{say.number(amount)} to {say.scaled(upper, scale)} {many}{_per(found)}"
    if scale:
        return f"{minus}{say.scaled(amount, scale)} {many}{_per(found)}"
    whole, _, part = amount.partition(".")
    if len(part) not in {0, 2}:
        return f"{minus}{say.number(amount)} {many}{_per(found)}"
    units = int(re.sub(r"\D", "", whole) or 0)
    pieces = [f"{say.cardinal(units)} {one if units == 1 else many}"] if units or not int(part or 0) else []
    if int(part or 0):
        pieces.append(f"{say.cardinal(int(part))} {cent if int(part) == 1 else cents}")
    return minus + " and ".join(pieces) + _per(found)


def _continental(found: Match) -> str:
    """Write 1.234,56 as 1234.56."""
    return found.group().replace(".", "").replace(",", ".")


def _unit(found: Match) -> str:
    """Say a number with its unit: ten kilometers, a ten-foot wall as a ten foot wall."""
    number, upper = found["n"], found["upper"]
    one, many = UNITS[found["unit"]]
    said = f"{say.number(number)} to {say.number(upper)}" if upper else say.number(number)
    single = number in {"1", "-1", "−1"} and not upper
    return f"{said} {one if single or found['gap'] == '-' or _adjective(found) else many}{_per(found)}"


def _part_of_unit(found: Match) -> str:
    """Say 1/2 km as one half of a kilometer, 1 1/2 km as one and a half kilometers, 120/80 mmHg as a pair."""
    one, many = UNITS[found["unit"]]
    said = _slash(found)
    if found["w"] or " over " in said:
        return f"{said} {many}"
    return f"{said} of {'an' if one[0] in 'aeiou' or one == 'hour' else 'a'} {one}"


def _bare_unit(found: Match) -> str:
    """Say a unit without its number: per km²."""
    one, many = UNITS[found["unit"]]
    return one if found["per"] else many


def _foot(found: Match) -> str:
    inches = f" {say.number(found['i'])}" if found["i"] else ""
    return f"{say.number(found['f'])} {'foot' if inches or found['f'] == '1' or _adjective(found) else 'feet'}{inches}"


def _inches(found: Match) -> str:
    """Say 12" as inches, unless the mark closes a quotation."""
    before = found.string[max(0, found.start() - 2000) : found.start()]
    if (
        not before.endswith((" by ", " x ", "x", "× "))
        and before.count('"') % 2
        and '"' in found["mark"]
        and not found["more"]
    ):
        return found.group()
    noun = found["mark"] != "in" and not found["more"] and _NOUN.match(found.string, found.end())
    one = found["n"] == "1" or found["gap"] == "-" or noun
    return f"{say.number(found['n'])} {'inch' if one else 'inches'}{found['more'] or ''}"


def _scaled(found: Match) -> str:
    number, scale = found["n"], found["scale"]
    screen = re.match(
        r"\s(?:run|race|resolution|video|TV|monitor|display|screen|footage|camera)\b",
        found.string[found.end() : found.end() + 13],
    )
    company = scale == "M" and number == "3" and not re.match(r"\s[a-z]", found.string[found.end() : found.end() + 2])
    raced = re.search(
        r"\b(?:ran|run|runs|running|race|an?)\s\Z", found.string[max(0, found.start() - 9) : found.start()]
    )
    if company or (scale == "K" and (screen or number in {"4", "8"} or (raced and number in {"5", "10"}))):
        return f"{say.number(number)} {scale}"
    return say.scaled(number, scale)


def _range(found: Match) -> str:
    low, high = found["a"], found["b"]
    join = " " if low == high or (low, high) == ("20", "20") else " to "  # fifty-fifty, twenty-twenty
    return f"{say.number(low)}{join}{say.number(high)}"


def _slash(found: Match) -> str:
    """Say a fraction; 24/7, 9/11 and 50/50 are names, 120/80 is a pair."""
    above, below = int(found["a"]), int(found["b"])
    if above == below or (above, below) in {(24, 7), (9, 11)}:
        return f"{say.cardinal(above)} {say.cardinal(below)}"
    whole = (found["w"] or "").strip(" -")
    return say.mixed(whole, above, below)


def _short(number: str) -> str:
    return number.lstrip("0") or "0"


def _degrees(found: Match) -> str:
    """Say a place on the globe: degrees, minutes, seconds, direction."""
    parts = [f"{say.number(found['d'])} degrees"]
    parts += [f"{say.number(_short(found['m']))} minutes"] if found["m"] else []
    parts += [f"{say.number(_short(found['s']))} seconds"] if found["s"] else []
    return " ".join(parts) + (f" {_DIRECTIONS[found['to']]}" if found["to"] else "")


_DIRECTIONS = {"N": "north", "S": "south", "E": "east", "W": "west"}


def _thousands(found: Match) -> str:
    return {"100": "hundreds", "1000": "thousands", "10000": "tens of thousands"}[found[1]]


AMOUNTS = compiled(
    (r"~\s?(?=\d)", "about "),
    (r"§§\s?(?=\d)", "sections "),
    (r"¶¶\s?(?=\d)", "paragraphs "),
    (r"(?<![\w.,$£€])(100|1000|10000)s\b", _thousands),
    (r"(?<![\w.,$£€])(\d{3,})s\b", lambda m: say.plural(say.name(m[1]))),
    (r"(?<![\w.,])(\d{3,4})([pi])\b", lambda m: f"{say.name(m[1])} {m[2].upper()}"),
    (r"(?<=\d)-(an?)-(?=[a-z])", r" \1 "),
    (r"(?<![\w.,])\d{1,3}(?:\.\d{3}){1,5},\d{2}(?!\d)|(?<![\w.,])\d{1,6},\d{2}(?=\s?€)|(?:(?<=€)|(?<=€ ))(?:\d{1,6},\d{2}|\d{1,3}(?:\.\d{3}){1,4})(?![,.]?\d)", _continental),
    (r"(?<!\d )(?<![\d.,])\b[1-9]\d{0,2}(?:(?: \d{3}){2,4}|(?: \d{3})(?=\s?[€£$])| 000)\b(?![ .,]?\d)", lambda m: m.group().replace(" ", "")),
    # money
    (rf"(?<=[\dkKmMbBn])\s?[-–—]\s?(?=(?:{_SIGN})\d[\d.,]*\s?(?:[kKmMbB]|million|billion))", " to "),
    (rf"(?P<minus>{_START}[-−])?(?<![A-Za-z])(?P<sign>{_SIGN})\s?(?P<minus2>[-−])?(?P<n>{N}|\.\d{{1,2}})(?:{_TO}(?:{_SIGN})?(?P<upper>{N}))?(?P<scale>{_SCALE})?(?:/(?P<per>{_PER})\b)?", _money),
    (rf"(?<![\w.,])(?P<n>{N})(?P<scale>{_SCALE})?\s?(?P<sign>[€£¥₽₩])(?:/(?P<per>{_PER})\b)?", _money),
    (rf"\b(?P<code>{_CODE})\s?(?P<n>{N})(?P<scale>{_SCALE})?(?:/(?P<per>{_PER})\b)?(?![\w])", _money),
    (rf"(?<![\w.,])(?P<n>{N})(?P<scale>{_SCALE})?\s?(?P<code>{_CODE})\b(?:/(?P<per>{_PER})\b)?", _money),
    # degrees, feet and inches
    (r"(?P<d>\d{1,3}(?:\.\d{1,9})?)\s?°\s?(?:(?P<m>\d{1,2}(?:\.\d{1,6})?)\s?['′’]\s?(?:(?P<s>\d{1,2}(?:\.\d{1,6})?)\s?(?:[\"″”]|'')\s?)?)?(?P<to>[NSEW])\b", _degrees),
    (r"(?P<d>\d{1,3})\s?°\s?(?P<m>\d{1,2}(?:\.\d{1,6})?)\s?['′’](?:\s?(?P<s>\d{1,2}(?:\.\d{1,6})?)\s?(?:[\"″”]|''))?(?P<to>)", _degrees),
    (r"(?<=\d)\s?[°º]\s?([CF])\b", r"°\1"),
    (r"(?<=\d)º(?!\w)", "°"),
    (r"(?<![\w.,$£€])(?P<f>\d{1,2})(?:['′]\s?|\s?ft\.? )(?P<i>1[01]|\d)(?:\"|”|''|″|\s?in\b\.?|(?![\w'\"°]))", _foot),
    (r"(?<![\w.,$£€])(?P<f>\d{1,5})['′](?P<i>)(?=\s(?:tall|long|wide|high|deep|by|x|×|man|woman|wall|boards?|ladder|pole|ceilings?)\b|\s?[x×]|(?<=x \d\d.)|(?<=x \d.))", _foot),
    (r"(?<![\w,$£€])(?P<n>\d{1,4}(?:\.\d{1,3})?(?:/\d{1,2})?)(?P<gap>)(?P<mark>[\"″”])(?P<more>\s?(?:x|×|by|tall|long|wide|high|deep|thick|screen|TV|monitor)\b)?(?!\w)(?<!/\d\")(?<!/\d\d\")", _inches),
    (r"(?<=\d/[248])\"|(?<=\d/16)\"", " inch"),
    (r"(?<![\w.,$£€])(?P<n>\d{1,4}(?:\.\d{1,3})?)(?P<gap>[ -]?)(?P<mark>in)(?P<more>)(?:\.(?=\s[a-z(]|[,;)]|$)|(?=[)\]]|\s(?:wide|long|tall|high|deep|thick|by|x|×)\b|\s?[x×]))", _inches),
    (r"(?<=\d)\s?[xX]\s?(?=\d)|(?<=feet)\s[xX×]\s(?=[\da-z])|(?<=inches)\s?[xX×]\s?(?=[\da-z])|(?<=\d\d\d)×(?=\d{3})", " by "),
    (r"(?<![\w.])(\d{1,4}(?:\.\d{1,2})?)x(?=\s+[a-z])", lambda m: f"{say.number(m[1])} times"),
    # measures
    (r"(?:(?<=°[CF])|(?<=\d[kcm][gm]))\s?[-–—]\s?(?=\d)", " to "),
    (rf"(?<![\w./])(?P<w>\d{{1,6}}[ -])?(?P<a>\d{{1,3}})/(?P<b>\d{{1,3}})[ -]?(?P<unit>{_UNIT})(?![\w²³/])", _part_of_unit),
    (r"(?<=\d)\s?%(?=\s?[-–—−]\s?\d[\d.,]{0,20}\s?%)", ""),
    (rf"(?<![\w.,])(?P<n>(?:{_START}[-−])?{N})(?:{_TO}(?P<upper>{N}))?(?P<gap>[ -]?)(?P<unit>{_UNIT})(?:\.(?=\s+[a-z(\d]|[,;)]))?(?:\s?/\s?(?P<per>{_PER})(?![\w²³/]))?(?![\w²³])(?!/\w{{1,2}}\b)", _unit),
    (r"(?P<per>\b(?:per|a|each) )?(?<![\w°])(?P<unit>(?:km|cm|mm|m|ft|mi|in)[²³])(?!\w)", lambda m: (m["per"] or "") + _bare_unit(m)),
    (r"(?<=\d\d) K\b(?! [A-Z])", " kelvin"),
    (r"(?<![\w/])(?P<unit>km|m|mi)/(?P<per>h|s|s²)(?![\w²/])", lambda m: UNITS[m["unit"]][1] + _per(m)),
    (r"(?i:(?<=[a-z]{2})|(?<=\d))\s?/(?=(?:second|sec|minute|min|hour|hr|day|night|week|wk|month|mo|year|yr|person|capita|head|kg|km|mile)s?\b)", " per "),
    (rf"(?<![\w.])(?P<n>{N})(?P<scale>[kK]|bn|mn|tn|M(?! [A-Z])|B(?= [a-z]{{2,}}s\b)|(?<=\.\d)B|(?<=\.\d\d)B)\b", _scaled),
    (r"(?<=[a-z]{2})/(?P<per>mL|ml|dL|L|kg|g|mg|km|m²|m³|m2|m3|h|hr|s|min)(?!\w)", _per),
    # ranges and fractions
    (rf"(?<![\w.,])({N}) [-−] ({N})(?=\s?[=])|(?<==\s)({N}) [-−] ({N})\b", lambda m: f"{say.number(m[1] or m[3])} minus {say.number(m[2] or m[4])}"),
    (rf"(?<![\w.,/-])(?P<a>{N})\s?[–—-]\s?(?P<b>{N})(?![\w-]|\.\d|\s?=)", _range),
    (r"(?<=\d)\s/\s(?=\d)", " divided by "),
    (r"(?<![\w./])(?P<w>\d{1,6}[ -])?(?P<a>\d{1,3})[/⁄](?P<b>\d{1,4})(?:(?<=[23])rds?|(?<=\d)ths?|nds?)?(?![\w/]|\.\d)", _slash),
    (rf"(?:(?P<w>\d{{1,20}})\s?)?(?P<v>[{say.VULGAR}])", lambda m: f" {say.vulgar(m['w'] or '', m['v'])}"),
)  # fmt: skip
