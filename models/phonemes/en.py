"""English to phonemes in Kokoro's symbols.

Words come from the lexicon, in the case they are written in; function words bend to what follows (the apple, to eat),
so a text is read from its end to its start. What the lexicon lacks is read by espeak where that extra is installed,
else by rule, and named in `guessed`. Input is the spoken form: numbers and symbols are words already.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.phonemes.function_words import NEVER_ACRONYMS
from models.phonemes.guess import guess
from models.phonemes.heteronyms import tag
from models.phonemes.homographs import EXTRA_READINGS
from models.phonemes.lexicon import Lexicon
from models.phonemes.stress import CONSONANTS, PRIMARY, VOWELS, weight, with_stress
from models.phonemes.types import Phonemized
from pipeline.normalize.unread import unread

_TOKEN = re.compile(r"(?P<word>'?[A-Za-z0-9]+(?:[-_'.]+[A-Za-z0-9]+)*'?)|(?P<space>\s+)|(?P<mark>.)", re.DOTALL)
_PIECE = re.compile(r"[0-9]|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+(?:'[A-Za-z]+)*'?|[A-Z]+(?:'[A-Za-z]+)*'?|.")
_DOTTED = re.compile(r"(?:[A-Za-z]{1,2}\.)+[A-Za-z]{1,2}")  # U.S, e.g
_MARKS = str.maketrans({"–": "—", "[": "(", "]": ")", "{": "(", "}": ")", "«": "“", "»": "”", "„": "“"})
_KEPT = frozenset(';:,.!?—…“”()"')
_PAUSES = frozenset(";:,.!?—…")
_FOLDED = str.maketrans({
    "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
    "ð": "th", "Ð": "Th", "þ": "th", "Þ": "Th", "ı": "i", "’": "'", "‘": "'", "ʼ": "'", "ʻ": "", "‐": "-", "‑": "-",
})  # fmt: skip
_WIDEST = 8  # parts of a compound tried as one word: bounds the work on a line of hyphens
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
VowelNext = bool | None  #: whether the next sound is a vowel; None: a pause is next


@dataclass(slots=True)
class _Token:
    text: str
    spaced: bool = False  # white space follows
    is_word: bool = True


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
        tokens = _tokens(fold(text))
        words = [token.text for token in tokens]
        guessed: list[str] = []
        spoken: list[str] = []
        vowel_next: VowelNext = None
        for at in range(len(tokens) - 1, -1, -1):
            token = tokens[at]
            sound = self._compound(words, at, vowel_next, guessed) if token.is_word else _mark(tokens, at)
            vowel_next = _starts_with_vowel(sound, vowel_next)
            spoken.append(sound + (" " if token.spaced else ""))
        joined = re.sub(r"\s+", " ", "".join(reversed(spoken))).strip()
        phonemes = joined.replace("ɾ", "T").replace("ʔ", "t")
        return Phonemized(phonemes, tuple(reversed(guessed)), unread(text, _is_read))

    def _compound(self, words: Sequence[str], at: int, vowel_next: VowelNext, guessed: list[str]) -> str:
        """Read one written word: whole, or by the longest known ends of it."""
        word = words[at]
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

    def _single(self, word: str, part_of_speech: str, vowel_next: VowelNext) -> str | None:
        lower = word.lower()
        level = None if word == lower else 2 if word == word.upper() else 0.5
        if word.isdigit():
            return self.lexicon.find(_DIGITS[int(word)]) if len(word) == 1 else None
        reading = (lower, "VB" if part_of_speech in {"VBP", "VBZ"} else part_of_speech)
        if reading in EXTRA_READINGS:
            return with_stress(EXTRA_READINGS[reading], level)
        if part_of_speech == "NNP" and self._is_emphasis(lower):
            part_of_speech = ""
        if part_of_speech != "NNP" and (special := self._special(word, part_of_speech, vowel_next)) is not None:
            return special
        return self.lexicon.word(word, part_of_speech, level, final=vowel_next is None)

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
        sound = self._fallback(piece) if self._fallback else None
        return sound or guess(piece.lower(), self._known, self.lexicon.spell)

    def _known(self, word: str) -> str | None:
        return self.lexicon.word(word, None, None)


def fold(text: str) -> str:
    """Return a text with Latin letters bare (café → cafe) and apostrophes straight."""
    bare = unicodedata.normalize("NFKD", text.translate(_FOLDED).replace("…", "\ue000")).replace("\ue000", "…")
    return "".join(char for char in bare if not unicodedata.combining(char))


def _is_read(char: str) -> bool:
    return any(part in _KEPT or (part.isascii() and part.isalnum()) or part == "'" for part in fold(char))


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "space":
            if tokens:
                tokens[-1].spaced = True
        elif match.lastgroup == "word":
            tokens.append(_Token(match.group()))
        elif match.group().translate(_MARKS) in _KEPT or match.group() == "-":
            tokens.append(_Token(match.group(), is_word=False))
        elif tokens:
            tokens[-1].spaced = True  # a mark without a sound still parts two words: and/or
    return tokens


def _mark(tokens: Sequence[_Token], at: int) -> str:
    mark = tokens[at].text.translate(_MARKS)
    after_space = at == 0 or tokens[at - 1].spaced or tokens[at - 1].text in "([{—"
    if mark == "-":
        return "—" if tokens[at].spaced and after_space else ""
    if mark == '"':
        return "“" if after_space and not (at + 1 == len(tokens) or tokens[at].spaced) else "”"
    return mark if mark in _KEPT else ""


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
