"""What every language shares: one form for each character, and nothing in the text that only a screen shows."""

import re
import unicodedata

# Emoji, their variation selectors, keycaps, skin tones and flags: shown, not said. Arrows and ♀ ♂ are symbols unless a
# selector or a joiner makes them pictures; other signs of these blocks (★, ✓, ♯, ⌘) are no emoji and stay.
_EMOJI = re.compile(
    "\u200d[\u2640\u2642]|[\u2190-\u2bff]\ufe0f|"
    "[\U0001f000-\U0001f0ff\U0001f170\U0001f171\U0001f17e\U0001f17f\U0001f18e\U0001f191-\U0001f19a\U0001f1e6-\U0001f202"
    "\U0001f21a\U0001f22f\U0001f232-\U0001f23a\U0001f250\U0001f251\U0001f300-\U0001f6ff\U0001f7e0-\U0001f7ff\U0001f900-\U0001faff\U000e0020-\U000e007f"
    "\ufe00-\ufe0f\u20e3"
    "\u231a\u231b\u2328\u23cf\u23e9-\u23f3\u23f8-\u23fa\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe"
    "\u2600-\u2604\u260e\u2611\u2614\u2615\u2618\u261d\u2620\u2622\u2623\u2626\u262a\u262e\u262f"
    "\u2638-\u263a\u2648-\u2653\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e\u267f\u2692-\u2697"
    "\u2699\u269b\u269c\u26a0\u26a1\u26a7\u26aa\u26ab\u26b0\u26b1\u26bd\u26be\u26c4\u26c5\u26c8\u26ce"
    "\u26cf\u26d1\u26d3\u26d4\u26e9\u26ea\u26f0-\u26f5\u26f7-\u26fa\u26fd\u2702\u2705\u2708-\u270d"
    "\u270f\u2712\u2714\u2716\u271d\u2721\u2728\u2733\u2734\u2744\u2747\u274c\u274e\u2753-\u2755"
    "\u2757\u2763\u2764\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55"
    "]"
)
# Compatibility forms that stand for plain letters, digits and signs: ligatures, squared units, circled and full-width
# ones. Not № ℗ ℠ ™, whose letters are not what they say.
_COMPATIBLE = re.compile(
    "[\ufb00-\ufb06\u3371-\u33df\u33ff\u2460-\u24ea\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u2100-\u2115\u2118-\u211f"
    "\u2121\u2123-\u2138\uff03-\uff06\uff0a\uff0b\uff1c-\uff1e\uff20\uffe0\uffe1\uffe5\uffe6\U0001f100-\U0001f10a"
    "\U0001f110-\U0001f129\U0001f130-\U0001f149]"
)
# Half-width kana and hangul: a voicing mark is a character of its own there, so they are composed as a stretch.
_HALF_WIDTH = re.compile("[\uff61-\uffdc]+")
_EMOTICON = re.compile(r"(?<!\S)(?:[:;=][-'^o]?[)(\]\[DPp|/\\]{1,3}|[xX]D|\^[_.-]?\^|¯\\_\(ツ\)_/¯|<3+)(?=[\s.,!?]|$)")
_MARKED = re.compile("[\u0334-\u0338]|[\u0300-\u036f]{2}")
_LETTER = re.compile("[\\w ](?P<marks>[\u0300-\u036f]+)")
_ROMANS = re.compile("[\u2160-\u217f]")
_NEGATIVE_CIRCLED = re.compile("[\u24eb-\u24ff\u2776-\u2793]")
_JOINERS = frozenset("\u200c\u200d")  # they shape Indic and Persian letters; elsewhere they are noise
_SPACES = re.compile(r"[^\S\n]+")
_DASHES = re.compile(r"(?<![-\w])-{2,3}(?!-)|(?<=\w)-{2,3}(?=[\w\s\"'”’]|$)|[―⸺⸻]")


def clean(text: str) -> str:
    """Return a text in NFC without control, format, private and unassigned characters and without emoji.

    Not NFKC: it turns ½ into 1⁄2 and ² into 2, which reads as another number.
    """
    if text.isascii() and text.isprintable():
        return _DASHES.sub("—", _EMOTICON.sub("", text))
    text = unicodedata.normalize("NFC", _bare(text))
    text = _EMOTICON.sub("", _EMOJI.sub("", text))
    text = _HALF_WIDTH.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)
    text = _NEGATIVE_CIRCLED.sub(_number, _COMPATIBLE.sub(_plain, text))
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


def _bare(text: str) -> str:
    """Take stacked and struck-through marks off their letters: no script needs them, and no letter is read with them.

    Two accents are Vietnamese, three are ancient Greek; a stroke through a letter, or more accents, is ornament.
    """
    apart = unicodedata.normalize("NFD", text)
    if not _MARKED.search(apart):
        return text
    return _LETTER.sub(lambda found: found.group()[0] if _is_ornament(found) else found.group(), apart)


def _is_ornament(found: re.Match[str]) -> bool:
    most = 3 if "\u0370" <= found.group()[0] <= "\u03ff" else 2
    return len(found["marks"]) > most or any("\u0334" <= mark <= "\u0338" for mark in found["marks"])


def _plain(found: re.Match[str]) -> str:
    return _apart(found, unicodedata.normalize("NFKC", found.group()))


def _number(found: re.Match[str]) -> str:
    return _apart(found, str(int(unicodedata.numeric(found.group()))))


def _apart(found: re.Match[str], plain: str) -> str:
    """Keep a numbered circle from growing onto a number beside it: 2② is not 22."""
    if not (plain.isdecimal() and unicodedata.category(found.group()) == "No"):
        return plain
    before, after = found.string[max(0, found.start() - 1) : found.start()], found.string[found.end() : found.end() + 1]
    return " " * before.isnumeric() + plain + " " * after.isdecimal()


def collapse(text: str) -> str:
    """Return a text with every stretch of spaces as one."""
    return _SPACES.sub(" ", text)


def plain_romans(text: str) -> str:
    """Return a text with the one-character Roman numerals in letters: Ⅷ is VIII."""
    return _ROMANS.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)


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
    numbers = _numbers(written) - _numbers(unspoken) - _numbers(spoken)
    return letters(spoken) >= letters(written) - letters(unspoken) + max(0, numbers)


def _numbers(text: str) -> int:
    """Count the numbers of a text; 1,234 is one."""
    return len(re.findall(r"\d+(?:[,，]\d{3}(?!\d))*", text))
