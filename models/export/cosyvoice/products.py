"""Matrix products with fewer bits: weights as integers, and inputs made integers while running.

Written here and not by ONNX Runtime's tools, which configure the log of the whole process, want two more packages, and
take minutes for graphs of this size. The operators are the same.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Made = tuple[list[Any], list[Any]]  #: initialisers and nodes that take the place of a product

_DYNAMIC_MOST = 64  #: 7 bits: AVX2 without VNNI adds two products of 8 bits in 16, and would saturate
_BLOCK = 32  #: weights of one column that share a scale
_INT8_COMPUTE = 4  #: MatMulNBits' accuracy level: inputs are made int8 as well
_CONTRIB = "com.microsoft"


def in_integers(model: Any) -> None:
    """Make products with constant weights MatMulInteger, a scale for each column; inputs are measured at every run."""
    from onnx import helper

    measured: set[str] = set()

    def made(node: Any, weight: NDArray[np.float32]) -> Made:
        given, out = node.input[0], node.output[0]
        nodes = []
        if given not in measured:
            measured.add(given)
            nodes = [helper.make_node("DynamicQuantizeLinear", [given], [f"{given}.{part}" for part in "qsz"])]
        peaks = np.abs(weight).max(axis=0)
        scales = np.where(peaks > 0, peaks / _DYNAMIC_MOST, 1).astype(np.float32)
        values = {
            f"{out}.weight": np.rint(weight / scales).astype(np.int8),
            f"{out}.scale": scales,
            f"{out}.zero": np.zeros(len(scales), np.int8),
        }
        return _tensors(values), [
            *nodes,
            helper.make_node(
                "MatMulInteger", [f"{given}.q", f"{out}.weight", f"{given}.z", f"{out}.zero"], [f"{out}.int"]
            ),
            helper.make_node("Cast", [f"{out}.int"], [f"{out}.wide"], to=1),
            helper.make_node("Mul", [f"{given}.s", f"{out}.scale"], [f"{out}.unit"]),
            helper.make_node("Mul", [f"{out}.wide", f"{out}.unit"], [out]),
        ]

    _replace(model, made)


def in_blocks(model: Any, bits: int) -> None:
    """Make products with constant weights MatMulNBits: symmetric, a scale for each block of a column."""
    from onnx import helper

    def made(node: Any, weight: NDArray[np.float32]) -> Made:
        out = node.output[0]
        packed, scales = pack(weight, bits)
        product = helper.make_node(
            "MatMulNBits", [node.input[0], f"{out}.weight", f"{out}.scale"], [out], domain=_CONTRIB,
            K=weight.shape[0], N=weight.shape[1], bits=bits, block_size=_BLOCK, accuracy_level=_INT8_COMPUTE,
        )  # fmt: skip
        return _tensors({f"{out}.weight": packed, f"{out}.scale": scales}), [product]

    _replace(model, made)
    if all(each.domain != _CONTRIB for each in model.opset_import):
        model.opset_import.append(helper.make_opsetid(_CONTRIB, 1))


def pack(weight: NDArray[np.float32], bits: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return a weight (K, N) as MatMulNBits reads it: bytes (N, blocks, bytes of a block), scales (N * blocks,).

    The value furthest from zero becomes the lowest integer, which alone reaches one further than the highest.
    """
    middle = 1 << (bits - 1)
    columns = np.ascontiguousarray(weight.T)
    columns = np.pad(columns, ((0, 0), (0, -columns.shape[1] % _BLOCK)))
    blocks = columns.reshape(columns.shape[0], -1, _BLOCK)
    furthest = np.take_along_axis(blocks, np.abs(blocks).argmax(axis=2, keepdims=True), axis=2)
    scales = (furthest / -middle).astype(np.float32)
    levels = np.rint(blocks / np.where(scales == 0, 1, scales)) + middle
    values = np.clip(levels, 0, 2 * middle - 1).astype(np.uint8)
    packed = values if bits == 8 else values[:, :, ::2] | (values[:, :, 1::2] << 4)
    return packed, scales.reshape(-1)


def _tensors(values: dict[str, NDArray[Any]]) -> list[Any]:
    from onnx import numpy_helper

    return [numpy_helper.from_array(value, name) for name, value in values.items()]


def _replace(model: Any, made: Callable[[Any, NDArray[np.float32]], Made]) -> None:
    from onnx import numpy_helper

    graph = model.graph
    weights = {tensor.name: tensor for tensor in graph.initializer if len(tensor.dims) == 2}
    nodes, added, gone = [], [], set()
    for node in graph.node:
        if node.op_type != "MatMul" or node.input[1] not in weights:
            nodes.append(node)
            continue
        tensors, instead = made(node, numpy_helper.to_array(weights[node.input[1]]))
        added += tensors
        nodes += instead
        gone.add(node.input[1])
    still_read = {name for node in nodes for name in node.input}
    kept = [tensor for tensor in graph.initializer if tensor.name not in gone or tensor.name in still_read]
    del graph.node[:]
    graph.node.extend(nodes)
    del graph.initializer[:]
    graph.initializer.extend([*kept, *added])
