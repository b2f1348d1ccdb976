"""Letter-to-sound rules for English words that nothing else knows, in Kokoro's symbols.

A guessed name is heard as a name; a dropped one is a hole in the sentence. So any letters give some sound.
"""

import re

from models.phonemes.stress import PRIMARY, SECONDARY, VOWELS

# (letters, sound). The first that fits from the left wins; `^` and `$` are the word's ends, brackets hold what must
# follow or precede without being read.
_RULES = [
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"(?<=^)kn", "n"), (r"(?<=^)mc$", "mək"), (r"(?<=^)gn", "n"), (r"(?<=^)wr", "ɹ"), (r"(?<=^)ps", "s"), (r"(?<=^)pn", "n"),
        (r"(?<=^)x", "z"), (r"(?<=^)mc(?=[^aeiouy])", "mək"), (r"(?<=^)sch", "ʃ"), (r"(?<=^)rh", "ɹ"), (r"(?<=^)dj", "ʤ"), (r"(?<=^)sz", "ʃ"), (r"(?<=^)hj", "j"), (r"(?<=^[bftnkl])j", "j"),
        (r"ow(?=ski$|ska$)", "ɔf"), (r"ew(?=ski$|ska$)", "ɛf"), (r"gi(?=[aou])", "ʤ"),
        (r"ation(?=s?$)", "Aʃən"), (r"tion", "ʃən"), (r"(?<=[aeiou])sion", "ʒən"), (r"ssion|sion", "ʃən"), (r"cian", "ʃən"), (r"[ct]ious", "ʃəs"),
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
        (r"[eiu]r(?=[^aeiouyr]|$)", "ɜɹ"), (r"a(?=lls?$|lk|lt)", "ɔ"), (r"i(?=nd$|ld$)", "I"), (r"o(?=ld|lt|st$|ll$)", "O"),
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
_WEAK = str.maketrans({"æ": "ə", "ɑ": "ə", "ʌ": "ə", "ɛ": "ə", "ɜ": "ə"})
_PENULT = re.compile(r"(?<![iaeu])(?<!ic)(?<!ul)(?<!er)(?<!or)[aoi]$")  # Murakami, Wakanda; but not America, Cecilia
_BEFORE_SUFFIX = re.compile(r"(?:ʃən|ʒən|ʃəs|ʃəl|ɪk|ɪks|ɪti|iə|iəs|iO|ski|skə)$")

# Consonants that an English word can begin with; before any other the first letter is named: json, ffmpeg, rclone.
_ONSET = re.compile(
    r"(?:s(?:ch[lmnrw]?|cl|cr|hr|ph|pl|pr|tr)|s[chklmnpqtvwz]?|chr|ph[lr]|th[rw]|b[jlr]?|c[hlr]?|d[rwj]?|f[jlr]?|g[hlnrw]?|hj?|j|"
    r"k[hlnrvw]?|ll?|mc|mn?|n|p[hlnrst]?|q|rh?|t[hjrswz]?|v[lr]?|w[hr]?|x|z[hw]?)?(?=[aeiouy])"
)


def begins_like_a_word(letters: str) -> bool:
    """Tell whether an English word can begin with these letters."""
    return _ONSET.match(letters) is not None


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
    return _stressed("".join(sounds), penult=_PENULT.search(letters) is not None)


def _stressed(sounds: str, *, penult: bool) -> str:
    """Stress the vowel before a suffix that asks for it, else the first of two, else the third from the end."""
    vowels = [at for at, symbol in enumerate(sounds) if symbol in VOWELS]
    if not vowels:
        return sounds
    suffix = _BEFORE_SUFFIX.search(sounds)
    inside = [at for at in vowels if suffix and at < suffix.start()]
    full = [at for at in vowels if sounds[at] != "ə"] or vowels
    if penult and len(vowels) > 2:
        inside = vowels[-2:-1]
    main = inside[-1] if inside else full[0] if len(vowels) < 4 else vowels[-3]
    second = vowels[0] if main > vowels[0] and main not in vowels[:2] else -1
    weak = frozenset(vowels[1:])
    out = []
    for at, symbol in enumerate(sounds):
        if at == main:
            out.append(PRIMARY + symbol)
        elif at == second:
            out.append(SECONDARY + symbol)
        else:
            out.append(symbol.translate(_WEAK) if at in weak else symbol)
    return "".join(out)
