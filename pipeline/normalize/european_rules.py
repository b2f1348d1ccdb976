"""The ordered rules of the languages of Western Europe, made for one of them from its record.

The order is the design: what looks like a number but is none (addresses, telephones, dates, times) goes first, money
and units next, Roman numerals and ordinals, plain numbers last, lone symbols at the end. No pattern repeats inside a
repetition, and what may be long is bounded: texts come from strangers.
"""

import re
from collections.abc import Iterator
from functools import cache

from pipeline.normalize.common import plain_romans
from pipeline.normalize.en_short import QUERY, SCHEME
from pipeline.normalize.european import Rule, Tongue, any_of, shortened
from pipeline.normalize.european_numbers import NUMBER
from pipeline.normalize.european_said import VULGAR, Said
from pipeline.normalize.rules import Rules, apply, compiled

_N = rf"(?<![\w.,])[-−]?{NUMBER}"
_PLAIN = rf"(?<![\w.,]){NUMBER}"
_TO = r"\s?[-–—−]\s?"
_NOUN = r"(?=(?:\s(?P<noun>[^\W\d_]{1,40}))?)"
_ROMAN = r"(?:[IVX]|[IVXLC]{2,9})"
_LETTER = r"[^\W\d_]"
_TLD = "com|org|net|edu|gov|io|ai|dev|app|info|tv|eu|uk|de|at|fr|be|es|mx|ar|cl|it|pt|br|ch|us"
#: A web or mail address.
ADDRESS = re.compile(
    r"\b(?:https?://|ftp://|www\.)[^\s<>\"”’»)\]]{1,2000}(?<=[\w/])|"
    r"(?<![\w.+@-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|"
    rf"(?<![\w.@-])(?:[a-z0-9-]{{2,63}}\.){{1,4}}(?:{_TLD})\b(?:/[\w%./~+-]{{0,500}})?(?<=[\w/])(?!\.?[\w@])",
    re.IGNORECASE,
)


def spoken_by(tongue: Tongue, text: str) -> str:
    """Return the spoken form of a cleaned text in one language."""
    return apply(rules(tongue), plain_romans(text)).strip()


def unspoken(text: str) -> str:
    """Return what is left out on purpose: the scheme and the query of web addresses."""
    return "".join(
        part
        for found in ADDRESS.finditer(text)
        for part in (*SCHEME.findall(found.group()), *QUERY.findall(found.group()))
    )


@cache
def rules(tongue: Tongue) -> Rules:
    """Return the compiled rules of a language."""
    return compiled(*_quantities(tongue), *_counts(tongue))


def _quantities(tongue: Tongue) -> Iterator[Rule]:
    """Yield the rules for what is a number with a meaning of its own."""
    said = Said(tongue)
    units = any_of(tongue.units)
    named = {each for each in tongue.money if each.isalpha() and len(each) > 3}  # euros, against € and EUR
    sign, words = any_of(set(tongue.money) - named), any_of(named)
    scale = rf"(?:\s?(?P<scale>(?:{tongue.scales})))?"
    yield r"(?<!\d)\d{25,}", said.groups  # bounds the work of every later rule
    yield ADDRESS, said.address
    yield r"(?<=\d),{2,}(?=\d)", ", "
    yield r"(?<=\d)\s?\*\s?(?=\d)", "×"
    yield r"(?<![\w'’])['’](?=\d\d\b|\d00\b)", ""  # the years '68, the '900
    yield r"(?<=\d)(\s?h|\s?Uhr|)\s?[–-]\s?(?=\d{1,2}(?:[.:]\d\d)?\s?(?:h\d{0,2}|Uhr)\b)", rf"\1 {tongue.to} "
    yield from tongue.early
    yield r"(?<=\d)\s?[-−]\s?(?=\d{1,12}\s?=)|(?<=\d)\s?−\s?(?=\d)", f" {tongue.minus} "
    yield r"(?<![\w.,])\.(?=\d)", f" {tongue.marks['.']} "
    yield rf"(?<![\w.])(?P<word>{shortened(tongue.before_number)})\s?(?=\d|[IVXLC]{{1,9}}\b)", said.before_number
    yield (
        rf"(?i:\b(?:{tongue.phone_words})\b)[^\w+(]{{0,3}}(?:{_LETTER}{{1,12}}\s)?(?P<n>[+(]{{0,2}}\d(?:(?!\. )[ ()./-]{{0,2}}\d){{4,16}})(?!\d)",
        said.called,
    )
    yield rf"(?<![\w.,-])(?:\+\d[\d ()/-]{{6,20}}\d|{tongue.phones})(?![\w-]|[.,]\d)", said.phone
    yield r"(?<![\w.,-])\d+(?:-\d+){3,9}(?![\w-])|(?<=ISBN )\d[\d-]{8,16}\d", said.groups
    yield r"(?<![\w.,/-])(?P<y>[12]\d{3})-(?P<mo>\d{1,2})-(?P<d>\d{1,2})(?![\w/-]|[.,]\d)", said.date
    yield r"(?<![\w.,/-])(?P<d>\d{1,2})([/.-])(?P<mo>\d{1,2})\2(?P<y>[12]\d{3}|\d{2})(?![\w/-]|[.,]\d)", said.date
    yield r"(?<![\w.,/-])(?P<d>\d{1,2})/(?P<mo>0[1-9])(?P<y>)(?![\w/-]|[.,]\d)", said.date
    yield (
        r"(?<![\w.,:])(?P<h>[01]?\d|2[0-4]):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?:\s?(?:h|Uhr|horas|heures)\b)?(?![\w:]|[.,]\d)",
        said.time,
    )
    yield r"(?<![\w.,:])(?P<a>\d{1,4}):(?P<b>\d{1,4})(?![\w:]|[.,]\d)", said.ratio
    yield rf"(?P<sign>[€$£])/(?P<unit>{units})(?![\w²³])", said.per_unit
    yield rf"(?P<sign>(?<!\w)(?:{sign}))\s?(?P<low>(?!))?(?P<n>[-−]?{NUMBER}){scale}(?!\w)", said.money
    yield rf"(?:(?P<low>{_PLAIN}){_TO})?(?P<n>(?<![\w.,])[-−]?{NUMBER}){scale}\s?(?P<sign>{sign})(?!\w)", said.money
    yield rf"(?P<low>(?!))?(?P<scale>(?!))?(?<![\w.,])(?P<n>{NUMBER}(?<=[.,]\d\d))\s(?P<sign>{words})\b", said.money
    yield rf"(?<=\d)\s?%(?={_TO}\d[\d.,]{{0,9}}\s?%)", ""
    yield rf"(?:(?P<low>{_PLAIN}){_TO})?(?P<n>{_N})\s?(?P<unit>{units})(?![\w²³/]|['’]\w)", said.unit
    yield r"(?<=[%€°])\s?[–—-]\s?(?=\d)", f" {tongue.to} "


