"""Read now or read then: the one common verb whose past is only heard.

After he, a name or any other singular it is past, for of the present it would be "reads"; else the sentence's other verbs
and its words of time tell.
"""

from models.phonemes.context import (
    BE,
    CAUSATIVES,
    CLAUSES,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    MODALS,
    OBJECTS,
    PREPOSITIONS,
    SINGULAR_SUBJECTS,
    SUBJECTS,
    Around,
    is_adjective,
    is_plural,
    nearby,
    opens,
    word_set,
)
from models.phonemes.tagger import general

_PAST = word_set(
    "yesterday ago last was were had said did went came thought knew saw took once earlier told got made gave found left "
    "sat stood felt heard began ran wrote kept held sent brought became spoke fell opened looked turned asked fetched put"
)
_WHENEVER = word_set("when if whenever until unless once before after")
_HABIT = word_set(
    "every always often usually daily sometimes never now today tomorrow please reads like want love rarely"
)


def _past_clue(here: Around) -> bool:
    words = nearby(here.words, here.at, 14)
    return bool(words & _PAST) or any(len(word) > 4 and word.endswith("ed") for word in words)


def read(here: Around) -> str:  # noqa: PLR0911 - a list of cases
    """Tell the present or infinitive (VB) from the past (VBD), the participle (VBN) and the noun (NN)."""
    found, before = general(here), here.before
    if before in BE | HAVE | {"widely", "well", "got"} or before.endswith(("'ve", "'s", "'re")):
        return "VBN"
    subject = before in SUBJECTS and here.two_before not in CAUSATIVES | HAVE
    if found == "VB" and not (subject and here.two_before not in MODALS) and before not in CONJUNCTIONS | {""}:
        return "VB" if here.two_before not in HAVE or before in OBJECTS - SUBJECTS else "VBN"
    if not before and opens(here.words, here.at):
        return "VB"
    owned = before in DETERMINERS or is_adjective(before)
    if owned and found == "NN":
        return "NN"
    plural = before in SUBJECTS - SINGULAR_SUBJECTS or is_plural(before) or before in CLAUSES
    if not plural and before and before not in CONJUNCTIONS | PREPOSITIONS and not before.endswith("ly"):
        return "VBD"  # of the present it would be: reads
    if here.two_before in _WHENEVER and not _past_clue(here):
        return "VB"
    if nearby(here.words, here.at, 14) & _HABIT or not (before in SUBJECTS or _past_clue(here)):
        return "VB"
    return "VBD"
