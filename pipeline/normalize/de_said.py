"""What German says for dates, hours, ranks and rulers, declined by the word before them.

A point after a number makes it a rank only beside words that say so: an article or preposition before it, a month, a
century or a noun of counting after it. Else the point ends a sentence.
"""

import re

from pipeline.normalize import european_numbers as numbers
from pipeline.normalize.en_numbers import roman
from pipeline.normalize.european import Rule, names

Match = re.Match[str]
_FEMININE = re.compile(
    r"[A-ZÄÖÜ]\w*(?:e|ung|heit|keit|schaft|ion|tät|ik|ur)|Zahl|Nacht|Stadt|Frau|Hand|Woche|Person|Milliarde|Million|Uhr|Art|Tür|Bank"
)
_NOT_FEMININE = names(
    "Name Junge Gebäude Ende Auge Interesse Löwe Hase Kunde Kollege Käse Buchstabe Gedanke Sprung Franzose Neffe"
)
_QUEENS = names("Elisabeth Elizabeth Maria Katharina Margarethe Kleopatra Christina Anna Isabella Viktoria")
_WEAK = r"am|vom|zum|beim|im|dem|den|des|zur|einem|einer|eines|einen|diesem|diesen|dieser|jedem|jeden|ihrem|ihren|ihrer|seinem|seinen|seiner|meinem|meinen|meiner|unserem|unseren|ab|bis|seit|deren|dessen|ins|ans"
_STRONG_MALE = r"ein|kein|mein|dein|sein|ihr|unser"
_COUNTED = (
    "Jahrhundert|Jahrhunderts|Jahrtausend|Jahrtausends|Kapitel|Kapitels|Weltkrieg|Weltkriegs|Weltkrieges|Klasse|Auflage|Stock|Mal|Platz|Tag|Tages|Etage|"
    "Geburtstag|Lebensjahr|Lebensjahres|Reich|Reiches|Reichs|Liga|Runde|Halbzeit|Minute|Stunde|Woche|Monat|Jahr|Jahres|Band|Teil|Akt|Szene|Semester|Quartal|Stelle|Rang|Person|"
    "Bundesliga|Auflage|Ausgabe|Advent|Schuljahr|Spieltag|Generation|Grades|Dynastie|Armee|Sinfonie|Symphonie"
)


def agree(said: str, value: int, noun: str) -> str:
    """Say `ein Tag`, `eine Stunde`, `hundertein Tage`."""
    if value % 100 != 1 or not said.endswith("eins") or not noun or not noun[0].isupper():
        return said
    feminine = value == 1 and noun not in _NOT_FEMININE and _FEMININE.fullmatch(noun)
    return said[:-1] + "e" if feminine else said[:-1]


def year(value: int) -> str:
    """Say a year: from 1100 to 1999 in hundreds."""
    century, rest = divmod(value, 100)
    if not 1100 <= value < 2000:
        return numbers.cardinal("de", value)
    return numbers.cardinal("de", century) + "hundert" + (numbers.cardinal("de", rest) if rest else "")


def _ranked(value: int, before: str, *, strong: str = "r") -> str:
    """Decline a rank by the word before it: am dritten, der dritte, sein dritter."""
    said = numbers.ordinal("de", value)
    if strong == "fem-weak":
        return said + "n"
    if before in {
        "der",
        "die",
        "das",
        "jede",
        "diese",
        "eine",
        "keine",
        "seine",
        "ihre",
        "meine",
        "unsere",
        "dieser",
        "jeder",
        "dieses",
        "jedes",
    }:
        return said
    if re.fullmatch(_WEAK, before):
        return said + "n"
    return said + strong


_SENTENCE = re.compile(
    r"[»“”\"')]*\s*$|[»“”\"')]*\s+(?:Der|Die|Das|Er|Sie|Es|Ein|Eine|Im|In|Am|An|Auf|Und|Aber|Doch|Als|Nach|Vor|Mit|Da|Dann|Dort|Danach|"
    r"Wir|Ich|Man|Sein|Seine|Ihr|Ihre|Dieser|Diese|Dieses|So|Von|Bei|Unter|Später|Damals)\b"
)
_DATIVE_DER = re.compile(
    r"(?:in|mit|von|bei|nach|seit|aus|zu|ab|auf|während|wegen|trotz|vor|an)\s+der\s*$", re.IGNORECASE
)
_FEMININE_COUNTED = names(
    "Klasse Auflage Etage Liga Runde Halbzeit Minute Stunde Woche Szene Stelle Person Bundesliga Ausgabe Generation Dynastie Armee Sinfonie Symphonie"
)
_NEUTER_COUNTED = names("Jahrhundert Jahrtausend Kapitel Mal Lebensjahr Reich Jahr Semester Quartal Schuljahr")


