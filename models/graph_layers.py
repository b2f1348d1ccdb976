"""What a vocoder's layers look like in a quantized graph: 8-bit convolutions, and normalization with Snake.

Snake is the vocoder's activation, y + sin²(a·y)/a with one `a` a channel; it follows an adaptive instance normalization.
Exporters spell it out as five nodes, and an 8-bit convolution as four. Only layers whose tensors nobody else takes are
recognised, so that a caller may replace all of their nodes.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Convolution:
    """ConvInteger along time, of stride 1 and as long as its input; then bias, cast to float, scale."""

    node: Any
    tail: list[Any]  #: the nodes after it, in order
    bias: str  #: int32, (1, channels, 1)
    channels: int  #: of its output
    reach: int  #: samples before and after a sample that it is made of, together

    @property
    def source(self) -> str:
        """The 8-bit tensor that it takes."""
        return str(self.node.input[0])


@dataclass(frozen=True, slots=True)
class Snake:
    """InstanceNormalization, then Snake."""

    nodes: list[Any]  #: in order
    source: str
    flat: list[str]  #: scale and bias of the normalization, (channels,)
    columns: list[str]  #: a and 1/a, (1, channels, 1)
    channels: int


class Wiring:
    """Who makes and who takes each tensor of an `onnx.ModelProto`."""

    def __init__(self, model: Any) -> None:
        graph = model.graph
        self._makers = {name: node for node in graph.node for name in node.output}
        self._takers: dict[str, int] = defaultdict(int)
        self._weights = {tensor.name: tensor for tensor in graph.initializer}
        for name in [name for node in graph.node for name in node.input] + [output.name for output in graph.output]:
            self._takers[name] += 1

    def convolution(self, output: str) -> Convolution | None:
        """Return the convolution that ends in `output`."""
        chain = self._chain(output, ("Mul", 0), ("Cast", 0), ("Add", 0), ("ConvInteger", 0))
        weight = self._weights.get(chain[-1].input[1]) if chain else None
        if weight is None or len(weight.dims) != 3 or len(chain[-1].input) != 4:
            return None
        given = {attribute.name: attribute for attribute in chain[-1].attribute}
        step = given["dilations"].ints[0] if "dilations" in given else 1
        reach = int(step * (weight.dims[2] - 1))
        wanted = {"pads": [reach // 2, reach - reach // 2], "strides": [1], "group": [1]}
        for name, values in wanted.items():
            if name not in given or (list(given[name].ints) or [given[name].i]) != values:
                return None
        return Convolution(chain[-1], chain[-2::-1], str(chain[2].input[1]), int(weight.dims[0]), reach)

    def snake(self, last: Any) -> Snake | None:
        """Return the Snake whose last node this is."""
        if last.op_type != "Add":
            return None
        chain = self._chain(last.input[1], ("Mul", 1), ("Pow", 0), ("Sin", 0), ("Mul", 1))
        norm = self._makers.get(last.input[0])
        if not chain or norm is None or norm.op_type != "InstanceNormalization":
            return None
        inverse, power, _, times = chain
        square = self._weights.get(power.input[1])
        width = self._weights.get(times.input[0])
        if times.input[1] != norm.output[0] or self._takers[norm.output[0]] != 2 or square is None or width is None:
            return None
        if list(square.dims) not in ([], [1]) or len(width.dims) != 3:
            return None
        columns = [str(times.input[0]), str(inverse.input[0])]
        nodes = [norm, *chain[::-1], last]
        return Snake(nodes, str(norm.input[0]), list(norm.input[1:]), columns, int(width.dims[1]))

    def _chain(self, name: str, *steps: tuple[str, int]) -> list[Any]:
        """Follow a tensor back through nodes of these kinds, each by the input of this number; [] when one differs."""
        found = []
        for kind, number in steps:
            node = self._makers.get(name)
            if node is None or node.op_type != kind or self._takers[name] != 1:
                return []
            found.append(node)
            name = node.input[number]
        return found
