"""Text to sentences: what a listener hears as one.

Scripts with spaces are split by sentencex, whose pieces are merged where an abbreviation, a list number or a German
ordinal was taken for an end. Chinese, Cantonese, Japanese and Korean have rules of their own (`sentences_cjk`). Both
are linear in the text and lose nothing: the sentences of a block, with the white space between them, are the block.
"""

import re
from collections.abc import Iterator, Sequence

from sentencex import segment as split_latin

from pipeline.cleaning import Cleaned, clean, collapse
from pipeline.script import Block
from pipeline.segment import Sentence
from pipeline.sentences_cjk import LETTER, cjk_ends
from pipeline.whole import Span, outside

_CJK_LANGUAGES = ("zh", "yue", "ja", "ko")

# sentencex looks back over a whole text at every quote: a text without one paragraph break comes in bites.
_BITE = 8_000
_TAIL = 48  # code points of a sentence that the merge rules look at: linear however long a sentence grows

_TITLES = (
    "Mr|Mrs|Ms|Dr|Prof|St|Gen|Col|Capt|Lt|Sgt|Rev|Hon|Gov|Sen|Rep|Mt|Ft|Messrs|Maj|Cmdr|Adm|Fr|Sr|Sra|Srta|Dra|Sta"
)
_OWN_TITLES = {
    "fr": "M|MM|Mme|Mmes|Mlle|Mlles|Me|Mgr|Ste",
    "es": "D|Dª|Da|Ud|Uds|Vd|Vds|Lic|Ing|Arq|Gral|Av|Avda|Pza|Exmo|Ilmo",
    "pt": "D|Exmo|Exma|Eng|Av|Pça|Profa",
    "it": "Sig|Sigg|Dott|Avv|Ing|On|Geom|Rag|Egr|Gent|V|P",
    "hi": "डॉ|श्री|प्रो",
    "de": "Hr|Fr|Frl|Hrn|Dipl|Ing|Bgm",
}
# These stand before a number: see p. 55, Eq. (2), n. 100.
_COUNTED = (
    r"[Ff]ig|[Ff]igs|[Ee]q|[Ee]qs|[Ss]ec|[Ss]ect|[Nn]o|[Nn]os|[Nn]r|[Nn]rn|[Nn]|[Nn]úm|[Nn]um|[Nn]°|[Pp]|[Pp]p|[Pp]g|[Pp]ág|[Pp]ag|"
    r"[Vv]ol|[Vv]ols|[Cc]h|[Cc]hap|[Aa]rt|[Aa]rts|[Tt]ab|[Aa]bb|[Kk]ap|[Aa]bs|[Ss]|[Cc]ap|[Ll]ib|[Bb]d|[Zz]iff|[Cc]a|[Cc]f|[Vv]er|[Vv]gl|"
    r"[Tt]el|[Aa]pt|[Pp]t|[Rr]ef|[Ll]l?|[Vv]v?|[Ff]f?|[Oo]p|[Rr]s|[Aa]pprox|h|min"
)
_COUNTED_END = re.compile(rf"(?:^|[\s(\[«“\"'])(?:{_COUNTED})\.$")
_NUMBER_NEXT = re.compile(r"[(\[]?(?:\d|[IVXLC]{2,}\b|[VX]\b)")
_LIST_NUMBER = re.compile(r"^[(\[]?(?:\d{1,3}|[a-zA-Z])(?:\.\)|[.)])$")
# German writes the ordinal with a full stop: im 19. Jahrhundert, vom 12. Juni.
_GERMAN_ORDINAL = re.compile(
    r"\b(?:[Ii]m|[Aa]m|[Vv]om|[Zz]um|[Zz]ur|[Bb]eim|[Dd]e[rnms]|[Dd]ie|[Dd]as|[Aa]b|[Bb]is|[Ss]eit|[Uu]nd|[Ee]in(?:e[mnrs]?)?|[Ii]hr(?:e[mnrs]?)?|[Ss]ein(?:e[mnrs]?)?)"
    r" \d{1,3}\.$"
)
_MONTH = re.compile(
    r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|"
    r"Jahrestag|Geburtstag|Kapitel|Klasse|Stock|Auflage)"
)
_INITIAL = re.compile(r"(?:^|[\s(\-‐])[A-ZÀ-Þ]\.$")
_CLOSERS = re.compile(r"[)\]}”’»›\"']+(?=\s|$)")
_MISSED = re.compile(r"(?:\b[Nn]o\. |[.!?…][)\]] )(?=[\"“'‘(]?[A-ZÀ-Þ][a-z’' ])(?![IVXLC]+\b(?<!I))")
_SPOKEN = re.compile(r"[^\W_]")


