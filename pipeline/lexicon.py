"""User pronunciations: words and phrases that are said otherwise than the rules would.

An entry names what is written, and either a respelling (written form, normalized and read like any text) or IPA. Entries
come with a job; only those that match its text enter its key, and a segment's key follows what is spoken, so a change
of the lexicon re-speaks the sentences that it touches and no others.

A match is a whole word in scripts that part words (a possessive 's is left over, a hyphen parts), anything in scripts that
do not. The leftmost match counts, and of several there the longest; one for the language goes before one for any, one with
exact capitals before one without. White space, apostrophes and composed letters match in any form.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pipeline.cleaning import collapse
from pipeline.mark_values import strange_to_ipa

ENTRIES_MOST = 2_000
ENTRY_MOST = 200  # code points of each of its texts
# A phrase is compared at every place where it could begin: "a a a …" against a book of "a a a …".
WORDS_MOST = 16
PHRASE = rf"^\s*(?:\S+\s+){{0,{WORDS_MOST - 1}}}\S+\s*$"
SIGNS_MOST = 64  # signs, and characters of scripts without spaces

_APOSTROPHES = {ord(char): "'" for char in "’ʼ＇‘"}
_SPACES = dict.fromkeys((*range(9, 14), *range(28, 32), 133, 160, 5760, *range(8192, 8203), 8232, 8233, 8239, 8287, 12288), " ")  # fmt: skip
_ALIKE = _APOSTROPHES | _SPACES | {ord("İ"): "I", ord("ẞ"): "ß"}  # İ would become two code points
# Han, kana, Thai, Lao, Khmer, Burmese: a word ends anywhere.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
)
_HANGUL = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"  # particles follow a word without a space
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_IS_HANGUL = re.compile(f"[{_HANGUL}]")
_WORD = f"[^\\W_{_UNSPACED}{_HANGUL}]+"
_CONTRACTED = frozenset({"s", "t", "d", "m", "ll", "re", "ve"})
_TAG = re.compile("[a-z]{2,3}")
_ENTRIES = ""  # the key of a node's own entries; no character


@dataclass(frozen=True, slots=True)
class Entry:
    """One pronunciation. Exactly one of `say` and `ipa` is given."""

    word: str  #: a word or a phrase as it is written
    say: str | None = None
    ipa: str | None = None
    language: str | None = None  #: BCP 47 primary tag: only in runs of this language; None: in any
    case: bool = False  #: whether capitals must be equal


def fault_of(entry: Entry) -> str | None:
    """Return what is wrong with an entry, or None."""
    given = [text for text in (entry.say, entry.ipa) if text is not None]
    long = next((text for text in (entry.word, *given) if len(text) > ENTRY_MOST), None)
    if long is not None:
        return f"{long[:20]!r}… has {len(long)} characters, at most {ENTRY_MOST} are allowed"
    if not entry.word.strip():
        return "the word is empty"
    if len(given) != 1 or not given[0].strip():
        return f"{entry.word!r} needs a respelling (say) or a pronunciation (ipa), exactly one of them"
    if entry.ipa is not None and (strange := strange_to_ipa(entry.ipa)):
        return f"{entry.word!r}: {entry.ipa!r} is not IPA: {' '.join(strange)}"
    if entry.language is not None and not _TAG.fullmatch(entry.language):
        return f"{entry.word!r}: language is a primary tag like en or zh, given {entry.language!r}"
    return fault_of_phrase(entry.word)


def fault_of_phrase(word: str) -> str | None:
    """Return what makes a phrase too long to look for, or None."""
    words = len(word.split())
    signs = len(re.sub(rf"{_WORD}|\s+", "", word))
    if words <= WORDS_MOST and signs <= SIGNS_MOST:
        return None
    return (
        f"{word[:20]!r}… has {words} words and {signs} signs or characters of a script without spaces, "
        f"at most {WORDS_MOST} and {SIGNS_MOST} are allowed"
    )


class Lexicon:
    """Finds entries in texts. Of two entries for the same writing, language and case, the first counts."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._root: dict[str, Any] = {}
        words: set[str] = set()  # what an entry may begin with: whole words, and single characters
        signs: set[str] = set()
        known = set()
        for entry in entries:
            cased = collapse(_alike(unicodedata.normalize("NFC", entry.word)))
            folded = _lower(cased)
            same = (cased if entry.case else folded, entry.language, entry.case)
            if not folded or same in known:
                continue
            known.add(same)
            first = re.match(_WORD, folded)
            (words if first else signs).add(first.group() if first else folded[0])
            node = self._root
            for char in folded:
                node = node.setdefault(char, {})
            own = node.setdefault(_ENTRIES, [])
            own.append((entry, cased))
            own.sort(key=lambda made: (made[0].language is None, not made[0].case))
        self._firsts = words | signs
        sign = f"[{''.join(map(re.escape, sorted(signs)))}]" if signs else ""
        self._first = re.compile("|".join(filter(None, (_WORD if words else "", sign)))) if self._firsts else None

    def matches(self, text: str, language_at: Callable[[int], str]) -> list[tuple[int, int, Entry]]:
        """Return the matches in a text: start, end, entry; in order, none over another.

        Args:
            text: any text, a block or a chapter.
            language_at: the language of the text at an offset.
        """
        found: list[tuple[int, int, Entry]] = []
        written = _Written(text)
        free = 0
        for first in self._starts(written):
            if first < free:
                continue
            start = written.source(first)
            for end, entries in reversed(self._ends(written, first)):
                entry = next((e for e in entries if e.language is None or e.language == language_at(start)), None)
                if entry:
                    found.append((start, written.source(end), entry))
                    free = end
                    break
        return found

    def occurring(self, text: str) -> Iterator[Entry]:
        """Yield every entry that occurs in a text, whatever its language and whatever another entry covers."""
        written = _Written(text)
        for first in self._starts(written):
            for _, entries in self._ends(written, first):
                yield from entries

    def _starts(self, written: "_Written") -> Iterator[int]:
        """Yield where an entry may begin, in the folded text."""
        firsts = self._firsts
        for found in self._first.finditer(written.folded) if self._first else ():
            if found.group() in firsts:
                yield found.start()

    def _ends(self, written: "_Written", start: int) -> list[tuple[int, list[Entry]]]:
        """Return the ends of the entries that begin at a place of the folded text, shortest first."""
        folded = written.folded
        node: dict[str, Any] | None = self._root
        at, length = start, len(folded)
        ends: list[tuple[int, list[Entry]]] = []
        while node is not None:
            own = node.get(_ENTRIES)
            if own and _is_whole(folded, start, at):
                fitting = [e for e, word in own if not e.case or word == collapse(written.cased[start:at])]
                if fitting:
                    ends.append((at, fitting))
            if at == length:
                break
            char = folded[at]
            node = node.get(char)
            at += 1
            while char == " " and node is not None and at < length and folded[at] == " ":
                at += 1
        return ends


