"""From a torch network to an ONNX graph in float32, with free lengths where the signature says so.

The older exporter of torch is used: it keeps the operators that ONNX Runtime's quantisers look for, and needs no further
package. It warns that it is the older one; those warnings are silenced here, and only here.
"""

import warnings
from pathlib import Path
from typing import Any

from models.cosyvoice.graphs import Tensor, signature
from models.export.cosyvoice.arch import Arch
from models.export.cosyvoice.probe import Lengths, feeds_of

OPSET = 17


def trace(graph: str, network: Any, arch: Arch, path: Path) -> None:
    """Write a network's graph to a file of its own."""
    import torch

    sides = signature(graph, arch.dims)
    feeds = feeds_of(graph, arch, Lengths())
    free = {name: axes for name, tensor in {**sides.inputs, **sides.outputs}.items() if (axes := _free(tensor))}
    with warnings.catch_warnings(), torch.inference_mode():
        # DeprecationWarning: "the legacy exporter", which is chosen; TracerWarning and UserWarning: sizes that it takes
        # for constants, of weights only, where they are (other lengths are tried after every export)
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            tuple(torch.from_numpy(value) for value in feeds.values()),
            str(path),
            input_names=list(sides.inputs),
            output_names=list(sides.outputs),
            dynamic_axes=free,
            opset_version=OPSET,
            do_constant_folding=True,
            dynamo=False,
        )


def _free(tensor: Tensor) -> dict[int, str]:
    return {axis: size for axis, size in enumerate(tensor.shape) if isinstance(size, str)}
