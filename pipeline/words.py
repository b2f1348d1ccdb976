"""Where words end: for cuts inside a clause that has no mark to cut at.

Spaces in scripts that have them; jieba for Chinese and BudouX for Japanese where they are installed, else a change of
character class. A number with its unit is one word: nobody wants to hear 1,234.56 万元 in two breaths.
"""

import re
import warnings
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any, cast

from pipeline.whole import Span

# No unit: 12 and, 5 in the.
_SMALL_WORDS = (
    "and|or|but|in|on|at|to|of|the|for|was|had|is|by|as|a|an|he|she|it|we|you|who|so|if|y|o|de|et|ou|und|e|che|et"
)
_MONTHS = (
    "(?:Jan(?:uary|uar)?|Feb(?:ruary|ruar)?|Mar(?:ch|s)?|März|Apr(?:il)?|May|Mai|June?|Juni|July?|Juli|Aug(?:ust)?|Sept?(?:ember)?|"
    "O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|"
    "diciembre|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|gennaio|febbraio|aprile|maggio|giugno|"
    "luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro)"
)
_DATE = (
    rf"[0-9]{{1,2}}(?:st|nd|rd|th|\.)? (?:of |de |di )?{_MONTHS}\b\.?(?:,? (?:de )?[0-9]{{4}}\b)?"
    rf"|\b{_MONTHS}\.? [0-9]{{1,2}}(?:st|nd|rd|th)?\b(?:, [0-9]{{4}}\b)?"
    r"|[0-9０-９]+ ?年 ?[0-9０-９]+ ?月(?: ?[0-9０-９]+ ?[日号號])?|[0-9０-９]+ ?月 ?[0-9０-９]+ ?[日号號]"
    r"|[0-9０-９]+ ?[时時点點] ?[0-9０-９]+ ?分(?: ?[0-9０-９]+ ?秒)?"
)
_COUNTER = (
    "(?:公里|公斤|公尺|千米|厘米|毫米|小时|小時|分钟|分鐘|美元|欧元|人民币|"
    "[年月日号號点點时時分秒元块塊角个個倍次台人位岁歲天米条件本张名家页頁円歳回階番목명개원년월일시분초])"
)
_HAN_UNIT = f"(?:[百千万萬亿億兆]+{_COUNTER}?|{_COUNTER})"
_AMOUNT = (
    "(?: (?:hundred|thousand|million|billion|trillion|dozen|mil|mill(?:ones|ón|ions?|iards?)|Millionen|Milliarden|milh(?:ão|ões)|mili(?:one|oni|ardi)))*"
    "(?: (?:dollars?|euros?|pounds?|yen|yuan|cents?|percent|per cent|degrees?|(?:kilo|centi|milli)?met(?:er|re)s?|miles?|feet|foot|inch(?:es)?|"
    r"ounces?|(?:kilo)?grams?|kilos?|lit(?:er|re)s?|hours?|minutes?|seconds?|days?|weeks?|months?|years?)\b)?"
)
_NUMBER = (
    rf"{_DATE}|(?:\b(?:[Nn]os?|[Pp]p?|[Ff]igs?|[Vv]ol|[Cc]h|[Ss]ec|[Ee]q|[Nn]r|[Nn]úm|[Pp]ág|[Aa]rt)\. )?"
    r"[$€£¥￥₩₹#№+\-−]?[0-9０-９]+(?:(?:[.,:/．，：-](?=[0-9０-９])|[\u00a0 ](?=[0-9]{3}(?![0-9])))[0-9０-９]+)*"
    rf"(?: ?[AaPp]\.? ?[Mm]\b\.?| ?(?:[%％‰°€$£¥℃℉]+[A-Za-z]?|(?!(?:{_SMALL_WORDS})\b)[a-zA-Zµμ]{{1,3}}[²³]?(?:/[a-zA-Z]{{1,3}}[²³]?)?(?![A-Za-z])"
    rf"|{_HAN_UNIT}))?{_AMOUNT}|[一二三四五六七八九十百千万萬亿億两兩零〇]{{2,}}{_COUNTER}?"
)
_WORD = re.compile(
    rf"{_NUMBER}|[\u30a0-\u30ff\uff66-\uff9f]+|[\u4e00-\u9fff\u3400-\u4dbf\u3005\U00020000-\U000323af]{{1,2}}[\u3041-\u309f]*"
    r"|[\u3041-\u309f]+|[^\s\d\u3041-\u30ff\u3400-\u9fff\uff66-\uff9f\U00020000-\U000323af０-９]+|\S"
)
_NUMBERS = re.compile(_NUMBER)
_UNSPACED = re.compile(
    "[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]{4,400}"
)  # in bites: jieba takes 300 bytes a character
_KANA = re.compile("[\u3041-\u30ff]")
# Never first in a piece: closing marks and small kana lean on what stands before them.
_LEANS = frozenset("。，、；：！？…·・ー々％）」』】》〉”’)]}%,.;:!?ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ")


def word_ends(text: str, start: int, end: int) -> list[int]:
    """Return where words end in a stretch of running text, spaces after them included; the last is `end`."""
    bounds = _class_ends(text, start, end)
    refined = set(bounds)
    for stretch in _UNSPACED.finditer(text, start, end):
        first, last = stretch.span()
        if cut := _segmenter("ja" if _KANA.search(text, first, last) else "zh"):
            refined -= set(range(first + 1, last))
            at = first
            for word in cut(stretch.group()):
                at += len(word)
                refined.add(at)
    for first, last in number_spans(text, start, end):
        refined -= set(range(first + 1, last))
    return sorted(at for at in refined if at == end or (at < end and text[at] not in _LEANS)) or [end]


def number_spans(text: str, start: int, end: int) -> list[Span]:
    """Return the numbers of a stretch with what belongs to them: units, months, "No." before and "a.m." behind."""
    return [number.span() for number in _NUMBERS.finditer(text, start, end)]


def _class_ends(text: str, start: int, end: int) -> list[int]:
    ends = []
    for word in _WORD.finditer(text, start, end):
        at = word.end()
        while at < end and text[at] == " ":
            at += 1
        ends.append(at)
    return ends


@cache
def _segmenter(language: str) -> Callable[[str], list[str]] | None:
    """Return the installed word segmenter of a language, kept: jieba takes a second to load its dictionary."""
    name = {"zh": "jieba", "ja": "budoux"}[language]
    if find_spec(name) is None:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # jieba's escapes in plain strings, pkg_resources
        return _load_jieba() if language == "zh" else _load_budoux()


def _load_jieba() -> Callable[[str], list[str]]:
    import jieba  # noqa: PLC0415 - an extra

    jieba.setLogLevel(60)  # it reports its loading on standard error
    jieba.initialize()
    return cast("Callable[[str], list[str]]", jieba.lcut)


def _load_budoux() -> Callable[[str], list[str]]:
    import budoux  # noqa: PLC0415 - an extra

    parser: Any = budoux.load_default_japanese_parser()
    return cast("Callable[[str], list[str]]", parser.parse)
