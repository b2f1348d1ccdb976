"""A source's bytes become a script: size, kind and encoding are checked first, so that nothing binary is read aloud."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE

from charset_normalizer import from_bytes

from pipeline.documents.markdown import read_markdown
from pipeline.documents.plain import read_plain
from pipeline.documents.ssml import read_ssml
from pipeline.errors import BadDocument, EmptyText, TextTooLong, UnsupportedFormat
from pipeline.request import MEDIA_TYPES, SOURCE_MOST_BYTES
from pipeline.script import Script

_READERS = {"text/plain": read_plain, "text/markdown": read_markdown, "application/ssml+xml": read_ssml}

_MAGIC = (
    (b"\x89PNG", "a PNG image"), (b"\xff\xd8\xff", "a JPEG image"), (b"GIF8", "a GIF image"), (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive (EPUB, DOCX …)"), (b"PK\x05\x06", "an empty ZIP archive"), (b"\x1f\x8b", "gzip"),
    (b"{\\rtf", "RTF"), (b"\xd0\xcf\x11\xe0", "an old Office document"), (b"RIFF", "a RIFF file (WAV, WebP)"),
    (b"OggS", "Ogg audio"), (b"ID3", "MP3 audio"), (b"fLaC", "FLAC audio"), (b"\x7fELF", "a program"),
    (b"SQLite format 3", "a SQLite database"), (b"BZh", "bzip2"), (b"7z\xbc\xaf", "a 7z archive"),
    (b"\xfd7zXZ", "xz"), (b"ITSF", "a CHM book"),
)  # fmt: skip
_BOMS = (
    (BOM_UTF8, "utf-8"), (BOM_UTF32_LE, "utf-32-le"), (BOM_UTF32_BE, "utf-32-be"), (BOM_UTF16_LE, "utf-16-le"),
    (BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
# Encodings that texts without a mark really have; the detector is wrong more often the more it may choose from.
_HIRAGANA = re.compile("[\u3041-\u3096]")
_LEGACY = ["gb18030", "big5hkscs", "cp932", "cp949", "cp1252"]


def read_script(data: bytes, media_type: str) -> Script:
    """Parse a source.

    Args:
        data: the bytes of the source.
        media_type: one of `MEDIA_TYPES`.

    Raises:
        UnsupportedFormat: the media type is not read here.
        TextTooLong: over `SOURCE_MOST_BYTES`.
        BadDocument: the bytes are no text.
        EmptyText: nothing of it can be spoken.
    """
    reader = _READERS.get(media_type.strip().lower())
    if reader is None:
        raise UnsupportedFormat(
            f"media type {media_type!r} is not read; these are: {', '.join(MEDIA_TYPES)}",
            given=media_type,
            allowed=list(MEDIA_TYPES),
        )
    if len(data) > SOURCE_MOST_BYTES:
        raise TextTooLong(
            f"the source has more than {SOURCE_MOST_BYTES:,} bytes, the most that are read: send it in several jobs",
            allowed=SOURCE_MOST_BYTES,
        )
    text = decode(data)
    if not any(map(str.isalnum, text)):
        raise EmptyText("the text holds nothing that can be spoken: no letter and no digit", bytes=len(data))
    return reader(text)


def decode(data: bytes) -> str:
    """Return the text of a source: UTF-8, UTF-16 and UTF-32 by their marks, else what the bytes look like.

    Raises BadDocument for bytes that are no text.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], encoding)
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            raise _no_text(f"seems to be {kind}")
    if b"\0" in data:
        return _without_mark(data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _mixed(data) or _legacy(data)


def _strict(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as err:
        raise _no_text(f"begins like {encoding} but is not ({err.reason} at byte {err.start})") from err
    if "\0" in text:
        raise _no_text("holds NUL characters")
    return text


def _without_mark(data: bytes) -> str:
    """UTF-16 without its mark: Latin letters have a zero byte each, all on one side."""
    even, odd = data[0::2].count(0), data[1::2].count(0)
    if len(data) % 2 == 0 and min(even, odd) == 0 and max(even, odd) * 5 > len(data):
        return _strict(data, "utf-16-be" if even else "utf-16-le")
    raise _no_text("holds NUL bytes: binary data, or UTF-16 without a byte order mark")


def _mixed(data: bytes) -> str | None:
    """UTF-8 with lines of Windows-1252 among it: line by line, if UTF-8 holds for most lines that are not ASCII."""
    lines, good, bad = [], 0, 0
    for line in data.split(b"\n"):
        try:
            lines.append(line.decode("utf-8"))
            good += not line.isascii()
        except UnicodeDecodeError:
            lines.append(line.decode("cp1252", errors="replace"))
            bad += 1
    return "\n".join(lines) if good >= bad else None


def _legacy(data: bytes) -> str:
    # The detector takes short Japanese for Korean; hiragana in such numbers is an accident in no other encoding.
    for encoding in ("cp932", "euc_jp"):
        japanese = data.decode(encoding, errors="replace")
        if 6 * len(_HIRAGANA.findall(japanese)) > len(japanese) and "\ufffd" not in japanese:
            return japanese
    best = from_bytes(data, cp_isolation=_LEGACY).best()
    if best is None:
        raise _no_text(f"is in no encoding that is tried here (UTF-8, UTF-16, {', '.join(_LEGACY)}); send UTF-8")
    return str(best)


def _no_text(why: str) -> BadDocument:
    return BadDocument(
        f"the source is no text: it {why}; these media types are read: {', '.join(MEDIA_TYPES)}",
        allowed=list(MEDIA_TYPES),
    )
