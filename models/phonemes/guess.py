"""Sounds for English words that no lexicon knows.

Order of preference: a noise or a drawn-out word, listed words and affixes put together, then whoever else can read
(espeak), then spelling rules. A word without vowel letters is read as letters, and one that begins like no English word
has its first letter named: rclone.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from models.phonemes.affixes import taken_apart
from models.phonemes.inflections import with_s
from models.phonemes.noises import noise
from models.phonemes.spelling import begins_like_a_word, by_rule
from models.phonemes.stress import with_stress

_CLITICS = {"n't": "ᵊnt", "'ve": "əv", "'ll": "əl", "'re": "əɹ", "'d": "d", "'m": "m"}
_LONGEST_WORD = 60  # letters: what is longer is no word, and taking it apart would cost its square
_PARTICLES = {"o": "O", "d": "d", "l": "l", "t": "t", "m": "m", "n": "n", "th": "ð"}
_PARTICLE = re.compile(r"(o|d|l|t|m|n|th)'([a-zé']{2,})")
Known = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Sources:
    """What a guess is made of."""

    known: Known  #: phonemes of a listed word in any of its forms
    common: Known  #: phonemes of a listed word in small letters that people checked
    spelled: Known  #: a word as letter names
    other: Known  #: another reader's answer


def guess(word: str, sources: Sources) -> str:
    """Return phonemes for an unknown word; "" only when it holds no letter a to z.

    Args:
        word: in lower case, letters and apostrophes; é where it ends a word.
        sources: where sounds come from.
    """
    leaned = _of_parts(word, sources) if "'" in word else None
    if leaned:
        return leaned
    bare, accent, ending = word.partition("é")
    letters = re.sub(r"[^a-z]", "", bare + ("e" if accent else "") + ending)
    if not letters:
        return ""
    found = None
    if len(letters) <= _LONGEST_WORD:
        found = noise(letters, sources.common, sources.known) or taken_apart(letters, sources.common, sources.known)
    return found or sources.other(letters) or _by_letters(letters, accented=bool(accent), sources=sources)


def _of_parts(word: str, sources: Sources) -> str | None:
    """Read what an apostrophe joins or stands for: couldn't've, O'Brien, nothin', 'ello."""
    if word.endswith("'s"):
        stem = _stem(word[:-2], sources)
        return with_s(stem, british=False) if stem else None
    for clitic, sound in _CLITICS.items():
        stem = word.removesuffix(clitic)
        if stem not in {word, ""}:
            return _leaned(_stem(stem, sources), sound)
    if word.endswith("in'") and (going := sources.known(word[:-1] + "g")):
        return going.removesuffix("ŋ") + "n"
    if word.startswith("'") and (aspirated := sources.known("h" + word[1:])):
        return aspirated.removeprefix("h")
    particle = _PARTICLE.fullmatch(word)
    return _PARTICLES[particle.group(1)] + _stem(particle.group(2), sources) if particle else None


def _by_letters(letters: str, *, accented: bool, sources: Sources) -> str:
    if accented:
        return with_stress(by_rule(letters.rstrip("es") or letters), -1) + "ˈA"
    if not re.search(r"[aeiouy]", letters) and letters != "mc":
        return sources.spelled(letters) or ""
    if not begins_like_a_word(letters):
        return with_stress(sources.spelled(letters[0]) or "", -1) + _by_letters(
            letters[1:], accented=False, sources=sources
        )
    return by_rule(letters)


def _stem(word: str, sources: Sources) -> str:
    return sources.known(word) or guess(word, sources)


def _leaned(stem: str, clitic: str) -> str:
    return stem + ("ə" + clitic if clitic == "d" and stem[-1:] not in "AIOWYiuæɑɔəɛɜɪʊʌɹ" else clitic)
