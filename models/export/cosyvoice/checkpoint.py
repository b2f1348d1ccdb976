"""An official checkpoint: `llm.pt`, `flow.pt`, `hift.pt`, `spk2info.pt`, read, folded and checked tensor by tensor.

What training leaves behind (epoch and step counters, a `generator.` prefix, weight norm in either spelling, half
precision, further tensors) is tolerated and listed; a missing tensor or another shape is refused by name. Files are
unpickled by torch with `weights_only`: a checkpoint comes from strangers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pickle import UnpicklingError
from typing import Any
from zipfile import BadZipFile, ZipFile, is_zipfile

import numpy as np
from numpy.typing import NDArray

from models.export.cosyvoice.arch import Arch, read_arch
from models.export.cosyvoice.layout import PARTS, layout
from pipeline.errors import ExtraMissing, ModelDamaged, ModelMissing

VOICES = "spk2info.pt"
FILES = (*(f"{part}.pt" for part in PARTS), VOICES)

_TEXT_VOCAB_25_HZ = 60515
_PREFIX = "generator."
_SHOWN = 120  #: characters of the names that a checkpoint holds
#: how weight norm is spelt: magnitude, direction
_NORMS = ((".parametrizations.weight.original0", ".parametrizations.weight.original1"), (".weight_g", ".weight_v"))


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """All of it in float32."""

    arch: Arch
    parts: Mapping[str, Mapping[str, Any]]  #: llm, flow, hift: torch tensors by name
    voices: Mapping[str, NDArray[np.float32]]
    notes: tuple[str, ...] = field(default=())  #: what was tolerated, for a human


def read_checkpoint(folder: Path) -> Checkpoint:
    """Read a checkpoint. Raises ModelMissing, ModelDamaged, or ExtraMissing without torch."""
    require_torch()
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise ModelMissing(
            f"checkpoint {folder} lacks {', '.join(missing)}; needed are {', '.join(FILES)}. To fetch the published one: "
            "voicemill models pull cosyvoice-300m-sft --checkpoint"
        )
    arch = read_arch(folder)
    notes: list[str] = []
    parts = {part: _part(folder / f"{part}.pt", layout(part, arch), notes) for part in PARTS}
    return Checkpoint(arch, parts, _voices(folder / VOICES, arch), tuple(notes))


def require_torch() -> None:
    """Raise ExtraMissing unless torch can be imported."""
    from importlib.util import find_spec

    if find_spec("torch") is None:
        raise ExtraMissing(
            "exporting needs torch, which speaking does not: python -m pip install -r requirements/export.txt",
            missing=["torch"],
        )


def _load(path: Path) -> Any:
    import torch

    try:
        if is_zipfile(path) and (wrong := ZipFile(path).testzip()):  # torch itself does not look at the check sums
            raise ModelDamaged(f"{path} is damaged: {wrong} in it is not what was written", path=str(path))
        return torch.load(path, map_location="cpu", weights_only=True)
    except UnpicklingError as err:  # its own message tells how to run what the file holds
        raise ModelDamaged(
            f"{path} is no checkpoint of plain tensors: it holds other objects, which may be code and are not run, or is "
            "another kind of file (a web page, a Git LFS pointer)",
            path=str(path),
        ) from err
    except (OSError, RuntimeError, EOFError, ValueError, KeyError, BadZipFile) as err:
        first = (str(err).strip().splitlines() or [type(err).__name__])[0][:200]
        raise ModelDamaged(
            f"{path} is not a checkpoint that torch can read, or was cut off: {first}", path=str(path)
        ) from err


def _part(path: Path, expected: Mapping[str, tuple[int, ...]], notes: list[str]) -> dict[str, Any]:
    import torch

    content = _load(path)
    if not isinstance(content, dict):
        raise ModelDamaged(f"{path}: given {type(content).__name__}; allowed: tensors by name", path=str(path))
    tensors = {}
    for name, value in content.items():
        if isinstance(value, torch.Tensor):
            tensors[str(name).removeprefix(_PREFIX)] = value
        else:
            notes.append(f"{path.name}: {name} = {str(value)[:40]} (not a tensor, ignored)")
    folded = fold_weight_norm(tensors)
    halves = sum(1 for name in expected if name in folded and folded[name].dtype != torch.float32)
    if halves:
        notes.append(f"{path.name}: {halves} tensors are not float32 (widened)")
    extra = sorted(set(folded) - set(expected))
    if extra:
        notes.append(f"{path.name}: {len(extra)} tensors more than needed (ignored): {', '.join(extra[:5])}")
    held = f"{len(tensors)} tensors: {', '.join(map(str, content))}"
    return {name: _tensor(path, name, folded, shape, held) for name, shape in expected.items()}


def _tensor(path: Path, name: str, tensors: Mapping[str, Any], shape: tuple[int, ...], held: str) -> Any:
    if name not in tensors:
        held = held if len(held) <= _SHOWN else held[:_SHOWN] + "…"
        raise ModelDamaged(f"{path} lacks {name} {list(shape)}; it holds {held}", path=str(path))
    tensor = tensors[name]
    given = tuple(tensor.shape)
    if given != shape:
        hint = ""
        if name == "text_embedding.weight" and _TEXT_VOCAB_25_HZ in given[:1]:
            hint = ": this is the 25 Hz variant, which voicemill does not speak"
        raise ModelDamaged(
            f"{path}: {name}: given {list(given)}; allowed: {list(shape)}{hint} (other sizes are told by a config.json)",
            path=str(path),
        )
    _require_numbers(path, name, tensor)
    return tensor.float().contiguous()


def _require_numbers(path: Path, name: str, tensor: Any) -> None:
    """Raise ModelDamaged unless these are weights as they are computed with: dense, real, finite."""
    import torch

    if tensor.layout != torch.strided or not tensor.is_floating_point():
        raise ModelDamaged(
            f"{path}: {name}: given {tensor.dtype}, {tensor.layout}; allowed: dense floating point", path=str(path)
        )
    if not torch.isfinite(tensor).all():
        raise ModelDamaged(f"{path}: {name}: given weights that are no numbers; allowed: finite ones", path=str(path))


def fold_weight_norm(tensors: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tensors with `direction * magnitude / |direction|` for every normed weight; the norm spares axis 0."""
    folded = dict(tensors)
    for magnitude_end, direction_end in _NORMS:
        for name in [each for each in folded if each.endswith(magnitude_end)]:
            base = name.removesuffix(magnitude_end)
            if base + direction_end not in folded:
                continue  # then the weight is missing, and is reported so
            direction = folded.pop(base + direction_end).float()
            magnitude = folded.pop(name).float()
            axes = tuple(range(1, direction.dim()))
            length = direction.pow(2).sum(dim=axes, keepdim=True).sqrt()
            folded[base + ".weight"] = direction * (magnitude / length)
    return folded


def _voices(path: Path, arch: Arch) -> dict[str, NDArray[np.float32]]:
    import torch

    content = _load(path)
    found = {}
    for name, facts in content.items() if isinstance(content, dict) else ():
        embedding = facts.get("embedding") if isinstance(facts, dict) else None
        if not isinstance(embedding, torch.Tensor) or embedding.numel() != arch.speaker:
            given = list(embedding.shape) if isinstance(embedding, torch.Tensor) else type(embedding).__name__
            raise ModelDamaged(f"{path}: voice {name}: embedding: given {given}; allowed: [1, {arch.speaker}]")
        if not str(name).isprintable() or not str(name).strip():
            raise ModelDamaged(f"{path}: voice {name!r}: allowed: names that can be printed")
        _require_numbers(path, f"voice {name}", embedding)
        found[str(name)] = embedding.float().reshape(-1).numpy()
    if not found:
        raise ModelDamaged(f"{path} holds no voices: allowed: {{name: {{'embedding': [1, {arch.speaker}]}}}}")
    return found
