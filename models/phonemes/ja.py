"""Japanese to phonemes in Kokoro's v1.0 symbols, words apart.

OpenJTalk reads: words, counters, numbers, particles; its kana become symbols by the table that the voices were trained
on. Neither pitch nor voiceless vowels are written in that table, so neither is here. Sudachi's second opinion on kanji
with many readings is left out: its dictionary would take 125 MB more; the few readings it mends most are mended here.
"""

import re
import unicodedata
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from threading import Lock
from typing import Any, cast

from models.phonemes.types import Phonemized
from pipeline.errors import ExtraMissing
from pipeline.normalize.unread import says_something

#: What OpenJTalk knows of one word.
Word = dict[str, Any]

_TABLE = {
    "ア": "a", "イ": "i", "ウ": "ɯ", "エ": "e", "オ": "o", "カ": "ka", "キ": "kʲi", "ク": "kɯ", "ケ": "ke", "コ": "ko",
    "ガ": "ɡa", "ギ": "ɡʲi", "グ": "ɡɯ", "ゲ": "ɡe", "ゴ": "ɡo", "サ": "sa", "シ": "ɕi", "ス": "sɨ", "セ": "se", "ソ": "so",
    "ザ": "ʣa", "ジ": "ʥi", "ズ": "zɨ", "ゼ": "ʣe", "ゾ": "ʣo", "タ": "ta", "チ": "ʨi", "ツ": "ʦɨ", "テ": "te", "ト": "to",
    "ダ": "da", "ヂ": "ʥi", "ヅ": "zɨ", "デ": "de", "ド": "do", "ナ": "na", "ニ": "ɲi", "ヌ": "nɯ", "ネ": "ne", "ノ": "no",
    "ハ": "ha", "ヒ": "çi", "フ": "ɸɯ", "ヘ": "he", "ホ": "ho", "バ": "ba", "ビ": "bʲi", "ブ": "bɯ", "ベ": "be", "ボ": "bo",
    "パ": "pa", "ピ": "pʲi", "プ": "pɯ", "ペ": "pe", "ポ": "po", "マ": "ma", "ミ": "mʲi", "ム": "mɯ", "メ": "me", "モ": "mo",
    "ヤ": "ja", "ユ": "jɯ", "ヨ": "jo", "ラ": "ɾa", "リ": "ɾʲi", "ル": "ɾɯ", "レ": "ɾe", "ロ": "ɾo", "ワ": "βa", "ヰ": "i",
    "ヱ": "e", "ヲ": "o", "ヴ": "vɯ", "ヷ": "va", "ヸ": "vʲi", "ヹ": "ve", "ヺ": "vo", "ッ": "ʔ", "ー": "ː", "ァ": "a",
    "ィ": "i", "ゥ": "ɯ", "ェ": "e", "ォ": "o", "ャ": "ja", "ュ": "jɯ", "ョ": "jo", "ヮ": "βa", "ヵ": "ka", "ヶ": "ke",
    # two kana, one sound, where the rule of _pair does not give it
    "イェ": "je", "ウァ": "βa", "ウィ": "βi", "ウェ": "βe", "ウォ": "βo", "スィ": "si", "ズィ": "zi", "ヴャ": "bʲa", "ヴュ": "bʲɨ",
    "ヴョ": "bʲo", "クァ": "kᵝa", "クィ": "kᵝi", "クェ": "kᵝe", "クォ": "kᵝo", "クヮ": "kᵝa", "グァ": "ɡᵝa", "グィ": "ɡᵝi",
    "グェ": "ɡᵝe", "グォ": "ɡᵝo", "グヮ": "ɡᵝa",
}  # fmt: skip
_SMALL = {"ァ": "a", "ィ": "i", "ゥ": "ɯ", "ェ": "e", "ォ": "o", "ャ": "a", "ュ": "ɨ", "ョ": "o"}
_VOWELS = "aeioɯɨ"
_PALATAL = "ʲɕʥʨɲç"
_LONGEST = 400  # characters at once: OpenJTalk refuses more than 8 kB
_PIECE = re.compile(rf"[^。！？!?\n]{{1,{_LONGEST}}}[。！？!?\n]*|[。！？!?\n]+")
_MARKS = {
    "、": ",", "，": ",", "。": ".", "．": ".", "！": "!", "？": "?", "：": ":", "；": ";", "「": "“", "」": "”", "『": "“",
    "』": "”", "《": "“", "》": "”", "〈": "“", "〉": "”", "«": "“", "»": "”", "“": "“", "”": "”", "（": "(", "）": ")",
    "【": "“", "】": "”", "〔": "(", "〕": ")", "［": "(", "］": ")", "…": "…", "‥": "…", "—": "—", "―": "—", "–": "—",
    "─": "—", "～": "—", "〜": "—", "−": ",", "－": ",", "‐": ",", "・": " ", "／": ",", "＂": '"', "　": " ",
}  # fmt: skip
_OPENING, _CLOSING = frozenset("“("), frozenset(",.!?:;…”)")


