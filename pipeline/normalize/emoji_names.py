"""What emoji are called, for jobs that ask for it.

The name is the Unicode one in the text's language, without the tone of a skin, which is seen and not told. A keycap is
its digit. Signs that are read anyway (©, ™) stay for the language's rules.
"""

import re
from typing import Any

from pipeline.normalize.common import clean

LANGUAGES = frozenset({"en", "es", "fr", "it", "pt", "de", "ja", "ko", "zh"})
_TONES = re.compile("[\U0001f3fb-\U0001f3ff]")
_PAUSED = {"ja": "、", "zh": "，"}  # between the parts of a name, where no spaces are written


def name_emoji(text: str, language: str) -> str:
    """Return a text with each emoji as its name, set apart by spaces, or without it where a language has no names.

    Args:
        text: any text.
        language: BCP 47 primary tag of the language that the names are in.
    """
    if text.isascii():
        return text
    import emoji  # noqa: PLC0415 - its tables are large, and few jobs ask

    if language not in LANGUAGES:
        return emoji.replace_emoji(text, lambda chars, _data: clean(chars))
    emoji.config.load_language(language)

    def named(chars: str, data: dict[str, Any]) -> str:
        if left := clean(chars):
            return left
        bare = _TONES.sub("", chars)
        known = emoji.EMOJI_DATA.get(bare) or emoji.EMOJI_DATA.get(f"{bare}\ufe0f") or data
        return f" {_words(str(known.get(language) or ''), language)} "

    return emoji.replace_emoji(text, named)


def _words(name: str, language: str) -> str:
    return name.strip(":").replace("_", _PAUSED.get(language, " ")).replace("“", "").replace("”", "")
