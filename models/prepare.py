"""The form of a graph that is run: weights in a file of their own, noise as an input, a vocoder in tiles.

Weights as external data are memory-mapped, so the workers of a machine share their pages; noise as an input makes a
segment's bytes a function of its fingerprint. Nothing that depends on the processor or on ONNX Runtime's version is
stored (a volume may be shared by different machines); those optimisations happen when a session is opened. The original
file stays, so that its sha256 can be verified. Figures: docs/adr/0006-graph-preparation.md.
"""

from pathlib import Path

from models.catalog import ModelEntry
from models.files import only_one, remove_folder, whole_folder
from models.piper_voices import voice_file
from pipeline.errors import ModelDamaged, ModelError, ModelMissing

_PREFIX = "prepared-"
_FORM = 2  # counts the forms that sound the same (those that do not: GRAPH_FAMILY), so that an older one is not used
_INLINE_BYTES = 1024  # smaller tensors stay in the graph: a mapping each would cost more than it shares


def ready_graph(entry: ModelEntry) -> Path:
    """Return the graph to run, preparing it if that has not been done.

    Raises ModelMissing naming the command that pulls the model, ModelDamaged when the file is no graph, ModelError when
    the folder cannot be written.
    """
    graph = form_folder(entry) / "model.onnx"
    if graph.is_file():
        return graph
    original_graph(entry)  # before a lock file is made in a folder that does not exist
    try:
        with only_one(entry.folder):
            return prepare_locked(entry)
    except OSError as err:
        raise ModelError(
            f"cannot prepare model {entry.card.id!r} in {entry.folder}: {err}; prepare it where the folder can be "
            f"written: voicemill models pull {entry.card.id}",
            folder=str(entry.folder),
        ) from err


def original_graph(entry: ModelEntry) -> Path:
    """Return the graph as its makers published it. Raises ModelMissing."""
    require_files(entry)
    return entry.path("model.onnx") if entry.kind == "kokoro" else voice_file(entry.folder)


def require_files(entry: ModelEntry) -> None:
    """Raise ModelMissing, naming the command that pulls the model, when a file of it is not here."""
    missing = [file.path for file in entry.files if not entry.path(file.path).is_file()]
    if missing:
        raise ModelMissing(
            f"model {entry.card.id!r} lacks {missing[0]}{f' and {len(missing) - 1} more' if missing[1:] else ''} in "
            f"{entry.folder}: voicemill models pull {entry.card.id}",
            model=entry.card.id,
            missing=missing,
        )


def prepare_locked(entry: ModelEntry) -> Path:
    """Prepare a graph; for the holder of the folder's lock. A form that is there is kept."""
    target = form_folder(entry)
    graph = target / "model.onnx"
    if not graph.is_file():
        original = original_graph(entry)
        with whole_folder(target) as scratch:
            _write_form(entry, original, scratch)
    return graph


def drop_old_forms(entry: ModelEntry) -> None:
    """Remove the forms of earlier revisions. Sessions that have them mapped go on."""
    for path in entry.folder.glob(_PREFIX + "*"):
        if path != form_folder(entry):
            remove_folder(path)


def form_folder(entry: ModelEntry) -> Path:
    """Return the folder of the form that this version runs."""
    return entry.folder / f"{_PREFIX}{entry.card.revision}-f{_FORM}"


def _write_form(entry: ModelEntry, original: Path, scratch: Path) -> None:
    import onnx
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]  # protobuf ships no types

    from models.graph_noise import noise_as_input
    from models.graph_norm import fuse_instance_norms
    from models.graph_tiles import run_in_tiles

    try:
        model = onnx.load(str(original))
    except DecodeError as err:
        raise ModelDamaged(
            f"{original} is not an ONNX graph: voicemill models verify {entry.card.id}", path=str(original)
        ) from err
    noise_as_input(model)
    fuse_instance_norms(model)
    run_in_tiles(model)
    onnx.save_model(
        model,
        str(scratch / "model.onnx"),
        save_as_external_data=True,
        all_tensors_to_one_file=True,
        location="model.bin",
        size_threshold=_INLINE_BYTES,
    )
