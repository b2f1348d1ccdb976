"""What Mandarin says for a date, a time, an amount or a code that a rule has found."""

import re
import unicodedata

from pipeline.normalize import zh_numbers as say
from pipeline.normalize.zh_units import MONEY, UNITS

Match = re.Match[str]
_SCALES = {"K": 3, "k": 3, "M": 6, "m": 6, "B": 9}
_ROMANS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def date(found: Match) -> str:
    """2024/5/1, 2024年5月1日."""
    return f"{say.digits(found['y'])}年{say.cardinal(found['mo'])}月{say.cardinal(found['d'])}日"


def year_month(found: Match) -> str:
    """2024年5月1号: the day keeps its word."""
    day = f"{say.cardinal(found['d'])}{found.group()[-1]}" if found["d"] else ""
    return f"{say.digits(found['y'])}年{say.cardinal(found['mo'])}月{day}"


def years_shortened(found: Match) -> str:
    """2008-09年, 1999-01年."""
    return f"{say.digits(found['a'])}到{say.digits(found['b'])}"


def time(found: Match) -> str:
    """8:05, 12:30:45, 24:00."""
    hour, minute, second = found["h"], found["m"], found["s"]
    said = ("两" if int(hour) == 2 else say.cardinal(hour)) + "点"
    if int(minute):
        said += ("零" if minute[0] == "0" else "") + say.cardinal(minute) + "分"
    elif not second:
        return said + ("" if int(hour) else "整")
    return said + (f"{say.cardinal(second)}秒" if second else "")


def percent(found: Match) -> str:
    """5%, 5‰, 10%-20%."""
    base = "千分之" if found["sign"] == "‰" else "百分之"
    sign = "负" if found["a"][0] in "-−" else ""
    low = sign + base + say.number(found["a"].lstrip("-−"))
    return f"{low}到{base}{say.number(found['b'])}" if found["b"] else low


def money(found: Match) -> str:
    """$20, ￥3.5亿, $5M, €10-20."""
    low = f"{say.counted(found['a'])}到" if found["a"] else ""
    unit = MONEY[found["sign"]]
    named = found.string[found.end() : found.end() + 4].lstrip().startswith(("元", "块", "塊", "圆", "圓", "蚊", unit))
    scale = found["scale"].strip()
    number = _scaled(found["n"], _SCALES[scale]) if scale in _SCALES else found["n"]
    words = "" if scale in _SCALES else scale
    return low + say.counted(number) + words + ("" if named else unit)


def _scaled(number: str, places: int) -> str:
    """Move the point of a number to the right; 2.5 and 6 is 2500000."""
    whole, _, decimals = number.replace(",", "").partition(".")
    moved = whole + decimals[:places].ljust(places, "0")
    return f"{moved}.{decimals[places:]}" if decimals[places:] else moved


def unit(found: Match) -> str:
    """60kg, -3℃, 5-10km."""
    number, sign = found["n"], UNITS[found["unit"].replace("µ", "μ")]
    if sign.endswith(("摄氏度", "华氏度")) and number[0] in "-−":
        return f"零下{say.number(number[1:])}{sign}"
    low = f"{say.counted(found['a'])}到" if found["a"] else ""
    return low + say.counted(number) + sign


def telephone(found: Match) -> str:
    """+86 138…, 010-62345678: in groups, 1 as 幺."""
    groups = "，".join(say.digits(group, telephone=True) for group in re.findall(r"\d+", found.group()))
    return f"加{groups}" if found.group().startswith("+") else groups


def score(found: Match) -> str:
    """3-1获胜, 16:9."""
    return f"{say.cardinal(found[1])}比{say.cardinal(found[2])}"


def score_after(found: Match) -> str:
    """比分为3-1, 以3-1的比分: what stands between stays."""
    return f"{found[1]}{say.cardinal(found[2])}比{say.cardinal(found[3])}"


def day_of_name(found: Match) -> str:
    """9·11, 5.1劳动节: the figures of a day that names something."""
    return "".join(say.digits(part) if part != "10" else "十" for part in re.findall(r"\d+", found.group()))


def short_numbers(found: Match) -> str:
    """打110、119/120."""
    said = re.sub(r"\d+", lambda part: say.digits(part.group(), telephone=True), found.group())
    return said.replace("/", "、").replace("-", "，")


def digits_in(found: Match) -> str:
    """编号20240501: its digits one by one."""
    return re.sub(r"\d+", lambda part: say.digits(part.group()), found.group())


def standard(found: Match) -> str:
    """GB/T 7714-2015 without its letters."""
    parts = [say.digits(part) for part in re.findall(r"\d+", found["rest"])]
    point = "点" if "." in found["rest"] else "杠"
    return " " + point.join(parts)


def fraction(found: Match) -> str:
    """1/3."""
    return f"{say.cardinal(found['b'])}分之{say.cardinal(found['a'])}"


def vulgar(found: Match) -> str:
    """½, 3½."""
    above, below = unicodedata.normalize("NFKC", found["v"]).split("⁄")
    said = f"{say.cardinal(below or '1')}分之{say.cardinal(above)}"
    return f"{found['whole']}又{said}" if found["whole"] else said


def power(found: Match) -> str:
    """10⁻³."""
    raised = unicodedata.normalize("NFKC", found.group())
    return f"的{say.number(raised)}次方"


def angle(found: Match) -> str:
    """39°54′30″."""
    said = f"{say.number(found['d'])}度{say.number(found['m'])}分"
    return said + (f"{say.number(found['s'])}秒" if found["s"] else "")


def counted_range(found: Match) -> str:
    """3-5: 到, or the word that stands there."""
    word = next((char for char in found["to"] if char in "至到"), "到")
    two = found["a"] == "2" and found.string[found.end() : found.end() + 4].lstrip().startswith(tuple(say.MEASURES))
    return f"{'两' if two else say.number(found['a'])}{word}{say.number(found['b'])}"


def neighbours(found: Match) -> str:
    """2、3个 is 两三个; numbers that do not follow each other are a list."""
    a, b = found["a"], found["b"]
    if int(b) - int(a) != 1:
        return found.group()
    return ("两" if a == "2" else say.cardinal(a)) + say.cardinal(b)


def roman(found: Match) -> str:
    """第IV章, 路易XIV; letters that are no number stay."""
    written = found["part"] or found["king"]
    values = [_ROMANS[char] for char in written]
    following = [*values[1:], 0]
    total = sum(-value if value < after else value for value, after in zip(values, following, strict=True))
    return say.cardinal(str(total))


def one_point(found: Match) -> str:
    """1.2.3 of versions and sections."""
    return "点".join(say.number(part) for part in found.group().split("."))
