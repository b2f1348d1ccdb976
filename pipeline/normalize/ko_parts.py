"""What Korean says for dates, times, counted things, money, units, letters and signs."""

import re
import unicodedata

from pipeline.normalize import ko_numbers as say

Match = re.Match[str]
MONEY = {
    "₩": "원",
    "￦": "원",
    "KRW": "원",
    "$": "달러",
    "US$": "달러",
    "USD": "달러",
    "€": "유로",
    "£": "파운드",
    "¥": "엔",
    "￥": "엔",
}
UNITS = {
    "km": "킬로미터", "cm": "센티미터", "mm": "밀리미터", "μm": "마이크로미터", "µm": "마이크로미터", "nm": "나노미터", "m": "미터",
    "km²": "제곱킬로미터", "km2": "제곱킬로미터", "m²": "제곱미터", "m2": "제곱미터", "cm²": "제곱센티미터", "cm2": "제곱센티미터",
    "m³": "세제곱미터", "m3": "세제곱미터", "cm³": "세제곱센티미터", "cm3": "세제곱센티미터", "kg": "킬로그램", "mg": "밀리그램", "g": "그램",
    "t": "톤", "mL": "밀리리터", "ml": "밀리리터", "dL": "데시리터", "L": "리터", "ℓ": "리터", "ha": "헥타르", "ms": "밀리초", "s": "초", "min": "분",
    "h": "시간", "GHz": "기가헤르츠", "MHz": "메가헤르츠", "kHz": "킬로헤르츠", "Hz": "헤르츠", "kW": "킬로와트", "MW": "메가와트", "kWh": "킬로와트시",
    "W": "와트", "kV": "킬로볼트", "V": "볼트", "mA": "밀리암페어", "dB": "데시벨", "kcal": "킬로칼로리", "cal": "칼로리", "hPa": "헥토파스칼",
    "kPa": "킬로파스칼", "Pa": "파스칼", "mmHg": "밀리미터수은주", "ft": "피트", "KB": "킬로바이트", "MB": "메가바이트", "GB": "기가바이트", "TB": "테라바이트",
    "Mbps": "메가비피에스", "Gbps": "기가비피에스", "ppm": "피피엠", "℃": "도", "°C": "도", "°F": "화씨도", "°": "도", "%p": "퍼센트포인트",
    "%": "퍼센트", "％": "퍼센트", "‰": "퍼밀",
}  # fmt: skip
SYMBOLS = {
    "&": "앤", "＆": "앤", "±": "플러스마이너스", "+": "플러스", "＋": "플러스", "=": " 이퀄 ", "＝": " 이퀄 ", "≠": "같지 않음", "≈": "약", "≤": "이하", "≥": "이상",
    "×": " 곱하기 ", "÷": " 나누기 ", "−": " 빼기 ", "@": "골뱅이", "＠": "골뱅이", "#": "샵", "＃": "샵", "%": "퍼센트", "％": "퍼센트", "℃": "도", "°": "도",
    "√": "루트", "∞": "무한대", "§": "절", "※": "참고, ", "№": "번호", "©": "저작권", "®": "등록상표", "™": "상표", "㈜": "주식회사 ", "☎": "전화",
    "₩": "원", "￦": "원", "$": "달러", "€": "유로", "£": "파운드", "¥": "엔", "￥": "엔", "♂": "수컷", "♀": "암컷", "㎡": "제곱미터",
}  # fmt: skip
_NAMES = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        ("에이", "비", "시", "디", "이", "에프", "지", "에이치", "아이", "제이", "케이", "엘", "엠", "엔", "오", "피", "큐", "알", "에스", "티", "유", "브이",
         "더블유", "엑스", "와이", "제트"),
        strict=True,
    )
)  # fmt: skip
#: Said as words, or with an English number.
WORDS = {
    "NASA": "나사", "NATO": "나토", "UNESCO": "유네스코", "UNICEF": "유니세프", "FIFA": "피파", "OPEC": "오펙", "APEC": "에이펙", "ASEAN": "아세안",
    "COVID": "코비드", "AIDS": "에이즈", "SARS": "사스", "KOSPI": "코스피", "KOSDAQ": "코스닥", "KAIST": "카이스트", "POSCO": "포스코",
    "TOEIC": "토익", "TOEFL": "토플", "RAM": "램", "ROM": "롬", "PIN": "핀", "NAVER": "네이버", "3D": "쓰리디", "2D": "투디", "A4": "에이포", "MP3": "엠피쓰리",
    "MP4": "엠피포", "B2B": "비투비", "B2C": "비투시", "P2P": "피투피",
}  # fmt: skip
# What is counted in native numbers, longest first; what follows may only be a particle, so that 5명령 is none.
_COUNTERS = (
    "시간|사람|마리|그루|켤레|송이|자루|다발|가지|군데|봉지|상자|접시|그릇|조각|숟가락|스푼|방울|바퀴|걸음|모금|포기|꾸러미|차례|갈래|"
    "명|개|살|시|권|장|병|잔|대|채|벌|쌍|곳|달|척|통|컵|곡|줄|칸|끼|알|근|톨|편|배|건"
)
_PARTICLE = (
    r"(?=$|[^가-힣A-Za-z]|이|가(?!량)|은|는|을|를|의|에|로|으|와|과|도|만|씩|쯤|정|나|밖|부|까|보|처|마|중|당(?!국)|들|째|입|였|인(?!치)|짜|간|전|후|뒤|동안|남짓|"
    r"안팎|반|하|했|한|뿐|라|였|더|다|넘|이상|미만|모|있|없|가량)"
)
COUNTED = rf"(?P<c>{_COUNTERS}){_PARTICLE}"
_MOST_NATIVE = {"시": 12, "시간": 20, "배": 19}  # above, speech goes over to Sino-Korean
_MAKES_TIMES = (
    r"(?:하루에?|일주일에?|한 달에|[일1]년에?|매일|매주|매달|총|모두|벌써|다시|최소|적어도|최대|무려|단|딱)\s?$"
)
_DATE_AFTER = re.compile(
    r"\s?(?:[(（][월화수목금토일]|부터|까지|에(?!\s?(?:해당|달하|불과|이르))|자\b|[~～-]\s?\d{1,2}/\d)"
)
_DENOMINATORS = frozenset({2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 100})


