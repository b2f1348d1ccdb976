"""Which models can be exported, and into which profiles."""

from pathlib import Path

from models.export.cosyvoice.export import MODEL_ID, Exported, OnProgress, export
from models.export.cosyvoice.profiles import PROFILES
from pipeline.errors import InvalidRequest, UnknownModel


def export_model(model_id: str, checkpoint: Path, into: tuple[Path, str], on_progress: OnProgress) -> Exported:
    """Export a model into a folder, in a profile. Raises UnknownModel, InvalidRequest, and what `export` does."""
    folder, profile = into
    if model_id != MODEL_ID:
        raise UnknownModel(f"no model to export of that id: given {model_id!r}; allowed: {MODEL_ID}", given=model_id)
    if profile not in PROFILES:
        raise InvalidRequest(f"no such profile: given {profile!r}; allowed: {', '.join(PROFILES)}", given=profile)
    return export(checkpoint, folder, profile, on_progress)
