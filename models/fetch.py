"""Pull, verify and list model files.

A file under its final name has the sha256 that the catalogue pins: it was hashed while it was written, under a
temporary name. So a pull can be killed, repeated and run twice at once; what is right is kept.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, Literal

from models.catalog import FileEntry, ModelEntry, entry_of, load_entries
from models.files import TEMP_PREFIX, only_one, sha256_of, sweep, whole_file
from models.options import ModelOptions, words_folder
from models.prepare import drop_old_forms, prepare_locked
from models.sources import Clients, InstalledClients, SourceFailed, Sources
from pipeline.errors import ModelDamaged, ModelError


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a pull is."""

    model: str
    path: str
    done_bytes: int  #: of the whole model, what was here already included
    total_bytes: int
    source: str  #: "" while what is here is being checked


@dataclass(frozen=True, slots=True)
class FileState:
    """What `verify` found of one file."""

    model: str
    path: str
    state: Literal["ok", "missing", "damaged"]


@dataclass(frozen=True, slots=True)
class ModelState:
    """One row of `voicemill models list`."""

    id: str
    revision: str
    licence: str
    size_bytes: int
    here: bool
    voices: int
    problem: str = ""


OnProgress = Callable[[Progress], None]


def _silent(_: Progress) -> None:
    return


def pull(model_id: str, options: ModelOptions, on_progress: OnProgress = _silent) -> ModelEntry:
    """Fetch what a model lacks, check it, prepare its graph and the word lists it needs; safe to repeat.

    Raises UnknownModel, or ModelError naming every source of a file and why it failed.
    """
    entry = entry_of(model_id, options)
    if entry.problem:
        raise ModelDamaged(entry.problem)
    if entry.kind != "tone":
        pull_entry(entry, on_progress)
    if entry.kind in {"kokoro", "piper"}:
        from models.phonemes.front import keep_words

        keep_words(words_folder(options), entry.card.languages)
    return entry


def pull_entry(entry: ModelEntry, on_progress: OnProgress = _silent, clients: Clients | None = None) -> None:
    """Do what `pull` does for an entry at hand, through other registry clients if given."""
    try:
        with only_one(entry.folder) as alone:
            if alone:
                sweep(entry.folder)
            _fetch_missing(entry, on_progress, clients)
            if entry.kind in {"kokoro", "piper"}:  # a bundle is exported as it is run
                prepare_locked(entry)
                drop_old_forms(entry)
    except OSError as err:
        message = f"cannot write model {entry.card.id!r} into {entry.folder}: {err}"
        raise ModelError(message, folder=str(entry.folder)) from err


def verify(options: ModelOptions, model_ids: Iterable[str] = ()) -> list[FileState]:
    """Hash every pinned file: of the models named, or of those that are here at least in part."""
    named = [entry_of(model_id, options) for model_id in model_ids]
    entries = named or [entry for entry in load_entries(options).values() if entry.folder.is_dir()]
    return [_state(entry, file) for entry in entries for file in entry.files]


def listing(options: ModelOptions) -> list[ModelState]:
    """Describe every model, by id, without hashing."""
    return [
        ModelState(
            id=entry.card.id,
            revision=entry.card.revision,
            licence=entry.licence,
            size_bytes=entry.size_bytes,
            here=entry.here and not entry.problem,
            voices=len(entry.card.voices),
            problem=entry.problem,
        )
        for _, entry in sorted(load_entries(options).items())
    ]


def _state(entry: ModelEntry, file: FileEntry) -> FileState:
    path = entry.path(file.path)
    if not path.is_file():
        return FileState(entry.card.id, file.path, "missing")
    right = path.stat().st_size == file.size and sha256_of(path) == file.sha256
    return FileState(entry.card.id, file.path, "ok" if right else "damaged")


def _fetch_missing(entry: ModelEntry, on_progress: OnProgress, clients: Clients | None) -> None:
    done = 0
    scratch = Path(tempfile.mkdtemp(prefix=TEMP_PREFIX, dir=entry.folder))
    try:
        sources = Sources(scratch, clients or InstalledClients())
        for file in entry.files:
            report = _reporter(entry, file, done, on_progress)
            report("", 0)
            if _state(entry, file).state != "ok":
                _fetch(entry, file, sources, report)
            done += file.size
            report("", file.size)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _reporter(entry: ModelEntry, file: FileEntry, before: int, tell: OnProgress) -> Callable[[str, int], None]:
    def report(source: str, got: int) -> None:
        tell(Progress(entry.card.id, file.path, before + min(got, file.size), entry.size_bytes, source))

    return report


def _fetch(entry: ModelEntry, file: FileEntry, sources: Sources, report: Callable[[str, int], None]) -> None:
    reasons: dict[str, str] = {}
    for source in file.sources:
        try:
            with whole_file(entry.path(file.path)) as into:
                _copy(file, sources.read(source), into, partial(report, str(source)))
        except SourceFailed as err:
            reasons[str(source)] = str(err)
        else:
            return
    told = "; ".join(f"{name}: {reason}" for name, reason in reasons.items())
    raise ModelError(f"no source gave {entry.card.id}/{file.path}: {told}", path=file.path, sources=reasons)


def _copy(file: FileEntry, pieces: Iterable[bytes], into: BinaryIO, on_bytes: Callable[[int], None]) -> None:
    digest, got = hashlib.sha256(), 0
    for piece in pieces:
        into.write(piece)
        digest.update(piece)
        got += len(piece)
        if got > file.size:
            raise SourceFailed(f"gave more than the {file.size} bytes of this file")
        on_bytes(got)
    if digest.hexdigest() != file.sha256:
        raise SourceFailed(f"gave {got} bytes of sha256 {digest.hexdigest()}, not {file.sha256}")
