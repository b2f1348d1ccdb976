"""Building blocks for graphs that run a part at a time: constants, nodes, and Scan.

A Scan runs a small graph once for each slice of its inputs and lays the results one after the other. Slices of the
first axis are views, and results are written where they belong, so that only one slice's intermediate tensors exist.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Writer:
    """Adds nodes to a list and their integer constants to the model."""

    model: Any  #: an `onnx.ModelProto`
    nodes: list[Any] = field(default_factory=list)

    def inner(self) -> "Writer":
        """Return a writer for the body of a Scan; constants stay with the model, where a body sees them."""
        return Writer(self.model)

    def ints(self, *values: int) -> str:
        """Return the name of a list of int64, made at first use."""
        return self._constant([len(values)], values)

    def scalar(self, value: int) -> str:
        """Return the name of one int64, without a dimension."""
        return self._constant([], [value])

    def column(self, values: Sequence[int]) -> str:
        """Return the name of int64 of shape (n, 1): what a Scan hands out as lists of one."""
        return self._constant([len(values), 1], values)

    def _constant(self, shape: list[int], values: Sequence[int]) -> str:
        from onnx import TensorProto, helper

        name = f"ints/{'x'.join(map(str, shape))}/{'_'.join(map(str, values))}"
        if all(tensor.name != name for tensor in self.model.graph.initializer):
            self.model.graph.initializer.append(helper.make_tensor(name, TensorProto.INT64, shape, values))
        return name

    def op(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        """Add a node named after its output; return the output."""
        from onnx import helper

        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def copy(self, node: Any, renamed: dict[str, str], **attributes: list[int]) -> str:
        """Add a copy of a node with some tensors renamed and some lists of integers replaced; return its output."""
        from onnx import NodeProto

        copied = NodeProto()
        copied.CopyFrom(node)
        copied.input[:] = [renamed.get(name, name) for name in node.input]
        copied.output[:] = [renamed.get(name, name) for name in node.output]
        for attribute in copied.attribute:
            if attribute.name in attributes:
                attribute.ints[:] = attributes[attribute.name]
        self.nodes.append(copied)
        return str(copied.output[0])

    def scan(self, body: "Writer", inputs: dict[str, "Slice"], result: "Slice", output: str) -> str:
        """Add a Scan: `inputs` by the name that the body gives to a slice, `result` what the body makes of them."""
        from onnx import helper

        graph = helper.make_graph(
            body.nodes,
            f"{output}/body",
            [helper.make_tensor_value_info(name, each.dtype, each.shape) for name, each in inputs.items()],
            [helper.make_tensor_value_info(result.name, result.dtype, result.shape)],
        )
        names = [each.name for each in inputs.values()]
        return self.op("Scan", names, output, body=graph, num_scan_inputs=len(names))


@dataclass(frozen=True, slots=True)
class Slice:
    """A tensor that a Scan takes apart or puts together, and what one slice of it is."""

    name: str
    dtype: int  #: onnx.TensorProto.DataType
    shape: list[int | None]
