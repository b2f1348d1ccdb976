"""A vocoder's residual blocks, a tile of time or a few channels at a time.

The last layers of Kokoro's vocoder work on 2.5 MB a second of audio for each tensor, and a graph that runs whole layers
keeps six of them: what convolutions unfold, and each step of normalization and Snake. Here a convolution runs
over tiles of time, unfolding one tile at once, and normalization (which needs all of a channel's samples) and Snake run
over groups of channels. Tensors between the two are kept as tiles, (tiles, 1, channels, samples of a tile). The samples
are the same to the last bit: 8-bit convolutions add integers, and everything else is by channel. What is worked on fits
the processor's cache, so it is faster, too (docs/adr/0011-vocoder-in-tiles.md).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from models.graph_layers import Convolution, Snake, Wiring
from models.graph_scan import Slice, Writer

_FLOAT, _INT64 = 1, 7  # onnx.TensorProto.DataType
TILE_SAMPLES = 1024  # at most; 1.4 MB unfolded for 128 channels and a kernel of 11
GROUP_CHANNELS = 4  # a multiple of the vector's width: ONNX Runtime computes the sines of a rest otherwise


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a tensor is cut: names of int64 tensors."""

    length: str  #: (1,), samples in all
    size: str  #: (1,), samples of a tile; the last one may hold samples past the end, which mean nothing
    starts: str  #: (tiles, 1)


def run_in_tiles(model: Any) -> int:
    """Rewrite the residual blocks of an `onnx.ModelProto`, in place; return how many layers were."""
    wiring, tiler = Wiring(model), _Tiler(model)
    for node in list(model.graph.node):
        snake = wiring.snake(node)
        if snake is not None and snake.channels % GROUP_CHANNELS == 0:
            before = wiring.convolution(snake.source)
            if before is None or before.source in tiler.sources:
                tiler.add_snake(snake, before)
                continue
        if node.op_type == "Add":
            sides = [(wiring.convolution(node.input[k]), str(node.input[1 - k])) for k in (0, 1)]
            if any(conv is not None and tiler.add_residual(node, conv, other) for conv, other in sides):
                continue
            if tiler.add_sum(node):
                continue
        tiler.keep(node)
    return tiler.finish()


