"""Mandarin: written form to spoken form.

An ordered list of rules, as for English: dates, times and telephone numbers first, then percent, money and units, plain
numbers last. Percent and unit follow the number in writing and go before it or after it in speech (10% 百分之十).
Letters stay: a code like B12 keeps its letter and says its digits one by one.
"""

import re
import unicodedata
from collections.abc import Callable

from pipeline.normalize import zh_numbers as say

Match = re.Match[str]
_N = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_SIGNED = rf"[-−]?{_N}"
_TO = r"\s?[-–—~～－至到]+\s?"
_SCALE = r"(?:\s?[百千万亿]+)?"
_MONEY = {
    "￥": "元", "¥": "元", "RMB": "元", "CNY": "元", "$": "美元", "US$": "美元", "USD": "美元", "€": "欧元", "£": "英镑",
    "HK$": "港元", "NT$": "新台币", "₩": "韩元",
}  # fmt: skip
_UNITS = {
    "km/h": "公里每小时", "m/s": "米每秒", "mmHg": "毫米汞柱", "kWh": "千瓦时", "km²": "平方公里", "km2": "平方公里", "m²": "平方米",
    "m2": "平方米", "cm²": "平方厘米", "m³": "立方米", "m3": "立方米", "cm³": "立方厘米", "km": "公里", "cm": "厘米", "mm": "毫米",
    "μm": "微米", "µm": "微米", "nm": "纳米", "m": "米", "kg": "公斤", "mg": "毫克", "g": "克", "t": "吨", "mL": "毫升", "ml": "毫升",
    "L": "升", "ms": "毫秒", "s": "秒", "min": "分钟", "h": "小时", "GHz": "吉赫兹", "MHz": "兆赫兹", "kHz": "千赫兹", "Hz": "赫兹",
    "kW": "千瓦", "MW": "兆瓦", "W": "瓦", "kV": "千伏", "V": "伏", "mA": "毫安", "dB": "分贝", "kcal": "千卡", "kPa": "千帕",
    "Pa": "帕", "°C": "摄氏度", "℃": "摄氏度", "°F": "华氏度", "℉": "华氏度", "°": "度", "ft": "英尺", "in": "英寸", "mph": "英里每小时",
}  # fmt: skip
# After a number these are measure words, before which 2 is 两.
_MEASURES = (
    "个個只隻条條张張位次台臺家本件份块塊公元美欧英米克吨升天小分秒周週星种種名人口头頭匹棵朵座栋辆輛艘架支枝双雙对對套组組"
    "批杯瓶碗盘道首句段篇章课门項项点點倍步层代届轮遍趟场片根颗粒滴束群排袋箱盒包封厘毫平立"
)
_SYMBOLS = {
    "＜": "小于", "<": "小于", "＞": "大于", ">": "大于", "≤": "小于等于", "≥": "大于等于", "＝": "等于", "=": "等于", "≠": "不等于",
    "≈": "约等于", "＋": "加", "+": "加", "×": "乘", "÷": "除以", "±": "正负", "＆": "和", "&": "和", "%": "百分号", "％": "百分号",
    "‰": "千分号", "°": "度", "￥": "元", "¥": "元", "$": "美元", "€": "欧元", "£": "英镑", "²": "平方", "³": "立方", "∞": "无穷大",
    "√": "根号", "@": "艾特", "＠": "艾特", "#": "井号", "＃": "井号", "*": "", "＊": "", "`": "", "_": " ", "〇": "零", "−": "减",
    "π": "派", "α": "阿尔法", "β": "贝塔", "γ": "伽马", "δ": "德尔塔", "ε": "艾普西龙", "ζ": "泽塔", "η": "伊塔",
    "θ": "西塔", "ι": "约塔", "κ": "卡帕", "λ": "兰姆达", "ν": "纽", "ξ": "克西", "ρ": "柔", "σ": "西格马", "τ": "陶", "υ": "宇普西龙",
    "φ": "斐", "χ": "希", "ψ": "普西", "ω": "欧米伽", "Δ": "德尔塔", "Σ": "西格马", "μ": "缪", "µ": "微", "Ω": "欧姆", "©": "版权所有", "®": "注册商标", "™": "商标",
    "℠": "服务商标", "№": "编号", "§": "节", "¶": "段落", "¢": "美分", "⋅": "乘", "♀": "雌", "♂": "雄",
}  # fmt: skip
_VULGAR = "¼-¾⅐-⅞"
_SIGN = "|".join(re.escape(sign) for sign in sorted(_MONEY, key=len, reverse=True))
_UNIT = "|".join(re.escape(unit) for unit in sorted(_UNITS, key=len, reverse=True))


