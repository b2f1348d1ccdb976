"""Letter-to-sound rules for English words that no lexicon knows, in Kokoro's symbols.

Order of preference: two known words written as one, a known stem with a prefix or suffix, then spelling rules. Rules
never beat a lexicon, but a guessed name is heard as a name; a dropped one is a hole in the sentence. A word without
vowel letters is read as letters.
"""

import re
from collections.abc import Callable

from models.phonemes.stress import PRIMARY, SECONDARY, VOWELS, with_stress

_PREFIXES = {
    "un": "ʌn", "re": "ɹi", "non": "nɑn", "pre": "pɹi", "anti": "ˌænti", "multi": "mˌʌlti", "inter": "ˌɪntəɹ",
    "over": "ˌOvəɹ", "under": "ˌʌndəɹ", "super": "sˌupəɹ", "micro": "mˌIkɹO", "hyper": "hˌIpəɹ", "mis": "mɪs",
    "out": "Wt", "sub": "sʌb", "semi": "sˌɛmi", "cyber": "sˌIbəɹ", "auto": "ˌɔtO", "mega": "mˌɛɡə", "de": "di",
}  # fmt: skip
_SUFFIXES = {
    "ly": "li", "ness": "nəs", "less": "ləs", "ful": "fəl", "able": "əbəl", "er": "əɹ", "ers": "əɹz", "ish": "ɪʃ",
    "ism": "ˌɪzəm", "ist": "ɪst", "ists": "ɪsts", "ship": "ʃˌɪp", "hood": "hˌʊd", "like": "lˌIk", "wise": "wˌIz",
    "ize": "Iz", "y": "i", "ville": "vˌɪl", "town": "tˌWn", "land": "lənd", "man": "mən", "ment": "mənt", "or": "əɹ",
}  # fmt: skip

