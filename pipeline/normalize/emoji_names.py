"""What emoji are called, for jobs that ask for it."""

_LANGUAGES = frozenset({"en", "es", "fr", "it", "pt", "de", "ja", "ko", "zh"})


def name_emoji(text: str, language: str) -> str:
    """Return a text with each emoji as its name in a language, or without it where the language has no names."""
    import emoji  # noqa: PLC0415 - its tables are large, and few jobs ask

    if language not in _LANGUAGES:
        return emoji.replace_emoji(text, "")
    return emoji.demojize(text, delimiters=(" ", " "), language=language).replace("_", " ")
