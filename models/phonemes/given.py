"""IPA that authors give, in the symbols that a model was trained on.

Authors write stress before the syllable, tie bars, syllable dots, one letter more or less; models know one spelling
each. Only spellings change here: a sound that the model lacks stays in the string, and is reported where it is fitted.
What means nothing to a model (dots, ties, the bow of a diphthong, aspiration in English) is left out by rule.
"""

import re
import unicodedata

_VOWELS = "AIOQWYaeiouyæøœɑɐɒɔəɘɚɛɜɝɞɪɨɯɤɵʉʊʌʏɶᵊᵻ"
_STRESS = re.compile(f"([ˈˌ])([^{_VOWELS}ˈˌ\\s]+)(?=[{_VOWELS}])")
_UNHEARD = str.maketrans("", "", "\u0361\u035c\u032f\u0311.‿-|‖")
_TIED = re.compile(r"(?<=[tdʈaeoɔə])[\u0361\u035c]")
#: Signs that are the same sound: ejectives apart, an apostrophe before a syllable is a stress mark.
_SAME = str.maketrans({"g": "ɡ", "'": "ˈ", "ɫ": "l", "˞": "ɹ"})
_AFFRICATES = (("tʃ", "ʧ"), ("dʒ", "ʤ"))

_ENGLISH = (
    *_AFFRICATES, ("ɚ", "əɹ"), ("ɝ", "ɜɹ"), ("r", "ɹ"), ("ɻ", "ɹ"), ("ɾ", "T"), ("ʰ", ""), ("ɱ", "m"), ("ʍ", "w"),
    ("ɘ", "ə"), ("ɨ", "ᵻ"), ("ʉ", "u"), ("eɪ", "A"), ("ei", "A"), ("aɪ", "I"), ("ai", "I"), ("aʊ", "W"), ("au", "W"),
    ("ɔɪ", "Y"), ("ɔi", "Y"), ("oɪ", "Y"), ("oʊ", "O"), ("ou", "O"), ("eː", "A"), ("aː", "ɑː"), ("e", "ɛ"),
)  # fmt: skip
_AMERICAN = (("əʊ", "O"), ("oː", "ɔ"), ("o", "ɔ"), ("ɪə", "iə"), ("ɒ", "ɑ"), ("a", "æ"), ("ː", ""), ("ˑ", ""))
_BRITISH = (("əʊ", "Q"), ("oː", "ɔː"), ("ɛə", "ɛː"), ("o", "ɔ"), ("æ", "a"), ("ˑ", ""))
_SYLLABIC = re.compile("([lmnɹ])\u0329")
_BARE_NURSE = re.compile("ɜ(?!ɹ)")

_MANDARIN = (("ʈʂ", "ꭧ"), ("tʂ", "ꭧ"), ("tɕ", "ʨ"), ("ts", "ʦ"), ("dz", "ʣ"))
_TONES = (
    ("˨˩˦", "↓"),
    ("˧˩˧", "↓"),
    ("˧˥", "↗"),
    ("˨˥", "↗"),
    ("˥˩", "↘"),
    ("˥˥", "→"),
    ("˨˩", "↓"),
    ("˥", "→"),
    ("˩", "↓"),
)
_AFTER_CODA = re.compile("([nŋɻ])([→↗↓↘])")

_JAPANESE = (("tɕ", "ʨ"), ("dʑ", "ʥ"), ("ts", "ʦ"), ("dz", "ʣ"))
#: Only tied vowels are diphthongs there: `mai` of Spanish is three sounds.
_TIED_VOWELS = (("a^ɪ", "I"), ("a^ʊ", "W"), ("e^ɪ", "A"), ("o^ʊ", "O"), ("ə^ʊ", "Q"), ("ɔ^ɪ", "Y"))
_OTHERS = (*_TIED_VOWELS, ("t^s", "ʦ"), ("d^z", "ʣ"), ("^", ""), *_AFFRICATES)
_CAPITALS = str.maketrans({
    "A": "eɪ", "I": "aɪ", "O": "oʊ", "Q": "əʊ", "W": "aʊ", "Y": "ɔɪ", "T": "ɾ", "ʧ": "tʃ", "ʤ": "dʒ", "ʦ": "ts",
    "ʣ": "dz", "ʨ": "tɕ", "ʥ": "dʑ", "ꭧ": "ʈʂ", "ᵊ": "ə",
})  # fmt: skip


def from_ipa(ipa: str, language: str, variant: str = "us") -> str:
    """Return IPA in Kokoro's symbols; those symbols themselves stay as they are.

    Args:
        ipa: as an author wrote it, without slashes.
        language: BCP 47 primary tag.
        variant: of English, "us" or "gb".
    """
    said = _TIED.sub("^", _plain(ipa))
    if language == "en":
        said = _english(said.replace("^", ""), variant)
    elif language in {"zh", "yue"}:
        said = _replaced(_replaced(said.replace("^", ""), _MANDARIN), _TONES)
    elif language == "ja":
        said = _replaced(said.replace("^", ""), _JAPANESE)
    else:
        said = _replaced(said, _OTHERS)
    said = said.translate(_UNHEARD)
    return _stressed(_AFTER_CODA.sub(r"\2\1", said) if language in {"zh", "yue"} else said)


def for_piper(ipa: str) -> str:
    """Return IPA as espeak writes it, which piper voices were trained on."""
    return _stressed(_plain(ipa).translate(_CAPITALS).translate(_UNHEARD))


def _plain(ipa: str) -> str:
    """Return composed letters apart (but ç, which is one sound) and equal signs alike."""
    return unicodedata.normalize("NFD", ipa).replace("c\u0327", "ç").translate(_SAME).strip()


def _english(said: str, variant: str) -> str:
    # by the letter before the mark: button, bottle
    said = _SYLLABIC.sub(r"ᵊ\1", said)
    said = _replaced(said, _ENGLISH)
    if variant == "gb":
        return _replaced(said, _BRITISH)
    return _BARE_NURSE.sub("ɜɹ", _replaced(said, _AMERICAN))


def _stressed(said: str) -> str:
    """Move stress marks from before the syllable to right before its vowel."""
    return _STRESS.sub(r"\2\1", said)


def _replaced(said: str, table: tuple[tuple[str, str], ...]) -> str:
    for old, new in table:
        said = said.replace(old, new)
    return said
