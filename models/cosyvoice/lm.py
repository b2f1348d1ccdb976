"""The language model: text and speaker in, speech tokens out, one at a time.

One graph serves the first pass and every step. Keys and values lie in buffers of ours, which the graph reads in place
and of which it returns only the new rows; unused slots are hidden by the bias. Buffers grow by `GROWTH` slots. The
position table is made once for as many rows as were ever needed, in pieces of fixed size: with quantised weights a
row's value depends on what it is computed beside, and a segment must not sound other after a long one than alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.cosyvoice.facts import Dims
from models.cosyvoice.graphs import HIDDEN
from models.cosyvoice.positions import prefill_bias, prefill_idx, sinusoids
from models.session import Bound, Session

Floats = NDArray[np.float32]

GROWTH = 128

#: `choose(scores, heard)` gives the next token.
Choose = Callable[[Floats, Sequence[int]], int]


class PositionTable:
    """Each layer's rows for distances 0, 1, 2 …; shape (1, heads, rows, width)."""

    def __init__(self, session: Session, dims: Dims) -> None:
        self._session = session
        self._width = dims.llm_width
        empty = np.zeros((1, dims.lm_heads, 0, dims.lm_head_width), np.float32)
        self._layers: list[Floats] = [empty] * dims.lm_layers
        self._made = 0

    def rows(self, count: int) -> list[Floats]:
        """Return the table's first rows, contiguous; `count` is a multiple of GROWTH."""
        while self._made < count:
            made = self._session.run_all({"pe": sinusoids(np.arange(self._made, self._made + GROWTH), self._width)})
            for at, layer in enumerate(self._layers):
                self._layers[at] = np.concatenate([layer, made[f"p{at}"]], axis=2)
            self._made += GROWTH
        return [np.ascontiguousarray(layer[:, :, :count]) for layer in self._layers]


class Passage:
    """What the model has read and said of one segment."""

    def __init__(self, session: Session, positions: PositionTable, dims: Dims, given: Floats) -> None:
        """Read the beginning: `given` is (1, length, width)."""
        self._session, self._positions, self._dims = session, positions, dims
        self._used = given.shape[1]
        self._slots = _rounded_up(self._used + 1)
        self._keys = [self._empty(self._slots) for _ in range(dims.lm_layers)]
        self._values = [self._empty(self._slots) for _ in range(dims.lm_layers)]
        self._x = np.zeros((1, 1, dims.llm_width), np.float32)
        self.scores = np.zeros((1, dims.speech_vocab + 1), np.float32)
        self._new = {f"{kind}{at}": self._empty(1) for kind in ("nk", "nv") for at in range(dims.lm_layers)}
        self._read(given)
        self._bind()

    def _empty(self, slots: int) -> Floats:
        return np.zeros((1, self._dims.lm_heads, slots, self._dims.lm_head_width), np.float32)

    def _read(self, given: Floats) -> None:
        length, buffers = self._used, self._buffers(self._positions.rows(self._slots))
        feeds = {"x": given, "idx": prefill_idx(length, self._slots), "bias": prefill_bias(length, self._slots)}
        outputs = self._session.run_all(feeds | buffers)
        self.scores[:] = outputs["logp"]
        for at in range(self._dims.lm_layers):
            self._keys[at][:, :, :length] = outputs[f"nk{at}"]
            self._values[at][:, :, :length] = outputs[f"nv{at}"]

    def _buffers(self, rows: Sequence[Floats]) -> dict[str, Floats]:
        named = {"k": self._keys, "v": self._values, "p": rows}
        return {f"{kind}{at}": layer for kind, layers in named.items() for at, layer in enumerate(layers)}

    def _bind(self) -> None:
        self._bound: Bound = self._session.bind()
        self._idx = np.zeros((1, self._slots + 1), np.int64)
        self._bias = np.zeros((1, self._slots + 1), np.float32)
        feeds: dict[str, NDArray[Any]] = {"x": self._x, "idx": self._idx, "bias": self._bias}
        for name, array in (feeds | self._buffers(self._positions.rows(self._slots))).items():
            self._bound.feed(name, array)
        for name, array in ({"logp": self.scores} | self._new).items():
            self._bound.into(name, array)

    def step(self, row: Floats) -> Floats:
        """Read one more position, (1, width), and return the scores of the next token; valid until the next step."""
        if self._used == self._slots:
            self._grow()
        at, slots = self._used, self._slots
        self._x[0] = row
        self._idx[0, :slots] = np.maximum(at - np.arange(slots), 0)
        self._bias[0, :slots] = np.where(np.arange(slots) < at, 0.0, HIDDEN)
        self._bound.run()
        for layer in range(self._dims.lm_layers):
            self._keys[layer][:, :, at] = self._new[f"nk{layer}"][:, :, 0]
            self._values[layer][:, :, at] = self._new[f"nv{layer}"][:, :, 0]
        self._used += 1
        scores: Floats = self.scores[0]
        return scores

    def _grow(self) -> None:
        self._slots += GROWTH
        self._keys = [self._longer(layer) for layer in self._keys]
        self._values = [self._longer(layer) for layer in self._values]
        self._bind()

    def _longer(self, layer: Floats) -> Floats:
        longer = self._empty(self._slots)
        longer[:, :, : self._used] = layer
        return longer


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many tokens may come."""

    least: int
    most: int
    end: int  #: the token that ends them


def listen(passage: Passage, embed: Callable[[int], Floats], bounds: Bounds, choose: Choose) -> tuple[list[int], bool]:
    """Return the tokens of a segment, and whether the model ended them itself."""
    heard: list[int] = []
    scores = passage.scores[0]
    while True:
        if len(heard) < bounds.least:
            scores[bounds.end] = -np.inf
        token = choose(scores, heard)
        if token == bounds.end:
            return heard, True
        heard.append(token)
        if len(heard) == bounds.most:
            return heard, False
        scores = passage.step(embed(token))


def greedy(scores: Floats, heard: Sequence[int]) -> int:  # noqa: ARG001 - the shape of Choose
    """Choose the likeliest token: for comparisons, never for speech (it hangs)."""
    return int(np.argmax(scores))


def _rounded_up(count: int) -> int:
    return -(-count // GROWTH) * GROWTH
