"""The graphs of a bundle: their names, inputs and outputs, as the exporter makes them and the run time feeds them.

A shape holds numbers, which come from the dimensions, and names of lengths that are free: L text tokens, t new
positions, C slots of the key and value buffers, S = C + t, R rows of the position table, T speech tokens, M mel frames,
B of a guided pair, F = 64 M + 1 frames of the vocoder's spectrum. Noise and positions are inputs, never drawn inside.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.cosyvoice.facts import Dims

GRAPHS = ("text_encoder", "lm_pos", "lm", "flow_encoder", "flow_estimator", "hift_f0", "hift_decoder")

HIDDEN = -1e10  #: added to the score of a key that must not be seen; every row has at least one key without it

Shape = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Tensor:
    """One input or output."""

    dtype: str  #: "float32" or "int64"
    shape: Shape


@dataclass(frozen=True, slots=True)
class Signature:
    """What a graph takes and gives, in this order."""

    inputs: Mapping[str, Tensor]
    outputs: Mapping[str, Tensor]


def signature(graph: str, dims: "Dims") -> Signature:
    """Return what this graph takes and gives at these dimensions."""
    made = {
        "text_encoder": _text_encoder,
        "lm_pos": _lm_pos,
        "lm": _lm,
        "flow_encoder": _flow_encoder,
        "flow_estimator": _flow_estimator,
        "hift_f0": _hift_f0,
        "hift_decoder": _hift_decoder,
    }
    return made[graph](dims)


def _floats(*shape: int | str) -> Tensor:
    return Tensor("float32", shape)


def _ids(*shape: int | str) -> Tensor:
    return Tensor("int64", shape)


def _text_encoder(dims: "Dims") -> Signature:
    return Signature(
        {
            "emb": _floats(1, "L", dims.text_width),
            "pos": _floats(1, "2L-1", dims.llm_width),
            "bias": _floats("L", "L"),
        },
        {"enc": _floats(1, "L", dims.llm_width)},
    )


def _lm_pos(dims: "Dims") -> Signature:
    rows = {f"p{layer}": _floats(1, dims.lm_heads, "R", dims.lm_head_width) for layer in range(dims.lm_layers)}
    return Signature({"pe": _floats(1, "R", dims.llm_width)}, rows)


def _lm(dims: "Dims") -> Signature:
    def buffers(prefix: str, length: str) -> dict[str, Tensor]:
        shape = (1, dims.lm_heads, length, dims.lm_head_width)
        return {f"{prefix}{layer}": _floats(*shape) for layer in range(dims.lm_layers)}

    return Signature(
        {"x": _floats(1, "t", dims.llm_width), "idx": _ids("t", "S"), "bias": _floats("t", "S")}
        | buffers("k", "C")
        | buffers("v", "C")
        | buffers("p", "R"),
        {"logp": _floats(1, dims.speech_vocab + 1)} | buffers("nk", "t") | buffers("nv", "t"),
    )


def _flow_encoder(dims: "Dims") -> Signature:
    return Signature(
        {
            "tok": _ids(1, "T"),
            "pos": _floats(1, "2T-1", dims.flow_width),
            "i0": _ids("M"),
            "i1": _ids("M"),
            "w": _floats("M"),
        },
        {"mu": _floats(1, dims.mel, "M")},
    )


def _flow_estimator(dims: "Dims") -> Signature:
    mel = _floats("B", dims.mel, "M")
    return Signature(
        {"x": mel, "mu": mel, "t": _floats("B"), "spks": _floats("B", dims.mel), "cond": mel},
        {"v": mel},
    )


def _hift_f0(dims: "Dims") -> Signature:
    return Signature({"mel": _floats(1, dims.mel, "M")}, {"f0": _floats(1, "M")})


def _hift_decoder(dims: "Dims") -> Signature:
    spectrum = _floats(1, dims.stft_fft + 2, "F")
    return Signature({"mel": _floats(1, dims.mel, "M"), "stft": spectrum}, {"ri": spectrum})
