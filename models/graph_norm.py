"""Adaptive instance normalization as the one operator that it is.

Kokoro's published graph spells each of its style-controlled normalizations out as nine nodes, every one a pass over all
samples of a layer. ONNX Runtime has a single kernel for `scale · (x - mean) / sqrt(variance + epsilon) + bias` over the
last axis of (1, channels, time), and takes scale and bias as inputs. Same arithmetic, fewer passes over memory: about a
twentieth of the model's time (docs/adr/0006-graph-preparation.md).
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class _Graph:
    """Who makes and who takes each tensor."""

    makers: dict[str, Any]
    takers: dict[str, list[Any]]
    constants: dict[str, Any]  # name -> array

    def maker(self, name: str, op: str) -> Any | None:
        node = self.makers.get(name)
        return node if node is not None and node.op_type == op else None

    def other(self, node: Any, name: str) -> str:
        return str(node.input[1] if node.input[0] == name else node.input[0])


def fuse_instance_norms(model: Any) -> int:
    """Replace every spelled-out adaptive instance normalization of an `onnx.ModelProto`; return how many there were."""
    from onnx import AttributeProto, helper

    if any(attribute.type == AttributeProto.GRAPH for node in model.graph.node for attribute in node.attribute):
        return 0  # a branch may use tensors without naming them as inputs: not ours to prune
    graph = _read(model.graph)
    replaced: dict[int, list[Any]] = {}
    for div in (node for node in model.graph.node if node.op_type == "Div"):
        normed = _normalized(div, graph)
        if normed is None:
            continue
        source, epsilon = normed
        for mul in graph.takers[div.output[0]]:
            adds = graph.takers[mul.output[0]] if mul.op_type == "Mul" else []
            if len(adds) == 1 and adds[0].op_type == "Add":
                scale, bias = graph.other(mul, div.output[0]), graph.other(adds[0], mul.output[0])
                flat = [f"{adds[0].output[0]}/scale", f"{adds[0].output[0]}/bias"]
                replaced[id(adds[0])] = [
                    helper.make_node("Reshape", [scale, _flat(model)], [flat[0]], name=flat[0]),
                    helper.make_node("Reshape", [bias, _flat(model)], [flat[1]], name=flat[1]),
                    helper.make_node(
                        "InstanceNormalization",
                        [source, *flat],
                        [adds[0].output[0]],
                        name=f"{adds[0].name}/InstanceNormalization",
                        epsilon=epsilon,
                    ),
                ]
    if not replaced:
        return 0
    nodes = [new for node in model.graph.node for new in replaced.get(id(node), [node])]
    kept = _needed(nodes, {output.name for output in model.graph.output})
    del model.graph.node[:]
    model.graph.node.extend(kept)
    return len(replaced)


def _read(graph: Any) -> _Graph:
    from onnx import numpy_helper

    takers: dict[str, list[Any]] = defaultdict(list)
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        for name in node.input:
            takers[name].append(node)
        if node.op_type == "Constant" and node.attribute[0].name == "value":
            constants[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
    return _Graph({name: node for node in graph.node for name in node.output}, takers, constants)


def _normalized(div: Any, graph: _Graph) -> tuple[str, float] | None:
    """Return (x, epsilon) when `div` is `(x - mean(x)) / sqrt(mean((x - mean(x))²) + epsilon)` over the last axis."""
    centred, root = graph.maker(div.input[0], "Sub"), graph.maker(div.input[1], "Sqrt")
    if centred is None or root is None or not _is_mean(centred.input[1], centred.input[0], graph):
        return None
    plus = graph.maker(root.input[0], "Add")
    epsilon = graph.constants.get(plus.input[1]) if plus is not None else None
    variance = graph.maker(plus.input[0], "ReduceMean") if plus is not None else None
    square = graph.maker(variance.input[0], "Mul") if variance is not None else None
    if epsilon is None or epsilon.size != 1 or square is None or list(square.input) != [centred.output[0]] * 2:
        return None
    if variance is None or not _is_mean(variance.output[0], square.output[0], graph):
        return None
    return str(centred.input[0]), float(epsilon)


def _is_mean(name: str, of: str, graph: _Graph) -> bool:
    mean = graph.maker(name, "ReduceMean")
    if mean is None or mean.input[0] != of or len(mean.input) != 2:
        return False
    axes = graph.constants.get(mean.input[1])
    keeps = all(attribute.i == 1 for attribute in mean.attribute if attribute.name == "keepdims")
    return axes is not None and axes.tolist() in ([2], [-1]) and keeps


def _flat(model: Any) -> str:
    """Return the name of the shape `[-1]`, made at first use."""
    from onnx import TensorProto, helper

    name = "instance_norm/flat"
    if all(tensor.name != name for tensor in model.graph.initializer):
        model.graph.initializer.append(helper.make_tensor(name, TensorProto.INT64, [1], [-1]))
    return name


def _needed(nodes: list[Any], wanted: set[str]) -> list[Any]:
    """Return the nodes that an output depends on, in order."""
    kept = []
    for node in reversed(nodes):
        if wanted.intersection(node.output):
            kept.append(node)
            wanted.update(node.input)
    return kept[::-1]
