"""Stress marks in Kokoro's English symbols: primary `ˈ` and secondary `ˌ`, written right before the stressed vowel.

The lexicon stores words as they sound alone. In a sentence a capital letter, emphasis or the other half of a compound
changes how strong a word is, and the model was trained on marks that follow these steps.
"""

PRIMARY, SECONDARY = "ˈ", "ˌ"
VOWELS = frozenset("AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ")
CONSONANTS = frozenset("bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ")
_HEAVY = frozenset("AIOQWYʤʧ")  # diphthongs and affricates take twice the time


def weight(phonemes: str) -> int:
    """Return the length of a word in beats: which half of a compound is the lighter one."""
    return sum(2 if symbol in _HEAVY else 1 for symbol in phonemes)


def with_stress(phonemes: str, level: float | None) -> str:  # noqa: PLR0911 - one answer a level
    """Return a word's phonemes at another level of stress.

    Args:
        phonemes: of one word.
        level: None leaves it; -2 removes all stress; -1 weakens every mark by one; -0.5 and 0 weaken a primary stress;
            0 to 1 give a word without stress a secondary one (-0.5 does not); 1 and up raise a secondary stress to a
            primary one; 2 gives a word without stress a primary one.
    """
    if level is None:
        return phonemes
    primary, secondary = PRIMARY in phonemes, SECONDARY in phonemes
    if level < -1:
        return phonemes.replace(PRIMARY, "").replace(SECONDARY, "")
    if level == -1 or (level in {0, -0.5} and primary):
        return phonemes.replace(SECONDARY, "").replace(PRIMARY, SECONDARY)
    if primary or level < 0:
        return phonemes
    if secondary:
        return phonemes.replace(SECONDARY, PRIMARY) if level >= 1 else phonemes
    if VOWELS.isdisjoint(phonemes):
        return phonemes
    return before_vowel((PRIMARY if level > 1 else SECONDARY) + phonemes)


def before_vowel(phonemes: str) -> str:
    """Move each stress mark to right before the next vowel."""
    moved, pending = [], ""
    for symbol in phonemes:
        if symbol in {PRIMARY, SECONDARY}:
            pending += symbol
            continue
        if symbol in VOWELS:
            moved.append(pending)
            pending = ""
        moved.append(symbol)
    return "".join(moved) + pending
