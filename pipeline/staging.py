"""Stage directions of one block: what marks, lexicon and options ask for, on the block's running text.

Marks and pronunciations name stretches of the chapter; here they become runs that are said otherwise than written, spans
that are never cut, and values that hold over stretches. Where two ask for the same stretch, the author's mark counts
before the lexicon.
"""

import re
from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pipeline.cleaning import Cleaned
from pipeline.language import language_runs
from pipeline.layers import Layer, innermost
from pipeline.lexicon import Lexicon
from pipeline.normalize.emoji_names import name_emoji
from pipeline.ports import LanguageRun
from pipeline.say_as import said_as
from pipeline.script import Mark

Span = tuple[int, int]
_Spans = Mapping[str, Sequence[tuple[int, int, str]]]
#: Marks that close what stands before them; whoever says the words ends them.
_CLOSING = re.compile("[.,;:!?…)\\]}”’»。，、；：？！）」』】》〉]+")
_POSSESSIVE = re.compile(r"['’]s(?![^\W_])")
_HISSING, _VOICELESS = "szʃʒʧʤ", "ptkfθ"
_LanguageAt = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Override:
    """How a stretch is said, if otherwise than it is written: by an alias, or by phonemes."""

    alias: str | None = None
    phonemes: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What a job says about saying: its pronunciations, and whether emoji are named."""

    lexicon: Lexicon
    emoji: bool = False


@dataclass(frozen=True, slots=True)
class Directions:
    """What is asked for in a block. Offsets are of its running text."""

    overrides: Layer[Override] = field(default_factory=Layer)
    languages: Layer[str] = field(default_factory=Layer)
    voices: Layer[str] = field(default_factory=Layer)
    rates: Layer[float] = field(default_factory=Layer)
    pauses: tuple[tuple[int, float], ...] = ()
    sentences: tuple[Span, ...] = ()

    @property
    def uncut(self) -> tuple[Span, ...]:
        """Spans in which no segment may end, sorted and disjoint."""
        return tuple((start, end) for start, end, _ in self.overrides.pieces)

    @property
    def unended(self) -> tuple[Span, ...]:
        """Spans in which no sentence may end, sorted and disjoint."""
        return _disjoint([*self.sentences, *self.uncut]) if self.sentences else self.uncut


def directions(marks: Iterable[Mark], cleaned: Cleaned, base: str, said: Said) -> Directions:
    """Return the directions of a block.

    Args:
        marks: those that touch the block, with offsets of the chapter.
        cleaned: the block's running text.
        base: the job's language.
        said: its pronunciations.
    """
    spans: dict[str, list[tuple[int, int, str]]] = {}
    for mark in marks:
        start, end = cleaned.at(mark.start), cleaned.at(mark.end)
        if start < end and mark.kind in {"voice", "rate"} and (closing := _CLOSING.match(cleaned.text, end)):
            end = closing.end()  # `[/voice].` is not how a voice ends: it would stay up
        if start < end or mark.kind == "pause":
            spans.setdefault(mark.kind, []).append((start, end, mark.value))
    languages = innermost(spans.get("language", ()))
    return Directions(
        overrides=_overrides(spans, cleaned.text, _languages_of(cleaned.text, languages, base), said),
        languages=languages,
        voices=innermost(spans.get("voice", ())),
        rates=innermost((start, end, float(value)) for start, end, value in spans.get("rate", ())),
        pauses=tuple((start, float(value)) for start, _, value in spans.get("pause", ())),
        sentences=tuple((start, end) for start, end, _ in spans.get("sentence", ())),
    )


def directed_runs(text: str, start: int, end: int, base: str, asked: Directions) -> tuple[LanguageRun, ...]:
    """Return the language runs of a stretch of running text, with what is said otherwise than written."""
    runs = _runs(text, start, end, base, asked.languages)
    return tuple(_overridden(runs, text, asked.overrides)) if asked.overrides else tuple(runs)


def bare(text: str, start: int, end: int) -> Span:
    """Return a stretch without the spaces at its ends."""
    while start < end and text[start] == " ":
        start += 1
    while end > start and text[end - 1] == " ":
        end -= 1
    return start, end


def forced(spans: Sequence[Span], sentences: Sequence[Span], text: str) -> list[Span]:
    """Return sentence spans that end also where an author's sentences begin and end."""
    edges = sorted({edge for sentence in sentences for edge in sentence})
    found: list[Span] = []
    for start, end in spans:
        inner = edges[bisect_right(edges, start) : bisect_right(edges, end - 1)]
        pieces = [bare(text, first, last) for first, last in pairwise([start, *inner, end])]
        # a mark alone is no sentence
        apart = all(any(map(str.isalnum, text[first:last])) for first, last in pieces)
        found.extend(pieces if apart else [(start, end)])
    return found


