"""What is said for each kind of written thing: one method a kind, called with the match of its pattern.

The patterns, with the names of their groups, are in `european_rules`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.normalize import european_numbers as numbers
from pipeline.normalize.en_numbers import roman
from pipeline.normalize.en_short import QUERY, SCHEME
from pipeline.normalize.european import Tongue

Match = re.Match[str]
_FRACTIONS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
_THOUSAND = frozenset({"mil", "mille", "mila", "tausend"})
VULGAR = "".join(_FRACTIONS)
_END = re.compile(r"[»”\"')]*\s*$")
_NEXT = re.compile(r"[»”\"')]*\s+[¿¡«“\"]?[A-ZÀ-Þ]")
_WORD_BEFORE = re.compile(r"([^\W\d_]+['’]?)\s*$")


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """Says written things in one language."""

    tongue: Tongue

    def cardinal(self, value: int, noun: str = "") -> str:
        """Say a count, in agreement with the noun after it."""
        return self.tongue.agree(numbers.cardinal(self.tongue.language, value), value, noun)

    def number(self, text: str, noun: str = "") -> str:
        """Say a plain number."""
        tongue, figure = self.tongue, numbers.figure(text)
        minus = f"{tongue.minus} " if text[0] in "-−" else ""
        said = numbers.whole(tongue.language, figure.whole)
        if not figure.mark:
            code = len(figure.whole) > 1 and figure.whole[0] == "0"
            return minus + (said if code else tongue.agree(said, int(figure.whole), noun))
        return f"{minus}{said} {tongue.marks[figure.mark]} {self._decimals(figure.decimals)}"

    def _decimals(self, text: str) -> str:
        language = self.tongue.language
        if not self.tongue.decimals_as_number or len(text) > 2 or text[0] == "0":
            return numbers.digits(language, text)
        return numbers.cardinal(language, int(text))

    def year(self, text: str) -> str:
        """Say a year."""
        return self.tongue.year(int(text)) if self.tongue.year else numbers.cardinal(self.tongue.language, int(text))

    def plain(self, found: Match) -> str:
        """Say a plain number before the word that its pattern looked ahead to."""
        return self.number(found["n"], found["noun"] or "")

    def pair(self, found: Match) -> str:
        """Say a range."""
        noun = found["noun"] or ""
        if any(len(end) > 1 and end[0] == "0" and end.isdecimal() for end in (found["a"], found["b"])):
            return self.groups(found)  # a code: 01305-000
        return f"{self.number(found['a'], noun)} {self.tongue.to} {self.number(found['b'], noun)}"

    def ratio(self, found: Match) -> str:
        """Say a ratio."""
        return f"{self.number(found['a'])} {self.tongue.ratio} {self.number(found['b'])}"

    def fraction(self, found: Match) -> str:
        """Say a fraction of two numbers, with the whole before it."""
        return self._mixed(found["w"], int(found["a"]), int(found["b"]))

    def vulgar(self, found: Match) -> str:
        """Say a fraction that is one character."""
        before = "" if found.start() == 0 or found.string[found.start() - 1].isspace() else " "
        return before + self._mixed(found["w"], *_FRACTIONS[found["v"]])

    def _mixed(self, above_one: str | None, above: int, below: int) -> str:
        said = self.tongue.half if above_one and (above, below) == (1, 2) else self.tongue.vulgar(above, below)
        return f"{self.number(above_one)} {self.tongue.vulgar_and} {said}" if above_one else said

    def money(self, found: Match) -> str:
        """Say an amount, the currency after it."""
        tongue, text, scale = self.tongue, found["n"], (found["scale"] or "").strip()
        currency = tongue.money[found["sign"]]
        low = f"{self.number(found['low'], currency.many)} {tongue.to} " if found["low"] else ""
        if scale:
            named = currency.many if scale.lower() in _THOUSAND else tongue.of(currency.many)
            return f"{low}{self.number(text, scale)} {scale} {named}"
        figure = numbers.figure(text)
        if len(figure.decimals) != 2:
            name = self._named(figure, currency.one, currency.many)
            return f"{low}{self.number(text, currency.many)} {name}"
        units, cents = int(figure.whole), int(figure.decimals)
        said = []
        if units or not cents:
            name = currency.one if units == 1 else currency.many
            said.append(
                f"{self.cardinal(units, name)} {self._named(numbers.Figure(figure.whole), currency.one, currency.many)}"
            )
        if cents:
            name = currency.cent if cents == 1 else currency.cents
            said.append(f"{self.cardinal(cents, name)} {name}")
        minus = f"{tongue.minus} " if text[0] in "-−" else ""
        return minus + low + f" {tongue.money_and} ".join(said)

    def _named(self, figure: numbers.Figure, one: str, many: str) -> str:
        """Return a unit's name after its number: un euro, dos euros, un millón de euros."""
        if figure.mark:
            return many
        value = int(figure.whole)
        return self.tongue.of(many) if value and value % 1_000_000 == 0 else one if value == 1 else many

    def unit(self, found: Match) -> str:
        """Say a number with its unit."""
        one, many = self.tongue.units[found["unit"]]
        noun = many.split()[0]
        low = f"{self.number(found['low'], noun)} {self.tongue.to} " if found["low"] else ""
        value = numbers.figure(found["n"])
        name = many if noun in {"por", "per", "pour"} else self._named(value, one, many)
        return f"{low}{self.number(found['n'], one.split()[0] if name == one else noun)} {name}"

    def per_unit(self, found: Match) -> str:
        """Say the unit that an amount is for."""
        return f"{found['sign']} {self.tongue.per} {self.tongue.units[found['unit']][0]}"

    def date(self, found: Match) -> str:
        """Say a date in digits, or leave it to the rules of numbers when it is none."""
        day, month, year = int(found["d"]), int(found["mo"]), found["y"] or ""
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return found.group()
        before = _WORD_BEFORE.search(found.string, max(0, found.start() - 20), found.start())
        return self.tongue.date(day, month, self.year(year) if year else "", before[1].lower() if before else "")

    def time(self, found: Match) -> str:
        """Say a time of day."""
        hour, minute, second = int(found["h"]), found["m"], found.groupdict().get("s")
        return self.tongue.clock(hour, int(minute) if minute else None, int(second) if second else None)

    def phone(self, found: Match) -> str:
        """Say a telephone number in the groups that are written."""
        plus = f"{self.tongue.symbols['+'].strip()} " if "+" in found.group() else ""
        return plus + ", ".join(self.tongue.phone(group) for group in re.findall(r"\d+", found.group()))

    def called(self, found: Match) -> str:
        """Say the number after a word that announces a telephone."""
        at = found.start("n") - found.start()
        groups = re.findall(r"\d+", found["n"])
        plus = f"{self.tongue.symbols['+'].strip()} " if "+" in found["n"] else ""
        return found.group()[:at] + plus + ", ".join(self.tongue.phone(group) for group in groups)

    def groups(self, found: Match) -> str:
        """Say a code digit by digit, its groups apart."""
        return ", ".join(numbers.digits(self.tongue.language, group) for group in re.findall(r"\d+", found.group()))

    def version(self, found: Match) -> str:
        """Say the parts of a version."""
        dot = f" {self.tongue.marks['.']} "
        return dot.join(numbers.whole(self.tongue.language, part) for part in found.group().split("."))

    def counted(self, found: Match) -> str:
        """Say the Roman numerals after a word that they count, or ranges and lists of them."""
        return found["word"] + re.sub(r"\b(?:[IVX]|[IVXLC]{2,9})\b", self._roman, found.group()[len(found["word"]) :])

    def _roman(self, found: Match) -> str:
        value = roman(found.group())
        return numbers.cardinal(self.tongue.language, value) if value else found.group()

    def address(self, found: Match) -> str:
        """Say a web or mail address."""
        text = QUERY.sub("", SCHEME.sub("", found.group())).strip("/")
        for mark, word in self.tongue.address.items():
            text = text.replace(mark, f" {word} ")
        return re.sub(r"\s+", " ", re.sub(r"%|~|=|:", " ", text)).strip()

    def symbol(self, found: Match) -> str:
        """Say a lone sign."""
        return self.tongue.symbols[found.group()]

    def title(self, found: Match) -> str:
        """Say an abbreviation that cannot end a sentence."""
        return self._full(found["word"], self.tongue.titles)

    def before_number(self, found: Match) -> str:
        """Say an abbreviation that is one before a number only."""
        return self._full(found["word"], self.tongue.before_number) + " "

    def short(self, found: Match) -> str:
        """Say an abbreviation in full; its dot stays where it ends the sentence."""
        written, text, at = found["word"], found.string, found.end()
        may_end = any(written.replace(" ", "") == word.replace(" ", "") for word in self.tongue.closing)
        ends = written.endswith(".") and (_END.match(text, at) or (may_end and _NEXT.match(text, at)))
        return self._full(written, self.tongue.abbreviations) + ("." if ends else "")

    @staticmethod
    def _full(written: str, table: Mapping[str, str]) -> str:
        for word, said in table.items():
            bare, other = written.replace(" ", ""), word.replace(" ", "")
            if bare == other:
                return said
            if bare[0].lower() + bare[1:] == other:
                return said[0].upper() + said[1:]
        return written
