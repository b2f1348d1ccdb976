"""Markdown to a script, by its tokens: what a reader of the page would hear, and no markup.

Chapters start at the highest heading level that occurs at least twice, or else at the highest there is: a book with one title and many
`##` chapters, and one with many `#` chapters, both come apart where their author meant it. A heading above that level
starts one too. Spoken: headings, link texts, alternative texts of images, inline code, the numbers of ordered lists,
table rows with their cells joined by ", ". Not spoken: front matter, code blocks, footnotes and their marks, tags,
comments, addresses of links. The chapter's text is what this module writes; offsets count its code points.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pipeline.documents.chapters import make_script
from pipeline.documents.html_text import SILENT, html_text, tag_of
from pipeline.documents.inline_marks import guarded, literal, without_marks
from pipeline.documents.plain import normalize_line_ends
from pipeline.errors import BadDocument
from pipeline.mark_values import is_ipa
from pipeline.script import Block, BlockKind, Script

_FRONT_MATTER = re.compile(
    r"\A(?:---[^\S\n]*\n(?=[^\n]*:|---)(?:.+\n)*?(?:---|\.\.\.)|\+\+\+[^\S\n]*\n(?:.*\n)*?\+\+\+)[^\S\n]*(?:\n|\Z)"
)
_NOTE_MARK = re.compile(r"\[\^[^\]\s]{1,60}\]")
_NOTE = re.compile(r"\[\^[^\]\s]{1,60}\]:")
_TASK = re.compile(r"\[[ xX]\]\s+")
_SUBSCRIPT = re.compile(r"~(?=\S)([^~\s]{1,30})~")
_FILE_NAME = re.compile(r"\S+\.\w{2,4}")


_MOST_NESTED = 200  # levels; a list takes two for each of its own; more would overflow the stack


def read_markdown(text: str) -> Script:
    """Parse a Markdown text.

    Raises EmptyText when nothing of it can be spoken, BadDocument when it is nested too deep or a mark means nothing.
    """
    source = _FRONT_MATTER.sub("", normalize_line_ends(text), count=1)
    # html: tags become tokens, which are left out; without it they would be text, and read aloud.
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": _MOST_NESTED}).enable(["table", "strikethrough"])
    tokens = parser.parse(guarded(source))
    if any(token.level >= _MOST_NESTED - 1 for outer in tokens for token in (outer, *(outer.children or ()))):
        # the parser drops what is deeper, without a word (its own limit is 20)
        raise BadDocument(f"lists or quotations are nested over {_MOST_NESTED // 2} deep", allowed=_MOST_NESTED // 2)
    page = _Page()
    _walk(tokens, page)
    unmarked = without_marks(page.text())
    blocks = unmarked.blocks(page.blocks)
    return make_script(unmarked.text, blocks, _chapter_starts(blocks), unmarked.marks)


def _chapter_starts(blocks: Sequence[Block]) -> list[int]:
    levels = Counter(block.level for block in blocks if block.kind == "heading")
    level = min((level for level, count in levels.items() if count > 1), default=min(levels, default=1))
    return [at for at, block in enumerate(blocks) if block.kind == "heading" and block.level <= level]


@dataclass(slots=True)
class _Page:
    """The text as it is written down, block by block."""

    pieces: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    length: int = 0

    def add(self, kind: BlockKind, text: str, level: int = 0) -> None:
        """Write a block, if it has any text."""
        text = text.strip()
        if text:
            self.blocks.append(Block(kind, self.length, self.length + len(text), level))
            self.pieces += (text, "\n\n")
            self.length += len(text) + 2

    def text(self) -> str:
        """Return all that was written."""
        return "".join(self.pieces)


@dataclass(slots=True)
class _Place:
    """Where the walk is: in which lists, and which number the next item's first block is given."""

    counts: list[int | None] = field(default_factory=list)  #: of each open list; None: bullets
    number: str = ""
    level: int = 0
    row: list[str] | None = None


def _walk(tokens: Sequence[Token], page: _Page) -> None:
    place = _Place()
    for token in tokens:
        _move(token, place)
        if token.type == "inline":
            _inline(token, place, page)
        elif token.type == "tr_close":
            page.add("item", ", ".join(cell for cell in place.row or [] if cell))
            place.row = None
        elif token.type == "hr":
            page.add("scene_break", "* * *")
        elif token.type == "html_block":
            for paragraph in html_text(token.content).split("\n\n"):
                page.add("paragraph", paragraph)


def _move(token: Token, place: _Place) -> None:
    match token.type:
        case "heading_open":
            place.level = int(token.tag[1])
        case "heading_close":
            place.level = 0
        case "ordered_list_open":
            start = token.attrGet("start")
            place.counts.append(1 if start is None else int(start))
        case "bullet_list_open":
            place.counts.append(None)
        case "ordered_list_close" | "bullet_list_close":
            place.counts.pop()
        case "list_item_open":
            place.number = _next_number(place)
        case "tr_open":
            place.row = []


def _next_number(place: _Place) -> str:
    count = place.counts[-1]
    if count is None:
        return ""
    place.counts[-1] = count + 1
    return f"{count}. "


def _inline(token: Token, place: _Place, page: _Page) -> None:
    if _NOTE.match(token.content):
        return
    text = "".join(_spoken(token.children or []))
    if place.row is not None:
        place.row.append(" ".join(text.split()))
    elif place.level:
        page.add("heading", text, place.level)
    elif place.counts:
        page.add("item", place.number + _TASK.sub("", text, count=1) if text else "")
        place.number = ""
    else:
        page.add("paragraph", text)


def _spoken(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield what is heard of inline tokens."""
    silent = ipa = ""
    for token in tokens:
        if token.type == "link_open" and (ipa := _ipa(token)):
            yield "["
        elif token.type == "link_close" and ipa:
            yield f"](/{ipa}/)"
            ipa = ""
        elif token.type == "html_inline":
            name, closing = tag_of(token.content)
            if name == silent and closing:
                silent = ""
            elif not silent and name in SILENT and not closing:
                silent = name
            elif not silent and name == "br":
                yield "\n"
        elif not silent:
            heard = _heard(token)
            yield literal(heard) if ipa else heard


def _ipa(link: Token) -> str:
    """Return the pronunciation that a link's address is, or ""."""
    address = unquote(str(link.attrGet("href") or ""))
    inner = address[1:-1]
    return inner if address == f"/{inner}/" and "/" not in inner and is_ipa(inner) else ""


def _heard(token: Token) -> str:
    match token.type:
        case "text":
            return _SUBSCRIPT.sub(r"\1", _NOTE_MARK.sub("", token.content))
        case "code_inline":
            return literal(token.content)
        case "softbreak" | "hardbreak":
            return "\n"
        case "image":
            alt = "".join(_spoken(token.children or []))
            return "" if _FILE_NAME.fullmatch(alt.strip()) else alt
        case _:
            return ""