# (letters, sound). The first that fits from the left wins; `^` and `$` are the word's ends, brackets hold what must
# follow or precede without being read.
_RULES = [
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"(?<=^)kn", "n"), (r"(?<=^)mc$", "mək"), (r"(?<=^)gn", "n"), (r"(?<=^)wr", "ɹ"), (r"(?<=^)ps", "s"), (r"(?<=^)pn", "n"),
        (r"(?<=^)x", "z"), (r"(?<=^)mc(?=[^aeiouy])", "mək"), (r"(?<=^)sch", "ʃ"), (r"(?<=^)rh", "ɹ"),
        (r"tion", "ʃən"), (r"(?<=[aeiou])sion", "ʒən"), (r"ssion|sion", "ʃən"), (r"cian", "ʃən"), (r"[ct]ious", "ʃəs"),
        (r"[ct]ial", "ʃəl"), (r"ture(?=s?$)", "ʧəɹ"), (r"sure(?=s?$)", "ʒəɹ"), (r"tch", "ʧ"), (r"eaux?$", "O"),
        (r"augh|ough(?=t)", "ɔ"), (r"ough$", "O"), (r"igh", "I"), (r"eigh", "A"), (r"ch(?=[rl])", "k"), (r"ch", "ʧ"),
        (r"sh", "ʃ"), (r"ph", "f"), (r"zh", "ʒ"), (r"kh", "k"), (r"th", "θ"), (r"ah$", "ə"), (r"h(?=[^aeiouy]|$)", ""), (r"wh", "w"), (r"ck", "k"), (r"cqu", "kw"), (r"qu", "kw"),
        (r"que$", "k"), (r"gh(?=[aeiouy])", "ɡ"), (r"gh", ""), (r"dg(?=[eiy])", "ʤ"), (r"gu(?=[eiy])", "ɡ"),
        (r"ng(?=$|s$|ed$)", "ŋ"), (r"ng(?=[eiy])", "nʤ"), (r"ng", "ŋɡ"), (r"nk", "ŋk"), (r"nc(?=[^eiy]|$)", "ŋk"),
        (r"nx", "ŋks"), (r"mb$", "m"), (r"mn$", "m"), (r"sc(?=[eiy])", "s"), (r"cc(?=[eiy])", "ks"),
        (r"c(?=[eiy])", "s"), (r"g(?=[eiy])", "ʤ"), (r"ce$", "s"), (r"ge$", "ʤ"),
        (r"([bdfglmnprtkcsvz])\1", "="),
        (r"eer|ear$|ere$", "ɪɹ"), (r"air|are(?=s?$)", "ɛɹ"), (r"our$|ower", "Wəɹ"), (r"oor|oar|ore(?=s?$)", "ɔɹ"),
        (r"ire(?=s?$|d$)", "Iəɹ"), (r"ure(?=s?$|d$)", "jʊɹ"), (r"ee|ea", "i"), (r"ai|ay", "A"), (r"ei(?=[nl])", "I"),
        (r"ei|ey(?=.)", "A"), (r"ey$", "i"), (r"ie(?=$|s$)", "i"), (r"ie(?=[^aeiour])", "i"), (r"oo", "u"),
        (r"oa|oe(?=s?$)", "O"), (r"oi|oy", "Y"), (r"ou", "W"), (r"ow(?=$|n$|s$)", "O"), (r"ow", "W"), (r"au|aw", "ɔ"),
        (r"eu|ew", "u"), (r"ue(?=s?$)|ui", "u"), (r"ia$", "iə"), (r"io$", "iO"), (r"ius$", "iəs"), (r"ious$", "iəs"),
        (r"ous$", "əs"), (r"us$", "əs"), (r"a(?=r[^aeiouyr]|r$)", "ɑ"), (r"o(?=r[^aeiouyr]|r$)", "ɔ"),
        (r"[eiu]r(?=[^aeiouyr]|$)", "ɜɹ"), (r"a(?=ll|lk|lt)", "ɔ"), (r"i(?=nd$|ld$)", "I"), (r"o(?=ld|lt|st$|ll$)", "O"),
        (r"a(?=[bcdfgklmnpstvz]e(?:s?$|d$|ly$))", "A"), (r"e(?=[bcdfgklmnpstvz]e(?:s?$))", "i"),
        (r"i(?=[bcdfgklmnpstvz]e(?:s?$|d$))", "I"), (r"o(?=[bcdfgklmnpstvz]e(?:s?$|d$))", "O"),
        (r"u(?=[bcdfgklmnpstvz]e(?:s?$|d$))", "u"), (r"(?<=[aeiouy][bcdfgklmnpqstvz])e(?=s?$)", ""),
        (r"(?<=[sxz])e(?=s$)", "ᵻ"), (r"(?<=[td])ed$", "ᵻd"), (r"(?<=[pkfsx])ed$", "t"), (r"(?<=[a-z]{2})ed$", "d"),
        (r"(?<=[aeiouy])e$", ""), (r"(?<=[bcdfgkpt])le$", "əl"), (r"(?<=..)e$", ""), (r"e$", "i"),
        (r"(?<=^[bcdfghjklmnpqrstvwxz])y$|(?<=^[bcdfghjklmnpqrstvwxz]{2})y$", "I"), (r"y$|y(?=s$)", "i"),
        (r"(?<=^)y(?=[aeiou])", "j"), (r"y(?=[aeiou])", "j"), (r"y", "ɪ"), (r"i$", "i"), (r"o$|o(?=s$)", "O"),
        (r"u$", "u"), (r"a$", "ə"), (r"i(?=[aou])", "i"), (r"u(?=[^aeiouy][aeiou])", "u"),
        (r"(?<=^)o(?=[^aeiouyr][aeiou])", "O"), (r"(?<=^[^aeiouy])[o](?=[^aeiouyrx][aeiou])", "O"),
        (r"(?<=[aeiou])s(?=[aeiou])", "z"), (r"(?<=[bdgmnlrv])s$", "z"), (r"x", "ks"), (r"j", "ʤ"), (r"c", "k"),
        (r"q", "k"), (r"r", "ɹ"), (r"g", "ɡ"), (r"a", "æ"), (r"e", "ɛ"), (r"i", "ɪ"), (r"o", "ɑ"), (r"u", "ʌ"),
        (r"[bdfhklmnpstvwz]", "="),
    )
]  # fmt: skip
_WEAK = str.maketrans({"æ": "ə", "ɑ": "ə", "ʌ": "ə", "ɛ": "ə"})
_BEFORE_SUFFIX = re.compile(r"(?:ʃən|ʒən|ʃəs|ʃəl|ɪk|ɪks|ɪti|iə|iəs|iO)$")

