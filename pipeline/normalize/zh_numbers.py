"""Numbers as Mandarin says them: 二 or 两, the zeros inside, digit by digit."""

import re

_DIGITS = "零一二三四五六七八九"
_PLACES = ("", "十", "百", "千")
_MYRIADS = ("", "万", "亿", "万亿", "亿亿")
#: Before these a 2 is 两.
MEASURES = (
    "个個只隻条條张張次台臺家本件份块塊公美欧歐英米克吨噸升天小分秒周週种種名人口头頭匹棵朵座栋棟辆輛艘架支枝双雙对對套组組"
    "批杯瓶碗盘盤道首句段篇门門项項点點倍步代遍趟场場片根颗顆粒滴束群排袋箱盒包封厘毫平立百千万萬亿億斤克元间間层層位年岁歲股架股艘把副幅部所笔筆"
)
_LONGEST = 16  # digits; longer ones are codes


def digits(text: str, *, telephone: bool = False) -> str:
    """Read digit by digit; over the telephone 1 is 幺."""
    said = "".join(_DIGITS[int(char)] for char in text if char.isdigit())
    return said.replace("一", "幺") if telephone else said


def cardinal(text: str) -> str:
    """Read a whole number written in digits: 两百, 一千零五, 十二, 三万."""
    bare = text.lstrip("0")
    if not bare:
        return "零"
    if len(bare) > _LONGEST:
        return digits(text)
    groups = [bare[max(0, end - 4) : end] for end in range(len(bare), 0, -4)][::-1]
    said = ""
    for at, group in enumerate(groups):
        value, myriad = group.lstrip("0"), _MYRIADS[len(groups) - 1 - at]
        if not value:
            continue
        gap = "零" if said and (group[0] == "0" or said[-1] == "零") else ""
        words = _group(value)
        if words == "二" and myriad:
            words = "两"
        said += gap + words + myriad
    return said[1:] if said.startswith("一十") else said


def _group(value: str) -> str:
    """Read up to four digits without leading zeros."""
    said = ""
    for at, char in enumerate(value):
        place = len(value) - 1 - at
        if char == "0":
            said += "零"
            continue
        word = "两" if char == "2" and (place == 3 or (place == 2 and at == 0)) else _DIGITS[int(char)]
        said += word + _PLACES[place]
    return re.sub("零+", "零", said).rstrip("零")


def plain(text: str) -> str:
    """Read a number nothing is known of: long ones are codes, and so are dates without marks."""
    long = text.isdecimal() and len(text) > 10
    dated = re.fullmatch(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])", text)
    return digits(text) if dated or (long and not text.endswith("0000")) else number(text)


def number(text: str) -> str:
    """Read a plain number: sign, separators and decimals included."""
    bare = text.replace(",", "").replace("，", "")
    sign = "负" if bare[0] in "-−" else ""
    whole, point, decimals = bare.lstrip("-−+").partition(".")
    said = digits(whole) if len(whole) > 1 and whole[0] == "0" else cardinal(whole or "0")
    return sign + said + (f"点{digits(decimals)}" if point and decimals else "")


def counted(text: str) -> str:
    """Read a number before a measure word: 2 is 两 there."""
    return "两" if text == "2" else number(text)
