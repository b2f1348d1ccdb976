"""Pull, verify and list model files.

A file under its final name has the sha256 that the catalogue pins: it was hashed while it was written, under a
temporary name. So a pull can be killed, repeated and run twice at once; what is right is kept, and what has come of a
file is continued.
"""

import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from models.catalog import FileEntry, ModelEntry, Part, entry_of, load_entries
from models.download import Report, download
from models.files import TEMP_PREFIX, only_one, resumable_path, sha256_of, sweep
from models.options import ModelOptions, words_folder
from models.prepare import drop_old_forms, prepare_locked
from models.sources import Clients, InstalledClients, Sources
from pipeline.errors import InvalidRequest, ModelDamaged, ModelError

State = Literal["ok", "missing", "damaged", "unknown"]  #: unknown: nothing tells what the file must be


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
    path: str  #: "." is the whole folder of one that cannot be used
    state: State
    part: Part = ""
    problem: str = ""
    pulled: bool = True  #: whether it can be fetched; else it was made here


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
    notes: tuple[str, ...] = ()


OnProgress = Callable[[Progress], None]


def _silent(_: Progress) -> None:
    return


def pull(
    model_id: str, options: ModelOptions, on_progress: OnProgress = _silent, parts: Collection[Part] = ()
) -> ModelEntry:
    """Fetch what a model lacks, check it, prepare its graph and the word lists it needs; safe to repeat.

    Args:
        model_id: what to fetch.
        options: where to.
        on_progress: is told how far it is.
        parts: what is to be fetched besides what the model needs itself.

    Raises:
        UnknownModel: no such model.
        InvalidRequest: it has no such part.
        ModelError: no source gave a file (each is named with its reason), or there is no room.
    """
    entry = _with_parts(entry_of(model_id, options), parts)
    if entry.problem and not entry.files:
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
            _fetch_missing(entry, on_progress, clients, alone=alone)
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
    return [state for entry in entries for state in _states(entry)]


def _states(entry: ModelEntry) -> list[FileState]:
    files = (*entry.files, *(extra for extra in entry.extras if entry.path(extra.path).exists()))
    states = [_state(entry, file) for file in files]
    if entry.problem and not entry.files:  # nothing tells its files
        states.append(FileState(entry.card.id, ".", "damaged", problem=entry.problem, pulled=False))
    return states


def listing(options: ModelOptions) -> list[ModelState]:
    """Describe every model, by id, without hashing. One of which nothing is here is no problem."""
    return [
        ModelState(
            id=entry.card.id,
            revision=entry.card.revision,
            licence=entry.licence,
            size_bytes=entry.size_bytes,
            here=entry.here and not entry.problem,
            voices=len(entry.card.voices),
            problem=entry.problem if entry.folder.is_dir() else "",
            notes=entry.notes,
        )
        for _, entry in sorted(load_entries(options).items())
    ]


def _with_parts(entry: ModelEntry, parts: Collection[Part]) -> ModelEntry:
    files = [*entry.files, *(extra for extra in entry.extras if extra.part in parts)]
    if lacking := set(parts) - {file.part for file in files}:
        raise InvalidRequest(
            f"model {entry.card.id!r} has no {', '.join(sorted(lacking))} to fetch", given=entry.card.id
        )
    return replace(entry, files=tuple(files))


def _state(entry: ModelEntry, file: FileEntry) -> FileState:
    found = _found(entry.path(file.path), file)
    return FileState(entry.card.id, file.path, found, file.part, pulled=bool(file.sources))


def _found(path: Path, file: FileEntry) -> State:
    if not path.is_file():
        return "missing"
    if not file.sha256:
        return "unknown"
    return "ok" if path.stat().st_size == file.size and sha256_of(path) == file.sha256 else "damaged"


def _fetch_missing(entry: ModelEntry, on_progress: OnProgress, clients: Clients | None, *, alone: bool) -> None:
    _require_room(entry)
    done = 0
    scratch = Path(tempfile.mkdtemp(prefix=TEMP_PREFIX, dir=entry.folder))
    try:
        sources = Sources(scratch, clients or InstalledClients())
        for file in entry.files:
            report = _reporter(entry, file, done, on_progress)
            report("", 0)
            if _state(entry, file).state != "ok":
                download(entry, file, sources, report, alone=alone)
            done += file.size
            report("", file.size)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _require_room(entry: ModelEntry) -> None:
    """Refuse to begin what cannot end. Packages are unpacked first and take more: then it is the write that fails."""
    needs = sum(
        file.size - _size(resumable_path(entry.path(file.path), file.sha256))
        for file in entry.files
        if _size(entry.path(file.path)) != file.size
    )
    free = shutil.disk_usage(entry.folder).free
    if free < needs:
        raise ModelError(
            f"no room for model {entry.card.id!r} in {entry.folder}: {needs / 1e6:.0f} MB are lacking of it, "
            f"{free / 1e6:.0f} MB are free",
            folder=str(entry.folder),
        )


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _reporter(entry: ModelEntry, file: FileEntry, before: int, tell: OnProgress) -> Report:
    def report(source: str, got: int) -> None:
        tell(Progress(entry.card.id, file.path, before + min(got, file.size), entry.size_bytes, source))

    return report
