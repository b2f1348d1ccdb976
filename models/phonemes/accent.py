"""English words in a Mandarin voice: its stops are told apart by breath, not by voice.

Kokoro's Mandarin writes b d g as p t k and p t k as pʰ tʰ kʰ. English p t k before a vowel are breathed as well, only
nobody writes it; in a Mandarin voice they come out as b d g ("Derminal") unless it is written. A flapped t, which
Mandarin would take for an l, is a plain one.
"""

import re

_FLAPS = str.maketrans({"ɾ": "t", "T": "t"})
_BREATHED = re.compile(r"(?<!s)([ptk])(?=[ɹlwj]?[ˈˌ]?[ɹlwj]?[AIOQWYaiuæɑɐɒɔəɛɜɪʊʌᵻᵊe])")


def in_mandarin(phonemes: str) -> str:
    """Return English phonemes as a Mandarin voice has to be given them."""
    return _BREATHED.sub(r"\1ʰ", phonemes.translate(_FLAPS))
