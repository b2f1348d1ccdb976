"""Parts of speech, guessed from the neighbours, for the few words whose sound depends on them.

Only heteronyms (read, wind, record …) and a handful of function words are ever asked about, so this looks at two words
on either side instead of tagging the sentence. An answer of "" means: no evidence, take the commoner reading.
"""

from collections.abc import Sequence


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_DETERMINERS = _set(
    "a an the this that these those my your his her its our their no some any every each another whose which what "
    "one two three four five six seven eight nine ten"
)
_ADJECTIVES = _set(
    "little much more less most good great new old last first other same real own such better best big small long short "
    "few many several recent high low next final whole full public early late strong sharp steady"
)
_SUBJECTS = _set("i you he she it we they who nobody everybody somebody anybody everyone someone anyone")
_OBJECTS = _set("me you him her it us them")
_CLITIC_MODALS = ("'ll", "'d")
_MODALS = _set(
    "will would can could shall should may might must do does did cannot can't couldn't won't wouldn't shouldn't don't "
    "doesn't didn't mustn't needn't let's to please shan't"
)
_BE = _set("be is are was were am been being isn't aren't wasn't weren't")
_HAVE = _set("have has had having haven't hasn't hadn't")
_PREPOSITIONS = _set(
    "in of for with on at by from into about through during under over against between after before without "
    "within across behind beside near toward towards upon"
)
_CONJUNCTIONS = _set("and or but nor then")
_ADVERBS = _set("not never also always often usually sometimes really just still even only already ever now soon")
_NOUN_TO = _set("close due according next back way thanks access key addition subject return contrast listened")
_PAST = _set("yesterday ago last was were had said did went came thought knew saw took once earlier told got made")
_HABIT = _set("every always often usually daily sometimes never now today tomorrow please")
_PARTICLE_NEXT = _set("from with at on for by and again here there when as while")
_LETTER_OWNERS = _set(
    "vitamin plan grade section type option group class team part point level hepatitis exhibit appendix letter"
)
_THINKING = _set(
    "say says said think thinks thought know knows knew believe hope so sure see find found feel told tell show shows "
    "shown mean means such suppose suggests fact glad sorry afraid"
)
_LEAD_METAL = _set("pipe pipes paint poisoning pencil pencils weight weights roof acid battery shot bullet")
_BASS_FISH = _set("fish fishing caught catch caught cooked lake river sea striped pond fishes fisherman")

#: Small words that are words even in capitals; any other short word in capitals is an acronym (IT, US, WHO).
NEVER_ACRONYMS = _set(
    " "
    "a i an the and but for nor not you all any are was has had his her him its our out she he we me my be by do go if "
    "in is of on or so to up no yes can may now new old one two six ten how why let get got see say too did way day "
    "man men own off"
)

#: Readings that the lexicon does not have, by word and tag of this module.
EXTRA_READINGS = {("lead", "METAL"): "lˈɛd", ("bass", "MUSIC"): "bˈAs"}


def tag(words: Sequence[str], at: int) -> str:
    """Guess the part of speech of one word.

    Args:
        words: words and marks of the sentence.
        at: index of the word.

    Returns: a Penn Treebank tag, or one of this module's, or "".
    """
    word, lower = words[at], words[at].lower()
    if len(word) > 1 and word.isupper() and word.isalpha():
        return "NNP"
    special = _SPECIAL.get(lower)
    return special(words, at) if special else _general(words, at)


def _neighbour(words: Sequence[str], at: int, step: int) -> str:
    """Return the next word in a direction, adverbs skipped; "" at a mark or an end."""
    at += step
    while 0 <= at < len(words):
        word = words[at].lower()
        if not word[0].isalnum() and word != "'em":
            return ""
        if word not in _ADVERBS:
            return word
        at += step
    return ""


def _general(words: Sequence[str], at: int) -> str:  # noqa: PLR0911 - a list of cases, the strongest evidence first
    before, after = _neighbour(words, at, -1), _neighbour(words, at, 1)
    two_before = _neighbour(words, at - 1, -1) if at else ""
    if before == "to" and two_before in _NOUN_TO:
        return "NN"
    if before in _MODALS or before.endswith(_CLITIC_MODALS):
        return "VB"
    if before in _HAVE or before.endswith("'ve"):
        return "VBN"
    if before in _BE or before.endswith("'re"):
        return "JJ"
    if before in _SUBJECTS and not (before == "her" or two_before in _PREPOSITIONS):
        return "VB" if two_before in _MODALS else "VBP"
    if before in _OBJECTS and two_before in {"let", "make", "help", "makes", "helps", "made", "helped", "please"}:
        return "VB"
    if before in _DETERMINERS | _ADJECTIVES or before.endswith("'s"):
        return "NN"
    takes_object = after in _DETERMINERS or after in _OBJECTS
    if before in _PREPOSITIONS:
        return "" if takes_object else "NN"
    if not before or before in _CONJUNCTIONS:
        return "VB" if takes_object else ""
    return "VBP" if takes_object else ""


