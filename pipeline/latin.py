"""Latin letters that Japanese and Korean read themselves: units after a number (60kg, 16GB)."""

import re
from collections.abc import Iterator

_UNIT = re.compile(
    r"(?<=[0-9])\s?(?:km/h|m/s|[kcmµμn]?m[²³23]?|k?g|mg|m[lL]|L|m?s|min|h|[GMk]?Hz|[kM]?W|kWh|k?V|mA|dB|k?cal|[kh]?Pa|mmHg|"
    r"[KMGT]B|d[lL]|[kKMG]bps|ha|t|ppm|ft|%p)"
    r"(?![A-Za-z0-9])"
)


def own_latin(text: str, base: str) -> Iterator[tuple[int, int]]:
    """Yield where Latin letters are read in the base language, if that is Japanese or Korean."""
    if base in {"ja", "ko"}:
        yield from (found.span() for found in _UNIT.finditer(text))
