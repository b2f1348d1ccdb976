"""User pronunciations: words and phrases that are said otherwise than the rules would.

An entry names what is written, and either a respelling (written form, normalized and read like any text) or IPA. Entries
come with a job; only those that match its text enter its key, and a segment's key follows what is spoken, so a change
of the lexicon re-speaks the sentences that it touches and no others.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One pronunciation. Exactly one of `say` and `ipa` is given."""

    word: str  #: a word or a phrase as it is written
    say: str | None = None
    ipa: str | None = None
    language: str | None = None  #: BCP 47 primary tag: only in runs of this language; None: in any
    case: bool = False  #: whether capitals must be equal
