"""Lexicon files: YAML, CSV and the W3C's Pronunciation Lexicon (PLS 1.0) become entries.

The format follows the file's ending. Every value is text (a word `no` or `1984` is no boolean and no number), and
what is wrong is told with its line.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pipeline.errors import BadDocument
from pipeline.lexicon import ENTRIES_MOST, Entry, fault_of
from pipeline.mark_values import primary_language
from pipeline.xml_events import read_xml

FILE_MOST_BYTES = 1_000_000
_KEYS = ("word", "say", "ipa", "language", "case")
_NAMED = ", ".join(_KEYS)
_YES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False, "": False}
_SLASHED = re.compile(r"/\s*(.+?)\s*/")
_DEEP = 4  # levels of YAML that a lexicon has

Row = tuple[int, Mapping[str, str]]  # line; values by key


def read_lexicon(data: bytes, name: str) -> tuple[Entry, ...]:
    """Read a lexicon file.

    Args:
        data: its bytes; YAML and CSV are UTF-8.
        name: its name: the ending says what it is, and errors begin with it.

    Raises BadDocument for what is no such file, for a wrong entry and for too many of them.
    """
    ending = name.rpartition(".")[2].lower()
    readers = {"yaml": _yaml, "yml": _yaml, "csv": _csv, "pls": _pls, "xml": _pls}
    if ending not in readers:
        raise BadDocument(
            f"{name}: a lexicon's name ends in .yaml, .yml, .csv, .pls or .xml", given=name, allowed=list(readers)
        )
    if len(data) > FILE_MOST_BYTES:
        raise BadDocument(
            f"{name} has {len(data):,} bytes; a lexicon has at most {FILE_MOST_BYTES:,}", allowed=FILE_MOST_BYTES
        )
    entries = []
    for line, row in readers[ending](data, name):
        entries.append(_entry(row, f"{name}, line {line}"))
        if len(entries) > ENTRIES_MOST:
            raise BadDocument(f"{name} has more than {ENTRIES_MOST:,} entries", allowed=ENTRIES_MOST)
    return tuple(entries)


def _entry(row: Mapping[str, str], place: str) -> Entry:
    values = {key: value.strip() for key, value in row.items()}
    strange = sorted(set(values) - set(_KEYS))
    if strange:
        raise BadDocument(
            f"{place}: an entry has {_NAMED}, given {strange[0]!r}", given=strange[0], allowed=list(_KEYS)
        )
    say, ipa = values.get("say") or None, values.get("ipa") or None
    if ipa is None and (slashed := _SLASHED.fullmatch(say or "")):
        say, ipa = None, slashed[1]
    elif ipa:
        ipa = ipa.strip("/[] ")
    case = values.get("case", "").lower()
    if case not in _YES:
        raise BadDocument(f"{place}: case is true or false, given {case!r}", given=case, allowed=["true", "false"])
    tag = values.get("language") or None
    entry = Entry(values.get("word", ""), say, ipa, primary_language(tag) or tag if tag else None, _YES[case])
    fault = fault_of(entry)
    if fault:
        raise BadDocument(f"{place}: {fault}")
    return entry


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        raise BadDocument(f"{name} is not UTF-8: {err.reason} at byte {err.start}") from err


def _yaml(data: bytes, name: str) -> Iterator[Row]:
    import yaml  # noqa: PLC0415 - CSV and PLS do without it

    text = _text(data, name)
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.BaseLoader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if isinstance(event, yaml.AliasEvent) or depth > _DEEP:
                what = "an alias (*name) is not read" if depth <= _DEEP else f"nested over {_DEEP} deep"
                raise BadDocument(f"{name}, line {event.start_mark.line + 1}: {what}")
        root = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.YAMLError as err:
        raise BadDocument(f"{name} is not YAML: {' '.join(str(err).split())}") from err
    if root is None:
        return
    yield from _yaml_rows(root, name)


def _yaml_rows(root: Any, name: str) -> Iterator[Row]:
    """Yield entries of YAML nodes: a map of words, or a list of maps."""
    if isinstance(root.value, str):
        raise BadDocument(f"{name} holds no entries: it is lines `word: respelling`, or a list of maps with {_NAMED}")
    for item in root.value:
        key, value = item if isinstance(item, tuple) else (None, item)
        line = (key or value).start_mark.line + 1
        row = {"word": _scalar(key, name)} if key else {}
        if key and isinstance(value.value, str):
            row["say"] = value.value
        elif isinstance(value.value, list) and all(isinstance(pair, tuple) for pair in value.value):
            row |= {_scalar(own, name): _scalar(given, name) for own, given in value.value}
        else:
            raise BadDocument(f"{name}, line {line}: an entry is a map with {_NAMED}")
        yield line, row


def _scalar(node: Any, name: str) -> str:
    if not isinstance(node.value, str):
        raise BadDocument(f"{name}, line {node.start_mark.line + 1}: a text was expected, given a list or a map")
    return node.value


@dataclass(slots=True)
class _Pls:
    """The lexemes of a PLS document: each grapheme is an entry, of the first phoneme or alias."""

    name: str
    alphabet: str = "ipa"
    language: str = ""
    graphemes: list[str] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)
    inside: list[str] = field(default_factory=list)
    heard: str = ""
    line: int = 0
    rows: list[Row] = field(default_factory=list)

    def opened(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        """Take the start of an element."""
        if not self.inside and name != "lexicon":
            raise BadDocument(f"{self.name}: its outermost element is <lexicon>, given <{name}>", given=name)
        self.inside.append(name)
        self.heard = ""
        if name == "lexicon":
            self.alphabet = attributes.get("alphabet", "ipa").lower()
            self.language = attributes.get("lang", "")
        elif name == "lexeme":
            self.graphemes, self.said, self.line = [], {}, line
        elif name == "phoneme":
            alphabet = attributes.get("alphabet", self.alphabet).lower()
            if alphabet != "ipa":
                raise BadDocument(
                    f"{self.name}, line {line}: the alphabet of phonemes is ipa, given {alphabet!r}",
                    given=alphabet,
                    allowed="ipa",
                )

    def closed(self, name: str) -> None:
        """Take the end of an element."""
        self.inside.pop()
        if name == "grapheme":
            self.graphemes.append(self.heard)
        elif name in {"phoneme", "alias"}:
            self.said.setdefault("ipa" if name == "phoneme" else "say", self.heard)
        elif name == "lexeme":
            said = dict(list(self.said.items())[:1])  # the first is the preferred one
            rows = ({"word": word, "language": self.language} | said for word in self.graphemes or [""])
            self.rows += ((self.line, row) for row in rows)

    def text(self, text: str) -> None:
        """Take text."""
        self.heard += text


def _pls(data: bytes, name: str) -> Iterable[Row]:
    pls = _Pls(name)
    read_xml(data, pls, name)
    return pls.rows


def _csv(data: bytes, name: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(_text(data, name), newline=""), strict=True)
    header: list[str] | None = None
    try:
        for row in reader:
            if not any(cell.strip() for cell in row) or row[0].lstrip().startswith("#"):
                continue
            if header is None:
                cells = [cell.strip().lower() for cell in row]
                header = cells if "word" in cells else ["word", "say"]
                if header is cells:
                    continue
            if len(row) > len(header):
                raise BadDocument(
                    f"{name}, line {reader.line_num}: {len(row)} columns where {len(header)} are named "
                    f"({', '.join(header)}); a text with a comma stands in quotes"
                )
            yield reader.line_num, dict(zip(header, row, strict=False))
    except csv.Error as err:
        raise BadDocument(f"{name}, line {reader.line_num} is not CSV: {err}") from err
