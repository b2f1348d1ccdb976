"""Mandarin: written form to spoken form.

An ordered table of rules, as for English: dates, times and telephone numbers first, then percent, money and units,
plain numbers last. Percent and unit follow the number in writing and go before it or after it in speech (10% 百分之十).
Letters stay: a code like B12 keeps its letter and says its digits one by one. What the rules put into a text in
traditional characters is written in them.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from pipeline.normalize import zh_numbers as say
from pipeline.normalize import zh_parts as parts
from pipeline.normalize.rules import Rules, apply, compiled
from pipeline.normalize.zh_signs import SIGNS, traditional
from pipeline.normalize.zh_units import MONEY, MONEY_AFTER, UNITS, longest_first

Match = re.Match[str]
#: Stand for what is written right before and after a text: a Latin letter that belongs to a code, a capital alone.
LETTER_BEFORE, CAPITAL_AFTER = "\ue000", "\ue001"

_N = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_SIGNED = rf"[-−]?{_N}"
_TO = r"\s?[-–—~～－至到]+\s?"
_SCALE = r"(?:\s?[百千万亿萬億]+)?"
_UNIT = longest_first(UNITS).replace("μ", "[μµ]")
_SIGN = longest_first(MONEY)
_COUNTED = r"\s?(?:[%％‰°℃]|[年月日号號点點时時分秒元块塊万萬亿億个個倍次台臺人位岁歲天米条條件张張名家部种種款克斤吨里页頁章集])"
_LABELS = (
    r"(?:编号|編號|编码|編碼|房间|房間|房号|房號|航班|密码|密碼|邮编|郵編|邮政编码|验证码|驗證碼|学号|學號|工号|工號|尾号|尾號|车牌|車牌"
    r"|代码|代碼|订单|訂單|单号|單號|身份证|身份證|证号|證號|账号|賬號|帐号|帳號|卡号|卡號|口令|条码|批号|货号|型号|微信|传真|QQ群?|转|轉|分机|分機)"
)
_WON = r"(?:获胜|獲勝|战胜|戰勝|击败|擊敗|大胜|大勝|险胜|取胜|领先|領先|落后|落後|逆转|告负|不敌|战平|淘汰|横扫|力克|[胜勝负負赢贏输輸平])"
_DAYS = r"(?:劳动节|勞動節|事件|晚会|大促|购物节|黄金周|国庆|國慶|青年节|儿童节|妇女节|地震|大地震|运动|事变|惨案|恐怖袭击|空难)"
_BORN = r"(?:出生|毕业|畢業|入学|入學|生人|入伍|结婚|参加|世界杯|奥运|春|夏|秋|冬|[初底末]|1[0-2]?月|[1-9]月)"
_PER_AMOUNT = r"[百千万亿萬億]?(?:[元块塊次人个個件台辆輛只隻吨噸度页頁字张張票份杯瓶克米升]|公里|千米|公斤|千克|毫升|毫克|毫米|美元|港元|欧元)"
_PER = r"[人天日月年周週次秒个個件台位晚夜股张張套瓶盒斤克升吨噸米亩畝户戶]|小时|小時|分[钟鐘]?|平方米|平米|公斤|千克|公里|公顷|学期"
_SERVICE = r"(?:12306|12345|12315|12333|12348|12320|10086|10010|10000|95\d{3}|96\d{3,4})"
_KINGS = "|".join(
    f"(?<={king})"
    for king in ("路易", "亨利", "查理", "腓力", "威廉", "乔治", "喬治", "爱德华", "彼得", "约翰", "理查")
)

Replacement = str | Callable[[Match], str]


_ROMAN = re.compile(
    rf"(?:(?<=第)\s?(?P<part>[IVXLC]{{1,7}})(?=\s?[章节節卷部篇回集幕册冊编編届屆期次条條号號代季])|(?:{_KINGS})\s?(?P<king>[IVX]{{1,5}})(?![A-Za-z]))"
)

RULES: Rules = compiled(
    (r"[０-９]", lambda m: str(ord(m.group()) - 0xFF10)),
    (r"[Ⅰ-Ⅿⅰ-ⅿ]", lambda m: say.cardinal(str(int(unicodedata.numeric(m.group()))))),
    (_ROMAN, parts.roman),
    (r"(?<=[一二三四五六七八九〇○])○|○(?=[一二三四五六七八九〇○])", "〇"),
    (r"(?<=[\d)）])(?:[⁺⁻][⁰¹²³⁴-⁹]+|[⁰¹²³⁴-⁹]{2,9}|[⁰⁴-⁹])", parts.power),
    (r"(?<=[\d)）a-z])\^([-−]?\d{1,9})(?!\d)", lambda m: f"的{say.number(m[1])}次方"),
    (r"[₀-₉]", lambda m: say.digits(str(ord(m.group()) - 0x2080))),
    (r"[⁰¹⁴-⁹]", lambda m: str("⁰¹²³⁴⁵⁶⁷⁸⁹".index(m.group()))),
    (r"§\s?(\d+(?:\.\d+)*)", lambda m: f"第{m[1].replace('.', '点')}节"),
    (r"(?:(?<=^)|(?<=[，。；：（(,是有]))[~～]\s?(?=\d)", "约"),
    (r"(?<=\d)\s?[*xX×]\s?(?=\d)", "乘"),
    (r"\d{25,}", lambda m: say.digits(m.group())),  # bounds the work of every later rule
    (r"(?<=\d)．(?=\d)", "."),
    (r"(?<=\d)：(?=\d)", ":"),
    (r"(?<![\d.,])\d{1,3}(?: 000)+(?!\d)|(?<![\d.,])\d{1,3}(?: \d{3}){2,6}(?!\d)", lambda m: m.group().replace(" ", "")),
    # dates
    (r"(?<![\d.])(?P<y>[12]\d{3})\s?年\s?(?P<mo>\d{1,2})\s?月(?:\s?(?P<d>\d{1,2})\s?[日号號])?", parts.year_month),
    (r"(?<![\d.])(?P<y>[12]\d{3})(?P<mark>[-/.])(?P<mo>0?[1-9]|1[0-2])(?P=mark)(?P<d>0?[1-9]|[12]\d|3[01])(?![\d.]*\d)", parts.date),
    (r"(?<![\d.])(?P<a>[12]\d{3})\s?年?\s?[-–—~～至到]+\s?(?P<b>[12]\d{3})(?=\s?年)",
        lambda m: f"{say.digits(m['a'])}到{say.digits(m['b'])}"),
    (r"(?<![\d.前约約])(\d{4}(?=\s?年(?!前|后|後|来|來|间|間|以|的历史|的歷史|历史|歷史|寿命))|[5-9]\d(?=年\s?(?:1?\d月|级[^别])))", lambda m: say.digits(m[1])),
    (rf"(?<![\d.])([0-9]\d)(?=\s?[年]{_BORN})", lambda m: say.digits(m[1])),
    (rf"(?<![\d.])(\d{{1,2}})[.·‧・](\d{{1,2}})(?={_DAYS})|(?<![\d.])(\d{{1,2}})[·‧・](\d{{1,2}})(?![\d.])", parts.day_of_name),
    (r"(?<![\d.])((?:19|20)\d\d)(?=[级級届屆][^\d])", lambda m: say.digits(m[1])),
    (r"(?<![\d./])(?P<y>(?:19|20)\d\d)/(?P<mo>0?[1-9]|1[0-2])(?P<d>)(?![\d/])", parts.year_month),
    (r"(?<=[图圖表式])\s?(\d{1,3})\s?[-–]\s?(\d{1,3})(?![\d年月])", lambda m: f"{say.cardinal(m[1])}杠{say.cardinal(m[2])}"),
    (r"(?<![\d.])(?P<a>(?:19|20)\d\d)\s?[-–—~～]+\s?(?P<b>\d\d)(?=\s?年)", parts.years_shortened),
    (r"(?<=\d)(?P<unit>[㐀-鿿]{1,3})\s?[-–—~～]+\s?(?=\d[\d,.]{0,12}(?P=unit))", lambda m: f"{m['unit']}到"),
    (rf"(?<=\d)(?P<unit>{_PER_AMOUNT})/(?=(?:{_PER}))", lambda m: f"{m['unit']}每"),
    (r"(?<=[日号號月年周週])\s?[-–—~～]+\s?(?=\d{1,4}\s?[日号號月年周週])", "到"),
    (r"(?<=[时時点點分])\s?[-–—~～]+\s?(?=\d{1,2}\s?[时時点點:：分])|(?<=°C|[^一]度|[0-9][%％])\s?[-–—~～]+\s?(?=[-−]?\d)", "到"),
    # times, scores
    (r"(?<=\d:\d\d)\s?[-–—~～]+\s?(?=\d{1,2}:\d\d)", "到"),
    (rf"(?<!\d)(\d{{1,3}})\s?[-–—:：]\s?(\d{{1,3}})(?=\s?(?:的?(?:比分|大比分)|{_WON}|的?(?:比例|的地图|稀释|兑换)))", parts.score),
    (r"(?<=比分)([为是]?\s?)(\d{1,3})\s?[-–—:]\s?(\d{1,3})(?!\d)", parts.score_after),
    (rf"(?<=[以])(\s?)(\d{{1,3}})\s?[-–—]\s?(\d{{1,3}})(?=[^\d，。！？]{{0,8}}{_WON})", parts.score_after),
    (r"(?<=比例)([为是尺：:]{0,2}\s?)(\d{1,3})\s?:\s?(\d{1,7})(?!\d)", parts.score_after),
    (r"(?<![\d.:])(?P<h>[01]?\d|2[0-4]):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?![\d:])", parts.time),
    (r"(?<!\d)2(?=\s?[点點](?!\d{2}[^\d分]|几))|(?<!\d)02(?=:\d)", "两"),
    (r"(?<!\d)(\d+):(\d+)(?!\d)", parts.score),
    # telephones, codes with a name
    (r"(?<![\d.])(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)|(?<!\d)0\d{2,3}-\d{7,8}(?!\d)|(?<!\d)[48]00[- ]\d{3,4}[- ]\d{3,4}(?!\d)",
        parts.telephone),
    (r"(?:拨打|撥打|请拨|請撥|致电|致電|电话|電話|热线|熱線|报警|報警|客服|打)[^\d，。！？,.]{0,3}(?:1\d{2}|9\d{4}|999|911|\d{4}[- ]\d{4}|\d{5,8})(?:[或、和/]\d{3,8})*(?![\d.%％元个次])",
        parts.short_numbers),
    (rf"(?<!\d){_SERVICE}(?=客服|热线|熱線|官网|網站|网站|平台|电话|電話|服务|短信)", parts.short_numbers),
    (rf"{_LABELS}[^\d，。！？,.]{{0,4}}\d{{3,}}(?!\.?\d|{_COUNTED})", parts.digits_in),
    (r"(?<![\d.])(\d{3})(?=国道|國道|省道|县道|航班|次列车|次列車)", lambda m: say.digits(m[1])),
    (rf"(?:(?<={LETTER_BEFORE})|(?<=ISO)|(?<=GB)|(?<=B/T))(?P<rest>\s\d{{2,6}}(?:\.\d+)?(?:[-—:–]\d{{1,6}}){{0,3}})(?![\dA-Za-z.]|{_COUNTED})", parts.standard),
    # amounts
    (rf"(?P<a>{_SIGNED})[%％]?{_TO}(?P<b>{_N})(?P<sign>[%％])", parts.percent),
    (rf"(?P<a>{_SIGNED})(?P<b>)\s?(?P<sign>[%％‰])", parts.percent),
    (rf"(?P<sign>{_SIGN})\s?(?:(?P<a>{_N}){_TO})?(?P<n>{_N})(?P<scale>[MBKmk](?![A-Za-z])|{_SCALE})", parts.money),
    (rf"(?<![A-Za-z\d.])(?P<a>)(?P<n>{_N})(?P<scale>{_SCALE})\s?(?P<sign>{MONEY_AFTER})(?![A-Za-z\d])", parts.money),
    (r"(?<![\d.])(?P<d>\d{1,3})°\s?(?P<m>\d{1,2}(?:\.\d+)?)[′'](?:\s?(?P<s>\d{1,2}(?:\.\d+)?)[″\"])?", parts.angle),
    (r"(?<![\d.])(\d{1,3})['′](\d{1,2})[\"″]", lambda m: f"{say.cardinal(m[1])}分{say.cardinal(m[2])}秒"),
    (rf"(?<![A-Za-z\d.])(?:(?P<a>{_N}){_TO})?(?P<n>{_SIGNED})\s?(?P<unit>{_UNIT})(?![A-Za-z\d²³])", parts.unit),
    # codes
    (rf"(?<=[A-Za-z{LETTER_BEFORE}])([-：:]?\s?)(\d{{3,}})(?![\d.%％])(?!{_COUNTED})", lambda m: (" " if "-" in m[1] else m[1]) + say.digits(m[2])),
    (rf"(?<=[A-Za-z{LETTER_BEFORE}])(-?)(\d+)(?![\d.%％])", lambda m: (" " if m[1] else "") + say.digits(m[2])),
    (rf"(?<![\d.])(\d{{3,}})(?=[A-Z{CAPITAL_AFTER}](?![A-Za-z]))", lambda m: say.digits(m[1])),
    (r"(?<=[歼轰運运直东風风红箭长征神舟蛟龙])-(\d{1,3})(?!\d)", lambda m: say.digits(m[1]) if len(m[1]) > 2 else say.cardinal(m[1])),
    (r"(?<![\d.])\d+(?:\.\d+){2,}(?![\d.])", parts.one_point),
    (rf"(?<=[A-Za-z{LETTER_BEFORE}])\.(\d+)(?![\d.])", lambda m: f"点{say.digits(m[1])}"),
    (r"(?<![\w.])\.(\d+)(?![\d.])", lambda m: f"零点{say.digits(m[1])}"),
    # plain numbers
    (rf"(?<![\d.])(?P<a>{_SIGNED})(?P<to>{_TO})(?P<b>{_N})(?!\s?[=＝])", parts.counted_range),
    (r"(?<![\d./])(?P<a>\d{1,3})[/⁄](?P<b>\d{1,3})(?![\d/])", parts.fraction),
    (r"(?<=\d)\s?[-−](?=\s?\d)", "减"),
    (r"(?<![\d点點:分])(\d[05])(?=[后後](?!面|来|來|边|邊|天|的|再))", lambda m: say.digits(m[1])),
    (r"第\s?(\d+)", lambda m: "第" + say.cardinal(m[1])),
    (rf"(?<![\d.])(?P<a>[1-9])、(?P<b>[2-9])(?=\s?[{say.MEASURES}])(?!\s?年代)", parts.neighbours),
    (rf"(?<![\d.])2(?=\s?[{say.MEASURES}])(?!\s?(?:[月日号號]|年级|年級|分之))", "两"),
    (rf"(?<![\w.]){_SIGNED}|{_N}", lambda m: say.plain(m.group())),
    (r"\d+", lambda m: say.digits(m.group())),
    (r"(?P<whole>[零一二两三四五六七八九十百千万亿])?(?P<v>[¼-¾⅐-⅞])", parts.vulgar),
    (longest_first(SIGNS), lambda m: SIGNS[m.group()]),
    (r"(?<=[㐀-鿿]) +(?=[㐀-鿿])", ""),
)  # fmt: skip


def in_traditional(rules: Rules) -> Rules:
    """Return rules that say what they say in traditional characters; what they carry over is theirs already."""

    def wrapped(rule: Replacement) -> Replacement:
        return traditional(rule) if isinstance(rule, str) else lambda found: traditional(rule(found))

    return tuple((pattern, wrapped(rule)) for pattern, rule in rules)


TRADITIONAL_RULES = in_traditional(RULES)


def spoken(text: str) -> str:
    """Return the spoken form of cleaned Mandarin text; it may stand between the marks of its neighbours."""
    return apply(TRADITIONAL_RULES if any(map(_traditional, text)) else RULES, text)


def has_name(sign: str) -> bool:
    """Tell whether a sign alone is read as a word."""
    return bool(SIGNS.get(sign))


def unspoken(text: str) -> str:
    """Return what is said with fewer letters than it is written with: Roman numerals, 路易XIV."""
    return "".join(found["part"] or found["king"] for found in _ROMAN.finditer(text))


@lru_cache(maxsize=16384)
def _traditional(char: str) -> bool:
    """Tell whether only texts in traditional characters hold a character."""
    if char < "㐀":
        return False
    try:
        char.encode("gb2312")
    except UnicodeEncodeError:
        return bool(char.encode("big5", "ignore"))
    return False
