"""Which characters say something, so that leaving one of them unread must be reported.

Letters, numbers and symbols do. Quotes, brackets, pauses, dashes and markup shape the reading without being read, and
what only a screen shows (bullets, ruled lines) is nothing for the ear: leaving those out is a rule, not a loss.
"""

import unicodedata
from collections.abc import Callable

# Punctuation that is read as a word, or is a sign: 5%, R&D, §4, 6′.
_READ_MARKS = frozenset("%&@#§¶†‡‰‱′″‴※")
# Symbols by category that are markup, an accent typed as a mark, a bullet, or the place of a picture.
_UNSPOKEN = frozenset("`^|~´ʻ｀＾｜￼◦▪▫●○■□◆◇◻◼◽◾▶▷▸▹►▻")
_RULED_LINES = range(0x2500, 0x2580)


def says_something(char: str) -> bool:
    """Tell whether a character holds meaning by itself."""
    if char in _READ_MARKS:
        return True
    return unicodedata.category(char)[0] in "LNS" and char not in _UNSPOKEN and ord(char) not in _RULED_LINES


def unread(text: str, is_read: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the characters of a text that say something and are not read, in order.

    Args:
        text: the spoken form of one language.
        is_read: whether the language's reader has a sound for a character, or carries it over.
    """
    return tuple(char for char in text if says_something(char) and not is_read(char))
