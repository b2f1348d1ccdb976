"""Markup left in running text: what is written for a screen and not for the ear.

Tags, entities, Markdown's emphasis, links and headings, ruled lines and the marks of footnotes. A mark is markup only
where it stands as one: `2*3`, `snake_case`, `x < y`, `[sic]` and `array[i]` stay. The words inside stay always; only a
link's address, a picture's file name and a comment go. Every pattern is bounded, for a text comes from strangers.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator

Found = re.Match[str]

_BLOCK_TAGS = "address|article|aside|blockquote|body|br|caption|dd|div|dl|dt|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|title|tr|ul"  # fmt: skip
_INLINE_TAGS = "a|abbr|acronym|b|bdi|bdo|big|center|cite|code|del|dfn|em|font|i|img|ins|kbd|label|link|mark|meta|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr"  # fmt: skip
_SPEECH_TAGS = "speak|sentence|paragraph|break|prosody|voice|phoneme|emphasis|say-as|lang|audio|desc|w|token"
_ATTRIBUTE = r"""\s+[\w:.-]{1,60}\s?=\s?(?:"[^"<>]{0,800}"|'[^'<>]{0,800}'|[^\s"'<>=]{1,200})"""
_NOTE_AFTER = r"(?:(?<=[^\W_]{2})|(?<=[.,;:!?)\]'\"’”»。！？，」』]))"
_RAISED = "⁰¹²³⁴-⁹"

_RAISED_NOTE = rf"(?:(?<=[.,;:!?)\]'\"’”»。！？，」』])|(?<=[^\W\d_]{{3}})(?<!sin)(?<!cos)(?<!tan)(?<!log))[{_RAISED}]{{1,3}}(?!\w)"

_MARKUP = re.compile(
    r"(?P<gap>\s+)"
    r"|<sup>(?P<raised>\d{1,3})</sup>"
    rf"|(?P<block></?(?:{_BLOCK_TAGS})(?:{_ATTRIBUTE}){{0,12}}\s?/?>)"
    rf"|(?P<drop></?(?:{_INLINE_TAGS}|{_SPEECH_TAGS})(?:{_ATTRIBUTE}){{0,12}}\s?/?>|</[A-Za-z][\w:-]{{0,40}}\s?>"
    r"|<!--[^<]{0,2000}?-->|<!(?i:doctype)[^<>]{0,400}>|<\?xml[^<>]{0,300}\?>"
    rf"|{_NOTE_AFTER}\[(?:\d{{1,3}}(?:(?:[,–-]|, )\d{{1,3}}){{0,8}}|\^[^\]\s]{{1,30}}|note \d{{1,3}}|citation needed)\]"
    rf"|⁽[{_RAISED}]{{1,3}}⁾"
    rf"|{_RAISED_NOTE}"
    r"|(?<=[\w.,;:!?)\]'\"’”»])[†‡]{1,3}|[†‡]{1,3}(?=[^\W\d_])"
    r"|(?<![\w*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w*])|(?<!\d)\*\*(?=\w)|(?<=\w)\*\*(?!\d)"
    r"|(?<![\w_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\w_])"
    r"|(?<![=\w])={2,3}(?=[^\s=])|(?<=[^\s=])={2,3}(?![=\w])|(?<![~\w])~~(?=[^\s~])|(?<=[^\s~])~~(?![~\w])"
    r"|(?<![^\W\d_])`{1,4}|`{1,4}(?![^\W\d_])|\{\{\s?|\s?\}\})"
    r"|(?P<head>#{1,6}[ \t]+(?=\S)|>{1,3} ?(?=\S))"
    r"|(?P<rule>\|?(?:\s?:?-{3,20}:?\s?\|){1,40}|-{4,}|={3,}|_{3,}|~{3,}|\*{3,}|#{3,})"
    r"|(?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)"
    r"|!\[(?P<alt>[^\[\]\n]{0,200})\]\([^()\s]{1,500}(?: \"[^\"\n]{0,200}\")?\)"
    r"|\[(?P<link>[^\[\]\n]{1,300})\]\((?=[^()\s]{0,200}[/.#:@])(?!/[^()\s]{1,200}/\))[^()\s]{1,500}(?: \"[^\"\n]{0,200}\")?\)"
    r"|(?<!\w)<(?P<bare>(?:https?://|mailto:)[^\s<>]{1,500}|[^\s<>@]{1,64}@[^\s<>@]{1,100}|[A-Za-z][\w.'-]{0,40}(?: [\w.'-]{1,40}){0,6})>"
    r"|(?P<square>[\u3200-\u33ff])"
)
_TRIGGERS = re.compile(rf"[<>&*_=~`\[{{|†‡{_RAISED}⁽\u3200-\u33ff]|#|----")
_NOTE = re.compile(_RAISED_NOTE)
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_FILE_NAME = re.compile(r"\S+\.\w{2,4}")
_PLAIN = re.compile(r"(?P<gap>\s+)")


def edits(text: str, start: int, end: int) -> Iterator[Found]:
    """Return an iterator over the white space and the markup of a stretch, in order."""
    pattern = _MARKUP if _TRIGGERS.search(text, start, end) else _PLAIN
    return pattern.finditer(text, start, end)


def said_for(found: Found) -> tuple[str, int] | None:
    """Return what is read for a piece of markup, and how far into it that stands; None: it is no markup here.

    A space parts what a block tag parts on the page.
    """
    return _SAID[found.lastgroup or ""](found)


def _head(found: Found) -> tuple[str, int] | None:
    before = found.string[max(0, found.start() - 4) : found.start()]
    starts_line = not before.rpartition("\n")[2].strip() and ("\n" in before or len(before) < 4)
    return ("", 0) if starts_line else None


def _entity(found: Found) -> tuple[str, int] | None:
    char = html.unescape(found.group())
    return None if char == found.group() else (" " if char.isspace() else char, 0)


def _picture(found: Found) -> tuple[str, int]:
    return ("" if _FILE_NAME.fullmatch(found["alt"].strip()) else found["alt"]), 2


def _raised(found: Found) -> tuple[str, int]:
    raised = found["raised"].translate(_SUPERSCRIPT)
    before = found.string[max(0, found.start() - 3) : found.start()]
    return ("" if _NOTE.search(before + raised) else raised), 0


def _square(found: Found) -> tuple[str, int] | None:
    # Only those that hold Han, kana or hangul: a language must be found for them.
    plain = unicodedata.normalize("NFKC", found.group())
    return (plain, 0) if max(plain) > "\u3040" else None


_SAID: dict[str, Callable[[Found], tuple[str, int] | None]] = {
    "drop": lambda _found: ("", 0),
    "block": lambda _found: (" ", 0),
    "rule": lambda _found: (" ", 0),
    "head": _head,
    "entity": _entity,
    "alt": _picture,
    "link": lambda found: (found["link"], 1),
    "bare": lambda found: (found["bare"], 1),
    "raised": _raised,
    "square": _square,
}
