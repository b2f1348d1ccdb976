"""English capitals: Roman numerals by context, and prose in capitals told from initialisms.

A Roman numeral is a number only after a word that is counted (Chapter IV) or a ruler (Henry VIII): V, X, C, D and M
alone, an IV drip and Malcolm X stay letters, and "May I" stays a question.
"""

import re

from pipeline.normalize import en_numbers as say
from pipeline.normalize.en_words import (
    ABBREVIATIONS,
    ACRONYMS,
    BEFORE_NUMBER,
    COUNTED,
    GIVEN_NAMES,
    RULERS,
    SMALL_WORDS,
    TENTH_RULERS,
)
from pipeline.normalize.rules import compiled

Match = re.Match[str]

_R = r"(?:[IVX][IVXLC]{0,7}|[LC][XVI]{1,7})"
_AFTER_RULER = r"(?=\s*(?:['’]s\b|[,.;:!?)—]|$)|\s+(?:of|and|were|is|has|died|became|ruled|reigned|who|had been)\b)"
_NO_NAMES = "An|The|Her|His|My|This|That|With|No|Our|Their|Some|Start|Hang|Via|By|From|For|And|Of|In|Or|To|Is|Was"
_DRIP = r"(?!\s(?:drips?|fluids?|lines?|bags?|pole|antibiotics?|therapy|infusions?|injections?|treatment|access|catheter|drug|medications?|needle|site|tube|tubing)\b)"  # fmt: skip
_LIST = rf"(?:\s?(?:,|[-–—&]|,? and|,? or|to)\s?{_R}\b){{0,8}}"


_I_VERB = re.compile(
    r"\s+(?:am|was|had|have|'|’|will|would|can|could|should|may|might|must|do|did|saw|met|know|knew|think|thought|love|loved|"
    r"like|liked|want|wanted|need|needed|said|say|told|went|go|got|get|made|read|wrote|play|played|never|always|just|also|"
    r"really|still|found|took|gave|bought|used|remember|mentioned|skipped|enjoyed|hate|hated)\b"
)


def _counts(found: Match) -> str:
    """Say numerals that count: Chapters IV and V; but the part I played."""
    numeral = found["r"]
    if numeral == "I" and (found["word"].islower() or _I_VERB.match(found.string, found.end())):
        return found.group()
    if numeral == "X" and found["word"].capitalize() in _LETTERED:
        return found.group()
    numeral = re.sub(r"(?<=[IVXLC])\s?[-–—]\s?(?=[IVXLC])", " to ", numeral.upper() if numeral.islower() else numeral)
    word = found["word"].capitalize() if found["word"].isupper() else found["word"]
    return f"{word}{found['gap']}" + re.sub(rf"\b{_R}\b", lambda part: _cardinal(part.group()), numeral)


_LETTERED = frozenset(
    {"Class", "Grade", "Type", "Group", "Appendix", "Schedule", "Figure", "Table", "Mark", "Model", "Unit"}
)


def _cardinal(numeral: str) -> str:
    value = say.roman(numeral)
    return say.cardinal(value) if value and numeral not in {"C", "D", "L", "M"} else numeral


def _rank(found: Match) -> str:
    """Say a numeral that ranks: Henry VIII."""
    value = say.roman(found["r"])
    word = found["word"].title() if found["word"].isupper() else found["word"]
    return f"{word} the {say.ordinal(value)}" if value else found.group()


def _year(found: Match) -> str:
    value = say.roman(found.group())
    return say.year(value) if 1000 < value < 2100 else found.group()


def _century(found: Match) -> str:
    value = say.roman(found["r"])
    return say.ordinal(value) if value else found.group()


def _alone(found: Match) -> str:
    value = say.roman(found["r"])
    return f"{found['before']}{say.cardinal(value)}{found['after']}" if value else found.group()


def _shout(found: Match) -> str:
    """Lower a stretch of capitals that is prose; keep its acronyms."""
    stretch = found.group()
    words = re.findall(r"[A-Z][A-Z'’]*", stretch)
    others = [word for word in words if len(word) > 3 and not _is_acronym(word)]
    plain = [word for word in words if len(word) > 1 and not _is_acronym(word)]
    small = len(set(plain)) > 1 and any(word.lower() in SMALL_WORDS for word in plain)
    # Cheap for what is shorter than a line: a stretch that is all there is, is a heading.
    alone = others and len(found.string) < 200 and not re.search(r"[a-z]", found.string)
    if not (small or len(others) > 2 or alone):
        return stretch
    lowered = _WORD.sub(_lowered, stretch)
    begins = re.search(r"(?:^|[.!?…:][\"”]?\s)[\"“(]?\Z", found.string[max(0, found.start() - 4) : found.start()])
    return lowered[0].upper() + lowered[1:] if begins else lowered


