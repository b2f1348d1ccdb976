"""Parts of speech, guessed from the neighbours, for the few words whose sound depends on them.

Only heteronyms (record, object, close …) and a handful of function words are ever asked about, so this looks around one
word instead of tagging the sentence; the words with rules of their own are in models/phonemes/heteronyms.py. An answer
of "" means: no evidence, take the commoner reading.
"""

from models.phonemes.context import (
    ADVERBS,
    BE,
    CAUSATIVES,
    CLAUSES,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    LINKING,
    MODALS,
    OBJECTS,
    PREPOSITIONS,
    SUBJECTS,
    Around,
    at_pause,
    is_adjective,
    is_plural,
    may_stand_alone,
    nearby,
    opens,
    word_set,
)

VERBS = frozenset({"VB", "VBP", "VBZ"})
_NOUN_TO = word_set(
    "close due according next back thanks access key addition subject return contrast listened prone response relation "
    "reference regard exposed similar opposed related attention resistance answer owing"
)
_AUXILIARIES = word_set("do does did can could will would shall should may might must don't doesn't didn't")
_TAKERS = word_set(
    "sell sells sold buy buys bought eat eats ate grow grows grew make makes made need needs take takes took give gives gave"
)
_HELPERS = word_set("help helps helped helping dare dares dared rather better")
_KEEPS = word_set("keep keeps kept keeping make makes made leave leaves left hold held find found consider")
_VERB_FIRST = BE | HAVE | {"of"} | (MODALS - {"to", "please"})  # after a noun that is a subject
_TOLD = (
    dict.fromkeys(PREPOSITIONS | HAVE, "NN")
    | dict.fromkeys(BE | word_set("he's she's it's that's who's there's what's here's"), "JJ")
    | dict.fromkeys(MODALS, "VB")
)
_TOLD_BY_ENDING = {"ll": "VB", "d": "VB", "re": "JJ", "m": "JJ", "ve": "NN"}


def general(here: Around) -> str:
    """Tell a noun (NN), adjective (JJ) or verb (VB, VBP, VBZ) by the words around it; "" when nothing tells."""
    before, two_before = here.before, here.two_before
    repeated = here.after == "by" and here.words[here.at + 2 : here.at + 3] == [here.word]  # segment by segment
    if repeated or before == "to":
        noun = (
            repeated or here.ends_in_s or (two_before in _NOUN_TO and here.after not in DETERMINERS)
        )  # moved to tears
        return "NN" if noun else "VB"
    told = _TOLD.get(before) or _TOLD_BY_ENDING.get(before.rpartition("'")[2] if "'" in before else "")
    if told:
        return told
    caused = before in OBJECTS and two_before in CAUSATIVES | HAVE  # let him record
    if caused or (before in SUBJECTS and before != "one" and two_before not in PREPOSITIONS):
        return "VB"
    if before in DETERMINERS or is_adjective(before) or before.endswith("'s"):
        return _after_determiner(here)
    if not before or before in CONJUNCTIONS or before in CLAUSES:
        return _at_start(here)
    return _after_noun(here)


def _takes_object(after: str) -> bool:
    return after in DETERMINERS or after in OBJECTS


def _after_determiner(here: Around) -> str:
    """A noun, but for a pronoun before a verb: rules that permit it, these produce it, the one that lives here."""
    before, after, two_before = here.before, here.after, here.two_before
    if before in {"that", "which"} and two_before and two_before not in PREPOSITIONS | CONJUNCTIONS | MODALS:
        if here.ends_in_s:
            return "NN" if after in _VERB_FIRST else "VB"
        if (is_plural(two_before) and after not in BE) or (_takes_object(after) and two_before not in LINKING):
            return "VBP"
    if may_stand_alone(before) and before != "her" and (_takes_object(after) or after in {"to", "against"}):
        return "NN" if here.ends_in_s else "VBP"
    return "NN"


def _at_start(here: Around) -> str:
    """A command, the second of a pair, or the subject of a clause."""
    if here.after in _VERB_FIRST:
        return "NN"
    if here.before in {"and", "or", "nor"}:
        return _second_of_pair(here)
    if _takes_object(here.after):
        return "VB"
    return "NN" if here.before in CLAUSES else ""


def _second_of_pair(here: Around) -> str:
    """`to read and record`, `the import and export`: what the first of the pair is."""
    if _takes_object(here.after):
        return "VB"
    left = here.at - 2
    while left >= 0 and here.at - left < 6 and here.words[left][0].isalnum():
        lower = here.words[left].lower()
        if lower in DETERMINERS or lower in PREPOSITIONS or is_adjective(lower):
            return "NN"
        if lower in MODALS or lower in SUBJECTS:
            return "VB"
        left -= 1
    return "NN" if here.after in PREPOSITIONS or not here.after else ""


def _after_noun(here: Around) -> str:
    before, after = here.before, here.after
    if before in _HELPERS or _asked(here):
        return "VB"
    verb_before = here.two_before in MODALS | SUBJECTS | {"to"} and before not in CAUSATIVES | LINKING
    is_object = before in _TAKERS or (verb_before and not _takes_object(after))  # to sell produce
    if is_object or after in _VERB_FIRST:
        return "NN"
    return "VBP" if _takes_object(after) else _after_subject(here)


def _after_subject(here: Around) -> str:
    """A verb agrees with its noun: roads wind, the road winds; else the two are a compound."""
    after = here.after
    if is_plural(here.before):
        if at_pause(here.words, here.at) and nearby(here.words, here.at, 6) & _KEEPS:
            return "JJ"  # keep the yolks separate
        compound = here.ends_in_s or after.endswith("ed") or (not after and not at_pause(here.words, here.at))
        return "" if compound else "VBP"
    if here.ends_in_s:
        verb_next = after in ADVERBS | CLAUSES | {"to"} or after.endswith("ly") or is_adjective(after)
        return "VBZ" if verb_next else ""
    return "" if here.before.endswith("ly") else "NN"  # drug abuse


def _asked(here: Around) -> bool:
    """Tell whether a question's auxiliary waits for this verb: does the guard permit it."""
    left = here.at
    while left > 0 and here.at - left < 7 and here.words[left - 1][0].isalnum():
        left -= 1
    for place in range(left, min(left + 3, here.at - 1)):
        if here.words[place].lower() in _AUXILIARIES:
            between = [word.lower() for word in here.words[place + 1 : here.at]]
            noun_last = between[-1] not in DETERMINERS | PREPOSITIONS and not is_adjective(between[-1])
            told = between[0] in DETERMINERS or is_plural(between[-1])
            return noun_last and told and (place == left or opens(here.words, left))
    return False
