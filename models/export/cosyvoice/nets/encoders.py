"""Attention over relative positions: the text encoder, the language model's prefill and step, the flow's encoder.

The score of a query and a key is (q + u)·k + (q + v)·p(distance), over the root of the head width.
"""

import math
from typing import Any

import torch
from torch.nn import functional

from models.export.cosyvoice.nets.weights import Tensor, Weights, conv, group_norm, heads_of, joined, layer_norm, mish
from models.export.cosyvoice.nets.weights import linear as project

_LAYER_EPS = 1e-12
_CONFORMER = ("norm_mha", "norm_ff")


def text_encoder(weights: Weights, emb: Tensor, pos: Tensor, bias: Tensor) -> Tensor:
    """Text embeddings to what the language model reads."""
    encoded = _encode(weights.at("text_encoder"), emb, pos, bias)
    return project(weights, "text_encoder_affine_layer", encoded)


def lm_pos(weights: Weights, pe: Tensor) -> tuple[Tensor, ...]:
    """Project the sinusoids of all distances, once, for each layer."""
    layers = weights.at("llm").parts("encoders")
    return tuple(heads_of(project(layer, "self_attn.linear_pos", pe), _heads(layer)) for layer in layers)


def lm(weights: Weights, x: Tensor, idx: Tensor, bias: Tensor, *buffers: Tensor) -> tuple[Tensor, ...]:
    """Run new positions against key and value buffers; returns the last one's log-probabilities and the new rows."""
    model = weights.at("llm")
    layers = model.parts("encoders")
    count = len(layers)
    x = functional.relu(_entered(model, x)) * _scale(model)
    keys, values = [], []
    for index, layer in enumerate(layers):
        mine = (buffers[index], buffers[count + index], buffers[2 * count + index])
        attended, key, value = _attend_buffered(layer, layer_norm(layer, "norm1", x, _LAYER_EPS), idx, bias, mine)
        x = x + attended
        x = x + _feed_forward(layer, layer_norm(layer, "norm2", x, _LAYER_EPS), functional.relu)
        keys.append(key)
        values.append(value)
    last = layer_norm(model, "after_norm", x[:, -1:])
    logp = torch.log_softmax(project(weights, "llm_decoder", last), dim=-1)
    return (logp[:, 0], *keys, *values)


def flow_encoder(weights: Weights, tok: Tensor, pos: Tensor, *spread: Tensor) -> Tensor:
    """Speech tokens to the mean mel frames: encoded without a mask, interpolated over time, smoothed."""
    i0, i1, w = spread
    emb = functional.embedding(tok, weights["input_embedding.weight"])
    rows = project(weights, "encoder_proj", _encode(weights.at("encoder"), emb, pos, None))
    share = w[None, :, None]
    x = (rows[:, i0] * (1.0 - share) + rows[:, i1] * share).transpose(1, 2)
    for index in (0, 3, 6, 9):
        x = conv(weights, f"length_regulator.model.{index}", x)
        x = mish(group_norm(weights, f"length_regulator.model.{index + 1}", x, 1))
    return conv(weights, "length_regulator.model.12", x)


def _encode(weights: Weights, emb: Tensor, pos: Tensor, bias: Tensor | None) -> Tensor:
    x = _entered(weights, emb) * _scale(weights)
    for layer in weights.parts("encoders"):
        x = x + _attend(layer, layer_norm(layer, _CONFORMER[0], x, _LAYER_EPS), pos, bias)
        x = x + _feed_forward(layer, layer_norm(layer, _CONFORMER[1], x, _LAYER_EPS), functional.silu)
    return layer_norm(weights, "after_norm", x)


def _entered(weights: Weights, x: Tensor) -> Tensor:
    return layer_norm(weights, "embed.out.1", project(weights, "embed.out.0", x))


def _scale(weights: Weights) -> float:
    return math.sqrt(weights.shape("after_norm.weight")[0])


def _heads(layer: Weights) -> int:
    return layer.shape("self_attn.pos_bias_u")[0]


def _feed_forward(layer: Weights, x: Tensor, activation: Any) -> Tensor:
    return project(layer, "feed_forward.w_2", activation(project(layer, "feed_forward.w_1", x)))


def _queries(layer: Weights, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return the queries with either bias, scaled and turned [B, heads, width, n], the keys and the values.

    One product makes all three; the scale is in its weights.
    """
    heads, width = layer.shape("self_attn.pos_bias_u")
    scale = 1.0 / math.sqrt(width)
    weights, biases = (
        torch.cat([layer[f"self_attn.linear_q.{part}"] * scale, *(layer[f"self_attn.linear_{k}.{part}"] for k in "kv")])
        for part in ("weight", "bias")
    )
    made = torch.matmul(x, weights.t()) + biases
    query, key, value = made.reshape(x.size(0), x.size(1), 3 * heads, width).split(heads, dim=2)
    by_content = query + layer["self_attn.pos_bias_u"] * scale
    by_position = query + layer["self_attn.pos_bias_v"] * scale
    turned = (each.permute(0, 2, 3, 1) for each in (by_content, by_position))
    return *turned, key.transpose(1, 2), value.transpose(1, 2)


def _attend(layer: Weights, x: Tensor, pos: Tensor, bias: Tensor | None) -> Tensor:
    by_content, by_position, key, value = _queries(layer, x)
    table = heads_of(project(layer, "self_attn.linear_pos", pos), _heads(layer))
    scores = (key @ by_content).transpose(2, 3) + _shifted((table @ by_position).transpose(2, 3))
    if bias is not None:
        scores = scores + bias
    return project(layer, "self_attn.linear_out", joined(torch.softmax(scores, dim=-1) @ value))


def _shifted(scores: Tensor) -> Tensor:
    """Turn columns of distance (L-1 … -(L-1)) into columns of keys: row i moves i places left, by one reshape."""
    batch, heads, length, distances = (scores.size(axis) for axis in range(4))
    padded = functional.pad(scores, (1, 0)).reshape(batch, heads, distances + 1, length)
    return padded[:, :, 1:].reshape(batch, heads, length, distances)[:, :, :, :length]


def _attend_buffered(
    layer: Weights, x: Tensor, idx: Tensor, bias: Tensor, buffers: tuple[Tensor, Tensor, Tensor]
) -> tuple[Tensor, Tensor, Tensor]:
    """Attend to the buffers and then to the new positions, without joining them: the cache is never copied.

    Keys stand left of the queries: for a single query ONNX Runtime reads them as they lie, while the other way round it
    would turn all of them for every token.
    """
    old_keys, old_values, table = buffers
    by_content, by_position, key, value = _queries(layer, x)
    content = torch.cat([old_keys @ by_content, key @ by_content], dim=2).transpose(2, 3)
    distance = (table @ by_position).transpose(2, 3)
    position = torch.gather(distance, 3, idx[None, None].expand(1, _heads(layer), -1, -1))
    shares = torch.softmax(content + position + bias, dim=-1)
    slots = old_keys.size(2)
    mixed = shares[:, :, :, :slots] @ old_values + shares[:, :, :, slots:] @ value
    return project(layer, "self_attn.linear_out", joined(mixed)), key, value
