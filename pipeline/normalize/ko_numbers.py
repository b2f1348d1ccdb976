"""Numbers as Korean says them: Sino-Korean by groups of four (만, 억, 조), native before what is counted."""

_DIGITS = "영일이삼사오육칠팔구"
_PLACES = ("", "십", "백", "천")
_MYRIADS = ("", "만", "억", "조", "경")
_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")
_ONES = ("", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉")
_LONGEST = 20  # digits; longer ones are codes
#: Two neighbouring numbers, as one word: 두세 명.
ABOUT = {(1, 2): "한두", (2, 3): "두세", (3, 4): "서너"}


def digits(text: str, *, telephone: bool = False) -> str:
    """Read digit by digit; over the telephone 0 is 공."""
    said = "".join(_DIGITS[int(char)] for char in text if char.isdecimal())
    return said.replace("영", "공") if telephone else said


def cardinal(text: str) -> str:
    """Read a whole number written in digits: 십일만 오천이백사십."""
    bare = text.replace(",", "").lstrip("0")
    if not bare:
        return "영"
    if len(bare) > _LONGEST:
        return digits(bare)
    groups = [bare[max(0, end - 4) : end] for end in range(len(bare), 0, -4)][::-1]
    said: list[str] = []
    for at, group in enumerate(groups):
        myriad = _MYRIADS[len(groups) - 1 - at]
        if words := _group(group):
            # 10,000 is 만, not 일만; after 억 it is 일만
            said.append(myriad if (words, myriad) == ("일", "만") and not said else words + myriad)
    return " ".join(said)


def _group(value: str) -> str:
    """Read up to four digits; 1 is not said before 십, 백 and 천."""
    said = ""
    for at, char in enumerate(value):
        place = _PLACES[len(value) - 1 - at]
        if char != "0":
            said += ("" if char == "1" and place else _DIGITS[int(char)]) + place
    return said


def number(text: str) -> str:
    """Read a plain number with its separators and decimals."""
    whole, point, decimals = text.partition(".")
    bare = whole.replace(",", "")
    said = digits(bare, telephone=True) if len(bare) > 1 and bare[0] == "0" else cardinal(bare)
    return f"{said} 점 {digits(decimals)}" if point and decimals else said


def native(text: str) -> str:
    """Read a number before what it counts: 한, 스무, 스물한; from 100 on it is Sino-Korean, and so are decimals."""
    if not text.isdecimal() or not 0 < int(text) < 100:
        return number(text)
    tens, ones = divmod(int(text), 10)
    return "스무" if (tens, ones) == (2, 0) else _TENS[tens] + _ONES[ones]
