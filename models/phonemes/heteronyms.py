"""Which sound a word of several sounds has here: by its part of speech, or by a rule of its own.

Nouns and verbs are told apart by models/phonemes/tagger.py; the words below need more than that, and those whose meaning
decides are in models/phonemes/homographs.py.
"""

from collections.abc import Callable, Sequence

from models.phonemes.context import (
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    LINKING,
    MODALS,
    NUMBERS,
    OBJECTS,
    PREPOSITIONS,
    SUBJECTS,
    Around,
    around,
    is_adjective,
    is_plural,
    nearby,
    opens,
    word_set,
)
from models.phonemes.function_words import FUNCTION_WORDS
from models.phonemes.homographs import EXTRA_READINGS, MEANINGS
from models.phonemes.tagger import VERBS, general
from models.phonemes.tense import read

_TOOLS = word_set(
    "method tool tools knife technique process term word words software device instrument material methods money means"
)
_SCHOLARS = word_set(
    "professor man men woman scholar friend society doctor judge gentleman colleague counsel journal book books lady monk "
    "people treatise essay discussion rabbi priest scholars profession and paper"
)
_RIPENED = word_set("cheese beef wine whisky whiskey rum steak wood vinegar oak balsamic ham between")
_SMALL = word_set("detail details amount quantity fraction scale dust difference examination inspection trace size")
_ON_AIR = word_set(
    "show concert music broadcast stream coverage wire audience performance recording album band bait animals event"
)
_KEPT = word_set("keep kept keeps hold held holds stay stayed stand stood sit sat come came draw drew pull pulled live")
_WAYS = word_set(
    "up around round down through its back past along between upward upwards downward downwards uphill toward towards "
    "into across among over"
)
_GRADED = word_set("so very too most more extremely quite how pretty fairly rather as dangerously almost")


def _wound(here: Around) -> str:
    winding = here.after in _WAYS
    passive = here.before in BE and here.after in PREPOSITIONS | {"up", "tightly"}
    takes_object = here.after in DETERMINERS and here.before not in DETERMINERS and not is_adjective(here.before)
    return "VBD" if winding or passive or takes_object or here.before in HAVE else "NN"


def _close(here: Around) -> str:
    found, after = general(here), here.after
    if here.before in _GRADED | (LINKING - BE) and found != "VB":
        return "JJ"
    if after in {"to", "by", "enough", "friend", "friends", "call", "look"} and found not in {"VB", "VBP"}:
        return "JJ"
    if here.before == "a" and here.two_before == "to":
        return "NN"  # it drew to a close
    if found == "NN" and (after not in {"of", ""} or here.before not in DETERMINERS):
        return "JJ"
    if not here.after and nearby(here.words, here.at, 6) & _KEPT:
        return "JJ"
    return found or ("JJ" if here.before else "")


def _live(here: Around) -> str:
    found, words = general(here), nearby(here.words, here.at, 8)
    if here.before in {"go", "goes", "went", "going", "streamed", "aired"} or here.after in _ON_AIR:
        return "JJ"
    if found in {"VB", "VBP"}:
        return "VB"
    if words & {"watch", "watched", "broadcast", "performed", "played", "stream", "streaming", "reporting"}:
        return "JJ"
    return (
        "VB" if found != "NN" and here.after in PREPOSITIONS | {"here", "there", "alone", "together", "well"} else "JJ"
    )


def _lives(here: Around) -> str:
    if here.before in {
        "save",
        "saves",
        "saved",
        "saving",
        "lost",
        "lose",
        "cost",
        "costs",
        "many",
        "live",
        "lived",
        "risk",
    }:
        return "NN"
    found = general(here)
    if found in VERBS:
        return "VB"
    single = (
        here.before and here.before not in DETERMINERS | PREPOSITIONS | CONJUNCTIONS | BE and not is_plural(here.before)
    )
    return "VB" if single and here.after in PREPOSITIONS | {"here", "there", "alone"} and found != "NN" else "NN"


def _minute(here: Around) -> str:
    small = here.after in _SMALL or (
        is_plural(here.after) and here.before not in NUMBERS | {"per", "a", "last", "every", "each"}
    )
    return "JJ" if small or here.before in _GRADED else "NN"