_WORD = re.compile(r"(?P<start>[.!?…][\"”]?\s+[\"“]?)?(?P<word>[A-Z][A-Z'’]*)(?=(?P<dot>\.?))")


def _lowered(found: Match) -> str:
    word, start = found["word"], found["start"]
    after_the = found.string[: found.start("word")].endswith("THE ")
    if found["dot"] and word.capitalize() in _DOTTED:
        kept = word.capitalize()
    elif len(word) == 1 and word != "A":
        kept = word
    elif len(word) == 1:
        kept = word if start is not None or found["dot"] else "a"
    elif _is_acronym(word) and (after_the or word.lower() not in SMALL_WORDS):
        kept = word
    else:
        kept = re.sub(r"\bi(?=['’])", "I", word.lower())
        kept = kept[0].upper() + kept[1:] if start is not None else kept
    return f"{start or ''}{kept}"


_DOTTED = frozenset(ABBREVIATIONS) | {"Dr", "St", "No", "Nos"}


def _is_acronym(word: str) -> bool:
    bare = re.sub(r"['’]S?$", "", word)
    return bare in ACRONYMS or (len(bare) < 6 and not re.search("[AEIOUY]", bare))


_COUNTED = "|".join(COUNTED)
_RULERS = "|".join(RULERS)
_TITLES = "King|Queen|Pope|Emperor|Empress|Tsar|Czar|Kaiser|Prince|Duke|Sultan|Pharaoh|Saint|St\\."

ROMANS = compiled(
    (r"\b(?P<word>Vol|Vols|Ch|Sec|Pt|Art|Fig|Bk)\.\s?(?=[IVXLC]+\b)", lambda m: BEFORE_NUMBER[m["word"]] + " "),
    (r"\bWW(I{1,2})\b", r"World War \1"),
    (r"\bWW([12])\b", r"World War \1"),
    (rf"(?i:\b(?P<word>(?:{_COUNTED})s?))(?P<gap>\.? )(?P<r>(?:{_R}|[ivx]{{2,7}})\b{_LIST})(?!['’](?!s))", _counts),
    (rf"(?i:\b(?P<word>(?:{_TITLES}) [a-zé]{{2,20}}))(?= [IVX]) (?P<r>[IVX]+)\b", _rank),
    (rf"\b(?P<word>{_RULERS}|{_RULERS.upper()}) (?P<r>(?=[IVX]{{2}})[IVX]+)\b", _rank),
    (rf"\b(?P<word>{_RULERS}) (?P<r>I){_AFTER_RULER}", _rank),
    (rf"\b(?P<word>{_RULERS}) (?P<r>V)\b(?!\.\s[A-Z])", _rank),
    (rf"\b(?P<word>{TENTH_RULERS}) (?P<r>X)\b(?!\.\s[A-Z])", _rank),
    (rf"\b(?P<word>(?:{GIVEN_NAMES}|{_RULERS}) (?:[A-Z]\.? )?[A-Z][a-z]+) (?P<r>II|III|IV)\b", _rank),
    (rf"\b(?P<word>(?!(?:{_NO_NAMES})\b)[A-Z][a-z]+)(?P<gap> )(?P<r>(?:X{{0,3}}(?:II|III|IV|VI{{1,3}}|IX)|XI|XV|XX))\b{_DRIP}", _counts),
    (r"\b(?P<r>[XVI]{1,6})(?:th|st|nd|rd)?(?=(?:[ -]| ?[-–] ?[XVI]{1,6} )[cC]entur)", _century),
    (r"\bM(?:CM|DC?|CD|M)[CDXLVI]{1,10}\b", _year),
    # A heading that begins with its number: IV. The Boscombe Valley Mystery; but not V. S. Naipaul
    (
        r"\A(?P<before>)(?P<r>[IVX]{2,6}|[IVX](?=\.\s+(?:[A-Z]{2,}\b|(?:The|A|An|In|Of|On|How|To)\b)))(?P<after>)(?=[.:)]\s)",
        _alone,
    ),
    (r"\A(?P<before>\W{0,3})(?P<r>[XVI]{2,6}|[XL]{1,3}[VI]{1,4})(?P<after>\W{0,3})\Z", _alone),
)  # fmt: skip
_SEPARATOR = r"[ ,;:!?.…\"“”()—–-]{1,4}"
CAPITALS = compiled(
    (
        rf"\b(?:[A-Z][A-Z'’]+|[AI](?=[ ,][A-Z]{{2}}))(?!\w)(?:{_SEPARATOR}(?:[A-Z][A-Z'’]*|\d{{1,4}})(?!\w))*",
        _shout,
    ),
)
