"""Mandarin to phonemes in Kokoro's v1.0 symbols: IPA with a tone arrow per syllable, words apart.

jieba cuts the words, pypinyin reads them in context (行长, 银行). Tones are written as the dictionary has them: the model
was trained on unchanged tones and makes the sandhi of 你好, 一个, 不是 itself, so rules here would change them twice.
Input is the spoken form: digits are characters already.
"""

import re
import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from models.phonemes.traditional import simplified
from models.phonemes.types import Phonemized
from models.phonemes.words import WordList, shared_words
from models.phonemes.zh_readings import Word, corrected
from pipeline.errors import ExtraMissing
from pipeline.normalize.unread import unread

_INITIALS = {
    "zh": "ꭧ", "ch": "ꭧʰ", "sh": "ʂ", "b": "p", "p": "pʰ", "m": "m", "f": "f", "d": "t", "t": "tʰ", "n": "n", "l": "l",
    "g": "k", "k": "kʰ", "h": "x", "j": "ʨ", "q": "ʨʰ", "x": "ɕ", "r": "ɻ", "z": "ʦ", "c": "ʦʰ", "s": "s",
}  # fmt: skip
#: Finals with `0` where the tone goes: right after the vowel that carries it.
_FINALS = {
    "a": "a0", "ai": "ai0", "an": "a0n", "ang": "a0ŋ", "ao": "au0", "e": "ɤ0", "ei": "ei0", "en": "ə0n", "eng": "ə0ŋ",
    "i": "i0", "ia": "ja0", "ian": "jɛ0n", "iang": "ja0ŋ", "iao": "jau0", "ie": "je0", "in": "i0n", "ing": "i0ŋ",
    "iong": "jʊ0ŋ", "iou": "jou0", "o": "wo0", "ong": "ʊ0ŋ", "ou": "ou0", "u": "u0", "ua": "wa0", "uai": "wai0",
    "uan": "wa0n", "uang": "wa0ŋ", "uei": "wei0", "uen": "wə0n", "ueng": "wə0ŋ", "uo": "wo0", "ü": "y0", "üe": "ɥe0",
    "üan": "ɥɛ0n", "ün": "y0n",
}  # fmt: skip
_WHOLE = {
    "er": "ɚ0", "r": "ɻ0", "o": "ɔ0", "yo": "jɔ0", "ê": "ɛ0", "m": "m0", "n": "n0", "ng": "ŋ0", "hm": "hm0",
    "hng": "hŋ0",
}  # fmt: skip
_SHORTENED = {"iu": "iou", "ui": "uei", "un": "uen", "ue": "üe"}
_TONES = {"1": "→", "2": "↗", "3": "↓", "4": "↘", "5": ""}
_MARKS = {
    "、": ", ", "，": ", ", "。": ". ", "．": ". ", "｡": ". ", "！": "! ", "：": ": ", "；": "; ", "？": "? ", "«": " “",
    "»": "” ", "《": " “", "》": "” ", "〈": " “", "〉": "” ", "「": " “", "」": "” ", "『": " “", "』": "” ",
    "【": " “", "】": "” ", "（": " (", "）": ") ", "·": " ", "・": " ", "～": "—", "–": "—", "―": "—", "─": "—",
}  # fmt: skip
_KEPT = frozenset(';:,.!?—…“”()" ')
_TOTAL = " "  # no word of the list; its entry is the sum of all counts
_HAN_OR_NOT = re.compile(r"([㐀-䶿一-鿿豈-﫿\U00020000-\U000323af]+)")


class Mandarin:
    """Reads Mandarin. Opens its dictionaries at first use: after fork, in the process that speaks.

    Args:
        words: folder of the word lists that workers share; None: they are held in memory.
    """

    def __init__(self, words: Path | None = None) -> None:
        self._words = words
        self._cut: Callable[[str], list[str]] | None = None
        self._pinyin: Callable[[str], list[str]] | None = None

    def __call__(self, text: str) -> Phonemized:
        """Read a text. Raises ExtraMissing without the zh extra."""
        guessed: list[str] = []
        missing = unread(text, _is_read)
        text = text.translate({ord(char): " " for char in missing})
        spoken = "".join(
            self._han(piece, guessed) if at % 2 else _marks(piece, guessed)
            for at, piece in enumerate(_HAN_OR_NOT.split(text))
        )
        return Phonemized(re.sub(r"\s+", " ", spoken).strip(), tuple(guessed), missing)

    def _han(self, text: str, guessed: list[str]) -> str:
        words = []
        for word, readings in self._read(text):
            syllables = [syllable(reading) for reading in readings]
            if not all(syllables):
                guessed.append(word)
            words.append("".join(syllables))
        return " ".join(word for word in words if word)

    def _read(self, text: str) -> list[Word]:
        """Cut a stretch of Han into words and give each character its reading."""
        if self._cut is None or self._pinyin is None:
            self._cut, self._pinyin = _open(self._words)
        plain = simplified(text)
        words: list[Word] = []
        at = 0
        for word in self._cut(plain):
            # 隻 and 髮 have one reading, 只 and 发 several: a character alone is looked up as it is written.
            words.append((word, self._pinyin(text[at] if len(word) == 1 else word)))
            at += len(word)
        return corrected(words)


