"""Weights by name, and the layers that all networks share.

A layer is a function of weights and input: names are those of the checkpoint, so nothing is copied into modules. Shapes
that steer the arithmetic are plain numbers taken before tracing: a traced one would become part of the graph.
"""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch.nn import functional

Tensor = Any


class Weights:
    """A part of a state dict, seen from a prefix."""

    def __init__(self, tensors: Mapping[str, Tensor], shapes: Mapping[str, tuple[int, ...]], prefix: str = "") -> None:
        self._tensors = tensors
        self._shapes = shapes
        self._prefix = prefix

    def at(self, name: str) -> "Weights":
        """Return the weights below a name."""
        return Weights(self._tensors, self._shapes, f"{self._prefix}{name}.")

    def __getitem__(self, name: str) -> Tensor:
        return self._tensors[self._prefix + name]

    def __contains__(self, name: str) -> bool:
        return self._prefix + name in self._tensors

    def shape(self, name: str) -> tuple[int, ...]:
        """Return a shape as plain numbers."""
        return self._shapes[self._prefix + name]

    def parts(self, name: str) -> "list[Weights]":
        """Return the weights of `name.0`, `name.1`, … as many as there are."""
        start = f"{self._prefix}{name}."
        count = len({key[len(start) :].split(".")[0] for key in self._tensors if key.startswith(start)})
        return [self.at(f"{name}.{index}") for index in range(count)]


class Traced(torch.nn.Module):  # type: ignore[misc]  # torch is not there to be checked
    """A network for the exporter: weights as parameters, so that they become initialisers by name."""

    def __init__(self, tensors: Mapping[str, Tensor], compute: Callable[..., Any]) -> None:
        super().__init__()
        self._names = {name: name.replace(".", "__") for name in tensors}
        self._shapes = {name: tuple(int(size) for size in value.shape) for name, value in tensors.items()}
        self._compute = compute
        for name, value in tensors.items():
            self.register_parameter(self._names[name], torch.nn.Parameter(value, requires_grad=False))

    def forward(self, *inputs: Tensor) -> Any:
        """Run the network."""
        tensors = {name: getattr(self, own) for name, own in self._names.items()}
        return self._compute(Weights(tensors, self._shapes), *inputs)


def linear(weights: Weights, name: str, x: Tensor) -> Tensor:
    """Return x times the weight plus its bias, if it has one; MatMul and Add, which the quantisers know (not Gemm)."""
    made = torch.matmul(x, weights[f"{name}.weight"].t())
    return made + weights[f"{name}.bias"] if f"{name}.bias" in weights else made


def layer_norm(weights: Weights, name: str, x: Tensor, eps: float = 1e-5) -> Tensor:
    """Normalise the last axis."""
    shape = weights.shape(f"{name}.weight")
    return functional.layer_norm(x, shape, weights[f"{name}.weight"], weights[f"{name}.bias"], eps)


def group_norm(weights: Weights, name: str, x: Tensor, groups: int) -> Tensor:
    """Normalise groups of channels over time."""
    return functional.group_norm(x, groups, weights[f"{name}.weight"], weights[f"{name}.bias"], 1e-5)


def conv(weights: Weights, name: str, x: Tensor, stride: int = 1) -> Tensor:
    """Convolve over time, padded by half the kernel."""
    kernel = weights.shape(f"{name}.weight")[2]
    return functional.conv1d(x, weights[f"{name}.weight"], weights[f"{name}.bias"], stride, kernel // 2)


def mish(x: Tensor) -> Tensor:
    """Return x tanh(ln(1 + e^x)), as x (1 - q²) / (1 + q²) with q = sigmoid(-x).

    Opset 17 has no operator for it, and ONNX Runtime computes a softplus value by value (measured: eight times the time).
    """
    q = torch.sigmoid(-x)
    square = q * q
    return x * ((1.0 - square) / (1.0 + square))


class _Attention(torch.autograd.Function):  # type: ignore[misc]  # torch is not there to be checked
    """Scaled dot-product attention of rows [B, n, heads x width], as one operator of ONNX Runtime."""

    @staticmethod
    def forward(_: Any, query: Tensor, key: Tensor, value: Tensor, heads: int) -> Tensor:
        split = (heads_of(each, heads) for each in (query, key, value))
        return joined(functional.scaled_dot_product_attention(*split))

    @staticmethod
    def symbolic(graph: Any, query: Any, key: Any, value: Any, heads: int) -> Any:
        made = graph.op("com.microsoft::MultiHeadAttention", query, key, value, num_heads_i=heads)
        made.setType(query.type())
        return made


def attend(query: Tensor, key: Tensor, value: Tensor, heads: int) -> Tensor:
    """Attend without a mask. The scores of all pairs never lie in memory at once: they grow with the square of a length."""
    return _Attention.apply(query, key, value, heads)


def heads_of(x: Tensor, heads: int) -> Tensor:
    """Split [B, n, width] into [B, heads, n, width / heads]."""
    return x.reshape(x.size(0), x.size(1), heads, -1).transpose(1, 2)


def joined(x: Tensor) -> Tensor:
    """Undo `heads_of`."""
    x = x.transpose(1, 2)
    return x.reshape(x.size(0), x.size(1), -1)
