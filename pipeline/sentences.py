"""Text to sentences: what a listener hears as one.

Scripts with spaces (`sentences_latin`) and Chinese, Cantonese, Japanese and Korean (`sentences_cjk`) have rules of
their own. Both are linear in the text and lose nothing: the sentences of a block, with the white space between them,
are the block. The items of a list in one line are sentences though nothing closes them: 1) Fill it 2) Light it.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.cleaning import Cleaned, clean, collapse
from pipeline.script import Block
from pipeline.segment import Sentence
from pipeline.sentences_cjk import LETTER, cjk_ends
from pipeline.sentences_latin import COUNTED_END, GERMAN_MONTH, GERMAN_ORDINAL, latin_ends
from pipeline.whole import Span, outside

_CJK_LANGUAGES = ("zh", "yue", "ja", "ko")

_SPOKEN = re.compile(r"[^\W_]")
_BULLET = re.compile(r"[•⁃‣▪◦]")
_ITEM = re.compile(r"(?:^|(?<= ))(?P<number>\d{1,3}|[a-z])(?P<close>\.\)|[.)])(?= \S)")
_COUNTED_REACH = 8  # code points: a short word and its space


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
    ends = _ends(text, language)
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


def _ends(text: str, language: str) -> Iterator[int]:
    cjk = _is_cjk(text, language)
    latin = "en" if language in _CJK_LANGUAGES else language
    starts = _item_starts(text)
    for start, end in pairwise([0, *starts, len(text)]):
        item = text[start:end] if starts else text
        yield from (start + at for at in (cjk_ends(item) if cjk else latin_ends(item, latin)))


def _item_starts(text: str) -> list[int]:
    """Return where the items of a list begin, but for the first: at one bullet, or numbered on from the first."""
    if _BULLET.match(text):
        return [at.start() for at in re.finditer(f"(?<= ){text[0]}", text)]
    first = _ITEM.match(text)
    if not first:
        return []
    starts, number = [], first["number"]
    for item in _ITEM.finditer(text, first.end()):
        if item["close"] == first["close"] and item["number"] == _next(number) and not _counts(text, item):
            starts.append(item.start())
            number = item["number"]
    return starts


def _counts(text: str, item: re.Match[str]) -> bool:
    """Tell whether a number belongs to the words around it: p. 2., am 2. Mai."""
    before = text[max(0, item.start() - _COUNTED_REACH) : item.start()]
    return bool(
        COUNTED_END.search(before.rstrip(" "))
        or GERMAN_ORDINAL.search(before + item.group())
        or GERMAN_MONTH.match(text, item.end() + 1)
    )


def _next(number: str) -> str:
    return str(int(number) + 1) if number.isdecimal() else chr(ord(number) + 1)


def _is_cjk(text: str, language: str) -> bool:
    """Tell whose rules a block needs: most of its letters decide, the document's language is the prior."""
    letters = sum(map(len, LETTER.findall(text)))
    return letters > 0 and (language in _CJK_LANGUAGES or 2 * letters > sum(map(str.isalpha, text)))
