"""The languages of Western Europe: written form to spoken form, one machinery and one record a language.

The rules and their order are the same everywhere: addresses, telephones, dates and times first, then money, units,
Roman numerals and ordinals, plain numbers last, lone symbols at the end. What differs is data and a few short functions:
how a language counts a noun, says a date or a clock. The machinery never asks which language it works for.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

Match = re.Match[str]
Rule = tuple[str | re.Pattern[str], str | Callable[[Match], str]]
Agree = Callable[[str, int, str], str]


@dataclass(frozen=True, slots=True)
class Currency:
    """One of it, many of it, one cent, many cents."""

    one: str
    many: str
    cent: str
    cents: str


@dataclass(frozen=True, slots=True, eq=False)
class Tongue:
    """What a language brings to the rules."""

    language: str  #: as num2words names it
    marks: Mapping[str, str]  #: decimal mark -> word
    minus: str
    per: str  #: 20 €/kg
    to: str  #: between the ends of a range
    ratio: str  #: between the sides of a ratio, 16:9
    months: tuple[str, ...]
    money: Mapping[str, Currency]  #: by sign, code and word
    money_and: str  #: between units and cents
    scales: str  #: pattern of million and its kin
    of: Callable[[str], str]  #: the currency after such a scale
    units: Mapping[str, tuple[str, str]]  #: unit -> said of one, said of many
    abbreviations: Mapping[str, str]  #: with their dots
    closing: frozenset[str]  #: of these, those whose dot may end a sentence before the end of the text
    titles: Mapping[str, str]  #: the same, but never at the end of a sentence
    before_number: Mapping[str, str]  #: said so only before a number or a Roman numeral
    address: Mapping[str, str]  #: the marks in web and mail addresses
    symbols: Mapping[str, str]
    vulgar: Callable[[int, int], str]  #: a fraction
    vulgar_and: str  #: between a whole number and its fraction
    half: str  #: ½ after a whole number
    version: str  #: said for the v of v1.2
    agree: Agree  #: a cardinal, its value and the word after it -> the cardinal that agrees with it
    date: Callable[[int, int, str, str], str]  #: day, month, said year or "", the word before it
    clock: Callable[[int, int | None, int | None], str]  #: hour, minute, second
    phone: Callable[[str], str]  #: a group of digits
    phones: str  #: pattern of how telephone numbers look
    phone_words: str  #: pattern of the words that announce one
    numbered: str  #: pattern of the words that a Roman numeral counts
    number_sign: str  #: said for # before a number
    year: Callable[[int], str] | None = None  #: years, where they are not read as counts
    decimals_as_number: bool = True  #: up to two of them: 3,14 is three comma fourteen
    early: tuple[Rule, ...] = field(default=())  #: rules of the language alone, before all others
    ranks: tuple[Rule, ...] = field(default=())  #: ordinals, rulers, centuries: before plain numbers


def table(text: str) -> dict[str, tuple[str, str]]:
    """Return `key: one, many; key: one, many` as a mapping; without a second form the first stands for both."""
    found = {}
    for entry in text.split(";"):
        key, _, said = entry.strip().partition(": ")
        one, _, many = said.partition(", ")
        found[key] = (one, many or one)
    return found


def names(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


def any_of(words: Iterable[str]) -> str:
    """Return a pattern for literal words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def shortened(words: Iterable[str]) -> str:
    """Return a pattern for abbreviations: spaces in them are optional, and a sentence may begin with one."""
    patterns = []
    for word in sorted(words, key=len, reverse=True):
        first = f"[{word[0]}{word[0].upper()}]" if word[0].islower() else re.escape(word[0])
        patterns.append(first + re.escape(word[1:]).replace(r"\ ", r"\s?"))
    return "|".join(patterns)