def split_sentences(text: str, block: Block, language: str, first_index: int) -> tuple[Sentence, ...]:
    """Split one block of a chapter's text into sentences.

    Args:
        text: the chapter's text.
        block: what of it to split.
        language: the document's language (BCP 47 primary tag).
        first_index: index of the first sentence in the chapter.
    """
    cleaned = clean(text, block.start, block.end)
    spans = sentence_spans(cleaned.text, language)
    return tuple(make_sentence(text, cleaned, span, first_index + at) for at, span in enumerate(spans))


def make_sentence(text: str, cleaned: Cleaned, span: tuple[int, int], index: int) -> Sentence:
    """Describe a stretch of running text as a sentence of the chapter's `text`."""
    start, end = cleaned.span(*span)
    return Sentence(index, collapse(text[start:end]), start, end)


def sentence_spans(text: str, language: str, *, whole: Sequence[Span] = ()) -> list[Span]:
    """Return the bounds of the sentences of a running text (white space collapsed), without the spaces between.

    No sentence ends inside one of the `whole` spans (sorted, without overlaps).
    """
    spans = []
    start = 0
    for end in _joined_ends(text, language, whole):
        bare = end
        while bare > start and text[bare - 1] == " ":
            bare -= 1
        while start < bare and text[start] == " ":
            start += 1
        if bare > start:
            spans.append((start, bare))
        start = end
    return spans


def _joined_ends(text: str, language: str, whole: Sequence[Span]) -> Iterator[int]:
    """Yield sentence ends; a stretch without a letter or digit joins the sentence before it (or the first one)."""
    ends = list(cjk_ends(text)) if _is_cjk(text, language) else _latin_ends(text, language)
    held, start = 0, 0
    for end in outside(ends, whole):
        if _SPOKEN.search(text, start, end):
            if held:
                yield held
            held = end
        elif held:
            held = end
        start = end
    yield len(text)


def _is_cjk(text: str, language: str) -> bool:
    """Tell whose rules a block needs: most of its letters decide, the document's language is the prior."""
    letters = sum(map(len, LETTER.findall(text)))
    return letters > 0 and (language in _CJK_LANGUAGES or 2 * letters > sum(map(str.isalpha, text)))


def _latin_ends(text: str, language: str) -> list[int]:
    tag = "en" if language in _CJK_LANGUAGES else language
    pieces: list[str] = []
    for bite in _bites(text):
        for piece in split_latin(tag, bite):
            pieces.extend(_split_again(piece))
    ends: list[int] = []
    start = at = 0
    for number, piece in enumerate(pieces):
        at += len(piece)
        following = pieces[number + 1] if number + 1 < len(pieces) else ""
        if following and _goes_on(text[max(start, at - _TAIL) : at].rstrip(" "), following, tag):
            continue
        if following and piece.endswith(" ") is False and (closers := _CLOSERS.match(following)):
            at_closed = at + closers.end()
            ends.append(at_closed)
            start = at_closed
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
        if end.group()[-2] == "." or piece[start] in "([":
            yield piece[start : end.end()]
            start = end.end()
    yield piece[start:]


def _goes_on(tail: str, following: str, language: str) -> bool:
    """Tell whether what was taken for a sentence end is none."""
    if len(tail) <= 6 and _LIST_NUMBER.match(tail):
        return True
    if _COUNTED_END.search(tail):
        return bool(_NUMBER_NEXT.match(following)) or following[0].islower()
    titles = _TITLES + "|" + _OWN_TITLES[language] if language in _OWN_TITLES else _TITLES
    if re.search(rf"(?:^|[\s(«“\"'])(?:{titles})\.$", tail):
        return following[0].isalpha()
    if language == "de" and re.search(r"\d\.$", tail):
        return bool(_GERMAN_ORDINAL.search(tail) or _MONTH.match(following))
    return bool(_INITIAL.search(tail)) and (following[0] in "-‐" or tail[-4:-2] in {".-", ".‐"})
