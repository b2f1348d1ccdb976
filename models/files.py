"""Files that are either right or absent: hashing, and writes that only ever appear whole under their final name.

A process may be killed at any moment and two may work in one folder, so everything is made under a name of its own
next to the target and renamed.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

TEMP_PREFIX = ".part-"
_RESUME_PREFIX = ".resume-"  #: not swept: the next try goes on with it


def sha256_of(path: Path) -> str:
    """Return a file's sha256 in hex, read in constant memory."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """Yield a file that becomes `target` when the block ends without an error, and vanishes otherwise."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=TEMP_PREFIX, dir=target.parent)
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
            _reach_the_disk(file)
        _become(Path(name), target)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)  # noqa: PTH108 - `name` is a str from mkstemp


@contextmanager
def resumable_file(target: Path, digest: str) -> Iterator[BinaryIO]:
    """Yield a file that becomes `target` when the block ends without an error, and waits for the next try otherwise.

    Its name tells what it is to become, so another content starts anew. Only for the holder of the folder's lock: two
    writers would mix.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    path = resumable_path(target, digest)
    try:
        with path.open("r+b" if path.exists() else "x+b") as file:
            yield file
            _reach_the_disk(file)
        _become(path, target)
        for other in target.parent.glob(f"{_RESUME_PREFIX}*-{target.name}"):
            other.unlink()
    finally:
        with suppress(FileNotFoundError):
            if not path.stat().st_size:
                path.unlink()


def resumable_path(target: Path, digest: str) -> Path:
    """Return where an unfinished file waits for its next try."""
    return target.with_name(f"{_RESUME_PREFIX}{digest[:16]}-{target.name}")


def _reach_the_disk(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())  # a rename may reach the disk before the bytes do


def _become(path: Path, target: Path) -> None:
    path.chmod(0o644)  # mkstemp's 0600 would lock other users out of a shared volume
    path.replace(target)


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """Yield a folder that becomes `target` when the block ends without an error.

    When somebody else was faster, theirs stays: both hold the same.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=TEMP_PREFIX, dir=target.parent))
    try:
        yield scratch
        for path in scratch.iterdir():
            path.chmod(0o644)
            with path.open("rb") as file:
                os.fsync(file.fileno())
        scratch.chmod(0o755)
        try:
            scratch.rename(target)
        except OSError:
            if not target.is_dir():
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def remove_folder(path: Path) -> None:
    """Remove a folder in one step as far as its name goes, so that a kill leaves no half of it under that name."""
    scratch = Path(tempfile.mkdtemp(prefix=TEMP_PREFIX, dir=path.parent))
    with suppress(FileNotFoundError):
        path.rename(scratch / path.name)
    shutil.rmtree(scratch, ignore_errors=True)


@contextmanager
def only_one(folder: Path) -> Iterator[bool]:
    """Hold the folder's lock over the block; waits for another holder. Yields whether it is really held.

    A courtesy that saves a second download: file systems without locks (some network mounts) are still safe, because
    every temporary name is unique.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:  # not a POSIX system
        yield False
        return
    with (folder / ".lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:
            yield False
            return
        yield True  # closing the file releases the lock, as does the end of the process


def sweep(folder: Path) -> None:
    """Remove what killed processes left behind. Only for the holder of the folder's lock."""
    for path in folder.rglob(TEMP_PREFIX + "*"):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