def matched(entries: Iterable[Entry], texts: Iterable[str]) -> tuple[Entry, ...]:
    """Return the entries that occur in any of the texts, in an order that does not depend on theirs: for a job's key."""
    lexicon = Lexicon(entries)
    found: set[Entry] = set()
    for text in texts:
        found.update(lexicon.occurring(text))
    return tuple(sorted(found, key=lambda e: (e.word, e.language or "", e.case, e.say or "", e.ipa or "")))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Tell whether a stretch begins and ends where words do."""
    if start and _in_word(text[start]):
        before = text[start - 1]
        if _in_word(before) and not (_IS_HANGUL.match(before) and not _IS_HANGUL.match(text[start])):
            return False
        if before == "'" and start > 1 and _in_word(text[start - 2]) and text[start:end] in _CONTRACTED:
            return False
    if end == len(text) or not _in_word(text[end - 1]) or _IS_HANGUL.match(text[end - 1]):
        return True
    if text[end] == "'" and end + 1 < len(text) and _in_word(text[end + 1]):
        return text[end + 1] == "s" and not (end + 2 < len(text) and _in_word(text[end + 2]))
    return not _in_word(text[end]) or bool(_IS_HANGUL.match(text[end]))


def _in_word(char: str) -> bool:
    return (char.isalnum() and not _IS_UNSPACED.match(char)) or unicodedata.combining(char) != 0


def _alike(text: str) -> str:
    """Return a text of equal length with one form of apostrophes and white space."""
    return text.translate(_ALIKE)


def _lower(text: str) -> str:
    return text.lower().replace("ς", "σ")


class _Written:
    """A text with composed letters (NFC) and one form of what is alike, and the way back to the text's offsets."""

    def __init__(self, text: str) -> None:
        self._places: list[int] | None = None
        if not unicodedata.is_normalized("NFC", text):
            text = self._compose(text)
        self.cased = _alike(text)
        self.folded = _lower(self.cased)  #: of the same length

    def source(self, at: int) -> int:
        """Return the text's offset."""
        return at if self._places is None else self._places[at]

    def _compose(self, text: str) -> str:
        pieces: list[str] = []
        places: list[int] = []
        self._places = places
        at = 0
        for cluster in _clusters(text):
            made = unicodedata.normalize("NFC", cluster)
            pieces.append(made)
            places += [at] * len(made) if made != cluster else range(at, at + len(cluster))
            at += len(cluster)
        places.append(at)
        return "".join(pieces)


def _clusters(text: str) -> Iterator[str]:
    """Yield characters with what composes with them: combining marks, and vowels and finals of Hangul."""
    start = 0
    for at, char in enumerate(text):
        if at and not (unicodedata.combining(char) or "\u1160" <= char <= "\u11ff"):
            yield text[start:at]
            start = at
    yield text[start:]
