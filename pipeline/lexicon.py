"""User pronunciations: words and phrases that are said otherwise than the rules would.

An entry names what is written, and either a respelling (written form, normalized and read like any text) or IPA. Entries
come with a job; only those that match its text enter its key, and a segment's key follows what is spoken, so a change
of the lexicon re-speaks the sentences that it touches and no others.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

ENTRIES_MOST = 2_000
ENTRY_MOST = 200  #: characters of a word, a respelling or its phonemes


@dataclass(frozen=True, slots=True)
class Entry:
    """One pronunciation. Exactly one of `say` and `ipa` is given."""

    word: str  #: a word or a phrase as it is written
    say: str | None = None
    ipa: str | None = None
    language: str | None = None  #: BCP 47 primary tag: only in runs of this language; None: in any
    case: bool = False  #: whether capitals must be equal


class Lexicon:
    """Finds a job's pronunciations in a text."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = tuple(entries)
        words = sorted({entry.word for entry in self._entries}, key=len, reverse=True)
        self._pattern = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words), re.IGNORECASE)

    def __bool__(self) -> bool:
        return bool(self._entries)

    def matches(self, text: str, language_at: Callable[[int], str]) -> list[tuple[int, int, Entry]]:
        """Return where entries match, sorted and disjoint, and which.

        Args:
            text: running text.
            language_at: tells the language at a position of it.
        """
        found: list[tuple[int, int, Entry]] = []
        for match in self._pattern.finditer(text) if self._entries else ():
            for entry in self._entries:
                same = match.group() == entry.word or (
                    not entry.case and match.group().casefold() == entry.word.casefold()
                )
                if same and entry.language in (None, language_at(match.start())):
                    found.append((match.start(), match.end(), entry))
                    break
        return found


def matched(entries: Iterable[Entry], texts: Iterable[str]) -> tuple[Entry, ...]:
    """Return the entries that match in any of the texts, in one order whatever order they came in."""
    entries = tuple(entries)
    if not entries:
        return ()
    found = {
        entry
        for text in texts
        for entry in entries
        if Lexicon([replace(entry, language=None)]).matches(text, lambda _at: "")
    }
    return tuple(sorted(found, key=lambda entry: (entry.word, entry.language or "", entry.say or "", entry.ipa or "")))
