"""A checkpoint of random weights in the official file layout, at any sizes. It speaks noise.

For rehearsals at full size and for tests: official weights are nowhere in this repository. Weights are uniform up to one
over the root of what they sum over, as torch begins; norms are near one, weight norm is spelled as officially.

    python -m models.export.cosyvoice.random_checkpoint FOLDER
"""

import json
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.export.cosyvoice.arch import CONFIG, OFFICIAL, Arch, config_of
from models.export.cosyvoice.checkpoint import VOICES
from models.export.cosyvoice.layout import PARTS, layout

NAMES = ("中文女", "中文男", "日语男", "粤语女", "英文女", "英文男", "韩语女")

_PITCH_BIAS_HZ = 150.0
_NO_NORM = ("source_downs.", "m_source.", "f0_predictor.classifier")


def write_random_checkpoint(folder: Path, arch: Arch = OFFICIAL, seed: int = 0) -> None:
    """Write the four files, and a `config.json` that tells their sizes and that they are random."""
    import torch

    folder.mkdir(parents=True, exist_ok=True)
    for number, part in enumerate(PARTS):
        noise = np.random.default_rng([seed, number])
        tensors: dict[str, Any] = {}
        for name, shape in layout(part, arch).items():
            values = torch.from_numpy(_values(name, shape, noise))
            if part == "hift" and len(shape) == 3 and not name.startswith(_NO_NORM):
                tensors |= _normed(name, values)
            else:
                tensors[name] = values
        torch.save(tensors, folder / f"{part}.pt")
    noise = np.random.default_rng([seed, len(PARTS)])
    voices = {name: noise.standard_normal((1, arch.speaker), dtype=np.float32) for name in NAMES}
    torch.save({name: {"embedding": torch.from_numpy(values)} for name, values in voices.items()}, folder / VOICES)
    config = config_of(replace(arch, synthetic=True))
    (folder / CONFIG).write_text(json.dumps(config, indent=1), encoding="utf-8")


def _values(name: str, shape: tuple[int, ...], noise: np.random.Generator) -> NDArray[np.float32]:
    drawn = noise.standard_normal(shape, dtype=np.float32)
    if name == "f0_predictor.classifier.bias":
        return np.full(shape, _PITCH_BIAS_HZ, np.float32)
    if name.endswith(".alpha") or (len(shape) == 1 and name.endswith(".weight")):
        return (1 + 0.05 * drawn).astype(np.float32)
    if len(shape) == 1 or "pos_bias" in name:
        return (0.05 * drawn).astype(np.float32)
    if "embedding" in name:
        return drawn
    summed = shape[0] * shape[2] / 2 if name.startswith("ups.") else math.prod(shape[1:])
    return (noise.uniform(-1, 1, shape) / math.sqrt(summed)).astype(np.float32)


def _normed(name: str, values: Any) -> dict[str, Any]:
    base = name.removesuffix("weight") + "parametrizations.weight.original"
    return {f"{base}0": values.flatten(1).norm(dim=1).reshape(-1, 1, 1), f"{base}1": values}


if __name__ == "__main__":
    write_random_checkpoint(Path(sys.argv[1]))