class _Tiler:
    """Writes the new graph, node by node, in the old one's order."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._writer = Writer(model)
        self._tilings: dict[str, Tiling] = {}  #: by tensor; its tiles are named <tensor>/tiles
        self._whole: set[str] = set()  #: of those, the ones that exist as one tensor, too
        self._replaced: set[int] = set()
        self._layers = 0
        self.sources: dict[str, Tiling] = {}  #: activations, whole and as 8 bits, by the tiling of what they are of

    def keep(self, node: Any) -> None:
        """Keep a node; what it takes is made whole, and an activation that it quantizes stays one."""
        if node.op_type == "DynamicQuantizeLinear" and node.input[0] in self.sources:
            self.sources[node.output[0]] = self.sources[node.input[0]]
        self._writer.nodes.append(node)

    def add_snake(self, snake: Snake, before: Convolution | None) -> None:
        """Write normalization and Snake, and the convolution before them if there is one that runs in tiles."""
        w, output = self._writer, str(snake.nodes[-1].output[0])
        if before is not None:
            tiling = self.sources[before.source]
            tiles = self._convolve(before, tiling, f"{output}/convolved")
        else:
            tiling, tiles = self._tiles(snake.source, snake.channels), f"{snake.source}/tiles"
        parts = self._by_channels(snake, tiles, tiling, f"{output}/parts")
        w.op("Reshape", [parts, w.ints(1, snake.channels, -1)], output)
        self.sources[output] = tiling
        self._replace(snake.nodes)

    def add_residual(self, add: Any, conv: Convolution, residual: str) -> bool:
        """Write a convolution and the sum with what went round it. False when they are not cut alike."""
        tiling = self._tilings.get(residual)
        if tiling is None or self.sources.get(conv.source) != tiling:
            return False
        output = str(add.output[0])
        self._convolve(conv, tiling, f"{output}/tiles", f"{residual}/tiles")
        self._tilings[output] = tiling
        self._replace([add])
        return True

    def add_sum(self, add: Any) -> bool:
        """Write the sum of two tensors that are cut alike, as tiles. False when they are not."""
        tilings = [self._tilings.get(name) for name in add.input]
        if tilings[0] is None or tilings[0] != tilings[1]:
            return False
        self._writer.op("Add", [f"{name}/tiles" for name in add.input], f"{add.output[0]}/tiles")
        self._tilings[str(add.output[0])] = tilings[0]
        self._replace([add])
        return True

    def finish(self) -> int:
        """Put the new nodes in the model's graph, with whole tensors where kept nodes take them."""
        graph = self._model.graph
        nodes = [node for node in self._writer.nodes if id(node) not in self._replaced]
        del graph.node[:]
        for node in nodes:
            graph.node.extend(self._made_whole(node.input))
            graph.node.append(node)
        graph.node.extend(self._made_whole(output.name for output in graph.output))
        if self._layers:
            del graph.value_info[:]  # types of tensors that are gone
        return self._layers

    def _made_whole(self, names: Iterable[str]) -> list[Any]:
        joiner = Writer(self._model)
        for name in names:
            if name in self._tilings and name not in self._whole:
                self._whole.add(name)
                _joined(joiner, f"{name}/tiles", self._tilings[name], name)
        return joiner.nodes

    def _replace(self, nodes: list[Any]) -> None:
        self._replaced.update(id(node) for node in nodes)
        self._layers += 1

    def _tiles(self, name: str, channels: int) -> Tiling:
        """Return how a tensor is cut; cut it if it is not."""
        if name not in self._tilings:
            self._tilings[name] = _tiling(self._writer, name)
            self._whole.add(name)
            _cut(self._writer, name, self._tilings[name], channels)
        return self._tilings[name]

    def _convolve(self, conv: Convolution, tiling: Tiling, output: str, residual: str | None = None) -> str:
        """Convolve a tile at a time, with the samples around it; beyond the ends there is the zero point."""
        w, body = self._writer, self._writer.inner()
        start = f"{output}/start"
        span = w.op("Add", [tiling.size, w.ints(conv.reach)], f"{output}/span")
        low = body.op("Sub", [start, w.ints(conv.reach // 2)], f"{output}/low")
        high = body.op("Add", [low, span], f"{output}/high")
        first = body.op("Max", [low, w.ints(0)], f"{output}/first")
        stop = body.op("Min", [high, tiling.length], f"{output}/stop")
        before, after = (
            body.op("Sub", [first, low], f"{output}/before"),
            body.op("Sub", [high, stop], f"{output}/after"),
        )
        pads = body.op("Concat", [w.ints(0, 0), before, w.ints(0, 0), after], f"{output}/pads", axis=0)
        part = body.op("Slice", [conv.source, first, stop, w.ints(2)], f"{output}/part")
        padded = body.op("Pad", [part, pads, conv.node.input[2]], f"{output}/padded")
        last = body.copy(conv.node, {conv.source: padded}, pads=[0, 0])
        for node in conv.tail:
            last = body.copy(node, {})
        inputs = {start: Slice(tiling.starts, _INT64, [1])}
        shape: list[int | None] = [1, conv.channels, None]
        if residual is not None:
            inputs[f"{output}/residual"] = Slice(residual, _FLOAT, shape)
            last = body.op("Add", [last, f"{output}/residual"], f"{output}/sum")
        self._replace([conv.node, *conv.tail])
        return w.scan(body, inputs, Slice(last, _FLOAT, shape), output)

    def _by_channels(self, snake: Snake, tiles: str, tiling: Tiling, output: str) -> str:
        """Normalize and activate a group of channels at a time; return the groups, (groups, 1, channels, samples)."""
        w, body, group = self._writer, self._writer.inner(), GROUP_CHANNELS
        groups, first = snake.channels // group, f"{output}/first"
        inputs = {first: Slice(w.column(range(0, snake.channels, group)), _INT64, [1])}
        stop = body.op("Add", [first, w.ints(group)], f"{output}/stop")
        part = body.op("Slice", [tiles, first, stop, w.ints(2)], f"{output}/part")
        names = {snake.source: _joined(body, part, tiling, f"{output}/joined")}
        shapes: list[tuple[str, list[int | None]]] = [(name, [group]) for name in snake.flat]
        shapes += [(name, [1, group, 1]) for name in snake.columns]
        for number, (name, shape) in enumerate(shapes):
            names[name] = f"{output}/parameter_{number}"
            split = w.op("Reshape", [name, w.ints(groups, *(size or 0 for size in shape))], f"{names[name]}/split")
            inputs[names[name]] = Slice(split, _FLOAT, shape)
        for node in snake.nodes:
            last = body.copy(node, names)
        return w.scan(body, inputs, Slice(last, _FLOAT, [1, group, None]), output)


def _tiling(w: Writer, name: str) -> Tiling:
    """Write how a tensor is cut: into as few tiles as their size allows, all of the same size."""
    length = w.op("Shape", [name], f"{name}/length", start=2, end=3)
    count = w.op(
        "Div", [w.op("Add", [length, w.ints(TILE_SAMPLES - 1)], f"{name}/up"), w.ints(TILE_SAMPLES)], f"{name}/n"
    )
    over = w.op("Sub", [w.op("Add", [length, count], f"{name}/over"), w.ints(1)], f"{name}/over_1")
    size = w.op("Div", [over, count], f"{name}/size")
    end, step = (
        w.op("Squeeze", [each], f"{each}/scalar") for each in (w.op("Mul", [count, size], f"{name}/end"), size)
    )
    starts = w.op("Range", [w.scalar(0), end, step], f"{name}/range")
    return Tiling(length, size, w.op("Reshape", [starts, w.ints(-1, 1)], f"{name}/starts"))


def _cut(w: Writer, name: str, tiling: Tiling, channels: int) -> None:
    """Cut a tensor into tiles."""
    body, start = w.inner(), f"{name}/cut/start"
    end = body.op("Add", [start, tiling.size], f"{name}/cut/end")
    stop = body.op("Min", [end, tiling.length], f"{name}/cut/stop")
    lacks = body.op("Sub", [end, stop], f"{name}/cut/lacks")
    pads = body.op("Concat", [w.ints(0, 0, 0, 0, 0), lacks], f"{name}/cut/pads", axis=0)
    part = body.op("Slice", [name, start, stop, w.ints(2)], f"{name}/cut/part")
    tile = body.op("Pad", [part, pads], f"{name}/cut/tile")
    inputs = {start: Slice(tiling.starts, _INT64, [1])}
    w.scan(body, inputs, Slice(tile, _FLOAT, [1, channels, None]), f"{name}/tiles")


def _joined(w: Writer, tiles: str, tiling: Tiling, output: str) -> str:
    """Join tiles, or some channels of them, to (1, channels, samples)."""
    side = w.op("Transpose", [tiles], f"{output}/side_by_side", perm=[1, 2, 0, 3])
    line = w.op("Reshape", [side, w.ints(0, 0, -1)], f"{output}/in_line")
    return w.op("Slice", [line, w.ints(0), tiling.length, w.ints(2)], output)
