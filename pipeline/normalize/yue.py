"""Cantonese: written form to spoken form.

The rules are Mandarin's with the words that differ: 蚊 for a dollar sign, 二百 for 两百, 一 over the telephone. What they
say is in traditional characters, unless the text itself is in simplified ones.
"""

import re
from functools import lru_cache

from pipeline.normalize import zh
from pipeline.normalize import zh_numbers as say
from pipeline.normalize.rules import Rules, apply

_N = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_TABLE: Rules = (
    # Hong Kong's own dollar, whether its word is written or not.
    (re.compile(rf"(?<![A-Za-z])\$\s?(?P<n>{_N})(?P<scale>[百千萬万億亿]*)(?:\s?蚊)?"), lambda m: f"{say.counted(m['n'])}{m['scale']}蚊"),
    (re.compile(rf"(?<![\d.])(?P<n>{_N})(?=\s?蚊)"), lambda m: say.counted(m["n"])),
    *zh.RULES,
    (re.compile("[两兩]百"), "二百"),
    (re.compile("幺"), "一"),
)  # fmt: skip
_TRADITIONAL_TABLE = zh.in_traditional(_TABLE)


def spoken(text: str) -> str:
    """Return the spoken form of cleaned Cantonese text."""
    return apply(_TABLE if any(map(_simplified, text)) else _TRADITIONAL_TABLE, text)


@lru_cache(maxsize=16384)
def _simplified(char: str) -> bool:
    """Tell whether only texts in simplified characters hold a character."""
    if char < "㐀":
        return False
    try:
        char.encode("big5hkscs")
    except UnicodeEncodeError:
        return True
    return False
