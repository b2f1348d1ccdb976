"""Korean: written form to spoken form.

What is counted decides between native numbers (세 명) and Sino-Korean ones (삼 층); dates, times and telephone numbers
are read first, counted things next, plain numbers last. Capitals are read by Korean letter names. Particles stay as
they are written: they were chosen for the number as it is said.
"""

import re
import unicodedata

from pipeline.normalize import ko_numbers as say
from pipeline.normalize import ko_parts as part
from pipeline.normalize.rules import apply, compiled

_N = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_TO = r"\s?[~～〜–—-]\s?"
_SIGN = "|".join(re.escape(sign) for sign in sorted(part.MONEY, key=len, reverse=True))
_UNIT = "|".join(re.escape(unit) for unit in sorted(part.UNITS, key=len, reverse=True))
_WORD = re.compile(rf"(?<![A-Za-z\d])(?:{'|'.join(sorted(part.WORDS, key=len, reverse=True))})(?![A-Za-z\d])")
_INITIALS = re.compile(r"[A-Z]{1,6}(?:&[A-Z]{1,3})?(?:-?[0-9]{1,4}[A-Z]?)?")
_SYLLABLE = re.compile("[B-DF-HJ-NP-TV-Z][AEIOU][B-DF-HJ-NP-TV-Z]")
_SILENT_ONE = re.compile(r"(?<![\d.,억조])1(?=[만천백]\s?[\d가-힣])")
_MONTH, _DAY = r"(?P<m>0?[1-9]|1[0-2])", r"(?P<d>0?[1-9]|[12]\d|3[01])"
_YEAR = r"(?P<y>[12]\d{3})"
_CODE = r"(?:번호|코드|비밀번호|계좌|우편번호|사번|학번|내선|전화)"
_SINO_AFTER = r"(?=\s?(?:년|개월|월|일|분|초|원|층|번|호|위|등|회|차|점|쪽|페이지|주|세|인|도|퍼센트|[%％℃°]|억|만|천|백|조|km|kg|cm|mm|m|g|L))"


def spoken(text: str) -> str:
    """Return the spoken form of cleaned Korean text."""
    return re.sub(r" {2,}", " ", apply(RULES, text))


def is_initials(text: str) -> bool:
    """Tell whether Latin letters are what Korean reads by letter names (KTX, R&D, MP3), not words (LOVE, Python)."""
    tokens = re.split(r"[\s,/·]+", text.strip())
    return all(_INITIALS.fullmatch(each) and (each in part.WORDS or not _is_word(each)) for each in tokens)


def _is_word(capitals: str) -> bool:
    return len(capitals) > 3 and _SYLLABLE.search(capitals) is not None


def unspoken(text: str) -> str:
    """Return what is left out on purpose: the 1 of 1만, and the letters that a word has fewer of (NASA 나사)."""
    ones = ["1 "] * len(_SILENT_ONE.findall(text))
    short = [word[: max(0, len(word) - len(part.WORDS[word]))] for word in _WORD.findall(text)]
    return "".join([*ones, *short])


