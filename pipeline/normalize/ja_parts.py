"""What Japanese says for dates, times, money, units and signs."""

import re
import unicodedata

Match = re.Match[str]
_DIGITS = ("ゼロ", "イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キュー")
MONEY = {
    "¥": "円", "￥": "円", "JPY": "円", "$": "ドル", "US$": "ドル", "USD": "ドル", "€": "ユーロ", "£": "ポンド", "₩": "ウォン",
    "฿": "バーツ", "₹": "ルピー",
}  # fmt: skip
UNITS = {
    "km": "キロメートル", "cm": "センチメートル", "mm": "ミリメートル", "μm": "マイクロメートル", "µm": "マイクロメートル",
    "nm": "ナノメートル", "m": "メートル", "km²": "平方キロメートル", "km2": "平方キロメートル", "m²": "平方メートル",
    "m2": "平方メートル", "cm²": "平方センチメートル", "cm2": "平方センチメートル", "m³": "立方メートル", "m3": "立方メートル",
    "cm³": "立方センチメートル", "cm3": "立方センチメートル", "kg": "キログラム", "mg": "ミリグラム", "g": "グラム", "t": "トン",
    "mL": "ミリリットル", "ml": "ミリリットル", "dL": "デシリットル", "dl": "デシリットル", "L": "リットル", "ℓ": "リットル", "ha": "ヘクタール",
    "ms": "ミリ秒", "min": "分", "h": "時間", "ft": "フィート", "GHz": "ギガヘルツ", "MHz": "メガヘルツ", "kHz": "キロヘルツ", "Hz": "ヘルツ", "kW": "キロワット",
    "MW": "メガワット", "kWh": "キロワット時", "W": "ワット", "kV": "キロボルト", "V": "ボルト", "mA": "ミリアンペア", "dB": "デシベル",
    "kcal": "キロカロリー", "cal": "カロリー", "hPa": "ヘクトパスカル", "kPa": "キロパスカル", "Pa": "パスカル",
    "mmHg": "ミリメートル水銀柱", "KB": "キロバイト", "MB": "メガバイト", "GB": "ギガバイト", "TB": "テラバイト", "Mbps": "メガビーピーエス",
    "ppm": "ピーピーエム", "℃": "度", "°C": "度", "°F": "ファーレンハイト度", "°": "度", "%": "パーセント", "％": "パーセント", "‰": "パーミル",
}  # fmt: skip
SYMBOLS = {
    "±": "プラスマイナス", "+": "プラス", "＋": "プラス", "=": "イコール", "＝": "イコール", "≠": "ノットイコール", "≒": "ニアリーイコール",
    "≈": "ニアリーイコール", "≦": "小なりイコール", "≤": "小なりイコール", "≧": "大なりイコール", "≥": "大なりイコール", "<": "小なり",
    ">": "大なり", "＜": "小なり", "＞": "大なり", "×": "かける", "÷": "割る", "&": "アンド", "＆": "アンド", "@": "アットマーク",
    "＠": "アットマーク", "#": "シャープ", "＃": "シャープ", "%": "パーセント", "％": "パーセント", "℃": "度", "°": "度", "√": "ルート",
    "∞": "無限大", "§": "セクション", "※": "コメ印、", "〃": "同じく", "△": "サンカク", "№": "ナンバー", "〒": "郵便番号", "©": "コピーライト", "®": "登録商標",
    "™": "商標", "♂": "オス", "♀": "メス", "㈱": "株式会社", "㈲": "有限会社", "㈹": "代表", "㊙": "マル秘", "㊗": "祝", "µ": "マイクロ",
    "¥": "円", "￥": "円", "$": "ドル", "€": "ユーロ", "£": "ポンド",
}  # fmt: skip
#: After a month and day in figures: it is a date, not a fraction.
_DATE_AFTER = re.compile(
    r"\s?(?:[（(][月火水木金土日]|[~～〜-]\s?\d{1,2}/\d|に(?!分|な|減|縮|落|下|当|相)|から|まで|より|以降|以前|頃|ごろ|付|発売|開催|開始|締|放送|"
    r"の(?:朝|昼|夜|夕|午|会|予|試合|天気|ニュース|便|日))"
)
_DATE_BEFORE = re.compile(r"(?:[今来昨去毎]年|年|[~～〜-]|まで|日[はが時]?[:：]?)\s?$")
_DENOMINATORS = frozenset({2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20})


def digits(text: str) -> str:
    """Read digit by digit."""
    return "".join(_DIGITS[int(char)] for char in text if char.isdecimal())


def phone(found: Match) -> str:
    """Read a telephone number or a code: a short pause between its groups."""
    groups = re.findall(r"\d+", found.group())
    plus = "プラス" if "+" in found.group() else ""
    return plus + "、".join(digits(group) for group in groups)


def date(found: Match) -> str:
    """Read 2024/5/1."""
    return f"{found['y']}年{int(found['m'])}月{int(found['d'])}日"


def slash(found: Match) -> str:
    """Read 5/1 as a date where the words around it or the figures say so; fractions are left to a later rule."""
    month, day = int(found["m"]), int(found["d"])
    before, after = found.string[max(0, found.start() - 6) : found.start()], found.string[found.end() : found.end() + 8]
    told = _DATE_AFTER.match(after) or _DATE_BEFORE.search(before)
    return f"{month}月{day}日" if told or month >= day or day not in _DENOMINATORS else found.group()


def time(found: Match) -> str:
    """Read 4:30 or 4:30:15."""
    hour, minute, second = int(found[1]), int(found[2]), found[3]
    said = f"{hour}時" + (f"{minute}分" if minute or second else "")
    return said + (f"{int(second)}秒" if second else "")


def money(found: Match) -> str:
    """Read an amount whose sign stands before it."""
    return found["n"] + found["scale"] + MONEY[found["sign"]]


def vulgar(found: Match) -> str:
    """Read ½, and 1½."""
    above, below = unicodedata.normalize("NFKC", found["v"]).split("⁄")
    return (f"{found['whole']}と" if found["whole"] else "") + f"{below}分の{above}"


def wave(found: Match) -> str:
    """Read a wave between two words as "from … to", unless a second one makes them the brackets of a subtitle."""
    around = re.split(r"[。\n]", found.string[max(0, found.start() - 40) : found.start()])[-1]
    around += re.split(r"[。\n]", found.string[found.end() : found.end() + 40])[0]
    return found.group() if re.search("[~～〜]", around) else "から"
