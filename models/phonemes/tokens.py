"""English text as words and marks: letters bare, apostrophes straight, and the marks that Kokoro has."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_TOKEN = re.compile(r"(?P<word>'?[A-Za-z0-9é]+(?:[-_'.]+[A-Za-z0-9é]+)*'?)|(?P<space>\s+)|(?P<mark>.)", re.DOTALL)
_MARKS = str.maketrans({"–": "—", "[": "(", "]": ")", "{": "(", "}": ")", "«": "“", "»": "”", "„": "“"})
_KEPT = frozenset(';:,.!?—…“”()"')
_FOLDED = str.maketrans({
    "\ue000": " ", "\ue001": " ", "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
    "ð": "th", "ħ": "h", "ŧ": "t", "Ð": "Th", "þ": "th", "Þ": "Th", "ı": "i", "’": "'", "‘": "'", "ʼ": "'", "ʻ": "", "‐": "-", "‑": "-",
})  # fmt: skip
_LAST_E = re.compile(r"(?<=[A-Za-z])[éÉ](?=e?s?(?![A-Za-z]))")  # rosé and rose are two words
_HELD = {0xE000: "…", 0xE001: "é"}


@dataclass(slots=True)
class Token:
    """A word or a mark."""

    text: str
    spaced: bool = False  # white space follows
    is_word: bool = True


def fold(text: str) -> str:
    """Return a text with Latin letters bare (naïve → naive), but for é at a word's end, and apostrophes straight."""
    if text.isascii():
        return text
    held = unicodedata.normalize("NFC", text).translate(_FOLDED).replace("…", "\ue000")
    bare = unicodedata.normalize("NFKD", _LAST_E.sub("\ue001", held))
    return "".join(char for char in bare if not unicodedata.combining(char)).translate(_HELD)


def is_read(char: str) -> bool:
    """Tell whether something of a character is said or kept."""
    return any(part in _KEPT or (part.isascii() and part.isalnum()) or part == "'" for part in fold(char))


def tokens(text: str) -> list[Token]:
    """Cut a folded text into words and marks."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "space":
            if found:
                found[-1].spaced = True
        elif match.lastgroup == "word":
            found.append(Token(match.group()))
        elif match.group().translate(_MARKS) in _KEPT or match.group() == "-":
            found.append(Token(match.group(), is_word=False))
        elif found:
            found[-1].spaced = True  # a mark without a sound still parts two words: and/or
    return found


def mark(tokens: Sequence[Token], at: int) -> str:
    """Return how a mark is written for the model, or "" for one that it has not."""
    sign = tokens[at].text.translate(_MARKS)
    after_space = at == 0 or tokens[at - 1].spaced or tokens[at - 1].text in "([{—"
    if sign == "-":
        return "—" if tokens[at].spaced and after_space else ""
    if sign == '"':
        return "“" if after_space and not (at + 1 == len(tokens) or tokens[at].spaced) else "”"
    return sign if sign in _KEPT else ""
