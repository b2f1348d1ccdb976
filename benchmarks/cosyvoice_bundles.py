"""Full-size CosyVoice bundles made to speak for as long as a benchmark wants, and what machine it ran on.

A variant is a bundle's files, linked, with a manifest of its own: so many speech tokens for a token of text. Weights are
random and never end by themselves, so lengths are exact, and the guards are off.
"""

import os
import platform
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort

from models.cosyvoice.bundle import MANIFEST, read_bundle, write_bundle
from models.cosyvoice.tokenizer import RANKS, open_tokenizer, tagged
from models.fetch import pull
from models.options import ModelOptions

#: 60 tokens with the tag: a segment of 10 s
LONG = "昨天傍晚我们沿着河边的小路慢慢走到那座古老的石桥旁边看见许多孩子正在绿色的草地上开心地奔跑放风筝。"
SPEECH_TOKENS, TOKEN_HZ, FRAMES = 500, 50, 861
_FEATURES = ("avx2", "avx512f", "avx_vnni", "avx512_vnni", "amx_int8")


def variant(folder: Path, profile: str) -> tuple[Path, str]:
    """Make a models folder with a bundle that says LONG in 500 speech tokens; return it and the model's id."""
    models, name = folder / "bench-models", f"cosyvoice-{profile}"
    made = models / name
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    for path in (folder / profile).iterdir():
        if path.is_file() and path.name != MANIFEST and not path.name.startswith("."):
            os.link(path, made / path.name)
    bundle = read_bundle(folder / profile)
    if not bundle.synthetic:
        raise SystemExit(f"{folder / profile} is no bundle of random weights: how long it speaks is its own affair")
    write_bundle(bundle, made)
    if not (made / RANKS).is_file():
        pull(name, ModelOptions(folder=models))
        os.link(made / RANKS, folder / profile / RANKS)
    ratio = (SPEECH_TOKENS + 0.5) / len(open_tokenizer(bundle.tokenizer, made)(tagged(LONG, "zh")))
    write_bundle(replace(bundle, defaults=replace(bundle.defaults, min_ratio=ratio, max_ratio=ratio)), made)
    return models, name


def machine() -> dict[str, Any]:
    """Say what this machine is, and how busy it was."""
    facts = dict(line.split(":", 1) for line in Path("/proc/cpuinfo").read_text("ascii").splitlines() if ":" in line)
    told = {key.strip(): value.strip() for key, value in facts.items()}
    flags = told.get("flags", "").split()
    return {
        "processor": told.get("model name", platform.machine()),
        "cpus": os.cpu_count(),
        "features": [each for each in _FEATURES if each in flags],
        "load_average": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "onnxruntime": ort.__version__,
        "numpy": np.__version__,
    }
