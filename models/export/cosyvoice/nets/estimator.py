"""The flow's estimator: a residual network over mel frames with attention, called twice a step (guided pair)."""

import math

import torch
from torch.nn import functional

from models.export.cosyvoice.nets.weights import (
    Tensor,
    Weights,
    attend,
    conv,
    group_norm,
    layer_norm,
    linear,
    mish,
)

_GROUPS = 8
_TIME_SCALE = 1000.0
_PREFIX = "decoder.estimator"


def time_frequencies(width: int) -> Tensor:
    """Return exp(k · -(ln 10,000 / (n - 1))) in float32, in this order: others are 9e-5 away after ten steps."""
    half = width // 2
    return torch.exp(torch.arange(half, dtype=torch.float32) * -(math.log(10_000) / (half - 1)))


class FlowEstimator:
    """The network at one number of attention heads, the only size that the weights do not tell."""

    def __init__(self, heads: int, time_width: int) -> None:
        self._heads = heads
        self._frequencies = time_frequencies(time_width)

    def __call__(self, all_weights: Weights, x: Tensor, mu: Tensor, t: Tensor, *given: Tensor) -> Tensor:
        """Return the velocity at x and t; what is given besides is the speaker and the prompt's mel."""
        spks, cond = given
        weights = all_weights.at(_PREFIX)
        time = mish(self._time(weights, t))
        speaker = spks[:, :, None].expand(-1, -1, x.size(2))
        x = torch.cat([x, mu, speaker, cond], dim=1)
        skips = []
        for block in weights.parts("down_blocks"):
            x = self._resnet_and_attention(block, x, time)
            skips.append(x)
            x = conv(block, "2.conv", x, stride=2) if "2.conv.weight" in block else conv(block, "2", x)
        for block in weights.parts("mid_blocks"):
            x = self._resnet_and_attention(block, x, time)
        for block in weights.parts("up_blocks"):
            skip = skips.pop()
            x = self._resnet_and_attention(block, torch.cat([x[:, :, : skip.size(2)], skip], dim=1), time)
            x = _doubled(block, x) if "2.conv.weight" in block else conv(block, "2", x)
        x = mish(group_norm(weights, "final_block.block.1", conv(weights, "final_block.block.0", x), _GROUPS))
        return conv(weights, "final_proj", x)

    def _time(self, weights: Weights, t: Tensor) -> Tensor:
        angles = _TIME_SCALE * t[:, None] * self._frequencies[None]
        waves = torch.cat([angles.sin(), angles.cos()], dim=-1)
        return linear(weights, "time_mlp.linear_2", functional.silu(linear(weights, "time_mlp.linear_1", waves)))

    def _resnet_and_attention(self, block: Weights, x: Tensor, time: Tensor) -> Tensor:
        h = _block(block, "0.block1.block", x) + linear(block, "0.mlp.1", time)[:, :, None]
        x = _block(block, "0.block2.block", h) + conv(block, "0.res_conv", x)
        rows = x.transpose(1, 2)
        for layer in block.parts("1"):
            rows = rows + self._attend(layer, layer_norm(layer, "norm1", rows))
            wide = functional.gelu(linear(layer, "ff.net.0.proj", layer_norm(layer, "norm3", rows)))
            rows = rows + linear(layer, "ff.net.2", wide)
        return rows.transpose(1, 2)

    def _attend(self, layer: Weights, x: Tensor) -> Tensor:
        query, key, value = (linear(layer, f"attn1.to_{name}", x) for name in "qkv")
        return linear(layer, "attn1.to_out.0", attend(query, key, value, self._heads))


def _block(weights: Weights, name: str, x: Tensor) -> Tensor:
    return mish(group_norm(weights, f"{name}.1", conv(weights, f"{name}.0", x), _GROUPS))


def _doubled(block: Weights, x: Tensor) -> Tensor:
    return functional.conv_transpose1d(x, block["2.conv.weight"], block["2.conv.bias"], stride=2, padding=1)
