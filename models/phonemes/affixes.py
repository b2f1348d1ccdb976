"""Unknown words taken apart into listed words and affixes: doorframe, ungoogleable, microservices, catlike.

Parts are words in small letters that people checked: names and rare words would turn up in every other name (Gand-alf).
"""

from collections.abc import Callable
from functools import partial

from models.phonemes.inflections import ENDINGS, with_s
from models.phonemes.stress import PRIMARY, VOWELS, with_stress

_PREFIXES = {
    "un": "ʌn", "re": "ɹi", "non": "nɑn", "pre": "pɹi", "anti": "ˌænti", "multi": "mˌʌlti", "inter": "ˌɪntəɹ",
    "over": "ˌOvəɹ", "under": "ˌʌndəɹ", "super": "sˌupəɹ", "micro": "mˌIkɹO", "hyper": "hˌIpəɹ", "mis": "mɪs",
    "out": "Wt", "sub": "sʌb", "semi": "sˌɛmi", "cyber": "sˌIbəɹ", "auto": "ˌɔɾO", "mega": "mˌɛɡə", "de": "di",
    "counter": "kˌWntəɹ", "ultra": "ˌʌltɹə", "pseudo": "sˌudO", "neuro": "nˌʊɹO", "nano": "nˌænO", "mini": "mˌɪni",
    "meta": "mˌɛɾə", "trans": "tɹænz", "post": "pOst", "pro": "pɹO", "photo": "fˌOɾO", "psycho": "sˌIkO",
    "crypto": "kɹˌɪptO", "electro": "əlˌɛktɹO", "thermo": "θˌɜɹmO", "techno": "tˌɛknO", "geo": "ʤˌiO", "bio": "bˌIO",
    "eco": "ˌikO", "astro": "ˌæstɹO", "dis": "dɪs", "fore": "fɔɹ", "macro": "mˌækɹO", "mono": "mˌɑnO", "poly": "pˌɑli",
    "proto": "pɹˌOɾO", "quasi": "kwˌAzI", "tele": "tˌɛlə", "tri": "tɹI", "uni": "jˌunə", "up": "ʌp", "co": "kO", "en": "ɛn",
}  # fmt: skip
_SUFFIXES = {
    "ly": "li", "ness": "nəs", "less": "ləs", "ful": "fəl", "able": "əbəl", "ably": "əbli", "ability": "əbˈɪləɾi", "er": "əɹ",
    "ish": "ɪʃ", "ism": "ˌɪzəm", "ist": "ɪst", "ship": "ʃˌɪp", "hood": "hˌʊd", "like": "lˌIk", "wise": "wˌIz", "esque": "ˈɛsk",
    "ize": "ˌIz", "ise": "ˌIz", "y": "i", "ville": "vˌɪl", "town": "tˌWn", "land": "lənd", "man": "mən", "men": "mən",
    "ment": "mənt", "or": "əɹ", "dom": "dəm", "ian": "iən", "some": "səm", "fold": "fˌOld", "most": "mˌOst", "ward": "wəɹd",
    "wards": "wəɹdz", "proof": "pɹˌuf", "worthy": "wˌɜɹði", "phobia": "fˈObiə", "phobic": "fˈObɪk", "ology": "ˈɑləʤi",
    "ologist": "ˈɑləʤɪst", "ess": "əs", "ette": "ˈɛt", "ling": "lɪŋ", "let": "lət", "ster": "stəɹ", "aholic": "əhˈɑlɪk",
    "tastic": "tˈæstɪk", "ee": "ˈi", "ify": "əfˌI", "ification": "əfəkˈAʃən", "ization": "əzˈAʃən", "isation": "əzˈAʃən",
    "wide": "wˌId", "free": "fɹˌi", "monger": "mˌʌŋɡəɹ",
}  # fmt: skip
_TAKES_STRESS = frozenset(
    {
        "ability",
        "esque",
        "phobia",
        "phobic",
        "ology",
        "ologist",
        "ette",
        "aholic",
        "tastic",
        "ee",
        "ification",
        "ization",
        "isation",
    }
)
_DEEPEST = 3  # affixes taken off one word
_SHORT = frozenset(
    [
        "arm",
        "art",
        "bag",
        "bar",
        "bed",
        "box",
        "bus",
        "car",
        "cat",
        "cow",
        "cup",
        "day",
        "dog",
        "ear",
        "egg",
        "eye",
        "fan",
        "fog",
        "fox",
        "gas",
        "gun",
        "hat",
        "ice",
        "ink",
        "jet",
        "job",
        "key",
        "lab",
        "lip",
        "map",
        "mud",
        "net",
        "oil",
        "pan",
        "pen",
        "pet",
        "pig",
        "pot",
        "red",
        "sea",
        "sky",
        "sun",
        "tax",
        "tea",
        "tie",
        "tin",
        "toe",
        "toy",
        "war",
        "wax",
        "web",
        "zip",
        "air",
        "ale",
        "ash",
        "bee",
        "bus",
        "cod",
        "big",
        "dry",
        "far",
        "fat",
        "fly",
        "hot",
        "low",
        "mid",
        "new",
        "off",
        "old",
        "out",
        "raw",
        "sex",
        "top",
        "two",
        "way",
        "wet",
        "one",
        "all",
        "any",
        "boy",
        "man",
        "men",
        "kid",
        "son",
        "god",
        "mob",
        "log",
        "bug",
        "byte",
        "app",
        "bot",
        "hub",
        "kit",
        "set",
        "tap",
        "tag",
        "tip",
        "run",
        "cut",
        "hop",
        "hit",
        "sit",
        "pop",
    ]
)
Known = Callable[[str], str | None]


