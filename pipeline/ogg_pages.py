"""The stream number of an Ogg file, which libsndfile draws at random.

Equal audio must give equal bytes: files are named by their content, so a chapter that is bound again after a crash would
lie beside its first file under another name. The number is made of the pages' content instead; chained files, whose
numbers have to differ, still differ. Each page's checksum changes with it, by what the difference alone would give:
this checksum is linear, so no page is read twice.

Source: RFC 3533, section 6.
"""

import functools
import hashlib
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

_NUMBER, _CHECKSUM, _HEADER = 14, 22, 27  # offsets in a page, and the length of what comes before its table
_POLYNOMIAL = 0x04C11DB7


def fix_stream_number(path: Path) -> None:
    """Give the one stream of an Ogg file the number that its content names."""
    with path.open("r+b") as file:
        number = _number_of(file)
        for start, page in _pages(file):
            (old, _, checksum) = struct.unpack_from("<III", page, _NUMBER)
            file.seek(start + _NUMBER)
            file.write(struct.pack("<I", number))
            file.seek(start + _CHECKSUM)
            file.write(struct.pack("<I", checksum ^ _difference(old ^ number, len(page) - _NUMBER - 4)))


def _pages(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield where each page starts, and the page (64 kB at most)."""
    start = 0
    while True:
        file.seek(start)
        header = file.read(_HEADER)
        if not header.startswith(b"OggS"):
            return
        table = file.read(header[-1])
        page = header + table + file.read(sum(table))
        yield start, page
        start += len(page)


def _number_of(file: BinaryIO) -> int:
    digest = hashlib.sha256()
    for _, page in _pages(file):
        digest.update(page[:_NUMBER] + page[_NUMBER + 4 : _CHECKSUM] + page[_CHECKSUM + 4 :])
    return int.from_bytes(digest.digest()[:4], "little")


@functools.lru_cache(maxsize=1024)
def _difference(bits: int, zeros: int) -> int:
    """Return the checksum of four bytes (little-endian) with `zeros` zero bytes after them."""
    checksum = 0
    for byte in struct.pack("<I", bits):
        checksum = _shifted(checksum ^ byte << 24)
    for power in range(zeros.bit_length()):
        if zeros >> power & 1:
            checksum = _mapped(_zero_bytes(power), checksum)
    return checksum


def _shifted(checksum: int) -> int:
    """Return the checksum after one zero byte."""
    for _ in range(8):
        checksum = (checksum << 1) ^ (_POLYNOMIAL if checksum >> 31 else 0)
        checksum &= 0xFFFFFFFF
    return checksum


@functools.cache
def _zero_bytes(power: int) -> tuple[int, ...]:
    """Return what `2 ** power` zero bytes make of each bit of a checksum."""
    if power == 0:
        return tuple(_shifted(1 << bit) for bit in range(32))
    half = _zero_bytes(power - 1)
    return tuple(_mapped(half, column) for column in half)


def _mapped(columns: tuple[int, ...], checksum: int) -> int:
    found = 0
    for bit, column in enumerate(columns):
        if checksum >> bit & 1:
            found ^= column
    return found
