"""Packages that speaking never needs: torch, what is built on it, and CUDA."""

import re
from collections.abc import Iterable

_HEAVY = re.compile(
    r"^(torch\w*|transformers|diffusers|nvidia[-_].*|cuda[-_].*|cupy.*|triton|tensorrt.*|onnxruntime[-_]gpu)\b",
    re.IGNORECASE,
)


def heavy(names: Iterable[str]) -> list[str]:
    """Return the names that are such a package's; a requirement begins with its name."""
    return [name for name in names if _HEAVY.match(name)]
