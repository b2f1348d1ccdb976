"""Kokoro's English symbols to the IPA that espeak writes, which piper voices were trained on.

So English piper voices speak from our lexicon, without GPL code. The alphabets are near: one letter of Kokoro's stands
for a diphthong or an affricate, and espeak marks the length that Kokoro leaves out of American English.
"""

import re

_VOWEL = "[ˈˌ]?[AIOQWYaiuæɑɐɒɔəɛɜɪʊʌᵻᵊ]"
_LETTERS = {
    "A": "eɪ", "I": "aɪ", "W": "aʊ", "Y": "ɔɪ", "ʤ": "dʒ", "ʧ": "tʃ", "ᵊ": "ə", "T": "ɾ", "“": '"', "”": '"', "—": "-",
    "…": "...",
}  # fmt: skip
_AMERICAN = str.maketrans(_LETTERS | {"O": "oʊ", "Q": "oʊ"})
_BRITISH = str.maketrans(_LETTERS | {"O": "əʊ", "Q": "əʊ", "ᵻ": "ɪ"})
#: Lengths and the r-coloured vowel of American English, in this order.
_AMERICAN_RULES = tuple(
    (re.compile(pattern), made)
    for pattern, made in (
        (rf"ɜɹ(?!{_VOWEL})", "ɜː"),
        (r"ɜɹ", "ɜːɹ"),
        (rf"əɹ(?!{_VOWEL})", "ɚ"),
        (r"([ɑɔ])", r"\1ː"),
        (r"(?<=[ˈˌ])([iu])", r"\1ː"),
        # a small word without stress keeps its length (he, you); an unstressed ending has none (happy)
        (r"(?<![^\s“(])([^\sˈˌAIOQWYaiuæɑɐɒɔəɛɜɪʊʌᵻᵊː]+)([iu])(?=[\s;:,.!?…”)]|$)", r"\1\2ː"),
    )
)


def to_espeak_ipa(phonemes: str, variant: str = "us") -> str:
    """Rewrite phonemes for a piper voice.

    Args:
        phonemes: Kokoro's English symbols.
        variant: "us" or "gb"; British symbols mark their long vowels themselves.
    """
    if variant == "gb":
        return phonemes.translate(_BRITISH)
    for pattern, made in _AMERICAN_RULES:
        phonemes = pattern.sub(made, phonemes)
    return phonemes.translate(_AMERICAN)