# Consonants that an English word can begin with; before any other the first letter is named: json, ffmpeg, rclone.
_ONSET = re.compile(
    r"(?:s(?:ch|cl|cr|hr|ph|pl|pr|tr)|s[chklmnpqtvw]?|chr|ph[lr]|th[rw]|b[lr]?|c[hlr]?|d[rwj]?|f[lr]?|g[hlnrw]?|h|j|"
    r"k[hlnr]?|ll?|mc|mn?|n|p[hlnrst]?|q|rh?|t[hrswz]?|v[lr]?|w[hr]?|x|z[hw]?)?(?=[aeiouy])"
)

Known = Callable[[str], str | None]


def guess(word: str, known: Known, spelled: Known) -> str:
    """Return phonemes for an unknown word; "" only when it holds no letter a to z.

    Args:
        word: in lower case, letters and apostrophes.
        known: gives the phonemes of a listed word, or None.
        spelled: gives a word as letter names.
    """
    letters = re.sub(r"[^a-z]", "", word)
    if not letters:
        return ""
    if not re.search(r"[aeiouy]", letters) and letters != "mc":
        return spelled(letters) or ""
    if word.endswith("'s"):
        stem = guess(word[:-2], known, spelled)
        return stem + ("ᵻz" if stem[-1:] in "szʃʒʧʤ" else "s" if stem[-1:] in "ptkfθ" else "z")
    found = _joined(letters, known) or _derived(letters, known)
    if not found and not _ONSET.match(letters):
        return with_stress(spelled(letters[0]) or "", -1) + guess(letters[1:], known, spelled)
    return found or by_rule(letters)


def by_rule(letters: str) -> str:
    """Read letters by spelling rules and put the stress where English usually has it."""
    sounds: list[str] = []
    at = 0
    while at < len(letters):
        found, sound = next(
            (match, sound) for pattern, sound in _RULES if (match := pattern.match(letters, at)) is not None
        )
        sounds.append(found.group()[0].replace("g", "ɡ").replace("r", "ɹ").replace("c", "k") if sound == "=" else sound)
        at = found.end()
    return _stressed("".join(sounds))


def _joined(letters: str, known: Known) -> str | None:
    """Read two listed words written as one, the first stressed: codebase."""
    for cut in sorted(range(3, len(letters) - 2), key=lambda cut: abs(2 * cut - len(letters))):
        left, right = known(letters[:cut]), known(letters[cut:])
        if left and right and PRIMARY in left and PRIMARY in right:
            return left + with_stress(right, -0.5)
    return None


def _derived(letters: str, known: Known) -> str | None:
    for prefix, sound in _PREFIXES.items():
        stem = known(letters[len(prefix) :]) if letters.startswith(prefix) and len(letters) > len(prefix) + 2 else None
        if stem and PRIMARY in stem:
            return sound + stem
    for suffix, sound in _SUFFIXES.items():
        bare = letters.removesuffix(suffix)
        if bare == letters or len(bare) < 3:
            continue
        stems = (
            bare,
            bare + "e",
            bare[:-1] + "y" if bare[-1] == "i" else "",
            bare[:-1] if bare[-1] == bare[-2] else "",
        )
        stem = next((found for form in stems if len(form) > 2 and (found := known(form))), None)
        if stem and PRIMARY in stem:
            return stem + sound
    return None


def _stressed(sounds: str) -> str:
    """Stress the vowel before a suffix that asks for it, else the first of two, else the third from the end."""
    vowels = [at for at, symbol in enumerate(sounds) if symbol in VOWELS]
    if not vowels:
        return sounds
    suffix = _BEFORE_SUFFIX.search(sounds)
    inside = [at for at in vowels if suffix and at < suffix.start()]
    full = [at for at in vowels if sounds[at] != "ə"] or vowels
    main = inside[-1] if inside else full[0] if len(vowels) < 4 else vowels[-3]
    second = vowels[0] if vowels.index(main) > 1 else -1
    out = []
    for at, symbol in enumerate(sounds):
        if at == main:
            out.append(PRIMARY + symbol)
        elif at == second:
            out.append(SECONDARY + symbol)
        else:
            out.append(symbol.translate(_WEAK) if at in vowels and at != vowels[0] else symbol)
    return "".join(out)