def spoken(text: str) -> str:
    """Return the spoken form of cleaned Mandarin text."""
    for pattern, rule in _RULES:
        text = pattern.sub(rule, text)
    return text


def _date(found: Match) -> str:
    day = f"{say.cardinal(found['d'])}日" if found["d"] else ""
    return f"{say.digits(found['y'])}年{say.cardinal(found['mo'])}月{day}"


def _time(found: Match) -> str:
    hour, minute, second = found["h"], found["m"], found["s"]
    said = ("两" if int(hour) == 2 else say.cardinal(hour)) + "点"
    if int(minute):
        said += ("零" if minute[0] == "0" else "") + say.cardinal(minute) + "分"
    elif not second:
        return said + ("" if int(hour) else "整")
    return said + (f"{say.cardinal(second)}秒" if second else "")


def _percent(found: Match) -> str:
    base = "千分之" if found["sign"] == "‰" else "百分之"
    sign = "负" if found["a"][0] in "-−" else ""
    low = sign + base + say.number(found["a"].lstrip("-−"))
    return f"{low}到{base}{say.number(found['b'])}" if found["b"] else low


def _money(found: Match) -> str:
    low = f"{say.number(found['a'])}到" if found["a"] else ""
    unit = _MONEY[found["sign"]]
    named = found.string[found.end() :].startswith(("元", unit))
    scale = found["scale"].strip()
    return low + (say.counted(found["n"]) if not scale else say.number(found["n"])) + scale + ("" if named else unit)


def _unit(found: Match) -> str:
    number, unit = found["n"], _UNITS[found["unit"]]
    if unit.endswith(("摄氏度", "华氏度")) and number[0] in "-−":
        return f"零下{say.number(number[1:])}{unit}"
    low = f"{say.number(found['a'])}到" if found["a"] else ""
    return low + say.counted(number) + unit


def _telephone(found: Match) -> str:
    return "，".join(say.digits(group, telephone=True) for group in re.findall(r"\d+", found.group()))


def _emergency(found: Match) -> str:
    return re.sub(r"\d+", lambda part: say.digits(part.group(), telephone=True), found.group())


def _fraction(found: Match) -> str:
    return f"{say.cardinal(found['b'])}分之{say.cardinal(found['a'])}"


def _vulgar(found: Match) -> str:
    above, below = unicodedata.normalize("NFKC", found["v"]).split("⁄")
    said = f"{say.cardinal(below)}分之{say.cardinal(above)}"
    return f"{found['whole']}又{said}" if found["whole"] else said


def _power(found: Match) -> str:
    raised = unicodedata.normalize("NFKC", found.group())
    return f"的{say.number(raised)}次方"


def _counted_range(found: Match) -> str:
    return f"{say.number(found['a'])}到{say.number(found['b'])}"


