"""What stands around a word: its neighbours, and the small closed classes of English words that tell parts of speech.

No word list gives parts of speech here, so open classes show by their endings only; a word that shows nothing is no
evidence. Looks stay within a window, so that a text without an end costs no more than many short ones.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_WINDOW = 24  # words to either side that can tell what a sentence is about
_ENDS = frozenset(".!?…")


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(words.split())


NUMBERS = word_set("one two three four five six seven eight nine ten eleven twelve dozen hundred thousand million")
DETERMINERS = NUMBERS | word_set(
    "a an the this that these those my your his her its our their no some any every each another whose which what "
    "either neither both all several many few"
)
#: Determiners that may stand alone, so that a verb can follow: some object to it.
_ALONE = NUMBERS | word_set("this that these those some any all both many few several most which her others")
ADJECTIVES = word_set(
    "little much more less most good great new old last first other same real own such better best big small long short "
    "recent high low next final whole full public early late strong sharp steady fresh bad poor rough single cold hot "
    "warm deep soft heavy large tiny terrible red white black blue green strange proper young favourite favorite main "
    "second third wild clean local free easy hard simple personal secret quick slow wide dark light bright nice fine "
    "sole pure loud quiet true false rare common modern ancient foreign written signed joint major minor top key hostile "
    "very world record-breaking daily weekly monthly annual yearly clear dry wet fair huge brief legal official criminal"
)
SUBJECTS = word_set(
    "i you he she it we they who nobody everybody somebody anybody everyone someone anyone people police one"
)
SINGULAR_SUBJECTS = word_set(
    "he she it who nobody everybody somebody anybody everyone someone anyone nothing everything"
)
OBJECTS = word_set("me you him her it us them himself herself itself themselves myself yourself ourselves each")
MODALS = word_set(
    "will would can could shall should may might must do does did cannot can't couldn't won't wouldn't shouldn't don't "
    "doesn't didn't mustn't needn't let's to please shan't 'll 'd"
)
BE = word_set("be is are was were am been being isn't aren't wasn't weren't")
HAVE = word_set("have has had having haven't hasn't hadn't")
LINKING = BE | word_set(
    "seem seems seemed look looks looked feel feels felt become becomes became remain remains remained stay stayed get "
    "gets got getting grow grows grew growing go goes went turn turned keep kept"
)
PREPOSITIONS = word_set(
    "in of for with on at by from into about through during over under against between after before without "
    "within across behind beside near toward towards upon past along around like as than despite above below inside outside opposite beyond beneath throughout among onto off"
)
CONJUNCTIONS = word_set("and or but nor then yet")
#: What begins another clause, so that the word before it closed one.
CLAUSES = word_set(
    "when if because while until unless although though since that whether where how why so who which as"
)
#: Skipped when a neighbour is looked for.
_ADVERBS = word_set(
    "not never also always often usually sometimes really just still even only already ever now soon n't"
)
_LY_NOUNS = word_set(
    "family supply monopoly anomaly assembly lonely friendly lovely deadly elderly butterfly melancholy"
)
#: They follow verbs more often than nouns.
ADVERBS = word_set(
    "early late quickly slowly again together apart away back well badly here there up down off out along around home "
    "abroad alone forever today tomorrow tonight every once twice daily too loudly openly freely much better best hard"
)
CAUSATIVES = word_set(
    "let lets make help makes helps made helped please see saw hear heard watch watched watching hearing letting making "
    "helping"
)
_PLURALS = word_set("people police children women men")
_NOT_PLURAL = word_set(
    "always perhaps besides sometimes across towards afterwards does goes has was is his its this thus yes less unless "
    "says sports sales news goods arms savings customs games physics mathematics politics economics athletics series "
    "species as us plus gas bus previous"
)
_ADJECTIVE = re.compile(r"[a-z]{2,}(?:ful|less|ous|ive|ical|ic|able|ible|al|ary|ish|ed|ing|ian|ese)")


@dataclass(frozen=True, slots=True)
class Around:
    """A word, in lower case, with its neighbours; they are "" at a mark or an end."""

    words: Sequence[str]
    at: int
    word: str
    before: str
    after: str
    two_before: str

    @property
    def ends_in_s(self) -> bool:
        """Whether it is of the form of tears and lives."""
        return self.word.endswith("s") and not self.word.endswith("ss")


def around(words: Sequence[str], at: int) -> Around:
    """Look around a word."""
    first = position(words, at, -1)
    two_before = neighbour(words, first, -1) if first >= 0 else ""
    return Around(words, at, words[at].lower(), neighbour(words, at, -1), neighbour(words, at, 1), two_before)


def neighbour(words: Sequence[str], at: int, step: int) -> str:
    """Return the next word in a direction, in lower case and adverbs skipped; "" at a mark or an end."""
    at += step
    while 0 <= at < len(words):
        word = words[at].lower()
        if not word[0].isalnum() and word not in {"'em", "'ll", "'d"}:
            return ""
        if not _is_skipped(word, step):
            return word
        at += step
    return ""


def _is_skipped(word: str, step: int) -> bool:
    slowly = step < 0 and len(word) > 5 and word.endswith("ly") and word not in _LY_NOUNS
    return slowly or word in _ADVERBS


def position(words: Sequence[str], at: int, step: int) -> int:
    """Return where `neighbour` found its word."""
    at += step
    while 0 <= at < len(words) and _is_skipped(words[at].lower(), step):
        at += step
    return at


def nearby(words: Sequence[str], at: int, reach: int = _WINDOW) -> frozenset[str]:
    """Return the other words of the sentence, in lower case."""
    left = right = at
    while left > 0 and at - left < reach and words[left - 1] not in _ENDS:
        left -= 1
    while right + 1 < len(words) and right - at < reach and words[right + 1] not in _ENDS:
        right += 1
    return frozenset(word.lower() for word in (*words[left:at], *words[at + 1 : right + 1]))


def opens(words: Sequence[str], at: int) -> bool:
    """Tell whether a word begins its sentence, or a quotation in it."""
    return at == 0 or words[at - 1] in _ENDS or words[at - 1] in {"“", '"', "(", ":", "—"}


def at_pause(words: Sequence[str], at: int) -> bool:
    """Tell whether a mark or the end follows."""
    return at + 1 >= len(words) or not words[at + 1][0].isalnum()


def is_plural(word: str) -> bool:
    """Tell whether a word looks like a noun of many."""
    if word in _PLURALS:
        return True
    return len(word) > 3 and word[-1] == "s" and word[-2] not in "su'i" and word not in _NOT_PLURAL


def is_adjective(word: str) -> bool:
    """Tell whether a word that describes a noun is listed here or looks like one."""
    return word in ADJECTIVES or (len(word) > 4 and _ADJECTIVE.fullmatch(word) is not None)


def may_stand_alone(word: str) -> bool:
    """Tell whether a determiner can be a subject by itself."""
    return word in _ALONE
