"""Files in the making, and what is to be said when there is no room for them.

A disk that is full to the last byte takes others down, too: a broker's log, another worker's chapter. So what is needed is
compared with what is free before the first byte is written; where that was too hopeful (a quota, a neighbour), a write
that failed for lack of room is told apart from audio that cannot be encoded. Either way nothing stays behind.
"""

import contextlib
import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import soundfile as sf

from pipeline.errors import EncodingError, ScratchFull, ScratchUnusable

LEAST_BYTES = 32 << 20  #: with less than this free, it is the disk that is full, not the job that is large
PCM_BYTES = 2  #: a sample, in a scratch file of samples
FILE_BYTES = {"wav": 2.0, "flac": 1.2, "mp3": 0.4, "opus": 0.3}  #: a sample in a finished file, about, for speech
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_SYSTEM_ERROR = 2  # libsndfile's number for a write that the system refused; what it said is lost


@contextmanager
def scratch_file(folder: Path, name: str, needs_bytes: float = 0) -> Iterator[Path]:
    """Give a path of this process's own in the scratch folder; whatever is there at the end is removed.

    Args:
        folder: made when it is missing.
        name: of the file, behind the process's number.
        needs_bytes: about how much will be written while the path is in use; 0: too little to look.

    Raises:
        ScratchFull: there is no room, now or at a later write.
        ScratchUnusable: the folder cannot be made or written to.
    """
    path = folder / f"{os.getpid()}-{name}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = free_bytes(folder)
        if free < needs_bytes:
            raise _full(folder, needs_bytes, free)
        yield path
    except (OSError, EncodingError) as err:
        cause = err if isinstance(err, OSError) else err.__cause__
        if _says_no_room(cause):
            raise _full(folder, needs_bytes, free_bytes(folder)) from err
        if isinstance(cause, OSError) and str(cause.filename or "").startswith(str(folder)):
            raise ScratchUnusable(f"cannot write to the folder {folder}: {cause.strerror}", folder=str(folder)) from err
        raise
    finally:
        with contextlib.suppress(OSError):  # a folder that cannot be used is told above
            path.unlink(missing_ok=True)


def bytes_needed(samples: float, formats: Iterable[str]) -> float:
    """Return about how much scratch the samples take: as PCM, and the largest of their files beside it."""
    return samples * (PCM_BYTES + max(FILE_BYTES[fmt] for fmt in formats))


def free_bytes(folder: Path) -> int:
    """Return what is free in a folder; 0 where it cannot be told."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0


def _says_no_room(cause: BaseException | None) -> bool:
    if isinstance(cause, sf.LibsndfileError):
        return bool(cause.code == _SYSTEM_ERROR)
    return isinstance(cause, OSError) and cause.errno in _NO_ROOM


def _full(folder: Path, needs_bytes: float, free: int) -> ScratchFull:
    return ScratchFull(
        f"no room in the folder {folder}: about {needs_bytes / 1e6:,.1f} MB are needed, {free / 1e6:,.1f} MB are free",
        folder=str(folder),
        needed_bytes=round(needs_bytes),
        free_bytes=free,
    )
