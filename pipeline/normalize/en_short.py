"""English short forms: addresses, abbreviations, initials.

The dot of a short form stays where it also ends a sentence: at the end of the text, or before a word that starts one.
"""

import re

from pipeline.normalize.en_words import ABBREVIATIONS, AFTER_WORDS, BEFORE_NUMBER, COUNTS, MONTHS, STARTERS, STATES
from pipeline.normalize.rules import compiled

Match = re.Match[str]

SCHEME = re.compile(r"\b(?:https?://(?:www\.)?|ftp://|mailto:|www\.)", re.IGNORECASE)
QUERY = re.compile(r"(?<=[\w/])[?#][\w%=&+.,;:/@~!*'$-]*[\w=&/]")
_TLD = "com|org|net|edu|gov|mil|int|io|ai|dev|app|info|tv|me|eu|uk|de|fr|es|it|cn|jp|kr|br|ca|au|in|us|ch|nl|se|co|ru|pl|at|be|dk|no|fi|nz|ie|za|mx|ar|biz|online|site|tech|blog|cloud|html"  # fmt: skip
ADDRESS = re.compile(
    r"(?:\b(?:https?://|ftp://|www\.|mailto:)[^\s<>\"”’)\]]{0,2000}[\w/])|(?<![\w.+@-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|"
    rf"(?<![\w.@-])(?:[a-z0-9-]{{1,63}}\.){{1,8}}(?-i:{_TLD})\b(?:/[\w%./~+-]{{0,500}}[\w/])?(?:[?#][\w%=&+./-]{{0,500}}[\w=])?(?!\.?[\w@])",
    re.IGNORECASE,
)
_DAYS = {
    "Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday", "Thur": "Thursday",
    "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday",
}  # fmt: skip
_DAY = "|".join(sorted(_DAYS, key=len, reverse=True))
_DAY = "|".join(sorted(_DAYS, key=len, reverse=True))
_MONTH = "|".join([*MONTHS, "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"])
_STARTS = re.compile(rf"[\"”'’)\]]{{0,2}}\s+[\"“‘(]?(?:{STARTERS})\b")
_ENDS = re.compile(r"[\"”'’)\]]{0,2}\s{0,4}\Z")
# After one of these a letter with a dot is a name, and the dot a full stop: Plan B. We go.
_LABEL = re.compile(
    r"(?i:\b(?:plan|vitamin|class|grade|type|group|section|part|exhibit|appendix|room|gate|team|hepatitis|option|figure|"
    r"model|line|point|letter|product|zone|building|block|area|deck|terminal|platform|flat|apartment|unit|note|minor|major))\s$"
)
_TITLES = frozenset(
    [
        "Mr",
        "Mrs",
        "Ms",
        "Messrs",
        "Mme",
        "Mlle",
        "Prof",
        "Rev",
        "Revd",
        "Gen",
        "Col",
        "Capt",
        "Cpt",
        "Lt",
        "Sgt",
        "Cpl",
        "Pvt",
        "Maj",
        "Adm",
        "Cmdr",
        "Cdr",
        "Gov",
        "Sen",
        "Rep",
        "Pres",
        "Hon",
        "Mt",
        "Ft",
        "vs",
        "cf",
        "Cf",
        "approx",
        "Approx",
    ]
)


def ends_sentence(found: Match) -> bool:
    """Tell whether the dot that a match takes in also ends a sentence."""
    return bool(_ENDS.match(found.string, found.end()) or _STARTS.match(found.string, found.end()))


def address(found: Match) -> str:
    """Say a web or mail address: dot, slash, at."""
    text = QUERY.sub("", SCHEME.sub("", found.group())).strip("/")
    for mark, word in _MARKS:
        text = text.replace(mark, word)
    return re.sub(r"%|~|=|:", " ", text)


_MARKS = ((".", " dot "), ("/", " slash "), ("@", " at "), ("-", " dash "), ("_", " underscore "), ("+", " plus "))


def _abbreviation(found: Match) -> str:
    word = found["word"]
    said = ABBREVIATIONS.get(word) or AFTER_WORDS[word]
    last = _ENDS.match(found.string, found.end()) if word in _TITLES else ends_sentence(found)
    return said + ("." if last else "")


def _state(found: Match) -> str:
    return STATES[found["word"]] + ("." if ends_sentence(found) else "")


def _letters(found: Match) -> str:
    """Say U.S. and M.Sc. as their letters."""
    said = " ".join(char for char in found.group() if char.isalpha()).upper()
    return said + ("." if found.group().endswith(".") and ends_sentence(found) else "")


def _initial(found: Match) -> str:
    if _LABEL.search(found.string, max(0, found.start() - 16), found.start()) or _STARTS.match(
        found.string, found.end()
    ):
        return found.group()
    return found[1]


