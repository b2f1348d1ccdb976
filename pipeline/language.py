"""Language runs: which stretch of a mixed text is read in which language.

The script decides, the document's language is the prior: Latin letters in Chinese are English, Han in an English text
is Chinese, kana is Japanese wherever it stands. A sentence in one language is that language's with all its digits and
marks. The invariant is that the runs, joined, are the text: digits, marks and spaces go to one side, never away.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from pipeline.codes import chinese_parts
from pipeline.han import han_languages
from pipeline.latin import own_latin
from pipeline.ports import LanguageRun
from pipeline.scripts import base_script, language_of, script_of

# All that a text in a Latin language is made of, but for letters of other scripts: one look at it, not one a character.
_LATIN_ONLY = re.compile("[\x00-\u036f\u1e00-\u1eff\u2000-\u2bff\ufb00-\ufb06\ufe00-\ufe0f]*")
_GREEK_SYMBOL = re.compile(r"(?<![Ͱ-Ͽἀ-῿])[Ͱ-Ͽ](?![Ͱ-Ͽἀ-῿])")  # π, α-helix
# A full stop ends a sentence after a word of two small letters at least: J. K. Rowling and Mr. Chan are inside one.
_SENTENCE = re.compile(
    r"(?:[^。！？｡.!?\n]|[!?](?!\s|\Z)|\.(?!\s|\Z)|(?<![a-zà-ÿ0-9)”’\"%][a-zà-ÿ0-9)”’\"%])\.)*"
    r"(?:[。！？｡.!?\n]+[”」』’\"）)]*\s*|\Z)"
)
_CHINESE = frozenset({"zh", "yue"})
# After Latin, numbers stay with the words before them (iPhone 15 Pro), unless the other language counts with them.
_TAIL = re.compile(
    r"(?:[ \t]*[-+#.&/'’_:@*]*+[0-9]++(?:[.,:][0-9]++)*+)*(?:\+\+|#)?"
    r"(?![.,:]?[0-9]|\s*[%％‰°年月日号號点點时時分秒元块塊万萬亿億个個倍次台人位岁歲天米条條件本张張名家部种種款克])"
)


def language_runs(text: str, base: str, start: int = 0) -> tuple[LanguageRun, ...]:
    """Cut a text into runs of one language; joined, they are the text.

    Args:
        text: part of a chapter.
        base: the language of the document (BCP 47 primary tag): the prior for every script it is written in.
        start: offset of `text` in the chapter, in code points.
    """
    if text and base_script(base) == "Latn" and _is_latin(text):
        return (LanguageRun(text, base, start, start + len(text)),)
    tags = _letters(text, base)
    for sentence in _SENTENCE.finditer(text):
        _spread(text, tags, sentence.span(), base)
    runs: list[LanguageRun] = []
    at = 0
    for tag, group in groupby(tags):
        end = at + sum(1 for _ in group)
        runs.append(LanguageRun(text[at:end], tag, start + at, start + end))
        at = end
    return tuple(runs)


def _is_latin(text: str) -> bool:
    found = _LATIN_ONLY.match(text)
    return found is not None and found.end() == len(text)


def _letters(text: str, base: str) -> list[str]:
    """Give each letter its language, what Chinese reads besides its own too, and everything else ""."""
    scripts = [script_of(char) for char in text]
    written = base_script(base)
    latin = base if written == "Latn" else "en"
    han = base if base in {"zh", "ja", "yue"} else "zh"
    known = {"": "", "Latn": latin, "Hani": han, "Kana": "ja", written: base}
    tags = [known[script] if script in known else language_of(script) for script in scripts]
    for first, end, language in han_languages(text, base):
        for at in range(first, end):
            if scripts[at] == "Hani":
                tags[at] = language
    for first, end in own_latin(text, base):
        tags[first:end] = [base] * (end - first)
    for symbol in _GREEK_SYMBOL.finditer(text):
        tags[symbol.start()] = ""
    if base in _CHINESE:
        for sentence in _SENTENCE.finditer(text):
            own = [tag for tag in tags[slice(*sentence.span())] if tag]
            if all(tag in _CHINESE or tag == "en" for tag in own):
                spoken = next((tag for tag in own if tag in _CHINESE), base)
                for first, end, chinese in chinese_parts(text, *sentence.span()):
                    tags[first:end] = [spoken if chinese else "en"] * (end - first)
    return tags


def _spread(text: str, tags: list[str], span: tuple[int, int], base: str) -> None:
    """Give the digits, marks and spaces of a sentence to a neighbour in it, in place.

    Between equal languages they are that language's; numbers after Latin stay with it; the rest is the base's where
    the base is next to it, else its neighbour's.
    """
    spoken = set(tags[slice(*span)]) - {""}
    only = next(iter(spoken)) if len(spoken) == 1 else ""
    if base not in spoken:  # a Cantonese sentence in a Chinese text, a Japanese one in an English text
        base = next((tag for tag in ("yue", "zh", "ja", "ko") if tag in spoken), base)
    for first, end in _gaps(tags, *span):
        left, right = tags[first - 1] if first > span[0] else "", tags[end] if end < span[1] else ""
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


def _gaps(tags: list[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches that no language owns yet."""
    at = start
    for owned, group in groupby(tags[start:end], bool):
        last = at + sum(1 for _ in group)
        if not owned:
            yield at, last
        at = last