def counted(found: Match) -> str:
    """Read 3명, or 3~5명 with the counter said twice and neighbours as one word (두세 명)."""
    counter, low, high = found["c"], found["a"], found["n"]
    most = _MOST_NATIVE.get(counter, 99)
    decades = counter == "대" and re.fullmatch("[1-9]0", high)  # 20대: people in their twenties
    if decades or not high.isdecimal() or int(high) > most or (counter == "대" and _is_attribute(found)):
        return f"{say.number(low)}에서 {say.number(high)} {counter}" if low else f"{say.number(high)} {counter}"
    if not low:
        return f"{say.native(high)} {counter}"
    pair = (int(low), int(high)) if low.isdecimal() else (0, 0)
    return (
        f"{say.ABOUT[pair]} {counter}"
        if pair in say.ABOUT
        else f"{say.native(low)} {counter}에서 {say.native(high)} {counter}"
    )


def _is_attribute(found: Match) -> bool:
    """Tell whether 대 is that of 3대 요소, 5대 광역시: nothing is counted."""
    return bool(re.match(r" [가-힣]", found.string[found.end() : found.end() + 2]))


def times(found: Match) -> str:
    """Read 3번: how often (세 번) after words that make it so, else which (삼 번)."""
    often = found["more"] is not None or re.search(
        _MAKES_TIMES, found.string[max(0, found.start() - 6) : found.start()]
    )
    return (say.native(found["n"]) if often else say.number(found["n"])) + " 번"


def ordinal(found: Match) -> str:
    """Read 1번째, 2째: 첫 번째, 둘째."""
    if found["only"]:
        return {"1": "첫", "2": "둘", "3": "셋", "4": "넷"}.get(found["n"], say.native(found["n"])) + "째"
    return ("첫" if found["n"] == "1" else say.native(found["n"])) + " 번째"


def month(number: str) -> str:
    """Read a month: 유월 and 시월 lose a sound."""
    return {6: "유월", 10: "시월"}.get(int(number)) or say.cardinal(number) + "월"


def date(found: Match) -> str:
    """Read 2024-03-15 and 2024. 3. 15."""
    return f"{say.cardinal(found['y'])}년 {month(found['m'])} {say.cardinal(found['d'])}일"


def slash(found: Match) -> str:
    """Read 3/15 as a date where the words around it or the figures say so; fractions are left to a later rule."""
    m, d = int(found["m"]), int(found["d"])
    told = _DATE_AFTER.match(found.string[found.end() : found.end() + 10])
    return (
        f"{month(found['m'])} {say.cardinal(found['d'])}일"
        if told or m >= d or d not in _DENOMINATORS
        else found.group()
    )


def time(found: Match) -> str:
    """Read 3:30: the hour in native numbers up to twelve, minutes in Sino-Korean."""
    hour, minute, second = found[1], found[2], found[3]
    said = (say.native(str(int(hour))) if 0 < int(hour) <= 12 else say.cardinal(hour)) + " 시"
    said += f" {say.cardinal(minute)} 분" if int(minute) or second else ""
    return said + (f" {say.cardinal(second)} 초" if second else "")


def phone(found: Match) -> str:
    """Read a telephone number or a code: a short pause between its groups."""
    plus = "플러스 " if "+" in found.group() else ""
    return plus + ", ".join(say.digits(group, telephone=True) for group in re.findall(r"\d+", found.group()))


def money(found: Match) -> str:
    """Read an amount whose sign stands before it."""
    low = f"{say.number(found['a'])}에서 " if found["a"] else ""
    scale = (found["scale"] or "").strip()
    n = "" if scale[:1] in {"만", "천", "백"} and found["n"] == "1" else say.number(found["n"])
    return f"{low}{n}{scale} {MONEY[found['sign']]}"


def vulgar(found: Match) -> str:
    """Read ½, and 1½."""
    above, below = unicodedata.normalize("NFKC", found["v"]).split("⁄")
    whole = f"{say.number(found['whole'])}과 " if found["whole"] else ""
    return f"{whole}{say.cardinal(below)}분의 {say.cardinal(above)}"


def letters(found: Match) -> str:
    """Read capitals by their Korean names, or as the word they are."""
    if found.group() in WORDS:
        return WORDS[found.group()]
    return "".join(_NAMES.get(char, char) for char in found.group())
