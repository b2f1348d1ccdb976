"""Words whose meaning decides their sound, where two meanings may be of one part of speech: bow, bass, row, bases.

The words of the sentence tell; without one that does, the commoner meaning is read, and a project's lexicon has the last
word. The answers are tags of the lexicon, or names of readings that it lacks, kept here.
"""

from collections.abc import Callable

from models.phonemes.context import (
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    LINKING,
    NUMBERS,
    OBJECTS,
    PREPOSITIONS,
    SUBJECTS,
    Around,
    nearby,
    opens,
    word_set,
)
from models.phonemes.tagger import VERBS, general

#: Readings that the lexicon lacks, or has wrong, by word and tag.
EXTRA_READINGS = {
    ("lead", "METAL"): "lˈɛd", ("leads", "METAL"): "lˈɛdz", ("bass", "MUSIC"): "bˈAs", ("bow", "BEND"): "bˈW",
    ("bows", "BEND"): "bˈWz", ("bowed", "BEND"): "bˈWd", ("bowing", "BEND"): "bˈWɪŋ", ("row", "QUARREL"): "ɹˈW",
    ("rows", "QUARREL"): "ɹˈWz", ("does", "DEER"): "dˈOz", ("number", "NUMB"): "nˈʌməɹ", ("resume", "CV"): "ɹˈɛzəmˌA",
    ("resumes", "CV"): "ɹˈɛzəmˌAz", ("putting", "GOLF"): "pˈʌɾɪŋ", ("bases", "FEET"): "bˈAsᵻz",
    ("sewer", "SEWS"): "sˈOəɹ", ("blessed", "JJ"): "blˈɛsɪd", ("aged", "JJ"): "ˈAʤɪd", ("beloved", "JJ"): "bəlˈʌvɪd",
    ("cursed", "VB"): "kˈɜɹst", ("slough", "VB"): "slˈʌf", ("moped", "NN"): "mˈOpˌɛd", ("moped", "VB"): "mˈOpt",
    ("job", "NAME"): "ʤˈOb", ("nice", "NAME"): "nˈis", ("reading", "NAME"): "ɹˈɛɾɪŋ",
    ("houses", "NN"): "hˈWzᵻz", ("houses", ""): "hˈWzᵻz", ("lived", "VB"): "lˈɪvd", ("housed", "VB"): "hˈWzd",
    ("housing", "NN"): "hˈWzɪŋ", ("excused", "VB"): "ɪkskjˈuzd", ("protest", "VB"): "pɹətˈɛst",
    ("protests", "VB"): "pɹətˈɛsts", ("export", "VB"): "ɪkspˈɔɹt", ("exports", "VB"): "ɪkspˈɔɹts",
    ("polish", "VB"): "pˈɑlɪʃ", ("combat", "VB"): "kəmbˈæt", ("impact", "VB"): "ɪmpˈækt", ("impacts", "VB"): "ɪmpˈækts",
}  # fmt: skip

_METAL = word_set(
    "pipe pipes paint poisoning pencil pencils weight weights roof acid battery batteries shot bullet bullets solder ore "
    "mine mines free glass ingots crystal oxide lining apron dust fumes levels content sheet sheets soldiers"
)
_METALS = word_set(
    "pencil plumber toxic poison poisonous metal zinc copper tin iron mercury bullets roof heavy melted molten pewter "
    "contaminated alchemist alchemists gold pipes paint"
)
_FISH = word_set(
    "fish fishing caught catch cooked lake river sea striped pond fishes fisherman angler grilled fillet hook hooked reel reeled rod dam bait perch trout pounds swam swimming weighed salmon"
)
_MUSIC = word_set(
    "guitar drum drums player clef line clarinet voice jazz band singer solo sings sang treble music tenor note notes"
)
_SHIP = word_set(
    "ship boat vessel stern hull deck yacht canoe sailor sailors waves port starboard ferry ship's boat's sea helm"
)
_ARCHERY = word_set(
    "arrow arrows violin cello string strings ribbon ribbons hair tied tie archer quiver fiddle gift parcel silk"
)
_INTO = word_set(
    "into in down under off for through headfirst beneath deep straight to after toward towards below behind right left across at on away from"
)
_DOE_OWNERS = (NUMBERS | word_set("several many these those young our their the")) - {"one"}
_BENT = word_set(
    "deep low slight polite courtly formal graceful stiff final curt quick took takes take taking made makes with"
)
_ROWDY = word_set(
    "terrible blazing furious almighty awful heated public political family bitter flaming huge big noisy domestic diplomatic"
)
_CRIED = word_set(
    "shed wept eye eyes cheek cheeks single cried crying wiped wipe brushed face rolled gas duct ducts drop salty sad"
)
_HEWN = word_set(
    "lumberjack lumberjacks wood chop chopped woodcutter sharp sharpened axe swords sword hammers swung battle spears shields "
    "warriors tools saws saw firefighters firemen trees logs blades forged bronze stone picks knives"
)
_GROUNDS = word_set(
    "different legal moral theoretical factual scientific logical empirical ethical solid sound firm rational"
)
_SEWN = word_set(
    "seamstress sewing needle thread cloth tailor quilt stitches fabric dresses skilled hem patchwork stitched"
)
_GOLF = word_set("golf golfer green greens hole tee fairway putter putt stroke practised caddie")
_DRAINS = word_set("line lines pipe pipes system main drain drains rat rats cover")
_SCRIPTURE = word_set("bible biblical god satan patience prophet scripture testament afflictions")
_AT = word_set("in to from near at via outside around")


