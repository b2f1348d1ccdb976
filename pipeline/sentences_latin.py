"""Sentence ends in scripts with spaces: sentencex, mended where an abbreviation or a speech tag deceives it.

sentencex is fast and keeps quotations whole, but takes "M." and "Eq. (2)" for ends and misses what follows "etc." in
most languages. Its pieces are merged and split again by looks at a bounded neighbourhood, so the whole stays linear.
"""

import re
from collections.abc import Iterator

from sentencex import segment as split

# sentencex looks back over a whole text at every quote: a text without one paragraph break comes in bites.
_BITE = 8_000
_TAIL = 48  # code points of a sentence that the merge rules look at: linear however long a sentence grows

_TITLES = (
    "Mr|Mrs|Ms|Dr|Prof|St|Gen|Col|Capt|Lt|Sgt|Rev|Hon|Gov|Sen|Rep|Mt|Ft|Messrs|Maj|Cmdr|Adm|Fr|Sr|Sra|Srta|Dra|Sta"
)
_OWN_TITLES = {
    "fr": "c\\.-à-d|M|MM|Mme|Mmes|Mlle|Mlles|Me|Mgr|Ste|Pr",
    "es": "D|Dª|Da|Ud|Uds|Vd|Vds|Lic|Ing|Arq|Gral|Av|Avda|Pza|Exmo|Ilmo",
    "pt": "D|Exmo|Exma|Eng|Av|Pça|Profa|R|Rod|Trav|Al|V",
    "it": "Sig|Sigg|Dott|Avv|Ing|On|Geom|Rag|Egr|Gent|V|P|S",
    "hi": "डॉ|श्री|प्रो",
    "de": "Hr|Fr|Frl|Hrn|Dipl|Ing|Bgm|Fa|inkl|exkl|zzgl|bzgl|sog|evtl|ggf|bzw",
}
_TITLE_ENDS = {
    language: re.compile(rf"(?:^|[\s(«“\"'])(?:{'|'.join(filter(None, (_TITLES, own)))})\.$")
    for language, own in {"": "", **_OWN_TITLES}.items()
}
# These stand before a number: see p. 55, Eq. (2), n. 100.
_COUNTED = (
    r"[Ff]ig|[Ff]igs|[Ee]q|[Ee]qs|[Ss]ec|[Ss]ect|[Nn]o|[Nn]os|[Nn]r|[Nn]rn|[Nn]|[Nn]úm|[Nn]um|[Nn]°|[Pp]|[Pp]p|[Pp]g|[Pp]ág|[Pp]ag|"
    r"[Vv]ol|[Vv]ols|[Cc]h|[Cc]hap|[Aa]rt|[Aa]rts|[Tt]ab|[Aa]bb|[Kk]ap|[Aa]bs|[Ss]|[Cc]ap|[Ll]ib|[Bb]d|[Zz]iff|[Cc]a|[Cc]f|[Vv]er|[Vv]gl|"
    r"[Tt]el|[Aa]pt|[Pp]t|[Rr]ef|[Ll]l?|[Vv]v?|[Ff]f?|[Oo]p|[Rr]s|[Aa]pprox|[Aa]prox|[Tt]|h|min"
)
COUNTED_END = re.compile(rf"(?:^|[\s(\[«“\"'])(?:{_COUNTED})\.$")
_NUMBER_NEXT = re.compile(r"[(\[]?(?:\d|[IVXLC]{2,}\b|[VX]\b)")
_LIST_NUMBER = re.compile(r"^[•⁃‣▪◦]? ?[(\[]?(?:\d{1,3}|[a-zA-Z]|[IVX]{2,4}|[ivx]{2,4})(?:\.\)|[.)])$")
# German writes the ordinal with a full stop: im 19. Jahrhundert, vom 12. Juni.
GERMAN_ORDINAL = re.compile(
    r"\b(?:[Ii]m|[Aa]m|[Vv]om|[Zz]um|[Zz]ur|[Bb]eim|[Dd]e[rnms]|[Dd]ie|[Dd]as|[Aa]b|[Bb]is|[Ss]eit|[Uu]nd|[Ee]in(?:e[mnrs]?)?|[Ii]hr(?:e[mnrs]?)?|[Ss]ein(?:e[mnrs]?)?)"
    r" \d{1,3}\.$"
)
GERMAN_MONTH = re.compile(
    r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|"
    r"Jahrestag|Geburtstag|Kapitel|Klasse|Stock|Auflage)"
)
_INITIAL = re.compile(r"(?:^|[\s(\-‐])[A-ZÀ-Þ]\.$")
# What closes a sentence, and a note's mark after its stop.
_CLOSERS = re.compile(r"[)\]}”’»›\"'¹²³⁰⁴-⁹†‡*]+(?=\s|$)")
# "Stop!" and "Yahoo!" before a small letter go on; so do abbreviations that can also be words, or numbers (Henry VIII.).
_MARKED = re.compile(r"[!?‽][\"”’»›)]*$")
_SMALL_NEXT = re.compile(r"(?:[—–-] ?)?[a-zß-öø-ÿ][^\s\d.,;:!?]*(?!\d)")
_SHORTENED = re.compile(
    r"(?:^|[\s(\[«“\"'.])(?:[A-Za-z]|[IVXLC]{2,}|[b-df-hj-np-tv-xz]{2,5}|Mon|Tues?|Wed|Thurs?|Fri|Sat|Jan|Feb|Mar|Apr|Jun|"
    r"Jul|Aug|Sept?|Oct|Nov|Dec|oz|est|dept|incl|eds?|rev|max|avg|etc|ecc|usw|Exa|Ltda)\.$"
)
# In Hindi the speaker of a tag stands first: "रुको!" उसने कहा।
_HINDI_TAG = re.compile(r"(?:उसने|उन्होंने|मैंने|हमने|\S{1,20} ने) (?:\S{1,20} ){0,2}(?:कहा|पूछा|बोल|चिल्ला)")
_MISSED = re.compile(
    r"\b[Nn]o\. (?=[\"“‘(]?[A-ZÀ-Þ][a-z’' ])"
    r"|\b(?:etc|ecc|usw|EE\. ?UU)\. (?=[\"“‘«„(¿¡]?[A-ZÀ-Þ])"
    r"|[.!?…][\"”’»] (?=[\"“‘«]\w)"
    r"|(?<=\w)…(?: ?[\"”’»)])? (?=[\"“‘«]?[A-ZÀ-Þ][a-zß-ÿ])"
    r"|(?P<bracket>[.!?…][)\]] )(?=[\"“‘(]?[A-ZÀ-Þ][a-z’' ])(?![IVXLC]+\b(?<!I))"
)


