"""Latin letters that Japanese and Korean read themselves: units after a number, and initialisms inside Korean.

60kg is read in the words of the text it stands in, and Korean reads KTX by Korean letter names. Words (Python, iPhone)
and capitals beside them stay in their own language.
"""

import re
from collections.abc import Iterator

from pipeline.normalize.ko_parts import WORDS

_UNIT = re.compile(
    r"(?<=[0-9])\s?(?:km/h|m/s|[kcmµμn]?m[²³23]?|k?g|mg|m[lL]|L|m?s|min|h|[GMk]?Hz|[kM]?W|kWh|k?V|mA|dB|k?cal|[kh]?Pa|mmHg|"
    r"[KMGT]B|d[lL]|[kKMG]bps|ha|t|ppm|ft|%p)"
    r"(?![A-Za-z0-9])"
)
_INITIALS = re.compile(
    r"(?<![A-Za-z0-9.@/_])(?<![A-Za-z][ &.'’-])(?<![A-Za-z] \d )(?<![A-Za-z] \d\d )(?:[0-9](?=[A-Z](?![A-Z])))?"
    r"[A-Z]{1,6}(?:[&/ -][A-Z]{1,6}){0,3}(?:-?[0-9]{1,4}[A-Z]?)?(?![A-Za-z_@]|[.:/][A-Za-z]|[ &.'’-][A-Za-z])"
)
# Beside English words initials are English too: AI 프로젝트는 Python 3.12로.
_WORD = re.compile("(?<![A-Za-z])[A-Za-z]*[a-z]{3}")
_SENTENCE = re.compile(r"(?:[^.!?\n]|[.!?](?!\s))+[.!?\n]*\s*|[.!?\n]+\s*")
_SYLLABLE = re.compile("[B-DF-HJ-NP-TV-Z][AEIOU][B-DF-HJ-NP-TV-Z]")


def own_latin(text: str, base: str) -> Iterator[tuple[int, int]]:
    """Yield where Latin letters are read in the base language, if that is Japanese or Korean."""
    if base in {"ja", "ko"}:
        yield from (found.span() for found in _UNIT.finditer(text))
    if base == "ko":
        for sentence in _SENTENCE.finditer(text):
            if not _WORD.search(_UNIT.sub("", sentence.group())):
                found = _INITIALS.finditer(text, *sentence.span())
                yield from (initials.span() for initials in found if not _is_word(initials.group()))


def _is_word(capitals: str) -> bool:
    """Tell whether capitals are more likely a word (LOVE) than initials (CCTV)."""
    return any(len(part) > 3 and part not in WORDS and _SYLLABLE.search(part) for part in capitals.split())