_RULES: tuple[tuple[re.Pattern[str], str | Callable[[Match], str]], ...] = tuple(
    (re.compile(pattern, re.ASCII if "\\b" in pattern else 0), rule)
    for pattern, rule in (
        (r"[０-９]", lambda m: str(ord(m.group()) - 0xFF10)),
        (r"[Ⅰ-Ⅿⅰ-ⅿ]", lambda m: str(int(unicodedata.numeric(m.group())))),
        (r"(?<=[一二三四五六七八九〇○])○|○(?=[一二三四五六七八九〇○])", "〇"),
        (r"(?<=[\d)）])(?:[⁺⁻][⁰¹²³⁴-⁹]+|[⁰¹²³⁴-⁹]{2,9}|[⁰⁴-⁹])", _power),
        (r"[⁰¹⁴-⁹₀-₉]", lambda m: unicodedata.normalize("NFKC", m.group())),
        (r"§\s?(\d+(?:\.\d+)*)", lambda m: f"第{m[1].replace('.', '点')}节"),
        (r"(?:(?<=^)|(?<=[，。；：（(,是有]))[~～]\s?(?=\d)", "约"),
        (r"(?<=\d)\s?\*\s?(?=\d)", "乘"),
        (r"\d{25,}", lambda m: say.digits(m.group())),  # bounds the work of every later rule
        (r"(?<=\d)．(?=\d)", "."),
        (r"(?<=\d)：(?=\d)", ":"),
        # dates, times, telephones
        (r"(?<![\d.])(?P<y>[12]\d{3})\s?年\s?(?P<mo>\d{1,2})\s?月(?:\s?(?P<d>\d{1,2})\s?[日号號])?", lambda m: _date(m) if not
            m["d"] else _date(m)[:-1] + m.group()[-1]),
        (r"(?<![\d.])(?P<y>[12]\d{3})[-/.](?P<mo>0?[1-9]|1[0-2])[-/.](?P<d>0?[1-9]|[12]\d|3[01])(?![\d.])", _date),
        (r"(?<![\d.])(?P<a>[12]\d{3})\s?年?\s?[-–—~～至到]+\s?(?P<b>[12]\d{3})(?=\s?年)",
            lambda m: f"{say.digits(m['a'])}到{say.digits(m['b'])}"),
        (r"(?<![\d.前约約])(\d{4}(?=\s?年(?!前|后|後|来|來|间|間|以|的历史|历史))|[5-9]\d(?=年\s?1?\d月))", lambda m: say.digits(m[1])),
        (r"(?<![\d.:])(?P<h>[01]?\d|2[0-4]):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?![\d:])", _time),
        (r"(?<!\d)2(?=\s?[点點](?!\d|几))|(?<!\d)02(?=:\d)", "两"),
        (r"(?<!\d)(\d+):(\d+)(?!\d)", lambda m: f"{say.cardinal(m[1])}比{say.cardinal(m[2])}"),
        (r"(?<![\d.])(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)|(?<!\d)0\d{2,3}-\d{7,8}(?!\d)|(?<!\d)[48]00-\d{3,4}-\d{3,4}(?!\d)",
            _telephone),
        (r"(?:拨打|撥打|请拨|致电|电话|電話|热线|熱線|报警|打)[^\d，。！？,.]{0,3}(?:1\d{2}|9\d{4}|\d{5,8})(?:[或、和]\d{3,8})*(?![\d.%％元个次])",
            _emergency),
        (r"(?:编号|编码|房间|房號|航班|密码|密碼|邮编|邮政编码|验证码|学号|工号|尾号|车牌|代码)[^\d，。！？,.]{0,3}\d{3,}(?!\.?\d)",
            lambda m: re.sub(r"\d+", lambda part: say.digits(part.group()), m.group())),
        # amounts
        (rf"(?P<a>{_SIGNED})[%％]?{_TO}(?P<b>{_N})(?P<sign>[%％])", _percent),
        (rf"(?P<a>{_SIGNED})(?P<b>)\s?(?P<sign>[%％‰])", _percent),
        (rf"(?P<sign>{_SIGN})\s?(?:(?P<a>{_N}){_TO})?(?P<n>{_N})(?P<scale>{_SCALE})", _money),
        (rf"(?<![A-Za-z\d.])(?:(?P<a>{_N}){_TO})?(?P<n>{_SIGNED})\s?(?P<unit>{_UNIT})(?![A-Za-z\d²³])", _unit),
        # codes
        (r"(?<=[A-Za-z])(-?)(\d+)(?![\d.%％])", lambda m: (" " if m[1] else "") + say.digits(m[2])),
        (r"(?<![\d.])(\d{3,})(?=[A-Z](?![A-Za-z]))", lambda m: say.digits(m[1])),
        (r"(?<![\d.])\d+(?:\.\d+){2,}(?![\d.])", lambda m: "点".join(say.number(part) for part in m.group().split("."))),
        # plain numbers
        (rf"(?<![\d.])(?P<a>{_SIGNED}){_TO}(?P<b>{_N})(?!\s?[=＝])", _counted_range),
        (r"(?<![\d./])(?P<a>\d{1,3})[/⁄](?P<b>\d{1,3})(?![\d/])", _fraction),
        (r"(?<=\d)\s?[-−](?=\s?\d)", "减"),
        (r"(?<!\d)(\d0)(?=[后後](?!面|来|边|天))", lambda m: say.digits(m[1])),
        (r"第\s?(\d+)", lambda m: "第" + say.cardinal(m[1])),
        (rf"(?<![\d.])2(?=\s?(?:[{_MEASURES}]|[百千万亿]))(?!\s?[月日号號])", "两"),
        (r"(?<![\d.,])\d{8,}(?<!0000)(?![\d.,万亿元])", lambda m: say.digits(m.group())),
        (rf"(?<![\w.]){_SIGNED}|{_N}", lambda m: say.number(m.group())),
        (r"\d+", lambda m: say.digits(m.group())),
        (f"(?P<whole>[零一二两三四五六七八九十百千万亿])?(?P<v>[{_VULGAR}])", _vulgar),
        ("|".join(re.escape(sign) for sign in _SYMBOLS), lambda m: _SYMBOLS[m.group()]),
        (r"(?<=[㐀-鿿]) +(?=[㐀-鿿])", ""),
    )
)  # fmt: skip
