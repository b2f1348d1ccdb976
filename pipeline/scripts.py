"""Scripts: which writing system a character belongs to, and which languages are written in which.

Marks, digits and symbols have no script: every language uses them, so they never decide anything.
"""

import unicodedata
from bisect import bisect_right
from functools import lru_cache

#: First code point of a block and its script. "": marks, digits and symbols, which belong to no language.
_BLOCKS = (
    (0x0000, ""), (0x0041, "Latn"), (0x005B, ""), (0x0061, "Latn"), (0x007B, ""), (0x00C0, "Latn"), (0x02B0, ""),
    (0x0370, "Grek"), (0x0400, "Cyrl"), (0x0530, "Armn"), (0x0590, "Hebr"), (0x0600, "Arab"), (0x0700, "Syrc"),
    (0x0750, "Arab"), (0x0780, "Thaa"), (0x07C0, "Nkoo"), (0x0800, ""), (0x08A0, "Arab"), (0x0900, "Deva"),
    (0x0980, "Beng"), (0x0A00, "Guru"), (0x0A80, "Gujr"), (0x0B00, "Orya"), (0x0B80, "Taml"), (0x0C00, "Telu"),
    (0x0C80, "Knda"), (0x0D00, "Mlym"), (0x0D80, "Sinh"), (0x0E00, "Thai"), (0x0E80, "Laoo"), (0x0F00, "Tibt"),
    (0x1000, "Mymr"), (0x10A0, "Geor"), (0x1100, "Hang"), (0x1200, "Ethi"), (0x13A0, "Cher"), (0x1400, "Cans"),
    (0x1680, ""), (0x1780, "Khmr"), (0x1800, "Mong"), (0x18B0, ""), (0x1C80, "Cyrl"), (0x1C90, "Geor"), (0x1CC0, ""),
    (0x1E00, "Latn"), (0x1F00, "Grek"), (0x2000, ""), (0x2C60, "Latn"), (0x2C80, ""), (0x2DE0, "Cyrl"), (0x2E00, ""),
    (0x2E80, "Hani"), (0x2FE0, ""), (0x3005, "Hani"), (0x3008, ""), (0x3040, "Kana"), (0x3100, "Hani"),
    (0x3130, "Hang"), (0x3190, ""), (0x31A0, "Hani"), (0x31C0, ""), (0x31F0, "Kana"), (0x3200, ""), (0x3400, "Hani"),
    (0x4DC0, ""), (0x4E00, "Hani"), (0xA000, "Yiii"), (0xA4D0, ""), (0xA640, "Cyrl"), (0xA6A0, ""), (0xA720, "Latn"),
    (0xA800, ""), (0xA960, "Hang"), (0xA980, ""), (0xAB30, "Latn"), (0xAB70, "Cher"), (0xABC0, ""), (0xAC00, "Hang"),
    (0xD800, ""), (0xF900, "Hani"), (0xFB00, "Latn"), (0xFB13, "Armn"), (0xFB1D, "Hebr"), (0xFB50, "Arab"),
    (0xFE00, ""), (0xFE70, "Arab"), (0xFEFF, ""), (0xFF21, "Latn"), (0xFF3B, ""), (0xFF41, "Latn"), (0xFF5B, ""),
    (0xFF66, "Kana"), (0xFFA0, "Hang"), (0xFFE0, ""), (0x20000, "Hani"), (0x323B0, ""),
)  # fmt: skip
_STARTS = [first for first, _ in _BLOCKS]

#: The language that a script stands for when the base language is not written in it.
_LANGUAGE = {
    "Kana": "ja", "Hang": "ko", "Hani": "zh", "Latn": "en", "Grek": "el", "Cyrl": "ru", "Armn": "hy", "Hebr": "he",
    "Arab": "ar", "Syrc": "syr", "Thaa": "dv", "Nkoo": "nqo", "Deva": "hi", "Beng": "bn", "Guru": "pa", "Gujr": "gu",
    "Orya": "or", "Taml": "ta", "Telu": "te", "Knda": "kn", "Mlym": "ml", "Sinh": "si", "Thai": "th", "Laoo": "lo",
    "Tibt": "bo", "Mymr": "my", "Geor": "ka", "Ethi": "am", "Cher": "chr", "Cans": "iu", "Khmr": "km", "Mong": "mn",
    "Yiii": "ii",
}  # fmt: skip

#: Base languages by the script they are written in; any other base is written in Latin letters.
_BASES = {
    "Cyrl": ("ru", "uk", "bg", "sr", "mk", "be", "kk"), "Arab": ("ar", "fa", "ur", "ps"), "Hebr": ("he", "yi"),
    "Deva": ("hi", "mr", "ne", "sa"), "Hani": ("zh", "ja", "yue", "ko"), "Kana": ("ja",), "Hang": ("ko",),
}  # fmt: skip
_SCRIPT_OF = {tag: script for script, tags in _BASES.items() for tag in tags} | {
    tag: script for script, tag in _LANGUAGE.items() if script != "Latn"
}


@lru_cache(maxsize=16384)  # a book has a few thousand different characters, and asks a million times
def script_of(char: str) -> str:
    """Return the ISO 15924 name of a character's script, or "" for what every language uses."""
    if not unicodedata.category(char).startswith(("L", "M")):
        return ""
    return _BLOCKS[bisect_right(_STARTS, ord(char)) - 1][1]


def base_script(language: str) -> str:
    """Return the script that a language is written in; Latin for every language that is not listed."""
    return _SCRIPT_OF.get(language, "Latn")


def language_of(script: str) -> str:
    """Return the language that a script stands for in a text of another one."""
    return _LANGUAGE[script]
