"""HiFT's networks: the pitch of mel frames, and the spectrum from mel frames and the spectrum of the source.

Convolutions over time are written as two-dimensional ones with a kernel of height 1: ONNX Runtime's blocked kernels take
only those (measured: 12 % less time). Source, STFT and its inverse are numpy's, outside of the graphs.
"""

import torch
from torch.nn import functional

from models.export.cosyvoice.arch import Vocoder
from models.export.cosyvoice.nets.weights import Tensor, Weights, linear

_LAST_SLOPE = 0.01  # before the last convolution, unlike the others
_SNAKE_EPS = 1e-9
_MOST_MAGNITUDE = 100.0


def hift_f0(weights: Weights, mel: Tensor) -> Tensor:
    """Return the pitch of each frame in Hz."""
    x = mel.unsqueeze(2)
    for index in (0, 2, 4, 6, 8):
        x = functional.elu(_conv(weights, f"f0_predictor.condnet.{index}", x))
    pitch: Tensor = linear(weights, "f0_predictor.classifier", x[:, :, 0].transpose(1, 2))[:, :, 0].abs()
    return pitch


class HiftDecoder:
    """The decoder at one set of rates and dilations, which the weights do not tell."""

    def __init__(self, sizes: Vocoder) -> None:
        self._sizes = sizes

    def __call__(self, weights: Weights, mel: Tensor, stft: Tensor) -> Tensor:
        """Return real and imaginary rows of the spectrum."""
        sizes = self._sizes
        x, source = _conv(weights, "conv_pre", mel.unsqueeze(2)), stft.unsqueeze(2)
        resblocks = weights.parts("resblocks")
        each = len(sizes.resblock_kernels)
        for stage, rate in enumerate(sizes.rates):
            x = _upsampled(weights, stage, rate, functional.leaky_relu(x, sizes.slope))
            if stage == len(sizes.rates) - 1:
                x = functional.pad(x, (1, 0, 0, 0), mode="reflect")  # the STFT of 256 M samples has a frame more
            x = x + self._resblock(weights.at(f"source_resblocks.{stage}"), _downsampled(weights, stage, source))
            mine = [self._resblock(block, x) for block in resblocks[stage * each : (stage + 1) * each]]
            x = sum(mine[1:], mine[0]) / each
        x = _conv(weights, "conv_post", functional.leaky_relu(x, _LAST_SLOPE))[:, :, 0]
        half = sizes.n_fft // 2 + 1
        magnitude = torch.exp(x[:, :half]).clamp(max=_MOST_MAGNITUDE)
        phase = torch.sin(x[:, half:])
        return torch.cat([magnitude * torch.cos(phase), magnitude * torch.sin(phase)], dim=1)

    def _resblock(self, weights: Weights, x: Tensor) -> Tensor:
        for index, dilation in enumerate(self._sizes.dilations):
            inner = _snake(x, weights[f"activations1.{index}.alpha"])
            inner = _conv(weights, f"convs1.{index}", inner, dilation=dilation)
            inner = _snake(inner, weights[f"activations2.{index}.alpha"])
            x = x + _conv(weights, f"convs2.{index}", inner)
        return x


def _snake(x: Tensor, alpha: Tensor) -> Tensor:
    slope = alpha[None, :, None, None]
    wave = torch.sin(x * slope)
    return x + wave * wave * (1.0 / (slope + _SNAKE_EPS))


def _conv(weights: Weights, name: str, x: Tensor, dilation: int = 1) -> Tensor:
    kernel = weights.shape(f"{name}.weight")[2]
    pad = dilation * (kernel - 1) // 2
    weight = weights[f"{name}.weight"].unsqueeze(2)
    return functional.conv2d(x, weight, weights[f"{name}.bias"], padding=(0, pad), dilation=(1, dilation))


def _upsampled(weights: Weights, stage: int, rate: int, x: Tensor) -> Tensor:
    kernel = weights.shape(f"ups.{stage}.weight")[2]
    pad = (kernel - rate) // 2
    weight = weights[f"ups.{stage}.weight"].unsqueeze(2)
    return functional.conv_transpose2d(x, weight, weights[f"ups.{stage}.bias"], stride=(1, rate), padding=(0, pad))


def _downsampled(weights: Weights, stage: int, source: Tensor) -> Tensor:
    kernel = weights.shape(f"source_downs.{stage}.weight")[2]
    stride = max(kernel // 2, 1)
    weight = weights[f"source_downs.{stage}.weight"].unsqueeze(2)
    return functional.conv2d(
        source, weight, weights[f"source_downs.{stage}.bias"], stride=(1, stride), padding=(0, stride // 2)
    )
