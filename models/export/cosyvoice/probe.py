"""Inputs to try a graph with, and how far a graph is from its network.

The same inputs trace a network and compare both sides afterwards (with other lengths). They are drawn, not spoken: a
language model is given vectors of the size of embeddings, an estimator noise.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.cosyvoice.flow import regulated
from models.cosyvoice.graphs import signature
from models.cosyvoice.positions import around, causal, prefill_bias, prefill_idx, sinusoids
from models.export.cosyvoice.arch import Arch
from models.session import open_session

Feeds = dict[str, NDArray[Any]]

_EDGE_FRAMES = 34


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long the free axes are."""

    text: int = 21
    new: int = 12  #: positions of the language model
    slots: int = 32
    tokens: int = 47
    frames: int = 81  #: odd: the estimator halves and doubles it
    batch: int = 2


@dataclass(frozen=True, slots=True)
class Difference:
    """How far a graph's outputs are from its network's."""

    graph: str
    most: float  #: largest absolute difference
    relative: float  #: root mean square of the difference over that of the network's output


def feeds_of(graph: str, arch: Arch, lengths: Lengths, seed: int = 0) -> Feeds:
    """Return inputs for a graph, in its order."""
    noise = np.random.default_rng([seed, len(graph)])

    def drawn(*shape: int) -> NDArray[np.float32]:
        return noise.standard_normal(shape, dtype=np.float32)

    mel = (lengths.batch, arch.mel, lengths.frames)
    if graph == "lm":
        return _lm_feeds(arch, lengths, drawn)
    if graph == "flow_estimator":
        t = np.linspace(0.1, 0.9, lengths.batch, dtype=np.float32)
        return {"x": drawn(*mel), "mu": drawn(*mel), "t": t, "spks": drawn(*mel[:2]), "cond": drawn(*mel)}
    if graph == "flow_encoder":
        return {"tok": noise.integers(0, arch.speech_vocab, (1, lengths.tokens))} | _spread(arch, lengths)
    if graph == "text_encoder":
        pos, bias = around(lengths.text, arch.width), causal(lengths.text)
        return {"emb": drawn(1, lengths.text, arch.text_width), "pos": pos, "bias": bias}
    if graph == "lm_pos":
        return {"pe": sinusoids(np.arange(lengths.slots), arch.width)}
    given: Feeds = {"mel": drawn(1, *mel[1:])}
    if graph == "hift_decoder":
        frames = math.prod(arch.vocoder.rates) * lengths.frames + 1
        given["stft"] = np.float32(0.1) * drawn(1, arch.vocoder.n_fft + 2, frames)
    return given


def _spread(arch: Arch, lengths: Lengths) -> Feeds:
    between = regulated(lengths.tokens, lengths.frames, _EDGE_FRAMES)
    pos = around(lengths.tokens, arch.flow_width)
    return {"pos": pos, "i0": between.first, "i1": between.second, "w": between.weight}


def _lm_feeds(arch: Arch, lengths: Lengths, drawn: Any) -> Feeds:
    """Half of the slots are used, so that both halves of the attention are tried."""
    heads, width, used = arch.lm.heads, arch.width // arch.lm.heads, lengths.slots // 2
    idx = prefill_idx(lengths.new, lengths.slots)
    bias = prefill_bias(lengths.new, lengths.slots)
    bias[:, :used] = 0.0
    queries = used + np.arange(lengths.new)[:, None]
    idx[:, : lengths.slots] = np.maximum(queries - np.arange(lengths.slots), 0)
    table = max(lengths.slots, lengths.new + used)
    names = signature("lm", arch.dims).inputs
    buffers = {
        name: drawn(1, heads, table if name[0] == "p" else lengths.slots, width)
        for name in names
        if name[0] in "kvp" and name[1:].isdigit()
    }
    return {"x": drawn(1, lengths.new, arch.width), "idx": idx, "bias": bias} | buffers


def compute(network: Any, feeds: Feeds) -> list[NDArray[np.float32]]:
    """Run a network by torch."""
    import torch

    with torch.inference_mode():
        made = network(*(torch.from_numpy(value) for value in feeds.values()))
    return [each.numpy() for each in (made if isinstance(made, tuple) else (made,))]


def difference(graph: str, path: Path, network: Any, feeds: Feeds) -> Difference:
    """Run both sides and return the worse output's difference. What is not a number counts as infinite."""
    session = open_session(path)
    made = list(session.run_all(feeds).values())
    most = relative = 0.0
    for given, wanted in zip(made, compute(network, feeds), strict=True):
        apart = np.abs(given.astype(np.float64) - wanted)
        if not np.isfinite(apart).all():
            return Difference(graph, math.inf, math.inf)
        scale = float(np.sqrt(np.mean(np.square(wanted, dtype=np.float64)))) or 1.0
        most = max(most, float(apart.max()))
        relative = max(relative, float(np.sqrt(np.mean(apart**2))) / scale)
    return Difference(graph, most, relative)
