"""Which models can be exported and into which profiles, and what an exported one still lacks."""

from pathlib import Path

from models.cosyvoice.dropped import dropped_bundle
from models.export.cosyvoice.export import MODEL_ID, Exported, OnProgress, export
from models.export.cosyvoice.profiles import PROFILES
from models.fetch import pull_entry
from models.options import ModelOptions
from pipeline.errors import InvalidRequest, ModelError, UnknownModel


def export_model(model_id: str, checkpoint: Path, into: tuple[Path, str], on_progress: OnProgress) -> Exported:
    """Export a model into a folder, in a profile. Raises UnknownModel, InvalidRequest, and what `export` does."""
    folder, profile = into
    if model_id != MODEL_ID:
        raise UnknownModel(f"no model to export of that id: given {model_id!r}; allowed: {MODEL_ID}", given=model_id)
    if profile not in PROFILES:
        raise InvalidRequest(f"no such profile: given {profile!r}; allowed: {', '.join(PROFILES)}", given=profile)
    return export(checkpoint, folder, profile, on_progress)


def complete(made: Exported, options: ModelOptions) -> str:
    """Fetch what an exported model lacks to speak, its tokenizer's ranks; returns what is left to do, or nothing.

    Only in the models folder, where it is a model. That no source answers does not undo an export.
    """
    if made.folder.resolve().parent != options.folder.resolve():
        return f"put {made.folder} into {options.folder}, then: voicemill models pull {made.folder.name}"
    try:
        pull_entry(
            dropped_bundle(made.folder, options)
        )  # never the checkpoint, should somebody export it again already
    except ModelError as err:
        return f"not complete yet: {err.message}; again: voicemill models pull {made.folder.name}"
    return ""