def _used(here: Around) -> str:
    if here.after != "to":
        return "VBN"
    at = here.at + 2
    then = here.words[at].lower() if at < len(here.words) else ""
    if here.before in BE or here.before.endswith(("'re", "'m", "'s")):
        person = (
            here.two_before in SUBJECTS - {"it", "which"} or here.before in {"am", "'m"} or here.before.endswith("'m")
        )
        usual = then in DETERMINERS | OBJECTS or then.endswith("ing") or not then or not then[0].isalnum()
        return "VBD" if usual or person else "VBN"  # "it is used to make paper"
    return "VBN" if here.before in _TOOLS else "VBD"


def _sow(here: Around) -> str:
    return "VB" if here.after in DETERMINERS and here.before not in DETERMINERS else general(here)


def _bent(here: Around) -> str:
    """Read crooked and dogged: a road is crooked, a man dogged by bad luck."""
    verb = here.after == "by" or here.after in DETERMINERS or here.before in HAVE
    return "VB" if verb and here.before not in DETERMINERS else "JJ"


def _content(here: Around) -> str:
    feels = here.before in LINKING | _GRADED | {"perfectly", "quite", "be"} and not is_plural(here.after)
    return "" if feels else general(here) or "NN"


def _wind(here: Around) -> str:
    found = general(here)
    turns = here.after in _WAYS
    if found or not turns or not here.before or here.before in PREPOSITIONS | CONJUNCTIONS:
        return found
    return "VB" if is_plural(here.before) != here.ends_in_s else "NN"


def _invalid(here: Around) -> str:
    ends = here.after in PREPOSITIONS | CONJUNCTIONS | BE | HAVE | MODALS or not here.after
    return "NN" if here.before in DETERMINERS and ends else ""


def _noun_or_verb(here: Around) -> str:
    """Read what is never an adjective: this is abuse."""
    found = general(here)
    return "NN" if found == "JJ" else found


def _deserts(here: Around) -> str:
    return "VB" if here.at and here.words[here.at - 1].lower() == "just" else general(here)


def _attribute(scholars: frozenset[str], *, listed: bool) -> Callable[[Around], str]:
    """Read words like learned: an adjective before a noun, or only before those of a list, else a verb's participle."""

    def rule(here: Around) -> str:
        owned = here.before in DETERMINERS or is_adjective(here.before) or here.before.endswith("'s")
        if here.after in {"by", "with"} or not (owned or here.before in _GRADED or opens(here.words, here.at)):
            return "VB"
        if listed:
            return "JJ" if here.after in scholars or here.before in _GRADED else "VB"
        starts = opens(here.words, here.at) and here.after in DETERMINERS - NUMBERS
        return "VB" if here.after in scholars or starts or here.after.isdigit() else "JJ"

    return rule


def _closer(here: Around) -> str:
    return "NN" if here.before in DETERMINERS and not here.after else ""


def _moped(here: Around) -> str:
    return "VB" if here.before in SUBJECTS | CONJUNCTIONS or here.after in {"about", "around"} else "NN"


_RULES: dict[str, Callable[[Around], str]] = MEANINGS | {
    "read": read, "reread": read, "wound": _wound, "close": _close, "closer": _closer, "live": _live, "lives": _lives,
    "minute": _minute, "used": _used, "wind": _wind, "winds": _wind, "sow": _sow, "sows": _sow, "content": _content, "invalid": _invalid,
    "deserts": _deserts, "moped": _moped,
    "learned": _attribute(_SCHOLARS, listed=True), "aged": _attribute(_RIPENED, listed=False),
    "blessed": _attribute(frozenset(), listed=False), "beloved": _attribute(frozenset(), listed=False),
    "cursed": _attribute(frozenset(), listed=False), "dogged": _bent,
    "crooked": _bent,
} | dict.fromkeys(("abuse", "excuse", "misuse", "produce", "refuse", "reuse", "use"), _noun_or_verb)  # fmt: skip

#: Words that have to be looked at in their sentence, beside those to which the lexicon gives several readings.
ASKED = frozenset(_RULES) | frozenset(FUNCTION_WORDS) | frozenset(word for word, _ in EXTRA_READINGS)


def tag(words: Sequence[str], at: int) -> str:
    """Guess the part of speech, or the meaning, of one word.

    Args:
        words: words and marks of the sentence.
        at: index of the word.

    Returns: a Penn Treebank tag, or the name of a reading of this package's own, or "".
    """
    word = words[at]
    if len(word) > 1 and word.isupper() and word.isalpha():
        return "NNP"
    lower = word.lower()
    if lower in FUNCTION_WORDS:
        return FUNCTION_WORDS[lower](words, at)
    here = around(words, at)
    return _RULES.get(lower, general)(here)
