"""XML from strangers as a stream of events: no tree, no DTD, no entities of its own, nothing fetched, bounded depth.

expat and not lxml: published examples of SSML use prefixes that they never declare (`<amazon:effect>`), which a parser
with namespaces must refuse, and a stream needs no memory. Names arrive without their prefix, in lower case.
"""

from collections.abc import Mapping
from typing import Protocol
from xml.parsers import expat

from pipeline.errors import BadDocument

MOST_NESTED = 100  # elements


class Events(Protocol):
    """What is told of a document, in order. `line` and `column` count from 1."""

    def opened(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        """Take the start of an element; `xml:lang` is the attribute `lang`."""

    def closed(self, name: str) -> None:
        """Take the end of an element."""

    def text(self, text: str) -> None:
        """Take text between tags; a run may come in pieces."""


def read_xml(document: str | bytes, events: Events, what: str) -> None:
    """Parse a document.

    Args:
        document: text, or bytes in the encoding that they declare.
        events: is told what is read.
        what: the document's name in errors.

    Raises BadDocument when it is not well-formed, has a DOCTYPE, or is nested over `MOST_NESTED` deep.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    depth = 0

    def opened(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_NESTED:
            raise BadDocument(
                f"{what}, line {parser.CurrentLineNumber}: elements are nested over {MOST_NESTED} deep",
                allowed=MOST_NESTED,
            )
        own = {_local(key): value for key, value in attributes.items()}
        events.opened(_local(name), own, parser.CurrentLineNumber)

    def closed(name: str) -> None:
        nonlocal depth
        depth -= 1
        events.closed(_local(name))

    def refuse(*_: object) -> None:
        raise BadDocument(
            f"{what}, line {parser.CurrentLineNumber}: a DOCTYPE is not read (it can name files and make entities "
            "without end); leave it out",
            line=parser.CurrentLineNumber,
        )

    parser.StartElementHandler, parser.EndElementHandler = opened, closed
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = events.text, refuse
    try:
        parser.Parse(document, True)
    except expat.ExpatError as err:
        raise BadDocument(
            f"{what} is not well-formed XML: {expat.ErrorString(err.code)} at line {err.lineno}, column {err.offset + 1}",
            line=err.lineno,
            column=err.offset + 1,
        ) from err
    except (LookupError, UnicodeError) as err:  # an encoding that is unknown, or surrogates in the text
        raise BadDocument(f"{what} is not well-formed XML: {err}") from err


def _local(name: str) -> str:
    return name.rpartition(":")[2].lower()
