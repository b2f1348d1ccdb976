"""One file, from the first of its sources that gives it.

What has come stays beside the target until it is whole, named by the sha256 that it is to have: a pull that was cut off
or killed goes on there, from whichever source answers. All of it is hashed before it gets its name.
"""

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from models.catalog import FileEntry, ModelEntry, Source
from models.files import resumable_file, whole_file
from models.hubs import CHUNK_BYTES, SourceFailed
from models.record import record, record_path
from models.sources import Sources
from pipeline.errors import ModelError

Report = Callable[[str, int], None]  #: what a source has given so far, in bytes

_MOST_CUTS = 100  #: connections that a source may cut off in one file, each after some progress


def download(entry: ModelEntry, file: FileEntry, sources: Sources, report: Report, *, alone: bool) -> None:
    """Fetch a file. Raises ModelError naming every source and why it failed.

    Args:
        entry: the model it belongs to.
        file: what to fetch.
        sources: those of this pull.
        report: is told of progress.
        alone: whether this process holds the folder's lock: otherwise nothing is continued, nor left to be.
    """
    reasons: dict[str, str] = {}
    for source in file.sources:
        try:
            wanted = _announced(entry, file, source, sources)
            with _target(entry.path(file.path), wanted.sha256, alone=alone) as into:
                _copy(wanted, source, sources, into, partial(report, str(source)))
                if not file.pinned:
                    record(entry.path(file.path), wanted.sha256, str(source))
        except SourceFailed as err:
            reasons[str(source)] = str(err)
        else:
            return
    told = "; ".join(f"{name}: {reason}" for name, reason in reasons.items()) or "it was made by an export: repeat that"
    raise ModelError(f"no source gave {entry.card.id}/{file.path}: {told}", path=file.path, sources=reasons)


def _target(path: Path, digest: str, *, alone: bool) -> AbstractContextManager[BinaryIO]:
    return resumable_file(path, digest) if alone else whole_file(path)


def _announced(entry: ModelEntry, file: FileEntry, source: Source, sources: Sources) -> FileEntry:
    """Return the file with the sha256 it must have: the one known here, else the one that its hub announces.

    A hub that announces another one than is known holds another file: nothing is fetched from it.
    """
    if not source.listing:
        return file
    try:
        said = sources.announced(source, Path(file.path).name)
    except SourceFailed:
        if file.sha256:
            return file  # the bytes will tell
        raise
    if file.sha256 and said != file.sha256:
        known = "is pinned" if file.pinned else f"was announced before, as {record_path(entry.path(file.path))} tells"
        raise SourceFailed(f"announces sha256 {said}; {file.sha256} {known}")
    return replace(file, sha256=said)


def _copy(file: FileEntry, source: Source, sources: Sources, into: BinaryIO, on_bytes: Callable[[int], None]) -> None:
    continued = into.seek(0, 2) > 0
    digest = _filled(file, source, sources, into, on_bytes)
    if digest != file.sha256 and continued:  # the bytes of before may be the wrong ones
        into.truncate(0)
        digest = _filled(file, source, sources, into, on_bytes)
    if digest != file.sha256:
        got = into.tell()
        into.truncate(0)
        raise SourceFailed(f"gave {got} bytes of sha256 {digest}, not {file.sha256}")


def _filled(file: FileEntry, source: Source, sources: Sources, into: BinaryIO, on_bytes: Callable[[int], None]) -> str:
    """Fill the file up from what is in it, and return its sha256. Raises SourceFailed when the source gives no more."""
    digest, got = hashlib.sha256(), into.seek(0)
    while chunk := into.read(CHUNK_BYTES):
        digest.update(chunk)
        got += len(chunk)
    for _ in range(_MOST_CUTS):
        start = got
        try:
            for piece in sources.read(source, start, file.size) if start < file.size else ():
                into.write(piece)
                digest.update(piece)
                got += len(piece)
                on_bytes(got)
                if got > file.size:
                    break  # it is another file, however long
        except SourceFailed:
            if got == start:
                raise
        else:
            return digest.hexdigest()
    raise SourceFailed(f"was cut off {_MOST_CUTS} times")
