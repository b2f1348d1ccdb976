"""Japanese: written form to spoken form, still in kanji and kana.

Numbers, counters and most units are read by the phonemizer, which knows 三本 from 二本; what is written here is what it
reads wrongly: dates and times in figures, telephone numbers, ranges, fractions, money and signs before their number,
and a reading in brackets after its kanji, which would be said twice.
"""

import re
import unicodedata

from pipeline.normalize import ja_parts as say
from pipeline.normalize.ja_ruby import RUBY, unspoken, without_ruby
from pipeline.normalize.rules import apply, compiled

__all__ = ["RULES", "spoken", "unspoken"]

_N = r"\d+(?:\.\d+)?"
_TO = r"\s?[~～〜\-–—−]\s?"
_WAVE = r"\s?[~～〜]\s?"
_COUNTED = r"(?=\s?(?:[%％℃°度個箇円年月日時分秒回本枚歳才人名章節頁匹台冊杯階点割倍万億兆千百件社校泊週号話巻曲行か]|ページ|カ月|ヶ月|メートル|キロ|グラム|k?g|[kcm]?m|m?L))"
_CODE = r"(?:番号|コード|暗証|パスワード|口座|型番|品番|内線|電話|会員|学籍|受付|注文)"
_SIGN = "|".join(re.escape(sign) for sign in sorted(say.MONEY, key=len, reverse=True))
_UNIT = "|".join(re.escape(unit) for unit in sorted(say.UNITS, key=len, reverse=True))
_NUMERAL = "一二三四五六七八九十百千万億兆"
_Y, _M, _D = r"(?P<y>[12]\d{3})", r"(?P<m>0?[1-9]|1[0-2])", r"(?P<d>0?[1-9]|[12]\d|3[01])"


def spoken(text: str) -> str:
    """Return the spoken form of cleaned Japanese text."""
    return apply(RULES, text)