def taken_apart(word: str, common: Known, known: Known) -> str | None:
    """Return the phonemes of an unknown word of known parts, or None.

    Args:
        word: in lower case.
        common: gives the phonemes of a word that people checked.
        known: gives the phonemes of any listed word or inflection.
    """
    return _inflected(word, common, known, 0) or _joined(word, common) or _joined_and_inflected(word, common)


def _part(word: str, common: Known, known: Known, depth: int) -> str | None:
    """Return the phonemes of what an affix was taken off."""
    if len(word) < 3:
        return None
    found = common(word) or (known(word) if len(word) > 4 else None)
    if found:
        return found if PRIMARY in found else None
    return _inflected(word, common, known, depth + 1) if depth < _DEEPEST else None


def _inflected(word: str, common: Known, known: Known, depth: int) -> str | None:
    part = partial(_part, common=common, known=known, depth=depth)
    for suffix in sorted(_SUFFIXES, key=len, reverse=True):
        for ending in (suffix, suffix + "s"):
            bare = word.removesuffix(ending)
            if bare == word or len(bare) < 3:
                continue
            stem = next((found for form in _stems(bare, suffix) if (found := part(form))), None)
            if stem:
                sound = _suffixed(stem, suffix)
                return sound if ending == suffix else with_s(sound, british=False)
    for prefix in sorted(_PREFIXES, key=len, reverse=True):
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) > 3 and (stem := part(rest)):
            return _PREFIXES[prefix] + stem
    return None


def _stems(bare: str, suffix: str) -> tuple[str, ...]:
    if _SUFFIXES[suffix][:1] not in "əˈɪiˌ" or suffix in {"less", "ness", "ful", "ly", "like", "ward", "wards"}:
        return (bare, bare[:-1] + "y") if bare[-1] == "i" else (bare,)
    single = bare[:-1] if bare[-1] == bare[-2] else ""
    return (bare, bare + "e", bare[:-1] + "y" if bare[-1] == "i" else "", single)


def _suffixed(stem: str, suffix: str) -> str:
    sound = _SUFFIXES[suffix]
    if sound[0] in VOWELS and stem[-1] == "t" and stem[-2:-1] in VOWELS:
        stem = stem[:-1] + "ɾ"
    return with_stress(stem, -1) + sound if suffix in _TAKES_STRESS else stem + sound


def _joined(word: str, common: Known) -> str | None:
    """Read two words written as one, the first stressed: codebase."""
    for cut in sorted(range(3, len(word) - 2), key=lambda cut: abs(2 * cut - len(word))):
        halves = word[:cut], word[cut:]
        if any(len(half) < 4 and half not in _SHORT for half in halves):
            continue
        left, right = common(halves[0]), common(halves[1])
        if left and right and PRIMARY in left and PRIMARY in right:
            return left + with_stress(right, -0.5)
    return None


def _joined_and_inflected(word: str, common: Known) -> str | None:
    for stems, ending in ENDINGS:
        for form in stems(word):
            if found := _joined(form, common):
                return ending(found, british=False)
    return None
