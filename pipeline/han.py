"""Chinese, Japanese or Cantonese: which language the Han characters of a text are read in.

Kana makes the kanji around it Japanese and Cantonese words make theirs Cantonese, but not over the end of a sentence,
nor out of a quotation; what is quoted follows the sentence around it when it does not tell by itself. Characters that
only one of the writing systems has tell next. The statistical model is asked last, and only about strings of Han alone
that stand where no Chinese is expected: on Chinese headings it errs too often.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from pipeline.detect import guess

_OPENING, _CLOSING = "「『“《〈（(【", "」』”》〉）)】"
_MARK = re.compile(rf"[。！？!?\n｡]+|[{_OPENING}{_CLOSING}]")
_KANA = re.compile("[\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe\uff66-\uff9d]")
_HAN = re.compile("[㐀-䶿一-鿿々〆豈-﫿\U00020000-\U000323af]")
# Novels in Mandarin use one of the weak ones now and then (唔, 咩): it takes two of them, or one that nobody else writes.
_STRONG = re.compile(
    "[嘅咗喺嚟啲嗰佢哋啩嘢瞓嘥㗎冇𠻺]|唔(?=[使该該係系好得知到想会會识識同紧緊要通止似怪使见見可能算])|係咪|系咪|聽日|听日|尋日|寻日"
    "|點解|点解|邊度|边度|邊個|边个|呢個|呢个|而家|鍾意|钟意|食飯未|食饭未|返工|得閒|得闲|靚仔|靓仔|乜嘢|咁樣|咁样|點樣|点样|睇住|幾多錢|几多钱"
)
_WEAK = re.compile("[唔咩咁喎諗谂攞揾搵嗌冚睇啱](?!咩)|俾(?!斯)|畀|嘛呀|係呀|跟住|傾偈|倾偈")
_NAMED = re.compile("[「『“《‘'\"（(]$")  # a Cantonese character that a Mandarin text quotes alone
# What Japanese has no use for, beyond the characters that its standard does not hold.
_CHINESE = re.compile("[很沒這们們么麼怎您]|不[是会會]|[我你她]的")
# Chinese sentences hardly do without one of these; the model takes 目的地到着 for Chinese.
_CHINESE_WORD = re.compile("[我你他她也就都是在有了去不没来說]")
_STRETCH = re.compile(f"{_HAN.pattern}{{4,}}")  # fewer are read as any of the three
_HAN_LANGUAGES = frozenset({"zh", "ja", "yue"})


@dataclass(slots=True)
class _Unit:
    """A sentence, or what is quoted in one, without what it quotes itself."""

    parent: "_Unit | None"
    spans: list[tuple[int, int]] = field(default_factory=list)
    text: str = ""
    language: str = ""


def han_languages(text: str, base: str) -> list[tuple[int, int, str]]:
    """Return stretches that are not of the base language's own Han reading, with the language they are in.

    Args:
        text: part of a chapter.
        base: the language of the document: Chinese is what it stands for unless it is ja or yue.
    """
    prior = base if base in _HAN_LANGUAGES else "zh"
    if not _HAN.search(text) and not _KANA.search(text):
        return []
    units = _units(text)
    for unit in units:
        unit.text = "".join(text[first:end] for first, end in unit.spans)
        unit.language = _by_letters(unit.text, base)
    beside_japanese = any(unit.language == "ja" for unit in units)
    asked = base != "yue" and (base != "zh" or beside_japanese)
    found: list[tuple[int, int, str]] = []
    for unit in units:
        unit.language = unit.language or (unit.parent.language if unit.parent else "")
        if unit.language:
            found.extend((first, end, unit.language) for first, end in unit.spans)
        elif asked:
            for first, end in unit.spans:
                # In a Chinese or Japanese text a whole sentence is asked about, elsewhere a name.
                if base != "ja" or _CHINESE_WORD.search(text, first, end):
                    found.extend(_by_model(text, first, end, alone=base in _HAN_LANGUAGES))
    return [part for part in found if part[2] != prior]


def _units(text: str) -> list[_Unit]:
    """Cut a text into sentences and quotations; a parent stands before what it quotes."""
    units = [_Unit(None)]
    stack = [units[0]]
    at, ended = 0, -1
    for mark in [*_MARK.finditer(text), None]:
        first = mark.start() if mark else len(text)
        if first > at:
            stack[-1].spans.append((at, first))
        if mark is None:
            break
        at, sign = mark.start(), mark.group()
        if sign in _OPENING:
            stack.append(_Unit(stack[-1]))
            units.append(stack[-1])
        elif sign in _CLOSING:
            if len(stack) > 1:
                stack.pop()
            if mark.start() == ended:
                stack[-1] = _next(stack[-1], units)
        else:
            stack[-1].spans.append(mark.span())
            stack[-1] = _next(stack[-1], units)
            at, ended = mark.end(), mark.end()
    return units


def _next(unit: _Unit, units: list[_Unit]) -> _Unit:
    units.append(_Unit(unit.parent))
    return units[-1]


def _by_letters(text: str, base: str) -> str:
    """Return the language that the characters of a sentence show, or ""."""
    kana = _KANA.findall(text)
    only = {_only_in(char) for char in text if char > "㐀"}
    # の alone is decoration in Chinese brand names; where Chinese is not expected it is not.
    if kana and (base not in {"zh", "yue"} or set(kana) != {"の"}):
        return "zh" if base != "ja" and ("zh" in only or (base == "zh" and _CHINESE.search(text))) else "ja"
    if base != "ja" and _cantonese(text):
        return "yue"
    if base == "yue":
        return ""
    if "zh" in only or _CHINESE.search(text):
        return "zh"
    return "ja" if "ja" in only else ""


def _cantonese(text: str) -> bool:
    strong = sum(not _NAMED.search(text[max(0, found.start() - 1) : found.start()]) for found in _STRONG.finditer(text))
    return 2 * strong + len(_WEAK.findall(text)) > 1


@lru_cache(maxsize=16384)
def _only_in(char: str) -> str:
    """Return the language whose standard alone holds a Han character, or ""."""
    if not _HAN.match(char):
        return ""
    if not _encodes(char, "shift_jis"):
        return "zh"
    return "" if _encodes(char, "gb2312") or _encodes(char, "big5hkscs") else "ja"


def _encodes(char: str, charset: str) -> bool:
    try:
        char.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def _by_model(text: str, start: int, end: int, *, alone: bool) -> list[tuple[int, int, str]]:
    """Ask the model about Han characters; those of a sentence with other letters only when they are not `alone`."""
    if alone and not all(_HAN.match(char) for char in text[start:end] if char.isalpha()):
        return []
    asked = [found.span() for found in _STRETCH.finditer(text, start, end)]
    languages = [(first, last, guess(text[first:last])) for first, last in asked]
    return [part for part in languages if part[2] in _HAN_LANGUAGES]