def _lead(here: Around) -> str:
    found, words = general(here), nearby(here.words, here.at, 8)
    if here.after in _METAL or here.before in {"molten", "soft", "melted", "liquid", "pure"}:
        return "METAL"
    if found in VERBS:
        return found
    if here.before in {"of", "from", "like", "with", "and", "contains"} and not here.word.endswith("s"):
        return "METAL" if here.after not in DETERMINERS else "NN"
    return "METAL" if here.after == "out" or words & _METALS else "NN"


def _bass(here: Around) -> str:
    if nearby(here.words, here.at, 3) & _MUSIC:
        return "MUSIC"
    return "NN" if nearby(here.words, here.at) & _FISH or here.after in {"swam", "was", "swims", "bit"} else "MUSIC"


def _bow(here: Around) -> str:
    words = nearby(here.words, here.at, 10)
    if words & _ARCHERY or here.after in {"tie", "legs"}:
        return "NN"
    bends = here.word in {"bowed", "bowing"} or general(here) in VERBS or here.after in {"down", "before"}
    told = bends or {here.before, here.two_before} & _BENT or words & _SHIP
    return "BEND" if told else "NN"


def _row(here: Around) -> str:
    loud = here.before in _ROWDY or here.after in {"about", "over", "erupted", "broke"}
    had = here.two_before in HAVE and here.before == "a" and here.after in {"with", ""}
    return "QUARREL" if had or (loud and general(here) == "NN") else "NN"


def _dove(here: Around) -> str:
    dives = here.after in _INTO and bool(here.before) and here.before not in DETERMINERS
    return "VB" if dives or here.before in SUBJECTS else "NN"


def _does(here: Around) -> str:
    if here.before in {"and", "of"} and here.two_before in {"buck", "bucks", "stag", "stags", "herd", "pair"}:
        return "DEER"
    relative = here.before == "the" and here.after in SUBJECTS | {"not"}  # the less he says, the more he does
    return "DEER" if here.before in _DOE_OWNERS and not relative else "VBZ"


def _number(here: Around) -> str:
    ends = here.after in CONJUNCTIONS | {"", "than", "with", "from", "by", "in", "as"}
    return "NUMB" if here.before in LINKING and ends else "NN"


def _resume(here: Around) -> str:
    return "CV" if general(here) == "NN" and here.before not in PREPOSITIONS - {"with"} else "VB"


def _polish(here: Around) -> str:
    return "VB" if opens(here.words, here.at) and here.after in DETERMINERS | OBJECTS else ""


def _bases(here: Around) -> str:
    return "NN" if here.before in _GROUNDS or (here.after in {"for", "of"} and here.two_before != "air") else "FEET"


def _tear(here: Around) -> str:
    if general(here) in VERBS or here.after in {"up", "apart", "down", "off", "along", "open"}:
        return "VB"
    near = {word.lower() for word in here.words[max(0, here.at - 3) : here.at + 5]}
    if here.word == "tears" or near & _CRIED:
        return "NN"
    return "VB" if here.after == "in" or (here.before == "and" and here.two_before == "wear") else "NN"


def _topic(words: frozenset[str], tag: str, otherwise: str) -> Callable[[Around], str]:
    """Read a word by what its sentence is about."""
    return lambda here: tag if nearby(here.words, here.at) & words else otherwise


def _sewer(here: Around) -> str:
    return "SEWS" if here.after not in _DRAINS and nearby(here.words, here.at, 10) & _SEWN else "NN"


def _name(places: frozenset[str]) -> Callable[[Around], str]:
    """Read a name that is another word in small letters: in Nice, the patience of Job."""

    def rule(here: Around) -> str:
        written = here.words[here.at]
        if written[1:] != written[1:].lower() or written == here.word or opens(here.words, here.at):
            return ""
        told = here.before in places or bool(nearby(here.words, here.at) & _SCRIPTURE & places)
        return "NAME" if told else ""

    return rule


MEANINGS: dict[str, Callable[[Around], str]] = {
    "lead": _lead, "leads": _lead, "bass": _bass, "bow": _bow, "bows": _bow, "bowed": _bow, "bowing": _bow,
    "row": _row, "rows": _row, "dove": _dove, "does": _does, "number": _number, "resume": _resume, "resumes": _resume,
    "bases": _bases, "polish": _polish, "tear": _tear, "tears": _tear, "sewer": _sewer, "axes": _topic(_HEWN, "VB", "NN"),
    "putting": _topic(_GOLF, "GOLF", "VB"), "job": _name(_SCRIPTURE | {"of"}), "nice": _name(_AT), "reading": _name(_AT),
}  # fmt: skip
