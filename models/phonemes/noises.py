"""Noises and drawn-out words as authors write them: hmmm, pssst, sooo, noooo, hahaha.

A noise has no entry for each of its lengths; a drawn-out word is the word, however long it is drawn.
"""

import re
from collections.abc import Callable
from itertools import product

_NOISES = [
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"h+m+", "hmm"), (r"m{2,}", "mm"), (r"sh{2,}|shush+", "ʃʃ"), (r"p+s{2,}t*|ps+t+", "psst"), (r"b+r{2,}", "bɹɹ"),
        (r"z{2,}", "zz"), (r"t+s+k+", "tsk"), (r"g+r{2,}", "ɡɹɹ"), (r"p+f+t*", "pfft"), (r"h+m*p+h+|h+m+f+", "hmf"),
        (r"a+r+g+h*", "ˈɑɹɡ"), (r"u+g+h+", "ˈʌɡ"), (r"e+w{2,}", "ˈiu"), (r"e{2,}k+", "ˈik"), (r"a+h+", "ˈɑ"),
        (r"o+h+", "ˈO"), (r"a{2,}", "ˈɑ"), (r"h+a+h{2,}", "hˈɑ"), (r"t+c+h+", "ʧ"), (r"n+g+h+", "nɡ"), (r"p+h+w+", "fjˈu"),
        (r"s{2,}", "ss"), (r"r{2,}", "ɹɹ"), (r"f{2,}", "ff"), (r"w+h+e+w+", "hwˈu"), (r"y+e+a+h+", "jˈæə"),
        (r"m+h+m+", "mhˈm"), (r"e+r{2,}", "ˈɜɹ"), (r"u+m+", "ˈʌm"), (r"u+h{2,}", "ˈʌ"),
    )
]  # fmt: skip
_LAUGH = re.compile(r"(?:(?:b[wu]?a?)?(ha|he|ho|hi))(?:\1){1,}h?|(?:ha|he|ho)+h?")
_DRAWN = re.compile(r"([a-z])\1{2,}")
_SYLLABLES = {"ha": "hˈɑ", "he": "hˈi", "ho": "hˈO", "hi": "hˈi"}
_LONGEST_LAUGH = 6  # syllables said of a laugh of any length
Known = Callable[[str], str | None]


def noise(word: str, common: Known, known: Known) -> str | None:
    """Return the phonemes of a noise or of a drawn-out word in lower case, or None."""
    for pattern, sound in _NOISES:
        if pattern.fullmatch(word):
            return sound
    if len(word) >= 4 and _LAUGH.fullmatch(word):
        beats = re.findall(r"ha|he|ho|hi", word)[:_LONGEST_LAUGH]
        return "".join(_SYLLABLES[beat] for beat in beats)
    return _undrawn(word, common) or _undrawn(word, known)


def _undrawn(word: str, known: Known) -> str | None:
    runs = list(_DRAWN.finditer(word))
    if not 0 < len(runs) <= 3:
        return None
    for lengths in product((2, 1), repeat=len(runs)):
        short, at = "", 0
        for run, length in zip(runs, lengths, strict=True):
            short += word[at : run.start()] + run.group(1) * length
            at = run.end()
        if found := known(short + word[at:]):
            return found
    return None
