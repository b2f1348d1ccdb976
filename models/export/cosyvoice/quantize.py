"""From a graph in float32 to the graph of a profile, written with its weights in a file beside it."""

from pathlib import Path
from typing import Any

from models.cosyvoice.facts import Weights
from models.export.cosyvoice.products import in_blocks, in_integers
from models.export.cosyvoice.stored import store

_EXTERNAL_BYTES = 1024  #: smaller tensors stay in the graph: a mapping each would cost more than it shares


def quantize(model: Any, ways: tuple[Weights, ...]) -> None:
    """Keep the model's weights so, in place, one way after another: each takes what the ones before left."""
    for way in ways:
        if way == "int8-dynamic":
            in_integers(model)
        elif way == "int8-blocks":
            in_blocks(model, bits=8)
        elif way == "int4-blocks":
            in_blocks(model, bits=4)
        elif way != "float32":
            store(model, half=way == "float16-stored")


def save(model: Any, path: Path) -> tuple[Path, ...]:
    """Write a graph and its weights. Returns both files, the graph first."""
    import onnx

    weights = path.with_suffix(".bin")
    weights.unlink(missing_ok=True)  # onnx appends to what is there
    onnx.save_model(
        model,
        str(path),
        save_as_external_data=True,
        all_tensors_to_one_file=True,
        location=weights.name,
        size_threshold=_EXTERNAL_BYTES,
    )
    return tuple(each for each in (path, weights) if each.is_file())
