"""Where a reader breathes in a clause without marks: before a conjunction, else before a preposition."""

import re

_WORD = re.compile(r"[^\W\d_\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
# One table for all: the languages hardly disagree.
_CONJUNCTION_WORDS = (
    "and but or nor yet which who whom whose because that where when while if though although unless until before after since so as "
    "than whether whereas y e o u pero sino que porque donde cuando aunque mientras como et ou mais qui car où quand lorsque tandis "
    "puis donc parce ed ma che perché dove quando mentre né mas porém onde enquanto embora und oder aber dass weil wo wenn während "
    "denn sondern obwohl damit और या लेकिन कि क्योंकि जब"
)
_PREPOSITION_WORDS = (
    "in on at with from to into for by over under through between against without within of about along across behind beside near "
    "past toward towards upon en con por para sin sobre entre desde hasta dans avec pour par sans chez vers depuis mit von aus bei "
    "nach zu auf für ohne gegen durch über unter per senza tra fra com em sem até"
)
_CONJUNCTIONS = frozenset(_CONJUNCTION_WORDS.split())
_PREPOSITIONS = frozenset(_PREPOSITION_WORDS.split())
_CHINESE = re.compile(
    "但是|可是|不过|不過|因为|因為|所以|然后|然後|而且|于是|於是|并且|並且|或者|如果|虽然|雖然|而|和|与|與|그리고|하지만|그러나"
)
_JAPANESE_END = re.compile("[てでがはをにも]$")


def effort(text: str, end: int) -> float:
    """Return how much a cut after the word that ends here disturbs: 0 where a reader would breathe, else 0.5 or 1."""
    word = _WORD.match(text, end)
    if word:
        found = word.group().lower()
        return 0.0 if found in _CONJUNCTIONS else 0.5 if found in _PREPOSITIONS else 1.0
    breath = _CHINESE.match(text, end) or _JAPANESE_END.search(text, max(0, end - 1), end)
    return 0.0 if breath else 1.0
