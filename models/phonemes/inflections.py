"""The endings -s, -ed and -ing: which words a form may come from, and how the ending sounds after one."""

import re
from collections.abc import Callable, Sequence

_FLAPPING = frozenset("AIOWYiuæɑəɛɪɹʊʌ")  # American t between one of these and a vowel is a flap
_DOUBLED = re.compile(r"([bcdgklmnprstvxz])\1ing$|cking$")


def with_s(stem: str, *, british: bool) -> str | None:
    """Return a word's phonemes with the ending of cats, dogs, boxes."""
    if stem[-1] in "ptkfθ":
        return stem + "s"
    if stem[-1] in "szʃʒʧʤ":
        return stem + ("ɪz" if british else "ᵻz")
    return stem + "z"


def with_ed(stem: str, *, british: bool) -> str | None:
    """Return a word's phonemes with the ending of hoped, begged, waited."""
    if stem[-1] in "pkfθʃsʧ":
        return stem + "t"
    if stem[-1] == "d":
        return stem + ("ɪd" if british else "ᵻd")
    if stem[-1] != "t":
        return stem + "d"
    if british or len(stem) < 2:
        return stem + "ɪd"
    return stem[:-1] + "ɾᵻd" if stem[-2] in _FLAPPING else stem + "ᵻd"


def with_ing(stem: str, *, british: bool) -> str | None:
    """Return a word's phonemes with -ing, or None where British has a sound between that this does not know."""
    if british:
        return None if stem[-1] in "əː" else stem + "ɪŋ"
    if len(stem) > 1 and stem[-1] == "t" and stem[-2] in _FLAPPING:
        return stem[:-1] + "ɾɪŋ"
    return stem + "ɪŋ"


def s_stems(word: str) -> Sequence[str]:
    """Return the words that a form in -s may come from."""
    stems = []
    if len(word) > 2 and word.endswith("s"):
        if not word.endswith("ss"):
            stems.append(word[:-1])
        if word.endswith("'s") or (len(word) > 4 and word.endswith("es") and not word.endswith("ies")):
            stems.append(word[:-2])
        if len(word) > 4 and word.endswith("ies"):
            stems.append(word[:-3] + "y")
    return stems


def ed_stems(word: str) -> Sequence[str]:
    """Return the words that a form in -ed may come from."""
    stems = []
    if len(word) > 3 and word.endswith("d"):
        if not word.endswith("dd"):
            stems.append(word[:-1])
        if len(word) > 4 and word.endswith("ed") and not word.endswith("eed"):
            stems.append(word[:-2])
    return stems


def ing_stems(word: str) -> Sequence[str]:
    """Return the words that a form in -ing may come from."""
    stems = []
    if len(word) > 4 and word.endswith("ing"):
        if len(word) > 5:
            stems.append(word[:-3])
        stems.append(word[:-3] + "e")
        if len(word) > 5 and _DOUBLED.search(word):
            stems.append(word[:-4])
    return stems


Stems = Callable[[str], Sequence[str]]
Ending = Callable[..., str | None]
ENDINGS: tuple[tuple[Stems, Ending], ...] = ((s_stems, with_s), (ed_stems, with_ed), (ing_stems, with_ing))
