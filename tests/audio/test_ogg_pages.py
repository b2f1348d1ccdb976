"""An Ogg file's stream number is made of its content, and every page's checksum is right."""

import struct
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf

from pipeline.encode import encode
from pipeline.ogg_pages import fix_stream_number


def pages(data: bytes) -> list[bytes]:
    found = []
    while data:
        assert data.startswith(b"OggS")
        table = data[27 : 27 + data[26]]
        size = 27 + len(table) + sum(table)
        found.append(data[:size])
        data = data[size:]
    return found


def checksum(page: bytes) -> int:
    """As RFC 3533 has it: bit by bit over the page with a checksum of zero."""
    found = 0
    for byte in page[:22] + bytes(4) + page[26:]:
        found ^= byte << 24
        for _ in range(8):
            found = (found << 1) ^ (0x04C11DB7 if found >> 31 else 0)
            found &= 0xFFFFFFFF
    return found


def numbers(path: Path) -> set[int]:
    return {struct.unpack_from("<I", page, 14)[0] for page in pages(path.read_bytes())}


@pytest.fixture
def opus(tmp_path, voice):
    samples = voice(60_000)
    encode(tmp_path / "a.opus", "opus", 24000, len(samples), [samples])
    return tmp_path / "a.opus"


def test_every_checksum_is_right(opus):
    found = pages(opus.read_bytes())
    assert len(found) >= 4
    assert [struct.unpack_from("<I", page, 22)[0] for page in found] == [checksum(page) for page in found]


def test_a_page_of_the_greatest_size_has_the_right_checksum(tmp_path):
    header = struct.pack("<4sBBqIIIB", b"OggS", 0, 0, 0, 0xDEADBEEF, 0, 0, 255)
    page = header + b"\xff" * 255 + np.random.default_rng(0).bytes(255 * 255)
    path = tmp_path / "page.ogg"
    path.write_bytes(page[:22] + struct.pack("<I", checksum(page)) + page[26:])
    fix_stream_number(path)
    (fixed,) = pages(path.read_bytes())
    assert numbers(path) != {0xDEADBEEF}
    assert struct.unpack_from("<I", fixed, 22)[0] == checksum(fixed)


def test_other_audio_has_another_number_and_every_page_the_same(opus, tmp_path, voice):
    samples = voice(60_000)
    encode(tmp_path / "b.opus", "opus", 24000, 60_000, [samples * np.float32(0.5)])
    assert len(numbers(opus)) == len(numbers(tmp_path / "b.opus")) == 1
    assert numbers(opus) != numbers(tmp_path / "b.opus")


def test_fixing_again_changes_nothing_and_the_audio_stays(opus):
    before = opus.read_bytes()
    fix_stream_number(opus)
    assert opus.read_bytes() == before
    assert sf.info(opus).frames == 60_000
