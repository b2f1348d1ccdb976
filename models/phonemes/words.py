"""A word list that costs a worker nothing: a hash table in a file, mapped, so that its pages are the machine's.

As Python dictionaries the English words are 40 MB in every process, and the Chinese ones 70; mapped they are shared by
all workers, and a page that nobody looks at is never read. The file is made at a model's preparation or at the first
use, whole or not at all, and named after what it is made of; where it cannot be written, the same table is held in
memory.
"""

import hashlib
import mmap
import struct
from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from models.files import whole_file

_HEADER = struct.Struct("<8sQQ")  # mark, slots, bytes in all
_MARK = b"vmwords1"
_SLOT_BYTES = 4
_ENDING = ".words"


class WordList:
    """Words with a text each. Lookups are those of a dictionary whose values are texts."""

    def __init__(self, data: mmap.mmap | bytes) -> None:
        self._data = data
        self._slots = _HEADER.unpack_from(data)[1]
        self._table = memoryview(data)[_HEADER.size : _HEADER.size + _SLOT_BYTES * self._slots].cast("I")

    def get(self, word: str) -> str | None:
        """Return a word's text, or None."""
        try:
            name = word.encode()
        except UnicodeEncodeError:  # a lone surrogate is in no word
            return None
        slot = crc32(name) % self._slots
        start = len(name) + 1
        while offset := self._table[slot]:
            if self._data[offset : offset + start] == name + b"\t":
                return self._data[offset + start : self._data.find(b"\n", offset + start)].decode()
            slot = (slot + 1) % self._slots
        return None

    def __contains__(self, word: str) -> bool:
        return self.get(word) is not None


def compiled(words: Iterable[tuple[str, str]]) -> bytes:
    """Return the table of words that are all different; neither they nor their texts hold tabs or line breaks."""
    lines = [(word.encode(), text.encode()) for word, text in words]
    slots = 1 << max(4, (2 * len(lines)).bit_length())
    table = array("I", bytes(_SLOT_BYTES * slots))
    at = _HEADER.size + _SLOT_BYTES * slots
    for name, text in lines:
        slot = crc32(name) % slots
        while table[slot]:
            slot = (slot + 1) % slots
        table[slot] = at
        at += len(name) + len(text) + 2
    body = b"".join(b"%b\t%b\n" % line for line in lines)
    return _HEADER.pack(_MARK, slots, at) + table.tobytes() + body


def shared_words(
    folder: Path | None, name: str, sources: Sequence[Path], words: Callable[[], Iterable[tuple[str, str]]]
) -> WordList:
    """Return the list made of `sources`: the file in `folder`, made by `words` where it is not there yet."""
    if folder is None:
        return WordList(compiled(words()))
    digest = hashlib.sha256(_MARK)
    for source in sources:
        digest.update(hashlib.sha256(source.read_bytes()).digest())
    path = folder / f"{name}-{digest.hexdigest()[:16]}{_ENDING}"
    return _opened(path) or _kept(path, name, compiled(words()))


def _opened(path: Path) -> WordList | None:
    """Map a file; None when there is none, or none of this form."""
    with suppress(OSError, ValueError), path.open("rb") as file:  # an empty file cannot be mapped
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if len(data) >= _HEADER.size and data[:8] == _MARK and _HEADER.unpack_from(data)[2] == len(data):
            return WordList(data)
        data.close()
    return None


def _kept(path: Path, name: str, data: bytes) -> WordList:
    """Keep a table for all workers, in place of those of earlier sources."""
    try:
        with whole_file(path) as file:
            file.write(data)
        for other in path.parent.glob(f"{name}-{'[0-9a-f]' * 16}{_ENDING}"):
            if other != path:
                other.unlink(missing_ok=True)  # workers that have it mapped go on
    except OSError:
        return WordList(data)
    return _opened(path) or WordList(data)