def _read(words: Sequence[str], at: int) -> str:
    found = _general(words, at)
    around = {word.lower() for word in words}
    before = _neighbour(words, at, -1)
    if found in {"VBN", "VB"}:
        return found
    if before in _BE or before in {"widely", "well"}:
        return "VBN"
    if not before:
        return "VB"
    if around & _PAST:
        return "VBD"
    if around & _HABIT and before not in {"he", "she", "it"}:
        return "VB"
    return "VBD" if before in _SUBJECTS or found != "NN" else "NN"


def _wound(words: Sequence[str], at: int) -> str:
    before, after = _neighbour(words, at, -1), _neighbour(words, at, 1)
    winding = after in {"up", "around", "round", "down", "through", "its", "back", "past", "along"}
    return "VBD" if winding or (after in _DETERMINERS and before not in _DETERMINERS) else "NN"


def _close(words: Sequence[str], at: int) -> str:
    found, after = _general(words, at), _neighbour(words, at, 1)
    if after in {"to", "by", "enough", "friend", "friends", "call", "look"} and found != "VB":
        return "JJ"
    if found == "NN" and after not in {"of", ""}:
        return "JJ"
    return "JJ" if found == "VBP" and after not in _DETERMINERS else found


def _live(words: Sequence[str], at: int) -> str:
    found, after = _general(words, at), _neighbour(words, at, 1)
    if found in {"VB", "VBP", "VBN"}:
        return found
    return "VB" if found != "NN" and after in _PREPOSITIONS | {"here", "there", "alone", "together"} else "JJ"


def _minute(words: Sequence[str], at: int) -> str:
    before, after = _neighbour(words, at, -1), _neighbour(words, at, 1)
    small = after in {"detail", "details", "particle", "particles", "amount", "amounts", "quantity", "quantities"}
    return "JJ" if small or (before in {"very", "most", "so"} and not after) else "NN"


def _used(words: Sequence[str], at: int) -> str:
    if at + 2 >= len(words) or words[at + 1].lower() != "to":
        return "VBN"
    before, after = _neighbour(words, at, -1), words[at + 2].lower()
    if before in _BE and not (after in _DETERMINERS | _OBJECTS or after.endswith("ing")):
        return "VBN"  # "it is used to make paper"
    return "VBD"


def _article(words: Sequence[str], at: int) -> str:
    before = words[at - 1].lower() if at else ""
    if words[at] == "A" and at + 1 < len(words) and words[at + 1].isalpha() and len(words[at + 1]) == 1:
        return "NN"  # A M, A B C
    if words[at] == "A" and (before in _LETTER_OWNERS or (before and before[0].isalpha() and _at_pause(words, at))):
        return "NN"
    return "NN" if _at_pause(words, at) else "DT"


def _in(words: Sequence[str], at: int) -> str:
    return "RP" if not _at_pause(words, at) and words[at + 1].lower() in _PARTICLE_NEXT else "IN"


def _that(words: Sequence[str], at: int) -> str:
    before, after = _neighbour(words, at, -1), _neighbour(words, at, 1)
    if before in _THINKING:
        return "IN"
    pronoun = before in _PREPOSITIONS | _MODALS | _BE | _CONJUNCTIONS | {"like", "all", "than", "as", ""}
    return "IN" if after in _DETERMINERS | _SUBJECTS or not pronoun else "DT"


def _thats(_words: Sequence[str], _at: int) -> str:
    return "DT"


def _lead(words: Sequence[str], at: int) -> str:
    before, after = _neighbour(words, at, -1), _neighbour(words, at, 1)
    return "METAL" if after in _LEAD_METAL or (before in {"of", "molten"} and not after) else "NN"


def _bass(words: Sequence[str], _at: int) -> str:
    return "NN" if {word.lower() for word in words} & _BASS_FISH else "MUSIC"


def _at_pause(words: Sequence[str], at: int) -> bool:
    return at + 1 >= len(words) or not words[at + 1][0].isalnum()


_SPECIAL = {
    "read": _read, "reread": _read, "wound": _wound, "close": _close, "live": _live, "minute": _minute, "used": _used,
    "a": _article, "in": _in, "that": _that, "that's": _thats, "lead": _lead, "bass": _bass,
}  # fmt: skip
