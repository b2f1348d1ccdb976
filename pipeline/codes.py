"""Which Latin letters, digits and signs inside a Chinese sentence are read in Chinese, and which in English.

Measured by ear: a Chinese reader says the digits of a code in Chinese (v1 is v 一, 5G is 五 G) and a number with its
unit too (60kg), but leaves a name with its number in its language (iPhone 15 Pro, GPT-4o, Python 3.12). Single
variables are joined by Chinese words (a＜b). Addresses are one thing and stay whole.
"""

import re
from collections.abc import Iterator

from pipeline.normalize.zh_units import MONEY, MONEY_AFTER, UNITS, longest_first

#: First and end of a stretch, and whether Chinese reads it (else English does).
Part = tuple[int, int, bool]

_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9@._/-])(?:https?://[!-~]{1,2000}|www\.[!-~]{1,2000}|[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9.-]{1,255}"
    r"|(?:[A-Za-z0-9-]{1,63}\.){1,8}(?:com|org|net|edu|gov|cn|io|hk|tw|jp|kr|uk|de|fr|ai|app|dev|info|me|tv|cc)(?![A-Za-z0-9-])"
    r"(?:[/?#][!-~]{0,2000})?)(?<![.,;:!?)])"
)
_N = r"[0-9][0-9,]*(?:\.[0-9]+)?"
_MONEY = re.compile(
    rf"(?<![A-Za-z0-9])(?:(?:{longest_first(MONEY)})\s?[-−]?{_N}(?:\s?[-–~～]\s?{_N})?[MBKmk]?(?![A-Za-z0-9])"
    rf"|(?<![0-9.,]){_N}\s?(?:{MONEY_AFTER})(?![A-Za-z0-9]))"
)
_UNIT = re.compile(rf"(?<![A-Za-z0-9.,])[-−+]?{_N}(?:\s?[-–~～]\s?{_N})?\s?(?:{longest_first(UNITS)})(?![A-Za-z0-9²³])")
_STANDARD = re.compile(
    r"(?<![A-Za-z])(?:(?:ISO|IEC|GB|GBZ|GJB|DIN|ASTM|JIS|EN|QB|JB|HB|YY|DB|CNS|RFC|BS)(?:/[A-Z]{1,4})?)"
    r"(?P<rest>\s?[-:]?\s?[0-9]{2,6}(?:\.[0-9]+)?(?:[-—:–][0-9]{1,6})*)(?![A-Za-z0-9])"
)
_ROMAN = re.compile(
    r"(?<=第)\s?[IVXLC]{1,7}(?=\s?[章节節卷部篇回集幕册冊编編届屆期次条條号號代季])"
    r"|(?<=路易|亨利|查理|腓力|威廉|乔治|爱德|彼得|约翰|菲利|理查)(?:四世|华|普|德)?\s?[IVX]{1,5}(?![A-Za-z])"
)
_SIGN = re.compile(
    r"(?<=[A-Za-z0-9)）²³])\s?[=＝<>＜＞≤≥≠≈×÷±]+\s?(?:[-−]?[0-9][0-9.,]*)?(?![0-9])|(?<=[0-9A-Za-z)）²³])\s?[+＋]\s?(?=[0-9A-Za-z(（])"
    r"|(?<=[A-Za-z])：\s?[0-9]+|(?<=[A-Za-z])[₀-₉²³⁴-⁹]+"
)
_TIMES = re.compile(r"(?<![A-Za-z0-9.])[0-9]{1,6}\s?[xX×]\s?[0-9]{1,6}(?![A-Za-z0-9])")  # 7x24, 1920x1080
_DECADE = re.compile(r"[0-9]{3}0s")
_WORD = r"[A-Za-z0-9À-ÖØ-öø-ɏ]+"
_PHRASE = re.compile(
    rf"{_WORD}(?:(?:[-./&'’_:]| )(?={_WORD}){_WORD})*(?:\+\+(?![A-Za-z0-9])|\+(?![A-Za-z0-9=])|#(?![A-Za-z0-9]))?"
)
_TOKEN = re.compile(r"[^ ]+")
_CODE = re.compile(r"(?:[0-9]+(?:\.[0-9]+)*)?(?:[A-Za-z]+[0-9]+(?:\.[0-9]+)*)*[A-Za-z]*")
_PLANE = re.compile(r"[A-Z]{1,2}-[0-9]+|[A-Z]\.[0-9]+")  # F-35, DF-41, H.264
_ORDINAL = re.compile(r"[0-9]+(?:st|nd|rd|th|s|am|pm|AM|PM)")
_DIGITS = re.compile(r"[-.]?[0-9]+(?:\.[0-9]+)*")
_NUMBER = re.compile(r"[0-9]+(?:[-.:/][0-9]+)*")
_LETTER = re.compile("[A-Za-zÀ-ÖØ-öø-ɏ]")
_NAME = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ]{2}")  # two letters running make a word
# After a number: what Chinese counts with.
_COUNTED = re.compile(
    r"\s?(?:[%％‰°]|[年月日号號点點时時分秒元块塊万萬亿億个個倍次台人位岁歲天米条條件张張名家部种種款克级級集页頁章节節周週届屆层層楼樓]|小[时時]|美元|欧元)"
)
_SHORT_SIGNS = re.compile(longest_first(UNITS | MONEY))
_HAN = re.compile("[㐀-䶿一-鿿豈-﫿〇]")
_SPOKEN_BEFORE = re.compile(r"[A-Za-z'’]{2,} [A-Za-z'’]{1,} ?[$€£]?$")


