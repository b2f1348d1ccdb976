"""Published checkpoints: fetched from the public hubs, and exported before anybody can speak with them.

A checkpoint lies in the folder of the model that is made of it. Until that is made, the model is an entry whose problem
is the next command; afterwards the checkpoint, and the networks for cloned voices, can still be fetched beside it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from models.catalog import FileEntry, ModelEntry, Source
from models.record import recorded
from pipeline.voices import ModelCard

FOLDER = "checkpoint"  #: in the model's folder


def add_checkpoints(known: dict[str, ModelEntry], catalogue: Sequence[Mapping[str, Any]], folder: Path) -> None:
    """Add to the models of a folder the checkpoints that are none yet, and to bundles what can be fetched beside them."""
    for raw in catalogue:
        model_id = raw["id"]
        known.setdefault(model_id, _unmade(raw, folder / model_id))
        for entry in [entry for entry in known.values() if entry.kind == "cosyvoice"]:
            fitting = [
                file
                for file in _files(raw, entry.folder)
                if file not in entry.files and (file.part == "clones" or entry.card.id == model_id)
            ]
            known[entry.card.id] = replace(entry, extras=(*entry.extras, *fitting))


def _unmade(raw: Mapping[str, Any], folder: Path) -> ModelEntry:
    model_id = raw["id"]
    files = tuple(file for file in _files(raw, folder) if file.part == "checkpoint")
    entry = ModelEntry(ModelCard(model_id, "", 0, (), ()), "cosyvoice", raw["licence"], folder, files)
    export = f"voicemill models export {model_id}"
    if entry.here:
        return replace(entry, problem=f"only its checkpoint is here; export it: {export}")
    problem = f"its checkpoint is not here, or not all of it: voicemill models pull {model_id}, then {export}"
    return replace(entry, problem=problem)


def _files(raw: Mapping[str, Any], folder: Path) -> list[FileEntry]:
    return [
        FileEntry(
            path=item["path"],
            size=item["size"],
            sha256=item.get("sha256") or recorded(folder / item["path"]),
            sources=tuple(_source(hub, Path(item["path"]).name) for hub in raw["hub"]),
            part=item["part"],
            pinned="sha256" in item,
        )
        for item in raw["file"]
    ]


def _source(hub: Mapping[str, str], file: str) -> Source:
    return Source("url", (hub["url"].format(file=file),), listing=hub["listing"])
