"""Ordered rules from written to spoken form, and the map between the two.

A rule is a pattern and what is said for it; each sees what the rules before it made. `apply` is what a job runs;
`apply_mapped` does the same and keeps which stretch of the written form every stretch of the spoken form came from.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
Rules = tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """`spoken[spoken_start:spoken_end]` was made of `written[start:end]`; equal text is one stretch of equal length."""

    spoken_start: int
    spoken_end: int
    start: int
    end: int


def compiled(*pairs: tuple[str | re.Pattern[str], str | Callable[[re.Match[str]], str]]) -> Rules:
    """Return rules with their patterns compiled."""
    return tuple((re.compile(pattern) if isinstance(pattern, str) else pattern, rule) for pattern, rule in pairs)


def apply(rules: Rules, text: str) -> str:
    """Return a text with every rule applied, in order."""
    for pattern, rule in rules:
        text = pattern.sub(rule, text)
    return text


def apply_mapped(rules: Rules, text: str) -> tuple[str, tuple[Stretch, ...]]:
    """Return what `apply` returns, and where each stretch of it comes from."""
    # For each code point of the text as it is now: the bounds of what it came from.
    sources = [(at, at + 1) for at in range(len(text))]
    for pattern, rule in rules:
        text, sources = _replaced(pattern, rule, text, sources)
    return text, tuple(_stretches(sources))


def _replaced(
    pattern: re.Pattern[str],
    rule: str | Callable[[re.Match[str]], str],
    text: str,
    sources: list[tuple[int, int]],
) -> tuple[str, list[tuple[int, int]]]:
    pieces: list[str] = []
    kept: list[tuple[int, int]] = []
    at = 0
    for found in pattern.finditer(text):
        said = rule(found) if callable(rule) else found.expand(rule)
        pieces += (text[at : found.start()], said)
        kept += sources[at : found.start()]
        kept += [_hull(sources, found.start(), found.end())] * len(said)
        at = found.end()
    return "".join([*pieces, text[at:]]), kept + sources[at:]


def _hull(sources: list[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """Return the bounds of what a stretch came from; an insertion stands for the place it is put at."""
    if start < end:
        return sources[start][0], max(source[1] for source in sources[start:end])
    place = sources[start][0] if start < len(sources) else sources[-1][1] if sources else 0
    return place, place


def _stretches(sources: Iterable[tuple[int, int]]) -> Iterable[Stretch]:
    held: Stretch | None = None
    for at, (start, end) in enumerate(sources):
        plain = end - start == 1
        if held and (held.start, held.end) == (start, end):
            held = Stretch(held.spoken_start, at + 1, start, end)
        elif held and plain and held.end == start and held.end - held.start == held.spoken_end - held.spoken_start:
            held = Stretch(held.spoken_start, at + 1, held.start, end)
        else:
            if held:
                yield held
            held = Stretch(at, at + 1, start, end)
    if held:
        yield held
