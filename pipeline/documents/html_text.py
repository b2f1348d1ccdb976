"""The text of an HTML fragment: tags are never read aloud, blocks and line breaks part what they part on the page."""

import re
from html.parser import HTMLParser

SILENT = frozenset({"script", "style", "rt", "rp", "template", "head", "nav"})  #: elements whose text is not spoken
_BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "dd", "details", "div", "dl", "dt", "figcaption", "figure",
        "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section",
        "summary", "table", "td", "th", "tr", "ul",
    }
)  # fmt: skip
_TAG = re.compile(r"<\s*(/?)\s*([A-Za-z][A-Za-z0-9-]*)")


def tag_of(markup: str) -> tuple[str, bool]:
    """Return the name of a tag in lower case ("" for a comment) and whether it closes."""
    found = _TAG.match(markup)
    return (found[2].lower(), bool(found[1])) if found else ("", False)


def html_text(markup: str) -> str:
    """Return the text of a fragment; blocks are parted by a blank line, `<br>` is a line end."""
    comment = markup.find("<!--", markup.rfind("-->") + 1)
    if comment >= 0:
        markup = markup[:comment]  # a comment without its end hides the rest, as on the page
    parser = _Text()
    parser.feed(markup)
    parser.close()
    return "".join(parser.pieces)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - its signature
        if tag in SILENT:
            self._silent.append(tag)
        self._part(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._silent:
            del self._silent[self._silent.index(tag) :]
        self._part(tag)

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(data)

    def _part(self, tag: str) -> None:
        if not self._silent:
            self.pieces.append("\n\n" if tag in _BLOCKS else "\n" if tag == "br" else "")