def syllable(pinyin: str) -> str:
    """Return the phonemes of one syllable with a tone digit (`zhong1`), or "" for what is none."""
    plain, tone = (pinyin[:-1], pinyin[-1]) if pinyin[-1:] in _TONES else (pinyin, "5")
    plain = plain.replace("v", "ü")
    if plain in _WHOLE:
        return _WHOLE[plain].replace("0", _TONES[tone])
    initial = next((letters for letters in _INITIALS if plain.startswith(letters)), "")
    final = _final(plain[len(initial) :], initial)
    if final not in _FINALS:
        return ""
    if final == "i" and initial in {"zh", "ch", "sh", "r", "z", "c", "s"}:
        return _INITIALS[initial] + "ɨ" + _TONES[tone]
    return _INITIALS.get(initial, "") + _FINALS[final].replace("0", _TONES[tone])


def _final(letters: str, initial: str) -> str:
    """Undo what pinyin spelling shortens: y, w, and the ü written u."""
    if letters.startswith("yu"):
        return "ü" + letters[2:]
    if letters.startswith("y"):
        rest = letters[1:]
        return rest if rest.startswith("i") else {"ou": "iou"}.get(rest, "i" + rest)
    if letters.startswith("w"):
        rest = letters[1:]
        return rest if rest.startswith("u") else "u" + rest
    if initial in {"j", "q", "x"} and letters.startswith("u"):
        return "ü" + letters[1:]
    return _SHORTENED.get(letters, letters)


def _is_read(char: str) -> bool:
    """Tell whether a character is kept, or is named in `guessed`: letters and digits that reached this are words."""
    return char in _MARKS or char in _KEPT or char.isalpha() or char.isdecimal() or bool(_HAN_OR_NOT.match(char))


def _marks(text: str, guessed: list[str]) -> str:
    """Give marks their ASCII or typographic form; letters have no sound here and are named."""
    text = re.sub(r"—+|-{2,}", "—", re.sub(r"…+|\.{3,}", "…", text))
    spoken = "".join(_MARKS.get(char, char if not char.isspace() else " ") for char in text)
    strange = re.findall(r"[^\W_]+", spoken)
    guessed.extend(strange)
    return "".join(char for char in spoken if char in _KEPT)


class _Frequencies:
    """What jieba asks of its dictionary of words and their beginnings (0), answered by the shared list."""

    def __init__(self, words: WordList) -> None:
        self._words = words

    def get(self, word: str, default: int | None = None) -> int | None:
        found = self._words.get(word)
        return default if found is None else int(found)

    def __getitem__(self, word: str) -> int:
        return int(self._words.get(word) or 0)

    def __contains__(self, word: str) -> bool:
        return self._words.get(word) is not None


def _open(folder: Path | None) -> tuple[Callable[[str], list[str]], Callable[[str], list[str]]]:
    """Open the word list and the readings without jieba's cache in the shared temp folder and its log lines."""
    try:
        with warnings.catch_warnings():
            # jieba has not been touched since 2020: escapes in its regexes, pkg_resources.
            warnings.simplefilter("ignore")
            import jieba
            from pypinyin import Style, lazy_pinyin
    except ImportError as err:
        raise ExtraMissing(
            f"Chinese needs an optional part that is not installed ({err.name}): pip install 'voicemill[zh]'",
            given=err.name,
            allowed="voicemill[zh]",
        ) from err
    tokenizer: Any = jieba.Tokenizer()
    frequencies = _Frequencies(chinese_words(folder))
    tokenizer.FREQ, tokenizer.total = frequencies, frequencies[_TOTAL]
    tokenizer.initialized = True

    @lru_cache(maxsize=16384)  # looking one up takes longer than cutting ten
    def readings(word: str) -> list[str]:
        return list(lazy_pinyin(word, style=Style.TONE3, neutral_tone_with_five=True))

    return tokenizer.lcut, readings


def chinese_words(folder: Path | None) -> WordList:
    """Return how often each word and each beginning of one (0) was counted. Raises ExtraMissing without the zh extra."""
    spec = find_spec("jieba")
    if spec is None or spec.origin is None:
        raise ExtraMissing("Chinese needs an optional part: pip install 'voicemill[zh]'", given="jieba")
    source = Path(spec.origin).with_name("dict.txt")
    return shared_words(folder, "zh-words", [source], lambda: _counted(source))


def _counted(source: Path) -> Iterator[tuple[str, str]]:
    rows = [line.split(" ") for line in source.read_text(encoding="utf-8").splitlines()]
    yield _TOTAL, str(sum(int(row[1]) for row in rows))  # a word that stands there twice counts twice, as for jieba
    counts = {row[0]: int(row[1]) for row in rows}
    for word in list(counts):
        for end in range(1, len(word)):
            counts.setdefault(word[:end], 0)
    yield from ((word, str(count)) for word, count in counts.items())