def latin_ends(text: str, language: str) -> list[int]:
    """Return where the sentences of a running text end, each with the space after it; the last is the text's end."""
    pieces: list[str] = []
    for bite in _bites(text):
        for piece in split(language, bite):
            pieces.extend(_split_again(piece))
    ends: list[int] = []
    start = at = 0
    for number, piece in enumerate(pieces):
        at += len(piece)
        following = pieces[number + 1] if number + 1 < len(pieces) else ""
        tail = text[max(start, at - _TAIL) : at].rstrip(" ")
        if following and (_goes_on(tail, following, language) or _small(tail, following, text[start])):
            continue
        if piece.endswith((" .", "(.")) and following[:1].isalpha():  # .NET
            continue
        if following and not piece.endswith(" ") and (closers := _CLOSERS.match(following)):
            start = at + closers.end()
            ends.append(start)
            continue
        ends.append(at)
        start = at
    return ends


def _bites(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > _BITE:
        cut = text.rfind(". ", start, start + _BITE) + 2
        if cut < start + 2:
            cut = text.rfind(" ", start, start + _BITE) + 1 or start + _BITE
        yield text[start:cut]
        start = cut
    yield text[start:]


def _split_again(piece: str) -> Iterator[str]:
    """Split where sentencex sees an abbreviation in the word "no", and after a bracketed sentence."""
    start = 0
    for end in _MISSED.finditer(piece):
        if not end["bracket"] or piece[start] in "([":
            yield piece[start : end.end()]
            start = end.end()
    yield piece[start:]


def _goes_on(tail: str, following: str, language: str) -> bool:
    """Tell whether what was taken for a sentence end is none."""
    if len(tail) <= 6 and _LIST_NUMBER.match(tail):
        return True
    if COUNTED_END.search(tail):
        return bool(_NUMBER_NEXT.match(following)) or following[0].islower()
    if _TITLE_ENDS.get(language, _TITLE_ENDS[""]).search(tail):
        return following[0].isalpha()
    if language == "de" and re.search(r"\d\.$", tail):
        return bool(GERMAN_ORDINAL.search(tail) or GERMAN_MONTH.match(following))
    if language == "hi" and tail.endswith(('"', "”", "’", "'")):
        return bool(_HINDI_TAG.match(following))
    doubled = following[0] in "-‐" or tail[-4:-2] in {".-", ".‐"}  # J.-P.
    return following[0] in "ºª" or (doubled and bool(_INITIAL.search(tail)))  # El 1.º día


def _small(tail: str, following: str, first: str) -> bool:
    """Tell whether a small letter shows that the sentence goes on; who writes all in small letters shows nothing."""
    word = _SMALL_NEXT.match(following)
    if not word or first.islower() or not word.group().islower():  # iPhone
        return False
    return bool(_MARKED.search(tail) or _SHORTENED.search(tail))
