"""The little words that lean on what follows: the apple, to eat, in, a, that.

They bend to the next sound, and are said in full before a pause.
"""

from collections.abc import Callable, Sequence

from models.phonemes.context import (
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    MODALS,
    PREPOSITIONS,
    SUBJECTS,
    at_pause,
    neighbour,
    word_set,
)

_PARTICLE_NEXT = word_set("from with at on for by and again here there when as while")
_LETTER_OWNERS = word_set(
    "vitamin plan grade section type option group class team part point level hepatitis exhibit appendix letter"
)
#: After one of these in small letters a capital A is a letter: seven oh five A, an A.
_BEFORE_LETTER = word_set(
    "an oh zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred"
)
_THINKING = word_set(
    "say says said think thinks thought know knows knew believe hope so sure see find found feel told tell show shows "
    "shown mean means such suppose suggests fact glad sorry afraid"
)

#: Small words that are words even in capitals; any other short word in capitals is an acronym (IT, US, WHO).
NEVER_ACRONYMS = word_set(
    "a i an the and but for nor not you all any are was has had his her him its our out she he we me my be by do go if "
    "in is of on or so to up no yes can may now new old one two six ten how why let get got see say too did way day "
    "man men own off"
)


def _article(words: Sequence[str], at: int) -> str:
    before = words[at - 1].lower() if at else ""
    if words[at] == "A" and at + 1 < len(words) and words[at + 1].isalpha() and len(words[at + 1]) == 1:
        return "NN"  # A M, A B C
    paired = at + 2 < len(words) and words[at + 1] in {"or", "and", "to", "versus"} and words[at + 2].isupper()
    if words[at] == "A" and paired and len(words[at + 2]) == 1:
        return "NN"  # A or B, A to Z
    numbered = before == words[at - 1] and before.rpartition("-")[2] in _BEFORE_LETTER
    if words[at] == "A" and (
        numbered or before in _LETTER_OWNERS or (before and before[0].isalpha() and at_pause(words, at))
    ):
        return "NN"
    return "NN" if at_pause(words, at) else "DT"


def _in(words: Sequence[str], at: int) -> str:
    return "RP" if not at_pause(words, at) and words[at + 1].lower() in _PARTICLE_NEXT else "IN"


def _that(words: Sequence[str], at: int) -> str:
    before, after = neighbour(words, at, -1), neighbour(words, at, 1)
    if before in _THINKING:
        return "IN"
    pronoun = before in PREPOSITIONS | MODALS | BE | CONJUNCTIONS | {"like", "all", "than", "as", ""}
    return "IN" if after in DETERMINERS | SUBJECTS or not pronoun else "DT"


def _thats(_words: Sequence[str], _at: int) -> str:
    return "DT"


FUNCTION_WORDS: dict[str, Callable[[Sequence[str], int], str]] = {
    "a": _article,
    "in": _in,
    "that": _that,
    "that's": _thats,
}