def _languages_of(text: str, languages: Layer[str], base: str) -> _LanguageAt:
    """Return what tells the language at a position; the text is looked at when it is first asked."""
    known: list[Layer[str]] = []

    def language_at(at: int) -> str:
        if not known:
            runs = _runs(text, 0, len(text), base, languages)
            known.append(Layer(tuple((run.start, run.end, run.language) for run in runs)))
        return known[0].value(at) or base

    return language_at


def _overrides(spans: _Spans, text: str, language_at: _LanguageAt, said: Said) -> Layer[Override]:
    """Return the overrides; what was asked for first keeps its place."""
    kept: list[tuple[int, int, Override]] = []
    for start, asked_end, asked in (*_marked(spans, text, language_at), *_matched(text, language_at, said)):
        end, override = asked_end, asked
        if _POSSESSIVE.match(text, asked_end) and language_at(start) == "en":
            end, override = asked_end + 2, _possessive(asked)  # apart, its s would be a word
        at = bisect_right(kept, start, key=lambda each: each[0])
        before_ends = kept[at - 1][1] if at else 0
        if before_ends <= start and (at == len(kept) or end <= kept[at][0]):
            insort(kept, (start, end, override), key=lambda each: each[0])
    return Layer(tuple(kept))


def _possessive(override: Override) -> Override:
    """Return an override with the possessive s, as English says it: Max's, Jack's, Anna's."""
    if override.phonemes is None:
        return replace(override, alias=f"{override.alias}'s")
    said = override.phonemes.rstrip()
    return replace(
        override, phonemes=said + ("ɪz" if said[-1:] in _HISSING else "s" if said[-1:] in _VOICELESS else "z")
    )


def _marked(spans: _Spans, text: str, language_at: _LanguageAt) -> Iterator[tuple[int, int, Override]]:
    for kind in ("alias", "phonemes", "say_as"):
        for start, end, value in spans.get(kind, ()):
            if kind == "say_as":
                yield start, end, Override(alias=said_as(text[start:end], value, language_at(start)))
            elif value.strip():
                yield start, end, Override(alias=value) if kind == "alias" else Override(phonemes=value)


def _matched(text: str, language_at: _LanguageAt, said: Said) -> Iterator[tuple[int, int, Override]]:
    for start, end, entry in said.lexicon.matches(text, language_at):
        yield start, end, Override(alias=entry.say, phonemes=entry.ipa)
    if not said.emoji or text.isascii():
        return
    import emoji  # noqa: PLC0415 - its tables are large, and few jobs ask

    for found in emoji.emoji_list(text):
        start, end = found["match_start"], found["match_end"]
        if name := name_emoji(text[start:end], language_at(start)).strip():
            yield start, end, Override(alias=f" {name} ")


def _disjoint(spans: Iterable[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _runs(text: str, start: int, end: int, base: str, languages: Layer[str]) -> list[LanguageRun]:
    if not languages:
        return list(language_runs(text[start:end], base, start))
    runs: list[LanguageRun] = []
    for first, last in pairwise(languages.edges(start, end)):
        runs.extend(language_runs(text[first:last], languages.value(first) or base, first))
    return runs


def _overridden(runs: Iterable[LanguageRun], text: str, overrides: Layer[Override]) -> Iterator[LanguageRun]:
    """Yield the runs with each override as runs of its own; it belongs to the run that it begins in."""
    for run in runs:
        at = run.start
        for start, end, override in overrides.within(run.start, run.end):
            if start >= run.start:
                if at < start:
                    yield replace(run, text=text[at:start], start=at, end=start)
                yield from _said(start, end, override, text[start:end], run.language)
            at = min(max(at, end), run.end)
        if at < run.end:
            yield replace(run, text=text[at : run.end], start=at)


def _said(start: int, end: int, override: Override, written: str, language: str) -> Iterator[LanguageRun]:
    if override.phonemes is not None:
        yield LanguageRun(written, language, start, end, phonemes=override.phonemes)
        return
    for number, run in enumerate(language_runs(override.alias or "", language)):
        yield LanguageRun("" if number else written, run.language, start, end, alias=run.text)
