"""What the values of authors' marks mean: lengths of pauses, factors of speed, language tags, IPA.

One place for SSML, inline marks and lexicon files, so that `1.5s` or `/ˈkat/` means the same everywhere.
"""

import re
import unicodedata

PAUSE_MOST_S = 30.0  # as for the pauses of a job's options
RATE_LEAST, RATE_MOST = 0.5, 2.0  # as for the speed of a job

#: `<break strength>`: around the pauses of the table of reasons (a comma, a sentence, a paragraph).
STRENGTHS_S = {"none": 0.0, "x-weak": 0.1, "weak": 0.2, "medium": 0.4, "strong": 0.8, "x-strong": 1.2}
#: `<prosody rate>` by its words.
RATES = {"x-slow": 0.6, "slow": 0.8, "medium": 1.0, "default": 1.0, "fast": 1.25, "x-fast": 1.5}

_TIME = re.compile(r"\+?(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})\s?(ms|s)")
_RATE = re.compile(r"([+-]?)(\d{1,4}(?:\.\d{0,4})?|\.\d{1,4})(%?)")
_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")
_CANTONESE = frozenset({"hk", "mo", "yue"})

#: Signs that no word of a path or an address is written with: one of them at least makes /…/ a pronunciation.
_IPA_ONLY = frozenset(
    "ɐɑɒʌɓʙɔɕɖɗəɘɚɛɜɝɞɟʄɡɠɢʛɦɥʜɨɪʝɭɬɫɮʟɱɯɰɳɲɴɵɸɶʘɹɺɾɻʀʁɽʂʃʈʧʉʊʋⱱɣɤʍʎʏʑʐʒʔʡʕʢǀǁǂǃʣʤʥʦʨꭧᵊᵻᵝ"
    "ˈˌːˑ˞ʰʲʷˠˤⁿˡ˥˦˧˨˩\u0361\u035c↗↘"
)
#: Signs that words are written with as well, the marks of IPA, and Kokoro's capitals for diphthongs and taps.
_IPA_ALSO = frozenset("abcdefghijklmnopqrstuvwxyzæçðøœħŋβθχ .-|‖‿'↓↑→AIOQSTWY")


def pause_seconds(value: str) -> float | None:
    """Return the seconds that `1.5s` or `800ms` stands for, or None when it is no such length from 0 to 30 s."""
    found = _TIME.fullmatch(value.strip())
    if not found:
        return None
    seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
    return seconds if seconds <= PAUSE_MOST_S else None


def rate_factor(value: str) -> float | None:
    """Return the factor that a rate stands for (`slow`, `80%`, `+10%`, `1.2`), or None when it is none above 0."""
    value = value.strip().lower()
    if value in RATES:
        return RATES[value]
    found = _RATE.fullmatch(value)
    if not found or (found[1] and not found[3]):
        return None
    amount = float(found[2]) / (100 if found[3] else 1)
    factor = amount if not found[1] else 1 + amount if found[1] == "+" else 1 - amount
    return factor if factor > 0 else None


def within_rates(factor: float) -> float:
    """Return a factor, or the nearest that a job's speed may have."""
    return min(RATE_MOST, max(RATE_LEAST, factor))


def primary_language(tag: str) -> str | None:
    """Return the primary tag of a BCP 47 tag, or None when it is none. Chinese of Hong Kong and Macau is Cantonese."""
    if not _TAG.fullmatch(tag.strip()):
        return None
    primary, *more = tag.strip().lower().replace("_", "-").split("-")
    if primary in {"zh", "cmn"}:
        return "yue" if primary == "zh" and not _CANTONESE.isdisjoint(more) else "zh"
    return primary


def is_ipa(text: str) -> bool:
    """Tell whether what stands between two slashes is a pronunciation and no path.

    Every sign must be one of IPA, and one at least a sign that paths are not written with: /docs/, /kat/ and /français/
    are paths; /ˈkat/ and /kɑt/ are none. A stress mark settles any doubt.
    """
    signs = unicodedata.normalize("NFD", text)
    return bool(signs.strip()) and not _IPA_ONLY.isdisjoint(signs) and all(map(_is_sign, signs))


def strange_to_ipa(text: str) -> list[str]:
    """Return the signs of a pronunciation that are none of IPA, each once, in order."""
    signs = dict.fromkeys(unicodedata.normalize("NFD", text))
    return [sign for sign in signs if not _is_sign(sign)]


def _is_sign(sign: str) -> bool:
    return sign in _IPA_ONLY or sign in _IPA_ALSO or "\u0300" <= sign <= "\u036f"