class Japanese:
    """Reads Japanese. Opens its dictionary at first use: after fork, in the process that speaks."""

    def __init__(self) -> None:
        self._read: Callable[[str], list[Word]] | None = None
        self._opening = Lock()

    def __call__(self, text: str) -> Phonemized:
        """Read a text. Raises ExtraMissing without the ja extra."""
        said: list[str] = []
        missing: list[str] = []
        for word in self._words(text):
            reading = _reading(word)
            if reading:
                number = word["chain_flag"] == 1 and said and _is_kana(said[-1]) and _counts(word)
                said.append(said.pop() + reading if number else reading)
                continue
            for char in word["string"]:
                plain = unicodedata.normalize("NFKC", char)
                if char in _MARKS or plain in ";:,.!?":
                    said.append(_MARKS.get(char, plain))
                elif says_something(char):
                    missing.append(char if char in text else plain)
        sounds = [_sounds(part, after[:2]) for part, after in pairwise([*said, ""])]
        return Phonemized(_joined(sounds), unread=tuple(missing))

    def _words(self, text: str) -> Iterator[Word]:
        if self._read is None:
            with self._opening:
                self._read = self._read or _open()
        for piece in _PIECE.findall(text):
            words = self._read(piece)
            _mend(words)
            yield from words


def _open() -> Callable[[str], list[Word]]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with _one_thread_a_session():
                import pyopenjtalk
    except ImportError as err:
        raise ExtraMissing(
            f"Japanese needs an optional part that is not installed ({err.name}): pip install 'voicemill[ja]'",
            given=err.name,
            allowed="voicemill[ja]",
        ) from err
    read: Any = partial(pyopenjtalk.run_frontend, use_sudachi_kanji_yomi=False)
    return cast("Callable[[str], list[Word]]", read)


@contextmanager
def _one_thread_a_session() -> Iterator[None]:
    """Give the two tiny graphs that pyopenjtalk opens when it is imported one thread, not one per core of the machine."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    original = onnxruntime.InferenceSession
    onnxruntime.InferenceSession = partial(original, sess_options=options)
    try:
        yield
    finally:
        onnxruntime.InferenceSession = original


def _reading(word: Word) -> str:
    """Return a word's katakana, or "" for marks and what has no reading."""
    for kana in (word["pron"], _katakana(word["string"])):
        bare = str(kana).replace("’", "")
        if _is_kana(bare):
            return bare
    return ""


def _is_kana(text: str) -> bool:
    return bool(text) and all(char in _TABLE or char == "ン" for char in text)


def _katakana(text: str) -> str:
    text = unicodedata.normalize("NFKC", text)
    return "".join(chr(ord(char) + 0x60) if "ぁ" <= char <= "ゖ" else char for char in text)


def _counts(word: Word) -> bool:
    """Tell whether a word belongs to the number before it: 三 本."""
    return bool(word["pos_group1"] in {"数", "接尾"} and word["pos"] == "名詞")


def _mend(words: list[Word]) -> None:
    """Mend, in place, the readings of kanji that their neighbours decide."""
    for at, word in enumerate(words):
        before = words[at - 1]["string"] if at else ""
        after = "".join(each["string"] for each in words[at + 1 : at + 3])
        # What is said digit by digit: OpenJTalk draws out 2 and 5 (ニー), writing in kana does not.
        if word["pos_group1"] == "数" and word["pron"] in {"ニー", "ゴー"}:
            word["pron"] = word["pron"][0]
        # 8 is shortened before these as 1, 6 and 10 are; OpenJTalk leaves it whole (ハチフン).
        if word["string"] == "八" and (
            after[:1] in {"個", "回", "階", "件"} or (after[:1] == "分" and words[at + 1]["pron"] == "フン")
        ):
            word["pron"] = "ハッ"
            words[at + 1]["pron"] = words[at + 1]["pron"].replace("フン", "プン")
        if word["string"] == "値" and not re.match("(?:[がはもを]|段)?(?:張|付|上|下|崩|踏|切|引)", after):
            word["pron"] = "アタイ"
        if word["string"] == "方" and (
            before in {"この", "あの", "どの"} or (before == "その" and after[:1] in "はもにの")
        ):
            word["pron"] = "カタ"


def _sounds(kana: str, after: str) -> str:
    """Return the symbols of one word's katakana, given the first two of the next word's; a mark is its own."""
    if not _is_kana(kana):
        return kana
    said, at = "", 0
    while at < len(kana):
        if pair := _pair(kana[at : at + 2]):
            said, at = said + pair, at + 2
            continue
        if kana[at] == "ン":
            follows = (kana + after)[at + 1 : at + 3]
            said += _nasal(_pair(follows) or _TABLE.get(follows[:1], ""))
        else:
            said += _TABLE[kana[at]]
        at += 1
    return said


def _pair(kana: str) -> str:
    """Return the sound of two kana that make one (キャ, ファ), or ""."""
    if kana in _TABLE:
        return _TABLE[kana]
    first, small = kana[:1], kana[1:]
    onset = _TABLE.get(first, "").rstrip(_VOWELS)
    if small not in _SMALL or not onset or first in {"ッ", "ー", *_SMALL}:
        return ""
    soft = small in "ィャュョ" and onset[-1] not in _PALATAL
    return onset + ("ʲ" if soft else "") + _SMALL[small]


def _nasal(after: str) -> str:
    """Return ン as the sound after it shapes it."""
    if after[:1] in {"m", "p", "b"}:
        return "m"
    if after[:1] in {"k", "ɡ"}:
        return "ŋ"
    if after[:1] in {"ɲ", "ʨ", "ʥ"}:
        return "ɲ"
    return "n" if after[:1] in {"n", "t", "d", "ɾ", "z"} else "ɴ"


def _joined(parts: list[str]) -> str:
    """Join words with spaces, marks to their words, and a stop (っ) to what it doubles."""
    text = ""
    for part in parts:
        glued = not text or part[0] in _CLOSING or text[-1] in _OPENING or part[0] == "ʔ" or text[-1] == "ʔ"
        text += part if glued else f" {part}"
    return re.sub(r"\s+", " ", text).strip()
