"""Which line of a plain text is a chapter heading, a scene break or a list item.

Plain text has no markup, so this is a guess, and a cautious one: a missed heading costs a longer pause, a false one
tears a chapter apart. A heading names its kind and its number, and does not read on like a sentence.
"""

import re

_NUMBER_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    "eighteen|nineteen|twenty|thirty|forty|fifty|the first|the last|first|second|third|premier|primero|erstes|un|uno"
)
_KIND = (
    "chapter|part|book|letter|chapitre|partie|livre|cap[ií]tulo|parte|libro|capitolo|kapitel|teil|buch|act|scene|canto"
)
_NUMBERED = re.compile(
    rf"(?P<kind>{_KIND})\s+(?:\d{{1,4}}|[ivxlcdm]+|(?:{_NUMBER_WORDS})(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)"
    r"(?P<rest>\s*$|\s*[.:–—-]\s*.{0,80}$|\s+.{1,60}$)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:prologue|epilogue|preface|foreword|introduction|afterword|interlude|prólogo|epílogo|préface|épilogue|prologo|"
    r"epilogo|vorwort|nachwort|prolog|epilog|einleitung)(?:\s*[.:–—-]\s*.{0,80})?\.?",
    re.IGNORECASE,
)
_HAN_NUMBER = "0-9０-９〇零一二三四五六七八九十百千两兩廿卅"
_HAN = re.compile(
    rf"(?:第\s*[{_HAN_NUMBER}]{{1,8}}\s*[章回节節話话卷部幕篇集](?:$|[\s:：·、—-]+[^。！？]{{0,40}}$|[「『《（(][^。]{{0,40}}$)|"
    r"(?:序章|序言|自序|序幕|楔子|引子|前言|尾声|尾聲|终章|終章|后记|後記|プロローグ|エピローグ|あとがき|まえがき|はじめに|おわりに)"
    r"(?:$|[\s:：·、—-]+[^。！？]{0,40}$))"
)
_KOREAN = re.compile(r"제\s*\d{1,4}\s*[장화부권](?:$|[\s.:：·-]+[^.!?]{0,40}$)|(?:프롤로그|에필로그|서문|머리말)$")
_RULE = re.compile(r"(?:[*＊✽✻❦※◇◆☆★○●#~_–—・·•-][^\S\n]*){3,}|[⁂❦※☙]|[*＊][^\S\n]*[*＊]")
_UNDERLINE = re.compile(r"[=-]{3,}|={3,}")
_ITEM = re.compile(r"\s*(?P<mark>[-*•‣◦·–—]\s+|(?=\d{1,3}[.)]\s))")
_SENTENCE_ENDS = tuple(".!?…。！？;；,，")
HEADING_MOST = 100  # code points: longer lines are prose


def is_chapter_heading(line: str) -> bool:
    """Tell whether a line that stands alone starts a chapter."""
    line = line.strip()
    if not line or len(line) > HEADING_MOST:
        return False
    if _NAMED.fullmatch(line) or _HAN.match(line) or _KOREAN.match(line):
        return True
    numbered = _NUMBERED.match(line)
    if not numbered:
        return False
    rest = numbered["rest"].strip()
    if not rest or rest[0] in ".:–—-":
        return True
    # Without a separator it must look like a title: "Chapter 1 was a disaster." is a sentence.
    return rest[0].isupper() and not rest.endswith(_SENTENCE_ENDS)


def is_han_heading(line: str) -> bool:
    """Tell whether a line is a chapter heading like 第一章 雨夜: so plain that it needs no blank line around it."""
    return len(line) <= HEADING_MOST and line[:1] == "第" and bool(_HAN.match(line))


def is_chapter_title(line: str) -> bool:
    """Tell whether a line under a heading's number is its title and not the first line of the prose."""
    line = line.strip()
    return 0 < len(line) <= 60 and not line.endswith(_SENTENCE_ENDS) and not line[0].islower()


def is_rule(line: str) -> bool:
    """Tell whether a line is a scene break: marks and nothing else."""
    return bool(_RULE.fullmatch(line.strip()))


def is_underline(line: str) -> bool:
    """Tell whether a line could underline the line above it."""
    return bool(_UNDERLINE.fullmatch(line.strip()))


def item_mark(line: str) -> int | None:
    """Return how many code points of a list item are its mark (a number is spoken, so it is none of it)."""
    found = _ITEM.match(line)
    return found.end() if found else None