RULES = compiled(
    (r"[ｦ-ﾟ]+", lambda m: unicodedata.normalize("NFKC", m.group())),
    (RUBY, without_ruby),
    (r"(?<=[ぁ-ゖァ-ヺ])[~～〜]+(?=[ぁぃぅぇぉっあいうえおんねよわすぞぜさ、。！？!?…」』）)\s]|$)", "ー"),  # a vowel drawn out
    (r"[Ⅰ-Ⅿⅰ-ⅿ]", lambda m: str(int(unicodedata.numeric(m.group())))),
    (r"(?<=\d)[．，：／－](?=\d)", lambda m: unicodedata.normalize("NFKC", m.group())),
    (r"\d{40,}", lambda m: say.digits(m.group())),  # bounds the work of every later rule
    # circles that stand for a name, or for right and wrong
    (r"[○◯](?=[○◯〇])|(?<=[○◯〇])[○◯]|[○◯](?=[×✕])", "〇"),
    (rf"(?<![{_NUMERAL}〇])〇+(?![{_NUMERAL}])", lambda m: "マル" * len(m.group())),
    (r"(?<=マル)[×✕]|[×✕](?=[印×✕△])|(?<=[×✕])[×✕]", "バツ"),
    (r"[▲△](?=\d)", "マイナス"),
    # dates
    (rf"(?<![\d/.-]){_Y}(?P<s>[/.-]){_M}(?P=s){_D}(?![\d/-]|\.\d)", say.date),
    (rf"(?<![\d/.]){_Y}/{_M}(?![\d/])", lambda m: f"{m['y']}年{int(m['m'])}月"),
    (rf"(?<![\d/.]){_M}/{_D}(?![\d/])", say.slash),
    (r"(?<=\d日)\s?[（(]([月火水木金土日])(?:曜日?)?([・･]?祝日?)?[)）]", lambda m: f"（{m[1]}曜日{'、祝日' * bool(m[2])}）"),
    (r"(?<![一-鿿])([月火水木金土日])[~～〜\-–]([月火水木金土日])(?![一-鿿])", r"\1曜から\2曜"),
    (r"(?<![\d.,])(?<!第)([12]\d{3})年?" + _TO + r"(?=[12]\d{3}年)", r"\1年から"),
    # times, scores
    (r"(?<![\d:.])([012]?\d):([0-5]\d)(?::([0-5]\d))?(?![\d:])", say.time),
    (r"(?<![\d.])0時(?!間)", "零時"),
    (r"(?<![\d:])(\d{1,3}):(\d{1,3})(?![\d:])", r"\1対\2"),
    (r"(?<![\d-])(\d{1,3})[-–−](\d{1,3})(?=(?:で|の)(?:勝|敗|引き分|快勝|完勝|惜敗|逆転|大差|スコア))", r"\1対\2"),
    # digit by digit
    (r"〒\s?(\d{3})-?(\d{4})(?!\d)", lambda m: f"郵便番号{say.digits(m[1])}、{say.digits(m[2])}"),
    (r"(?<![\d-])(?:\+81[- ]?|[(（]?0)\d{0,4}[)）]?[- ]?\d{1,4}[- ]\d{3,4}(?![\d-])|(?<![\d.,])0\d{9,10}(?![\d.,])", say.phone),
    (rf"({_CODE}[^\d。、\n]{{0,3}}?)(\d{{3,}}(?:-\d+)*)(?![\d.,%％円人個件年月日時回])", lambda m: m[1] + say.phone(m)),
    # numbers: separators go, what stands before them in writing moves
    (r"(?<![\d.])\d{1,3}(?:,\d{3})+(?!\d)", lambda m: m.group().replace(",", "")),
    (rf"(?:{_SIGN})\s?({_N}){_TO}(?P<sign>{_SIGN})?\s?(?={_N})", lambda m: f"{m[1]}から{m['sign'] or m.group()[0]}"),
    (rf"(?P<sign>{_SIGN})\s?(?P<n>{_N})(?P<scale>[百千万億兆]*)(?:円|ドル|ユーロ)?", say.money),
    (rf"(?<![\d.-])({_N}[%％]?){_TO}(?={_N}{_COUNTED})", r"\1から"),
    (rf"(?<![\d.])({_N}[^\s\d、。~～〜]{{0,4}}){_WAVE}(?=(?:約|第|午前|午後|翌)?\d)", r"\1から"),
    (r"(?<![\d.])\d+(?:\.\d+){2,}(?![\d.])", lambda m: m.group().replace(".", "点")),
    (rf"(?:時速)?(?<![\d.])({_N})\s?km/h(?![A-Za-z])", r"時速\1キロメートル"),
    (rf"(?:秒速)?(?<![\d.])({_N})\s?m/s(?![A-Za-z])", r"秒速\1メートル"),
    (rf"(?<=\d)\s?({_UNIT})(?![A-Za-z\d²³])", lambda m: say.UNITS[m[1]]),
    (rf"(?:^|(?<=[\s、。「（(=はがをも温]))[-−－](?={_N})|(?<![A-Za-z\d)）])[-−－](?={_N}[度℃%％点])", "マイナス"),
    (r"(?:^|(?<=[\s、。「（(=はがをも]))[+＋](?=\d)", "プラス"),
    (r"(?<=\d)\s?[-−]\s?(?=\d+\s?[=＝])", "引く"),
    (r"(?<=\d)\s?[-–−]\s?(?=\d)", "の"),  # an address, a section
    (r"(?<![\d./])(?P<a>\d{1,4})[/⁄](?P<b>\d{1,4})(?![\d/])", lambda m: f"{m['b']}分の{m['a']}"),
    (r"(?P<whole>\d)?(?P<v>[¼-¾⅐-⅞])", say.vulgar),
    (r"[²³⁴-⁹]", lambda m: f"の{unicodedata.normalize('NFKC', m.group())}乗"),
    (r"[⁰¹₀-₉]", lambda m: unicodedata.normalize("NFKC", m.group())),
    # waves and arrows between words
    (r"(?<=[一-鿿ァ-ヺー])(?:[~～〜](?=[一-鿿ァ-ヺ])|→(?=[一-鿿ァ-ヺ]))", say.wave),
    ("|".join(re.escape(sign) for sign in sorted(say.SYMBOLS, key=len, reverse=True)), lambda m: say.SYMBOLS[m.group()]),
)  # fmt: skip