def _counted(found: Match) -> str:
    """Say `19. Jahrhundert`, `2. Auflage`."""
    noun = found["noun"]
    before = (found["before"] or "").strip().lower()
    strong = "" if noun in _FEMININE_COUNTED else "s" if noun in _NEUTER_COUNTED else "r"
    if noun in _FEMININE_COUNTED and before == "der" and _DATIVE_DER.search(found.string[: found.start("n")][-20:]):
        strong = "fem-weak"
    said = _ranked(int(found["n"]), before, strong=strong)
    if found["and"]:
        second = _ranked(int(found["m"]), before or "", strong=strong)
        said = f"{said}{found['and']}{second}"
    return f"{found['before'] or ''}{said} {noun}"


def _before_rank(found: Match) -> str:
    return f"{found['before']} {_ranked(int(found['n']), found['before'].lower())}"


def _day(found: Match) -> str:
    month = _SHORT.get(found["month"].rstrip("."), found["month"])
    before = found["before"] or ""
    rest = f" {year(int(found['y']))}" if found["y"] else ""
    return f"{before}{_ranked(int(found['d']), before.strip().lower())} {month}{rest}"


def _short_date(found: Match) -> str:
    day, month = int(found["d"]), int(found["mo"])
    if not (1 <= day <= 31 and 1 <= month <= 12):
        return found.group()
    before = found["before"].strip().lower()
    return f"{found['before']}{_ranked(day, before)} {MONTHS[month - 1]}"


def date(day: int, month: int, year: str, before: str) -> str:
    """Say a day, declined by the word before it."""
    return f"{_ranked(day, before)} {MONTHS[month - 1]}" + (f" {year}" if year else "")


def clock(hour: int, minute: int | None, second: int | None) -> str:
    """Say a time of day."""
    said = ("ein" if hour == 1 else numbers.cardinal("de", hour)) + " Uhr"
    if minute:
        said += f" {numbers.cardinal('de', minute)}"
    if second is not None:
        said += f"{' ' if minute else ' null '}und {agree(numbers.cardinal('de', second), second, 'Sekunde')} Sekunden"
    return said


def fraction(above: int, below: int) -> str:
    """Say a fraction."""
    if above >= below or not 2 <= below <= 100:
        return f"{numbers.cardinal('de', above)} zu {numbers.cardinal('de', below)}"
    if below == 2:
        return "einhalb"
    part = "Drittel" if below == 3 else numbers.ordinal("de", below).removesuffix("te").capitalize() + "tel"
    return f"{'ein' if above == 1 else numbers.cardinal('de', above)} {part}"


def _half(found: Match) -> str:
    value = int(found["w"])
    return ("ein" if value == 1 else numbers.cardinal("de", value)) + "einhalb"


def _ruler(found: Match) -> str:
    value, name = roman(found["r"]), found["name"]
    if not value:
        return found.group()
    case = (found["case"] or "").strip().lower()
    dative = case in {"von", "mit", "unter", "bei", "zu", "nach", "gegenüber", "aus"}
    queen = name.rstrip("s") in _QUEENS or name in _QUEENS
    genitive = name.endswith("s") and name[:-1] in _NAMES
    article = ("der" if dative or genitive else "die") if queen else "des" if genitive else "dem" if dative else "der"
    said = numbers.ordinal("de", value).capitalize() + ("n" if genitive or dative else "")
    rest = found.string[found.end() :]
    ends = _SENTENCE.match(rest)
    return f"{found['case'] or ''}{name} {article} {said}" + ("." if ends else "")


def _decade(found: Match) -> str:
    value = int(found["n"])
    return (year(value) if value >= 100 else numbers.cardinal("de", value)) + "er" + (found["case"] or "")


