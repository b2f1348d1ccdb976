"""Weights that are only kept small: a Cast and a Mul make them float32 again when the session is opened.

ONNX Runtime folds those two for good, while it leaves a DequantizeLinear in place, to be computed at every run.
"""

from typing import Any

import numpy as np

_LEAST_VALUES = 1024  #: smaller tensors stay as they are: biases, norms
_INT8_MOST = 127
#: operator -> axis of its weight that has a scale for each index
_AXES = {"MatMul": 1, "Conv": 0, "ConvTranspose": 1, "Gather": 0}


def store(model: Any, *, half: bool) -> None:
    """Keep the weights of products, convolutions and look-ups in half precision or in int8 with scales, in place."""
    from onnx import numpy_helper

    graph = model.graph
    axes = {
        name: _AXES[node.op_type]
        for node in graph.node
        if node.op_type in _AXES
        for name in (node.input[0 if node.op_type == "Gather" else 1],)
    }
    kept, nodes = [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if tensor.name not in axes or values.dtype != np.float32 or values.size < _LEAST_VALUES:
            kept.append(tensor)
            continue
        tensors, unpacking = _halved(tensor.name, values) if half else _scaled(tensor.name, values, axes[tensor.name])
        kept += tensors
        nodes += unpacking
    nodes += list(graph.node)
    del graph.initializer[:]
    graph.initializer.extend(kept)
    del graph.node[:]
    graph.node.extend(nodes)


def _halved(name: str, values: Any) -> tuple[list[Any], list[Any]]:
    from onnx import TensorProto, helper, numpy_helper

    stored = numpy_helper.from_array(values.astype(np.float16), f"{name}.half")
    return [stored], [helper.make_node("Cast", [stored.name], [name], to=TensorProto.FLOAT)]


def _scaled(name: str, values: Any, axis: int) -> tuple[list[Any], list[Any]]:
    from onnx import TensorProto, helper, numpy_helper

    others = tuple(each for each in range(values.ndim) if each != axis)
    peaks = np.abs(values).max(axis=others, keepdims=True)
    scales = np.where(peaks > 0, peaks / _INT8_MOST, 1).astype(np.float32)
    stored = numpy_helper.from_array(np.rint(values / scales).astype(np.int8), f"{name}.int8")
    scale = numpy_helper.from_array(scales, f"{name}.scale")
    return [stored, scale], [
        helper.make_node("Cast", [stored.name], [f"{name}.wide"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{name}.wide", scale.name], [name]),
    ]