def _counts(tongue: Tongue) -> Iterator[Rule]:
    """Yield the rules for ranks and counts, abbreviations and signs."""
    said = Said(tongue)
    yield (
        rf"(?P<word>\b(?i:{tongue.numbered}))\s{_ROMAN}\b(?:(?:\s?[-–—,]\s?|\s(?:y|e|et|und|a|à|al|bis|u)\s){_ROMAN}\b){{0,4}}(?!['’.]\w)",
        said.counted,
    )
    yield from tongue.ranks
    yield rf"(?<![\w.])(?P<word>{shortened(tongue.abbreviations)})(?!\w)", said.short
    yield (
        rf"(?<![\w.])(?P<word>{shortened(tongue.titles)})(?=\s(?:(?:y|e|et|und|o|u)\s(?:(?:la|el|le|a|o|il|der|die)\s)?)?[A-ZÀ-Þ])",
        said.title,
    )
    yield r"(?<![\w.,/-])(?:(?P<w>\d+)\s)?(?P<a>\d{1,2})[/⁄](?P<b>\d{1,3})(?![\w/]|[.,]\d)", said.fraction
    yield rf"(?:(?P<w>\d+)\s?)?(?P<v>[{VULGAR}])", said.vulgar
    yield r"(?<!\w)[vV]\.?\s?(?=\d+\.\d)", f"{tongue.version} "
    yield (
        rf"(?i:(?<={tongue.version} ))\d+(?:\.\d+){{1,9}}|(?<![\w.,])\d+(?:\.\d+){{2,9}}(?![\w]|[.,]\d)(?<!\.\d{{3}})",
        said.version,
    )
    yield rf"(?<![\w.,/-])(?P<a>{NUMBER}){_TO}(?P<b>{NUMBER})(?![\w-]|[.,]\d){_NOUN}", said.pair
    yield r"(?:[#№]|\b[nN](?:\.?[º°]|[°º]\.?))\s?(?=\d)", f"{tongue.number_sign} "
    yield r"#(?=[^\W\d_])", "hashtag "
    yield r"(?:(?<=^)|(?<=[\s(\[=«“\"]))[-−](?=\d)", f"{tongue.minus} "
    yield rf"(?<={_LETTER})(?=\d)|(?<=\d)(?={_LETTER})", " "
    yield rf"(?<![\d.,])(?P<n>{NUMBER}){_NOUN}", said.plain
    yield rf"(?<={_LETTER})/(?={_LETTER})", " "
    yield r"\d+", lambda m: f" {said.number(m.group())} "
    yield any_of(tongue.symbols), said.symbol
    yield r"(?<=\w),(?=[^\W\d_])", ", "
    yield r"\s{2,}", " "
    yield r"\s+(?=[,.;:!?…»”)](?:\W|$))|(?<=[«“(¿¡])\s+", ""
