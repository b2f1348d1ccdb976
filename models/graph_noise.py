"""Noise as an input of a graph, in place of the random numbers that ONNX Runtime would draw.

How much noise a graph needs is decided inside it (by the durations it predicts), so each random node becomes an input
`noise_<k>`: one flat run of standard normal numbers, of which the graph takes as many as the node's shape holds. A run
that is too short is repeated rather than refused: it can only happen when a segment comes out several times longer than
expected, where repeated noise is the least of its troubles.
"""

from typing import Any

from pipeline.errors import ModelError

PREFIX = "noise_"
_RANDOM = {"RandomNormal", "RandomUniform", "RandomUniformLike", "Multinomial", "Bernoulli"}


def noise_as_input(model: Any) -> int:
    """Replace every RandomNormalLike node of an `onnx.ModelProto`, in place; return how many there were.

    Raises ModelError when the graph draws random numbers in a way that cannot be replaced.
    """
    from onnx import TensorProto, helper

    graph = model.graph
    nodes: list[Any] = []
    count = 0
    for node in list(graph.node):
        if node.op_type in _RANDOM:
            raise ModelError(
                f"node {node.name!r} ({node.op_type}) draws random numbers: speech would not be repeatable"
            )
        if node.op_type != "RandomNormalLike":
            nodes.append(node)
            continue
        _require_standard(node)
        nodes.extend(_taken_from(f"{PREFIX}{count}", node, model))
        shape = [f"{PREFIX}{count}_length"]
        graph.input.append(helper.make_tensor_value_info(f"{PREFIX}{count}", TensorProto.FLOAT, shape))
        count += 1
    del graph.node[:]
    graph.node.extend(nodes)
    return count


def _require_standard(node: Any) -> None:
    given = {attribute.name: attribute for attribute in node.attribute}
    dtype = given["dtype"].i if "dtype" in given else 1
    mean = given["mean"].f if "mean" in given else 0.0
    scale = given["scale"].f if "scale" in given else 1.0
    if (dtype, mean, scale) != (1, 0.0, 1.0):
        raise ModelError(f"node {node.name!r}: only standard normal float32 noise is supported, not {mean}±{scale}")


def _taken_from(name: str, node: Any, model: Any) -> list[Any]:
    """Return the nodes that give `node`'s output from a flat input: repeat, cut to size, shape."""
    from onnx import TensorProto, helper

    def constant(part: str, value: int) -> str:
        tensor = helper.make_tensor(f"{name}/{part}", TensorProto.INT64, [1], [value])
        model.graph.initializer.append(tensor)
        return str(tensor.name)

    zero, one = constant("zero", 0), constant("one", 1)

    def make(op: str, inputs: list[str], output: str, **attributes: Any) -> Any:
        return helper.make_node(op, inputs, [output], name=f"{name}/{op}_{output.rpartition('/')[2]}", **attributes)

    shape, needed, given, over, short, times, enough, cut = (
        f"{name}/{part}" for part in ("shape", "needed", "given", "over", "short", "times", "enough", "cut")
    )
    return [
        make("Shape", [node.input[0]], shape),
        make("ReduceProd", [shape], needed, keepdims=1),
        make("Shape", [name], given),
        make("Sub", [needed, one], over),
        make("Div", [over, given], short),
        make("Add", [short, one], times),  # ceil(needed / given) without leaving the integers
        make("Tile", [name, times], enough),
        make("Slice", [enough, zero, needed], cut),
        make("Reshape", [cut, shape], node.output[0]),
    ]
