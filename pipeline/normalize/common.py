"""What every language shares: one form for each character, and nothing in the text that only a screen shows."""

import re
import unicodedata

# Pictographs, dingbats, variation selectors, keycaps, skin tones, flags: shown, not said.
_EMOJI = re.compile(
    "[\U0001f000-\U0001faff\U000e0020-\U000e007f\u2600-\u27bf\u2b00-\u2bff\u2300-\u23ff\ufe00-\ufe0f\u20e3\u2190-\u21ff]"
)
# Compatibility forms that stand for plain letters and digits: ligatures, squared units, circled and full-width ones.
_COMPATIBLE = re.compile(
    "[\ufb00-\ufb06\u3371-\u33df\u33ff\u2460-\u249b\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u2100-\u2138]"
)
_JOINERS = frozenset("\u200c\u200d")  # they shape Indic and Persian letters; elsewhere they are noise
_SPACES = re.compile(r"[^\S\n]+")
_DASHES = re.compile(r"(?<![-\w])-{2,3}(?!-)|(?<=\w)-{2,3}(?=[\w\s\"'”’]|$)|[―⸺⸻]")


def clean(text: str) -> str:
    """Return a text in NFC without control, format, private and unassigned characters and without emoji.

    Not NFKC: it turns ½ into 1⁄2 and ² into 2, which reads as another number.
    """
    text = unicodedata.normalize("NFC", text)
    text = _EMOJI.sub("", text)
    text = _COMPATIBLE.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)
    kept = []
    for at, char in enumerate(text):
        kind = unicodedata.category(char)
        if char in "\n\t\r" or kind.startswith("Z"):
            kept.append("\n" if char == "\n" else " ")
            continue
        shaping = char in _JOINERS and at and unicodedata.category(text[at - 1]) in {"Lo", "Mn", "Mc"}
        if shaping or not kind.startswith("C"):
            kept.append(char)
    return _DASHES.sub("—", "".join(kept))


def collapse(text: str) -> str:
    """Return a text with every stretch of spaces as one."""
    return _SPACES.sub(" ", text)


def letters(text: str) -> int:
    """Count the letters of a text."""
    return sum(char.isalpha() for char in text)


def keeps_everything(written: str, spoken: str, unspoken: str = "") -> bool:
    """Tell whether a spoken form holds as much as was written.

    A rule that loses a word is found by counting: reading aloud only ever adds letters, and every number becomes at
    least one. `unspoken` is what rules left out on purpose.
    """
    if any(map(str.isalnum, written)) and not any(map(str.isalnum, spoken)):
        return False
    numbers = len(re.findall(r"\d+", written)) - len(re.findall(r"\d+", unspoken)) - len(re.findall(r"\d+", spoken))
    return letters(spoken) >= letters(written) - letters(unspoken) + max(0, numbers)