MONTHS = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
)  # fmt: skip
_SHORT = {
    "Jan": "Januar", "Feb": "Februar", "Mrz": "März", "Apr": "April", "Jun": "Juni", "Jul": "Juli", "Aug": "August", "Sept": "September",
    "Sep": "September", "Okt": "Oktober", "Nov": "November", "Dez": "Dezember",
}  # fmt: skip
_MONTH = "|".join([*MONTHS, "Jänner", *(rf"{each}\.?" for each in _SHORT)])
_NAMES = names(
    "Ludwig Friedrich Wilhelm Karl Otto Heinrich Franz Joseph Josef Johann Leopold Ferdinand Maximilian Rudolf Konrad Philipp Georg Albert "
    "Alexander Nikolaus Peter Paul Gregor Benedikt Pius Leo Elisabeth Maria Katharina Margarethe Napoleon August Christian Gustav Iwan Eduard "
    "Richard Jakob Innozenz Urban Klemens Sixtus Julius Viktor Emanuel Haakon Harald Olaf Ramses Ptolemäus Kleopatra Dareios Xerxes"
)
_BEFORE = rf"(?P<before>\b(?i:{_WEAK}|{_STRONG_MALE}|der|die|das|jede|jeder|jedes|diese|dieser|dieses|eine|keine|seine|ihre|meine|unsere) )?"
EARLY: tuple[Rule, ...] = (
    (r"(?<=\d)\s?Mio\.?(?!\w)", " Millionen"),
    (r"(?<=\d)\s?Mrd\.?(?!\w)", " Milliarden"),
    (r"(?<=\d)\s?Tsd\.?(?!\w)", " Tausend"),
    (rf"{_BEFORE}(?<![\w.,])(?P<d>[0-3]?\d)\. ?(?P<month>{_MONTH})(?!\w)(?: (?P<y>[12]\d{{3}})\b(?![.,]\d))?", _day),
    (r"(?P<before>\b(?i:am|vom|zum|bis|ab|seit|den|dem|der|und) )(?P<d>[0-3]?\d)\.(?P<mo>[01]?\d)\.(?!\d|[.,]\d)", _short_date),
    (r"\b(?P<before>(?i:der|die|das|dem|den|des|im|am|vom|zum)) (?P<n>\d{1,3})\.(?=, \d{1,3}\.)", _before_rank),
    (rf"{_BEFORE}(?<![\w.,])(?P<n>\d{{1,3}})\.(?:(?P<and> (?:und|bis|oder) )(?P<m>\d{{1,3}})\.)? (?P<noun>{_COUNTED})\b", _counted),
    (r"\b(?P<before>(?i:der|die|das|dem|den|des|am|vom|zum|zur|im|beim|jeder|jede|jedes|sein|seine|seinem|ihr|ihre|ihrem|ein|eine|einem)) (?P<n>\d{1,3})\.(?= [a-zäöüßA-ZÄÖÜ]\w)", _before_rank),
    (r"(?<![\w.,:])(?P<h>[01]?\d|2[0-4])[.:](?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))? ?Uhr\b", lambda m: clock(int(m["h"]), int(m["m"]), int(m["s"]) if m["s"] else None)),
    (r"(?<![\w.,:])(?P<h>[01]?\d|2[0-4]) ?Uhr(?: (?P<m>[0-5]?\d)(?![\w.,]\d))?\b", lambda m: clock(int(m["h"]), int(m["m"]) if m["m"] else None, None)),
    (r"(?<![\w.,])(?P<n>[1-9]\d?|1[1-9]\d0|20\d0)er(?P<case>n)?\b", _decade),
    (r"(?<!\d)(?P<w>\d{1,3})(?:\s?½| 1/2(?![\w/]))", _half),
    (r"(?<![\w.,/:+-])(?P<a>1[1-9]\d\d) ?[-–] ?(?P<b>(?:1[1-9]|20)\d\d)(?![\w/-]|[.,]\d)", lambda m: f"{year(int(m['a']))} bis {year(int(m['b']))}"),
    (r"(?<![\w.,/:+-])(?P<y>1[1-9]\d\d)(?![\w/:]|[.,]\d| ?[-–] ?\d| [A-ZÄÖÜ€$£%°]| (?:km|m|kg|g|cm|mm|l|t)\b)", lambda m: year(int(m["y"]))),
    (r"(?<=[Jj]ahr )(?P<y>1[1-9]\d\d)\b|(?<=[Jj]ahre )(?P<z>1[1-9]\d\d)\b", lambda m: year(int(m.group()))),
    (r"(?<=\d) ?x ?(?=\d)", " mal "),
    (r"(?<=\d)-(?=(?:jährig|mal|fach|köpfig|tägig|stündig|prozentig)\w{0,3}\b)", ""),
    (r"(?<=\w)/-?(?=innen\b|in\b)", " "),
    (r"(?<=\d) f\.(?!\w)", " folgende"),
    (r"(?<=\d) ff\.(?!\w)", " fortfolgende"),
    (r"(?<=\d)\s?%ig(?=(?:e[rnsm]?)?\b)", " prozentig"),
    (r"\bund/oder\b", "und oder"),
)  # fmt: skip
RANKS: tuple[Rule, ...] = (
    (r"(?P<case>\b(?i:von|mit|unter|bei|zu|nach|gegenüber|aus) (?:(?:König|Kaiser|Papst|Königin|Kaiserin|Zar|Herzog) )?)?\b(?P<name>[A-ZÄÖÜ][a-zäöüß]{2,20}) (?P<r>[IVX]{1,7})\.(?!\w)", _ruler),
    (r"\b(?P<name>Ludwig|Friedrich|Wilhelm|Karl|Otto|Heinrich|Napoleon|Elisabeth|Katharina) (?P<case>)(?P<r>[IVX]{1,7})\b(?!['’.]\w)", lambda m: f"{m['name']} {'die' if m['name'] in _QUEENS else 'der'} {numbers.ordinal('de', roman(m['r'])).capitalize()}" if roman(m["r"]) else m.group()),
    (r"\b(?P<name>[A-ZÄÖÜ][a-zäöüß]{2,20}) (?P<r>[IVX]{2,8})\b(?!['’.]\w)", lambda m: f"{m['name']} {numbers.cardinal('de', roman(m['r']))}" if roman(m["r"]) else m.group()),
)  # fmt: skip
