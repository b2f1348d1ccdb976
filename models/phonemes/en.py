"""English to phonemes in Kokoro's symbols.

Words come from the lexicon, in the case they are written in; function words bend to what follows (the apple, to eat),
so a text is read from its end to its start. What the lexicon lacks is read by espeak where that extra is installed,
else by rule, and named in `guessed`. Input is the spoken form: numbers and symbols are words already.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from models.phonemes.function_words import NEVER_ACRONYMS
from models.phonemes.guess import Sources, guess
from models.phonemes.heteronyms import ASKED, tag
from models.phonemes.homographs import EXTRA_READINGS
from models.phonemes.lexicon import Lexicon
from models.phonemes.own_words import as_british
from models.phonemes.stress import CONSONANTS, PRIMARY, VOWELS, weight, with_stress
from models.phonemes.tokens import fold, is_read, mark, tokens
from models.phonemes.types import Phonemized
from pipeline.normalize.unread import unread

_PIECE = re.compile(r"[0-9]|[A-Z]+(?=[A-Z][a-zé])|'?[A-Z]?[a-zé]+(?:'[A-Za-zé]+)*'?|[A-Z]+(?:'[A-Za-z]+)*'?|.")
_DOTTED = re.compile(r"(?:[A-Za-z]{1,2}\.)+[A-Za-z]{1,2}")  # U.S, e.g
_PAUSES = frozenset(";:,.!?—…")
_LEANING = frozenset({"a", "an", "am", "i", "the", "to", "in"})  # they bend to what follows
_WIDEST = 8  # parts of a compound tried as one word: bounds the work on a line of hyphens
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
VowelNext = bool | None  #: whether the next sound is a vowel; None: a pause is next


class English:
    """Reads English.

    Args:
        variant: "us" or "gb".
        fallback: phonemes of a word that the lexicon lacks, or None when it cannot tell.
        words: folder of the word lists that workers share; None: they are held in memory.
    """

    def __init__(
        self, variant: str = "us", fallback: Callable[[str], str | None] | None = None, words: Path | None = None
    ) -> None:
        self._variant = variant
        self._words = words
        self._fallback = fallback
        self._loaded: Lexicon | None = None

    @property
    def lexicon(self) -> Lexicon:
        """The word lists, read at first use: after fork, in the process that speaks."""
        if self._loaded is None:
            self._loaded = Lexicon(self._variant, self._words)
        return self._loaded

    def __call__(self, text: str) -> Phonemized:
        """Read a text."""
        cut = tokens(fold(text))
        words = [token.text for token in cut]
        guessed: list[str] = []
        spoken: list[str] = []
        vowel_next: VowelNext = None
        for at in range(len(cut) - 1, -1, -1):
            token = cut[at]
            sound = self._compound(words, at, vowel_next, guessed) if token.is_word else mark(cut, at)
            vowel_next = _starts_with_vowel(sound, vowel_next)
            spoken.append(sound + (" " if token.spaced else ""))
        joined = re.sub(r"\s+", " ", "".join(reversed(spoken))).strip()
        phonemes = joined.replace("ɾ", "T").replace("ʔ", "t")
        return Phonemized(phonemes, tuple(reversed(guessed)), unread(text, is_read))

    def _compound(self, words: Sequence[str], at: int, vowel_next: VowelNext, guessed: list[str]) -> str:
        """Read one written word: whole, or by the longest known ends of it."""
        word = words[at]
        if (plain := self._plain(word)) is not None:
            return plain
        word = self._unquoted(word)
        if _DOTTED.fullmatch(word.rstrip(".'")):
            return self.lexicon.spell(word) or ""
        pieces = _PIECE.findall(word)
        sounds: list[tuple[str, str]] = []
        right = len(pieces)
        while right:
            for left in range(max(0, right - _WIDEST), right):
                part = "".join(pieces[left:right])
                if not part[0].isalnum() and part[0] != "'":
                    continue
                sound = self._single(part, tag(words, at) if len(part) == len(word) else _part_tag(part), vowel_next)
                if sound is not None:
                    break
            else:
                left = right - 1
                sound = self._unknown(pieces[left], guessed)
                part = pieces[left]
            if sound:
                sounds.insert(0, (part, sound))
                vowel_next = _starts_with_vowel(sound, vowel_next)
            right = left
        return _balanced(word, sounds)

    def _plain(self, word: str) -> str | None:
        """Return a word that sounds the same wherever it stands: most do, and nothing else need be asked."""
        lower = word.lower()
        if lower in _LEANING or lower in ASKED or not word.isalpha() or word[1:] != lower[1:]:
            return None
        sound = self.lexicon.gold(word)
        if word == lower:
            return sound
        if sound is None and not self.lexicon.lists(word):
            sound = self.lexicon.gold(lower)
        return None if sound is None else with_stress(sound, 0.5)

    def _unquoted(self, word: str) -> str:
        """Return a word without the quotes around it; an apostrophe of its own stays: 'twas, the boys'."""
        if word.endswith("'S"):
            word = word[:-1] + "s"
        bare = word[1:]
        common = self.lexicon.common
        if common("h" + bare) and not common(bare):
            return word  # 'ouse
        if word[0] == "'" and self._known(word) is None and self._known(bare.removesuffix("'")) is not None:
            return bare
        return word

    def _single(self, word: str, part_of_speech: str, vowel_next: VowelNext) -> str | None:
        lower = word.lower()
        level = None if word == lower else 2 if word == word.upper() else 0.5
        if word.isdigit():
            return self.lexicon.find(_DIGITS[int(word)]) if len(word) == 1 else None
        reading = (lower, "VB" if part_of_speech in {"VBP", "VBZ"} else part_of_speech)
        if reading in EXTRA_READINGS:
            sound = EXTRA_READINGS[reading]
            return with_stress(as_british(sound) if self._variant == "gb" else sound, level)
        if part_of_speech == "NNP" and self._is_emphasis(lower):
            part_of_speech = ""
        if part_of_speech != "NNP" and (special := self._special(word, part_of_speech, vowel_next)) is not None:
            return special
        found = self.lexicon.word(word, part_of_speech, level, final=vowel_next is None)
        if found is None and "é" in word:
            bare = self.lexicon.word(word.replace("é", "e"), part_of_speech, level)
            return bare if bare and "A" in bare[-3:] else None  # café, but not rosé
        return found

    def _is_emphasis(self, lower: str) -> bool:
        """Tell whether capitals only stress a word (STOP, STARTED) and are no acronym (US, HTML)."""
        if lower in NEVER_ACRONYMS or (len(lower) > 3 and self.lexicon.in_gold(lower)):
            return True
        return len(lower) > 5 and self._known(lower) is not None

    def _special(  # noqa: PLR0911 - one answer a word
        self, word: str, part_of_speech: str, vowel_next: VowelNext
    ) -> str | None:
        """Read the function words that lean on what follows."""
        match word.lower():
            case "a":
                return "ɐ" if part_of_speech == "DT" else "ˈA"
            case "an":
                return "ɐn"
            case "am":
                return "ɐm" if vowel_next is not None and word == "am" else self.lexicon.gold("am")
            case "i":
                return "ˌI" if word == "I" else None
            case "the":
                return "ði" if vowel_next else "ðə"
            case "to":
                return self.lexicon.gold("to") if vowel_next is None else "tʊ" if vowel_next else "tə"
            case "in":
                return ("" if vowel_next is not None and part_of_speech in {"IN", ""} else PRIMARY) + "ɪn"
            case _:
                return None

    def _unknown(self, piece: str, guessed: list[str]) -> str:
        if not any(char.isalnum() for char in piece):
            return ""
        guessed.append(piece)
        lexicon = self.lexicon
        other = self._fallback or _nobody
        sound = guess(piece.lower(), Sources(self._known, lexicon.common, lexicon.spell, other))
        return as_british(sound) if self._variant == "gb" else sound

    def _known(self, word: str) -> str | None:
        return self.lexicon.word(word, None, None)


def _nobody(_word: str) -> None:
    return None


def _part_tag(part: str) -> str:
    return "NNP" if len(part) > 1 and part.isupper() else "DT" if part == "a" else ""


def _starts_with_vowel(sound: str, otherwise: VowelNext) -> VowelNext:
    for symbol in sound:
        if symbol in _PAUSES:
            return None
        if symbol in VOWELS or symbol in CONSONANTS:
            return symbol in VOWELS
    return otherwise


def _balanced(word: str, parts: list[tuple[str, str]]) -> str:
    """Join the parts of a compound; the lighter half of them gives up its primary stress (daisy-chain)."""
    kinds = {char.isdigit() for char in word if char.isalnum()}
    if len(parts) < 2 or len(kinds) > 1 or word.isdigit():
        return " ".join(sound for _, sound in parts)
    sounds = [sound for _, sound in parts]
    order = sorted((PRIMARY in sound, weight(sound), at) for at, sound in enumerate(sounds))
    if len(sounds) == 2 and len(parts[0][0]) == 1:
        weaker = [1]
    elif sum(stressed for stressed, _, _ in order) <= (len(sounds) + 1) // 2:
        weaker = []
    else:
        weaker = [at for _, _, at in order[: len(order) // 2]]
    for at in weaker:
        sounds[at] = with_stress(sounds[at], -0.5)
    return "".join(sounds)