def chinese_parts(text: str, start: int, end: int) -> Iterator[Part]:
    """Yield what is decided in a sentence of a Chinese text; later parts win over earlier ones.

    Args:
        text: the running text.
        start: of the sentence.
        end: of the sentence.
    """
    sentence = text[start:end]
    if not re.search("[A-Za-z0-9]", sentence):
        return
    chinese = "：" in sentence or _HAN.search(sentence) is not None or not _NAME.search(_SHORT_SIGNS.sub("", sentence))
    if chinese:
        for found in _SIGN.finditer(text, start, end):
            yield *found.span(), True
        for phrase in _PHRASE.finditer(text, start, end):
            yield from _phrase(text, *phrase.span())
        for pattern in (_TIMES, _UNIT, _MONEY, _ROMAN):
            for found in pattern.finditer(text, start, end):
                if not _DECADE.fullmatch(found.group()) and not _SPOKEN_BEFORE.search(
                    text, max(start, found.start() - 24), found.start()
                ):
                    yield *found.span(), True
        for found in _STANDARD.finditer(text, start, end):
            yield *found.span("rest"), True
    for found in _ADDRESS.finditer(text, start, end):
        yield *found.span(), False


def _phrase(text: str, start: int, end: int) -> Iterator[Part]:
    """Decide the digits of words that stand together: a name keeps its numbers, codes do not."""
    if not _LETTER.search(text, start, end):
        return
    if _SPOKEN_BEFORE.search(text, max(0, start - 24), start):
        yield start, end, False
        return
    tokens = [found.span() for found in _TOKEN.finditer(text, start, end)]
    named = [at for at, span in enumerate(tokens) if not any(map(str.isdigit, text[slice(*span)]))]
    first_name = named[0] if named and any(_NAME.search(text[slice(*tokens[at])]) for at in named) else len(tokens)
    last = len(tokens) - 1
    for at, (first, stop) in enumerate(tokens):
        token = text[first:stop]
        number = _NUMBER.fullmatch(token) is not None
        if at > first_name and not (at == last and number and _COUNTED.match(text, stop)):
            yield tokens[at - 1][1], stop, False
        elif number:
            if at != first_name and first_name < len(tokens):  # 2024 NBA总决赛, GPU 8块
                yield first, stop, True
        elif at < first_name < len(tokens) or _ORDINAL.fullmatch(token) or not _is_code(token.rstrip("+")):
            yield first, stop, False
        else:
            for digits in _DIGITS.finditer(token):
                yield first + digits.start(), first + digits.end(), True


def _is_code(token: str) -> bool:
    return _CODE.fullmatch(token) is not None or _PLANE.fullmatch(token) is not None