def _saint_or_street(found: Match) -> str:
    if _STARTS.match(found.string, found.end()):
        return "Street."
    named = re.match(r"\s+[A-Z]", found.string[found.end() : found.end() + 8])
    house = _HOUSE.search(found.string, max(0, found.start() - 40), found.start())
    return "Saint" if named and not house else "Street" + ("." if _ENDS.match(found.string, found.end()) else "")


def _doctor_or_drive(found: Match) -> str:
    named = re.match(r"\s+[A-Z]", found.string[found.end() : found.end() + 8])
    road = re.search(r"\b[A-Z][a-z]+ $", found.string[max(0, found.start() - 24) : found.start()])
    house = road and _HOUSE.search(found.string, max(0, found.start() - 40), found.start())
    if named and not house and not (road and _STARTS.match(found.string, found.end())):
        return "Doctor"
    return "Drive" + ("." if ends_sentence(found) else "")


_HOUSE = re.compile(r"\b\d+[A-Za-z]? (?:[NSEW]\.? )?(?:[A-Z0-9][\w'’]*\s){1,3}\Z")

WORDS = compiled(
    (ADDRESS, address),
    (r"\b(?:Ph\.\s?D|M\.\s?Sc|B\.\s?Sc|D\.\s?Sc|D\.\s?Phil|M\.\s?Phil|LL\.\s?[BMD]|B\.\s?Ed|M\.\s?Ed|B\.\s?Eng|M\.\s?Eng)\b\.?", _letters),
    (r"(?<![\w.])a\.k\.a\.", "also known as"),
    (r"(?<![\w.])[eE]\.\s?g\.,?", lambda m: "For example," if m.group()[0] == "E" else "for example,"),
    (r"(?<![\w.])[iI]\.\s?e\.,?", lambda m: "That is," if m.group()[0] == "I" else "that is,"),
    (r"(?<![\w.])et al\.(?=[,;)\s]*[,;(\d])", "et al"),
    (r"(?<=[a-z])\.{2,}(?=[A-Z])", "... "),
    (r"\bw/o\b", "without"),
    (r"(?<![\w/])w/(?=\s?\w)", "with "),
    (r"\bDr\.", _doctor_or_drive),
    (r"\bSt\.", _saint_or_street),
    (r"(?<=\w )(?:Dr|St)(?=\s+(?:in|at|on|and|to|from|near|is|was)\b|[,;.])(?<=[a-z] ..)", lambda m: "Drive" if m.group() == "Dr" else "Street"),
    (r"\b(?P<word>Mr|Mrs|Ms|Dr|Prof|Revd|St)(?=\s+[A-Z])", lambda m: {"Dr": "Doctor", "St": "Saint"}.get(m["word"]) or ABBREVIATIONS[m["word"]]),
    (r"(?<=\d(?:st|nd|rd|th)) [cC]\.(?=\s|,)", " century"),
    (r"\b(?:approx|ca)(?= \d)", lambda m: "approximately" if m.group() == "approx" else "circa"),
    (r"\bFr\.(?=\s+[A-Z])", "Father"),
    (r"\bed\.(?=\s+by\b)", "edited"),
    (rf"\bno\.(?=\s\d[\d,]{{0,12}}\s+(?:{COUNTS})\b)", "no."),
    (rf"\b(?P<word>{'|'.join(BEFORE_NUMBER)})\.\s?(?=\d)(?!\s?\d[\d,]{{0,12}}\s+(?:{COUNTS})\b)", lambda m: BEFORE_NUMBER[m["word"]] + " "),
    (rf"(?<=, )(?P<word>{'|'.join(STATES)})\.(?!\w)", _state),
    (rf"(?<!\d)(?<!\d )\b(?P<word>{'|'.join(AFTER_WORDS)})\.(?!\w)", _abbreviation),
    (rf"\b(?P<a>{_DAY})\.?\s?[-–—]\s?(?P<b>{_DAY})\b\.?(?=[\s,;:)]|$)", lambda m: f"{_DAYS[m['a']]} to {_DAYS[m['b']]}"),
    (rf"\b(?P<a>{_DAY})\.?(?=,? (?:{_MONTH}|\d{{1,2}} (?:{_MONTH}))\b)", lambda m: _DAYS[m["a"]]),
    (rf"\b(?P<word>{'|'.join(ABBREVIATIONS)})\.(?!\w)", _abbreviation),
    (r"\bgov't\b", "government"),
    (r"\bvs?(?=\s)(?<=\bvs)|(?<=\w )v\.(?=\s[A-Z])", "versus"),
    (r"(?<=\d)\s?([ap])\.\s?m\.(?=['’]s)", lambda m: f" {m[1].upper()} M"),
    (r"\b(?:[A-Z]\.){1,9}[A-Z]\b\.?(?=['’]s\b|\W|$)", _letters),
    (r"\b([A-Z])\.(?=(?:\s?[A-Z]\.){0,8}\s+[A-Z][\w'’])", _initial),
    (r"(?<=\b[A-Z] )([A-Z])\.(?=\s+\w|,)", _initial),
)  # fmt: skip
