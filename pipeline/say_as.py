"""How a stretch is said that an author has declared to be of a kind: SSML's say-as, as written form."""


def said_as(text: str, how: str, language: str) -> str:
    """Return the written form that the normalizer of a language reads as asked.

    Args:
        text: the stretch.
        how: `interpret-as`, with `:format` where one is given; an unknown one leaves the text as it is.
        language: BCP 47 primary tag.
    """
    del language
    return " ".join(text) if how.partition(":")[0] in {"characters", "spell-out", "verbatim", "digits"} else text
