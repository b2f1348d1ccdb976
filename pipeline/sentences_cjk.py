"""Sentence ends in Chinese, Cantonese, Japanese and Korean, also with Latin words among them.

One pass over the marks that can end a sentence. A closing quote belongs to its sentence; a quotative after it (と,
라고, 她笑着说) carries the sentence on; marks inside a title 《》 or a bracket end nothing. Every decision looks at a
bounded neighbourhood, so the whole is linear and local.
"""

import re
from collections.abc import Iterator

# Letters of these scripts: Han, kana, Hangul.
LETTER = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af]+"
)
_KANA = re.compile("[\u3040-\u30ff]")

# …… ends nothing, but for an utterance that is all of a quotation: 「でも……」
_MARKS = re.compile(r"[。！？!?｡．.]+|…+(?=[”’」』])")
_CLOSERS = re.compile(r"[”’」』）)】〉》〕］\]｣〞]+")
# Names that end with a mark, before what shows that the sentence goes on.
_NAMES = "(?:(?:モーニング|カントリー)娘|ゲスの極み乙女|ずっと真夜中でいいのに|君の名は)。(?=[はがをのとにもでや、])|(?:Yahoo|ヤフー|ハロー)[!！](?=[ァ-ヺ])"
_GUARDED = re.compile(
    _NAMES
    + r"|《[^《》]{0,60}》|〈[^〈〉]{0,60}〉|（[^（）]{0,80}）|\([^()]{0,80}\)|【[^【】]{0,60}】|\d{2,4}\. ?\d{1,2}\.(?: ?\d{1,2}\.)?"
)
# A speech tag, not any sentence that holds a verb of saying: it is short and ends at the verb.
_CHINESE_TAG = re.compile(
    r"(?![没沒无無不谁誰])[^。！？!?，、；：“「”」]{0,10}?(?<![知难難听聽据據传傳虽雖再小])(?:说|說|道|问|問|答|喊|叫|曰|嚷|骂|罵|叹|嘆|(?<![電說])話)"
    r"(?:道|着|著)?(?:[我你您他她佢](?:们|們|哋)?|大家)?(?=[。，,.]|$)"
)
_JAPANESE_TAG = re.compile(r"と(?!ころ|ても|にかく|りあえず|もに)|って|とか|なんて|なんか|という|だって(?=言|い)")
_JAPANESE_THOUGHT = re.compile("と[思言聞考訊尋叫感]|って[思言聞]")
_KOREAN_TAG = re.compile(r"\s?(?:이?라고|이?라며|이?라는|하고|하며|라면서|고 (?:말|했|물|외|하))")
# 。inside a name (モーニング娘。は): no Japanese sentence begins with は or が before kanji or katakana, or with を.
_NAME_GOES_ON = re.compile("[はが][\u4e00-\u9fff\u30a0-\u30ff]|を")
# A particle right after a closing quote: what was quoted is a noun in its sentence.
_PARTICLE = re.compile(
    "を|[はがのにでもや](?=[\u4e00-\u9fff\u30a1-\u30fa、「『])|など|(?:だ|です|から|まで)(?=[。、])|的(?!确|確)|[\uac00-\ud7a3]"
)
_ABBREVIATION = re.compile(
    r"(?:^|[^A-Za-z])(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nos|Ver|ver|Vol|vol|vs|Fig|fig|Inc|Ltd|Co|e\.g|i\.e|p|pp|[A-Z])$"
)
_ABBREVIATION_REACH = 8
_QUOTE_REACH = 2_000


def cjk_ends(text: str) -> Iterator[int]:
    """Yield where the sentences of a running text end, each with the space after it; the last is the text's end."""
    start = at = 0
    guards = _GUARDED.finditer(text)
    guard = next(guards, None)
    while mark := _MARKS.search(text, at):
        while guard and guard.end() <= mark.start():
            guard = next(guards, None)
        if guard and guard.start() <= mark.start():
            at = guard.end()
            end = _guarded_end(text, start, guard)
        else:
            at = mark.end()
            end = _end(text, start, mark)
        if end:
            while end < len(text) and text[end] == " ":
                end += 1
            yield end
            start = at = max(at, end)
    if start < len(text):
        yield len(text)


def _guarded_end(text: str, start: int, guard: re.Match[str]) -> int:
    """（他没有来。）is a sentence of its own when nothing stands before the bracket; 《…！》 never is."""
    if guard.start() != start or text[start] not in "（(" or text[guard.end() - 2] not in "。！？!?":
        return 0
    if _JAPANESE_THOUGHT.match(text, guard.end()):
        return 0
    return guard.end()


def _end(text: str, start: int, mark: re.Match[str]) -> int:
    """Return where the sentence ends that this run of marks could end, or 0 when it goes on."""
    end = mark.end()
    if mark.group()[-1] == "…" and text[start] not in "“‘「『":
        return 0
    if mark.group()[-1] in ".．" and not _full_stop(text, start, mark):
        return 0
    if mark.group()[-1] in "!?" and text[end : end + 1].isalnum() and text[end].isascii():
        return 0  # a query in an address
    closers = _CLOSERS.match(text, end)
    quoted = closers.end() if closers else _straight_quote(text, start, end)
    if quoted == end:
        name = mark.group() == "。" and _NAME_GOES_ON.match(text, end) and _KANA.search(text, start, end)
        asked = mark.group()[-1] in "？！?!" and _JAPANESE_THOUGHT.match(text, end)
        return 0 if name or asked else end
    if any(tag.match(text, quoted) for tag in (_CHINESE_TAG, _JAPANESE_TAG, _KOREAN_TAG, _PARTICLE)):
        return 0
    return 0 if text[quoted : quoted + 1] in tuple("，、；：,;:") else quoted


def _straight_quote(text: str, start: int, end: int) -> int:
    """Straight quotes do not tell which side they are: one is open when an odd number stands since the start."""
    quote = text[end : end + 1]
    if quote and quote in "\"'" and text.count(quote, max(start, end - _QUOTE_REACH), end) % 2:
        return end + 1
    return end


def _full_stop(text: str, start: int, mark: re.Match[str]) -> bool:
    """Tell whether an ASCII or full-width full stop ends a sentence here."""
    first, end = mark.start(), mark.end()
    before, after = text[first - 1 : first], text[end : end + 1]
    if len(mark.group()) > 1:
        return set(mark.group()) != {"."} or after == ""  # ... goes on, ?. does not
    if LETTER.match(before) or before in tuple("”’」』）)\"'%％"):
        return not after.isdigit()
    if before.isdigit():
        following = text[end : end + 2].lstrip()
        listed = first - start <= 8 and not text[start:first].strip(" 0123456789")  # 1. 항목
        return (after in {"", " "} or bool(LETTER.match(after))) and not following[:1].isdigit() and not listed
    if after and after != " " and not LETTER.match(after):
        return after in tuple("”’」』）)\"'")
    following = text[end : end + 2].lstrip()[:1]
    return not (
        _ABBREVIATION.search(text[max(start, first - _ABBREVIATION_REACH) : first])
        or (following.isascii() and following.islower())
    )
