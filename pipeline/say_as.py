"""How a stretch is said that an author has declared to be of a kind: SSML's say-as, as written form.

What comes out is text that the language's own rules read as asked: a date is written out, a code becomes names of its
signs. What is not of the kind that it is said to be (a date of month 13) stays as it is written.
"""

import re
from collections.abc import Callable

from pipeline.normalize import en_numbers, european_numbers, ja_parts, zh_numbers

_EUROPEAN = frozenset({"es", "fr", "it", "pt", "de"})
_HAN = frozenset({"zh", "yue"})
_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
}
_DAY_OF, _YEAR_OF = {"es": " de ", "pt": " de ", "de": ". "}, {"es": " de ", "pt": " de "}
#: Names of signs in codes; in other languages the signs stay, for the language's own rules.
_SIGNS = {
    "-": "dash", ".": "dot", ",": "comma", "/": "slash", "\\": "backslash", "@": "at", "_": "underscore", "#": "hash",
    "*": "star", "+": "plus", "&": "and", "=": "equals", ":": "colon", ";": "semicolon", "!": "exclamation mark",
    "?": "question mark", "%": "percent", "$": "dollar", "€": "euro", "£": "pound", "(": "open bracket",
    ")": "close bracket", "[": "open bracket", "]": "close bracket", "'": "apostrophe", '"': "quote", "~": "tilde",
    "<": "less than", ">": "greater than", "|": "bar", "^": "caret",
}  # fmt: skip
_CURRENCIES = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "¥", "KRW": "₩", "INR": "₹"}
_GROUPED = re.compile(r"[\s,_'’\u202f]")
_LONGEST = 15  # digits of a number; longer ones are said digit by digit
_DURATION = re.compile(r"(?:(\d{1,3})['′])?\s?(\d{1,2})[\"″]|(\d{1,3})['′]")
_LENGTH = re.compile(r"(\d{1,3})['′](?:\s?(\d{1,2})[\"″])?")


def said_as(text: str, how: str, language: str) -> str:
    """Return the written form that the normalizer of a language reads as asked.

    Args:
        text: the stretch.
        how: `interpret-as`, with `:format` where one is given; an unknown one leaves the text as it is.
        language: BCP 47 primary tag.
    """
    kind, _, form = how.strip().lower().partition(":")
    if kind == "number" and form in _KINDS:
        kind, form = form, ""
    make = _KINDS.get(kind)
    bare = text.strip()
    return make(bare, form, language) if make and bare else text


def _characters(text: str, _form: str, language: str) -> str:
    return " ".join(_named(char, language) for char in text if not char.isspace())


def _named(char: str, language: str) -> str:
    if char.isdecimal():
        return _digits(char, "", language)
    if language == "en" and char in _SIGNS:
        return _SIGNS[char]
    return char.upper() if len(char.upper()) == 1 else char


def _digits(text: str, _form: str, language: str) -> str:
    """Name each digit; what is no digit stays, and marks between digits part them."""
    pieces = re.findall(r"\d|[^\W\d]+", text)
    words = [_digit(str(int(piece)), language) if piece.isdecimal() else piece for piece in pieces]
    return ("" if language in _HAN else " ").join(words)


def _digit(digit: str, language: str) -> str:
    if language == "en":
        return en_numbers.digits(digit)
    if language in _HAN:
        return zh_numbers.digits(digit)
    if language == "ja":
        return ja_parts.digits(digit)
    return european_numbers.digits(language, digit) if language in _EUROPEAN else digit


def _integer(text: str) -> int | None:
    """Return the whole number that a text is, in digits or Roman numerals."""
    plain = _GROUPED.sub("", text)
    if re.fullmatch(r"[IVXLCDM]{1,15}", plain):
        return en_numbers.roman(plain) or None
    digits = plain.removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th").rstrip(".ºª°")
    return int(digits) if digits.isdecimal() and len(digits) <= _LONGEST else None


def _cardinal(text: str, _form: str, language: str) -> str:
    sign, plain = ("-", text[1:]) if text[:1] in "-−" else ("", text)
    number = _integer(plain)
    if number is None:
        return text
    if language == "en":
        return ("minus " if sign else "") + en_numbers.cardinal(number)
    if language in _HAN:
        return ("负" if sign else "") + zh_numbers.cardinal(str(number))
    if language in _EUROPEAN and not sign:
        return european_numbers.cardinal(language, number)
    return f"{sign}{number}"


def _ordinal(text: str, _form: str, language: str) -> str:
    number = _integer(text)
    if number is None:
        return text
    if language == "en":
        return en_numbers.ordinal(number)
    if language in _EUROPEAN:
        return european_numbers.ordinal(language, number) or text  # no word for the 0th
    return {"zh": f"第{number}", "yue": f"第{number}", "ja": f"第{number}", "ko": f"{number}번째"}.get(language, text)


