"""A scratch file is there while it is in use; no room for it has a name of its own, whoever notices."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.errors import EncodingError, ScratchFull, ScratchUnusable
from pipeline.scratch import bytes_needed, free_bytes, scratch_file

ROOT = Path(__file__).resolve().parents[2]

#: The kernel says EFBIG where a full disk says ENOSPC; libsndfile says "System error" to both.
ENCODING = """
import resource, sys
from pathlib import Path
import numpy as np
from pipeline.encode import encode
from pipeline.errors import ScratchFull
from pipeline.scratch import scratch_file
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
noise = np.random.default_rng(0).standard_normal(24_000 * 30).astype(np.float32) * 0.3
try:
    with scratch_file(Path(sys.argv[1]), f"chapter.{sys.argv[2]}") as path:
        encode(path, sys.argv[2], 24_000, len(noise), [noise])
except ScratchFull as err:
    print(err.details["folder"])
"""


def test_a_file_goes_with_its_use_also_when_that_fails(tmp_path):
    for error in (None, RuntimeError):
        try:
            with scratch_file(tmp_path / "new", "chapter.pcm") as path:
                path.write_bytes(b"sound")
                if error:
                    raise error
        except RuntimeError:
            pass
        assert path.name == f"{os.getpid()}-chapter.pcm"
        assert list((tmp_path / "new").iterdir()) == []


def test_a_file_that_cannot_fit_is_refused_before_its_first_byte(tmp_path):
    needs = free_bytes(tmp_path) * 2 + 1
    with pytest.raises(ScratchFull, match="MB are needed") as caught, scratch_file(tmp_path, "chapter.pcm", needs):
        pytest.fail("it was begun")
    assert caught.value.details["needed_bytes"] == needs


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_write_without_room_is_told_by_its_name(tmp_path, number, wrapped):
    cause = OSError(number, os.strerror(number))
    error = EncodingError("cannot write") if wrapped else cause
    error.__cause__ = cause if wrapped else None
    with pytest.raises(ScratchFull, match="no room in the folder"), scratch_file(tmp_path, "chapter.pcm"):
        raise error


@pytest.mark.parametrize("fmt", ["wav", "flac", "mp3", "opus"])
def test_an_encoder_without_room_is_told_by_its_name(tmp_path, fmt):
    command = [sys.executable, "-W", "ignore", "-c", ENCODING, str(tmp_path), fmt]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, str(tmp_path)), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_the_machines_fault_and_other_errors_stay_what_they_are(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ScratchUnusable, match="cannot write to the folder"), scratch_file(tmp_path / "file" / "x", "a"):
        pytest.fail("it was begun")
    for error in (EncodingError("longer than planned"), OSError(errno.ECONNRESET, "somebody else's")):
        with pytest.raises(type(error)) as caught, scratch_file(tmp_path, "chapter.pcm"):
            raise error
        assert caught.value is error


def test_what_is_needed_is_the_samples_and_their_largest_file():
    assert bytes_needed(1000, ["mp3", "wav"]) == 4000
    assert bytes_needed(1000, ["opus"]) == 2300