RULES = compiled(
    (r"(?<=\d)[．，：／－](?=\d)", lambda m: unicodedata.normalize("NFKC", m.group())),
    (r"[Ⅰ-Ⅿⅰ-ⅿ]", lambda m: say.cardinal(str(int(unicodedata.numeric(m.group()))))),
    (r"^(\s*)(\d{1,3})(?=[장절부편화](?:[ .:]|$))", lambda m: m[1] + say.cardinal(m[2])),  # a heading: 3장
    (r"\d{40,}", lambda m: say.digits(m.group())),  # bounds the work of every later rule
    (_WORD, lambda m: part.WORDS[m.group()]),
    # dates and times
    (rf"(?<![\d.]){_YEAR}(?P<s>[-/]|\.\s?){_MONTH}(?P=s){_DAY}(?![\d/-])(?:\.(?!\d))?", part.date),
    (rf"(?<![\d/.]){_MONTH}/{_DAY}(?![\d/])", part.slash),
    (r"(?<=일)\s?[(（]([월화수목금토일])[)）]", r" \1요일"),
    (r"(?<![\d.])(3[.·]1|4[.·]19|5[.·]18|6[.·]25|8[.·]15|12[.·]12)(?=\s?(?:절|운동|전쟁|혁명|민주|광복|사변|사태|항쟁|사건|독립))",
        lambda m: "십이십이" if m[1][:2] == "12" else say.digits(m[1])),
    (r"(?<![가-힣])([월화수목금토일])[~～-]([월화수목금토일])(?![가-힣])", r"\1요일에서 \2요일"),
    (r"(?<![\d:.])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])", part.time),
    (r"(?<![\d:])(\d{1,3}):(\d{1,3})(?![\d:])", lambda m: f"{say.cardinal(m[1])} 대 {say.cardinal(m[2])}"),
    (r"(?<![\d-])(\d{1,3})[-–](\d{1,3})(?=(?:으?로|의)?\s?(?:이기|이겼|이긴|승|패|졌|진|역전|완승|대승|무승부|비겼|꺾|앞))",
        lambda m: f"{say.cardinal(m[1])} 대 {say.cardinal(m[2])}"),
    # digit by digit
    (r"(?<![\d.-])(?:\+82[- ]?\d{1,2}|[(（]?0\d{1,2}[)）]?)[- ]?\d{3,4}-\d{4}(?![\d-])|(?<![\d.-])1[568]\d{2}-\d{4}(?![\d-])|(?<![\d.,])01\d{8,9}(?!\d)",
        part.phone),
    (r"(?<!\d)1\d{2}(?=(?:에|로|으로)?\s?(?:신고|전화|구급|구조|소방))", part.phone),
    (rf"(?P<cue>{_CODE}[^\d.,\n]{{0,3}}?)\d{{3,}}(?:-\d+)*(?![\d.,%]|\s?[원개명년월일시분])", lambda m: m["cue"] + part.phone(m)),
    # amounts, units, percent
    (rf"(?P<sign>{_SIGN})\s?(?:(?P<a>{_N}){_TO}(?:{_SIGN})?\s?)?(?P<n>{_N})(?P<scale>\s?[백천만억조]+)?(?:원|달러|유로)?",
        part.money),
    (rf"(?:시속\s?)?(?<![\d.])({_N})\s?km/h(?![A-Za-z])", lambda m: f"시속 {say.number(m[1])} 킬로미터"),
    (rf"(?:초속\s?)?(?<![\d.])({_N})\s?m/s(?![A-Za-z])", lambda m: f"초속 {say.number(m[1])} 미터"),
    (rf"(?:^|(?<=[\s(가-힣]))[-−](?P<n>{_N})\s?(?:도|℃|°C)", lambda m: f"영하 {say.number(m['n'])} 도"),
    (rf"(?:^|(?<=[\s(=]))[-−](?={_N})", "마이너스 "),
    (rf"(?<![\d.])({_N})(?:{_UNIT})?{_TO}(?={_N}\s?(?:{_UNIT})(?![A-Za-z\d]))", lambda m: f"{say.number(m[1])}에서 "),
    (rf"(?<![A-Za-z\d.])({_N})\s?({_UNIT})(?![A-Za-z\d²³])", lambda m: f"{say.number(m[1])} {part.UNITS[m[2]]}"),
    (r"제\s(\d+)(?=\s?[가-힣])", lambda m: f"제 {say.cardinal(m[1])}"),
    # what is counted
    (r"(?<![\d.,])(?P<n>\d{1,2})\s?(?:번째|(?P<only>째))", part.ordinal),
    (r"(?<![\d.,])(?P<n>\d{1,2})\s?번(?P<more>(?=이나|씩|만에|정도|연속|이상|더|\s(?:했|갔|봤|왔|읽|만났|더|다시|반복|연속|정도|이상|넘)))?(?![가-힣]*호)(?!지)",
        part.times),
    (rf"(?<![\d.,제/])(?<!제 )(?:(?P<a>\d{{1,3}}){_TO})?(?P<n>\d{{1,3}})\s?{part.COUNTED}", part.counted),
    (r"(?<![\d.])0?(6|10)월(?!드)", lambda m: part.month(m[1])),
    # plain numbers
    (r"(?<![\d./])(?P<a>\d{1,4})[/⁄](?P<b>\d{1,4})(?![\d/])", lambda m: f"{say.cardinal(m['b'])}분의 {say.cardinal(m['a'])}"),
    (r"(?P<whole>\d)?(?P<v>[¼-¾⅐-⅞])", part.vulgar),
    (rf"(?<![\d.])({_N}[년월일시분층번호위회차원억만천]{{0,2}})[~～〜]\s?(?=\d)", r"\1에서 "),
    (rf"(?<![\d.-])({_N})[-–]\s?(?={_N}{_SINO_AFTER})", r"\1에서 "),
    (r"(?<=\d)\s?[-–−]\s?(?=\d+\s?[=＝])", " 빼기 "),
    (r"(?<=\d)\s?[-–−]\s?(?=\d)", " 다시 "),  # an address, a section
    (r"(?<![\d.])\d+(?:\.\d+){2,}(?![\d.])", lambda m: " 점 ".join(say.number(each) for each in m.group().split("."))),
    (r"(?<=\d)\s?<\s?(?=\d)", " 작다 "), (r"(?<=\d)\s?>\s?(?=\d)", " 크다 "),
    (r"(?<=\d)\s?[+＋]\s?(?=\d)", " 더하기 "),
    (r"(?<=[A-Z])-(?=\d)", " "),
    (_SILENT_ONE, ""),
    (r"[²³⁴-⁹]", lambda m: {"²": " 제곱", "³": " 세제곱"}.get(m.group(), f" {say.cardinal(unicodedata.normalize('NFKC', m.group()))}제곱")),
    (r"[⁰¹₀-₉]", lambda m: unicodedata.normalize("NFKC", m.group())),
    (_N, lambda m: say.number(m.group())),
    # waves, arrows, letters, signs
    (r"(?<=[가-힣])\s?[~～〜→]\s?(?=[가-힣])", "에서 "),
    (r"[A-Z]+", part.letters),
    ("|".join(re.escape(sign) for sign in sorted(part.SYMBOLS, key=len, reverse=True)), lambda m: part.SYMBOLS[m.group()]),
)  # fmt: skip
