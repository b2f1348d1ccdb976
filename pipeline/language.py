"""Language runs: which stretch of a mixed text is read in which language.

The script decides, the document's language is the prior: Latin letters in Chinese are English, Han in an English text
is Chinese, kana is Japanese wherever it stands. No statistics: a wrong guess is worse than the language the reader was
told. The invariant is that the runs, joined, are the text: digits, marks and spaces go to one side, never away.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from itertools import groupby

from pipeline.ports import LanguageRun

_HAN_LANGUAGES = ("zh", "ja", "yue", "ko")

# A unit right after its number is read with the number: 60kg 六十公斤.
_UNIT = re.compile(
    r"(?<=[0-9])\s?(?:[kcmµμn]?m[²³23]?|km/h|m/s|k?g|mg|m[lL]|L|m?s|min|h|[GMk]?Hz|[kM]?W|kWh|k?V|mA|dB|kcal|k?Pa|mmHg|ft)"
    r"(?![A-Za-z0-9])"
)
_GREEK_SYMBOL = re.compile(r"(?<![Ͱ-Ͽἀ-῿])[Ͱ-Ͽ](?![Ͱ-Ͽἀ-῿])")  # π, α-helix

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
    "Deva": ("hi", "mr", "ne", "sa"), "Hani": _HAN_LANGUAGES, "Kana": ("ja",), "Hang": ("ko",),
}  # fmt: skip
_SCRIPT_OF = {tag: script for script, tags in _BASES.items() for tag in tags} | {
    tag: script for script, tag in _LANGUAGE.items() if script != "Latn"
}

# Characters and words of written Cantonese. Novels in Mandarin use one of them now and then (唔, 咩): it takes two.
_CANTONESE = re.compile(
    "[嘅咗喺冇嚟啲嗰佢哋啩㗎喎嘢瞓攞揾諗咁唔嘥嗌冚咩俾畀]|係咪|聽日|尋日|點解|邊度|邊個|呢個|而家|鍾意"
)
# Kana makes the kanji around it Japanese, but not over the end of a sentence, nor into or out of a quotation.
_CLAUSE = re.compile(r"[^。！？!?\n「」『』“”《》（）()]+")
# After Latin, numbers stay with the words before them (iPhone 15 Pro), unless the other language counts with them.
_TAIL = re.compile(
    r"(?:[ \t]*[-+#.&/'’_:@*]*+[0-9]++(?:[.,:][0-9]++)*+)*(?:\+\+|#)?"
    r"(?![.,:]?[0-9]|\s*[%％‰°年月日号號点點时時分秒元块塊万萬亿億个個倍次台人位岁歲天米条條件本张張名家部种種款克])"
)


def script_of(char: str) -> str:
    """Return the ISO 15924 name of a character's script, or "" for what every language uses."""
    if not unicodedata.category(char).startswith(("L", "M")):
        return ""
    return _BLOCKS[bisect_right(_STARTS, ord(char)) - 1][1]


def language_runs(text: str, base: str, start: int = 0) -> tuple[LanguageRun, ...]:
    """Cut a text into runs of one language; joined, they are the text.

    Args:
        text: part of a chapter.
        base: the language of the document (BCP 47 primary tag): the prior for every script it is written in.
        start: offset of `text` in the chapter, in code points.
    """
    tags = _letters(text, base)
    _spread(text, tags, base)
    runs: list[LanguageRun] = []
    first = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or tags[at] != tags[first]:
            runs.append(LanguageRun(text[first:at], tags[first] or base, start + first, start + at))
            first = at
    return tuple(runs)


def _letters(text: str, base: str) -> list[str]:
    """Give each letter its language and everything else ""."""
    scripts = [script_of(char) for char in text]
    han = _han_languages(text, scripts, base)
    tags = [_language(script, base, han[at]) if script else "" for at, script in enumerate(scripts)]
    if _SCRIPT_OF.get(base) == "Hani":
        for unit in _UNIT.finditer(text):
            tags[unit.start() : unit.end()] = [base] * len(unit.group())
    for symbol in _GREEK_SYMBOL.finditer(text):
        tags[symbol.start()] = base
    return tags


def _language(script: str, base: str, han: str) -> str:
    if script == "Hani":
        return han
    if script == "Kana":
        return "ja"
    written = _SCRIPT_OF.get(base, "Latn")
    if script == "Latn":
        return base if written == "Latn" else "en"
    return base if script == written else _LANGUAGE[script]


def _han_languages(text: str, scripts: list[str], base: str) -> list[str]:
    """Decide for each position which language Han characters there are: kana and Cantonese words tell."""
    prior = base if base in {"zh", "ja", "yue"} else "zh"
    found = [prior] * len(text)
    for clause in _CLAUSE.finditer(text):
        first, end = clause.span()
        # の alone is decoration in Chinese brand names.
        if any(scripts[at] == "Kana" and text[at] != "の" for at in range(first, end)):
            found[first:end] = ["ja"] * (end - first)
        elif prior == "zh" and len(_CANTONESE.findall(clause.group())) > 1:
            found[first:end] = ["yue"] * (end - first)
    return found


def _spread(text: str, tags: list[str], base: str) -> None:
    """Give digits, marks and spaces to a neighbour, in place.

    Between equal languages they are that language's; numbers after Latin stay with it; the rest is the base's where
    the base is next to it, else its neighbour's.
    """
    spoken = set(tags) - {""}
    only = spoken.pop() if len(spoken) == 1 else ""
    for first, end in _gaps(tags):
        left, right = tags[first - 1] if first else "", tags[end] if end < len(text) else ""
        cut = first
        if only or left == right:
            rest = only or left or base
        else:
            if left == "en" != base and (tail := _TAIL.match(text, first)):
                cut = min(tail.end(), end)
            digits = any(char.isdigit() for char in text[cut:end])
            around = (left, right) if left and right else ((right or base) if digits else base,)
            rest = base if base in around else around[-1 if digits else 0]
        tags[first:end] = [left] * (cut - first) + [rest] * (end - cut)


def _gaps(tags: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the stretches that no language owns yet."""
    at = 0
    for owned, group in groupby(list(tags), bool):
        end = at + sum(1 for _ in group)
        if not owned:
            yield at, end
        at = end