def _date(text: str, form: str, language: str) -> str:
    order = "".join(dict.fromkeys(char for char in form if char in "ymd"))
    parts = re.findall(r"\d+", text)
    if re.search(r"[^\W\d]", text):
        return text  # a month in words: the language's own rules read it
    if len(parts) == 1 and len(parts[0]) in {6, 8} and len(order) == 3:
        widths = {part: 4 if part == "y" and len(parts[0]) == 8 else 2 for part in order}
        parts = [parts[0][sum(widths[p] for p in order[:at]) :][: widths[part]] for at, part in enumerate(order)]
    if not order and len(parts) == 3:
        usual = "ymd" if language in _HAN | {"ja", "ko"} else "mdy" if language == "en" else "dmy"
        order = "ymd" if len(parts[0]) == 4 else usual
    if not order or len(order) != len(parts):
        return text
    values = {part: int(digits[:5]) for part, digits in zip(order, parts, strict=True)}
    if "y" in values and len(parts[order.index("y")]) == 2:
        values["y"] += 1900 if values["y"] >= 70 else 2000
    if not (1 <= values.get("m", 1) <= 12 and 1 <= values.get("d", 1) <= 31 and values.get("y", 1) <= 9999):
        return text
    return _written_date(values, language) or text


def _written_date(values: dict[str, int], language: str) -> str:
    year, month, day = (values.get(part) for part in "ymd")
    if language in _HAN | {"ja", "ko"}:
        units = ("년", "월", "일") if language == "ko" else ("年", "月", "日")
        found = [f"{value}{unit}" for value, unit in zip((year, month, day), units, strict=True) if value is not None]
        return (" " if language == "ko" else "").join(found)
    if month is None:
        return _cardinal(str(day), "", language) if year is None else str(year) if day is None else ""
    if language not in _MONTHS:
        return ""
    name = _MONTHS[language].split()[month - 1]
    if language == "en":
        said = name if day is None else f"{name} {day}"
        return said if year is None else f"{said}, {year}" if day is not None else f"{said} {year}"
    said = name if day is None else f"{day}{_DAY_OF.get(language, ' ')}{name}"
    return said if year is None else f"{said}{_YEAR_OF.get(language, ' ')}{year}"


def _time(text: str, form: str, language: str) -> str:
    duration = _DURATION.fullmatch(text)
    if duration and language == "en":
        minutes, seconds = duration[1] or duration[3], duration[2]
        return " ".join(_counted(value, unit) for value, unit in ((minutes, "minute"), (seconds, "second")) if value)
    if re.fullmatch(r"[0-2]\d[0-5]\d", text) and form.startswith("hms"):
        return f"{text[:2]}:{text[2:]}"
    return text


def _counted(value: str, unit: str) -> str:
    return f"{int(value)} {unit}{'' if int(value) == 1 else 's'}"


def _telephone(text: str, _form: str, language: str) -> str:
    plus = {"en": "plus", "zh": "加", "yue": "加", "ja": "プラス"}.get(language, "+")
    groups = []
    for piece in re.findall(r"\+|\d+|[^\W\d_]+", text):
        if piece.isdecimal():
            telephone = language in _HAN
            groups.append(zh_numbers.digits(piece, telephone=True) if telephone else _digits(piece, "", language))
        else:
            groups.append(plus if piece == "+" else piece)
    said = ("，" if language in _HAN else ", ").join(groups)
    return said.replace("+, ", "+").replace(f"{plus}, ", f"{plus} ").replace(f"{plus}，", plus)


def _currency(text: str, form: str, language: str) -> str:
    found = re.fullmatch(r"([A-Za-z]{3})?\s?([\d.,\s]*\d)\s?([A-Za-z]{3})?", text)
    if not found:
        return text
    sign = _CURRENCIES.get((found[1] or found[3] or form).upper())
    if not sign:
        return text
    return f"{sign}{found[2]}" if language not in _EUROPEAN else f"{found[2]} {sign}"


def _fraction(text: str, _form: str, language: str) -> str:
    found = re.fullmatch(r"(?:(\d{1,9})\s?[+\s]\s?)?(\d{1,9})\s?[/⁄]\s?(\d{1,9})", text)
    if not found or not int(found[3]):
        return text
    if language != "en":
        return f"{found[1]} {found[2]}/{found[3]}" if found[1] else f"{found[2]}/{found[3]}"
    part = en_numbers.fraction(int(found[2]), int(found[3]))
    return f"{en_numbers.cardinal(int(found[1]))} and {part}" if found[1] else part


def _unit(text: str, _form: str, language: str) -> str:
    length = _LENGTH.fullmatch(text)
    if length and language == "en":
        feet = f"{int(length[1])} {'foot' if int(length[1]) == 1 else 'feet'}"
        inches = length[2] and f" {int(length[2])} {'inch' if int(length[2]) == 1 else 'inches'}"
        return feet + (inches or "")
    return re.sub(r"(?<=\d)(?=[^\W\d])", " ", text)


_KINDS: dict[str, Callable[[str, str, str], str]] = {
    "characters": _characters, "spell-out": _characters, "verbatim": _characters, "digits": _digits,
    "cardinal": _cardinal, "number": _cardinal, "ordinal": _ordinal, "date": _date, "time": _time, "duration": _time,
    "telephone": _telephone, "currency": _currency, "fraction": _fraction, "unit": _unit,
}  # fmt: skip
