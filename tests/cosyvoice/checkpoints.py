"""Small checkpoints of random weights, and what their networks gave when they equalled the original implementation.

python -m tests.cosyvoice.checkpoints     writes data/networks.npz anew
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from models.cosyvoice.graphs import GRAPHS
from models.export.cosyvoice.arch import Arch, Encoder, Estimator, Vocoder
from models.export.cosyvoice.probe import Lengths, compute, feeds_of

KNOWN = Path(__file__).with_name("data") / "networks.npz"
SHORT = Lengths(text=7, new=5, slots=10, tokens=9, frames=11, batch=2)

SMALL = Arch(
    text_vocab=261, text_width=16, width=32, speech_vocab=30, flow_width=16, text=Encoder(1, 2, 48), lm=Encoder(2, 4, 48),
    flow=Encoder(1, 2, 24), estimator=Estimator((16, 16), 2, 8, 1, 1), vocoder=Vocoder(base=16, f0_channels=8),
)  # fmt: skip

#: nothing in it is as in SMALL or in the official checkpoint: depths, widths, heads, stages, kernels, dilations, bands
OTHER = Arch(
    text_vocab=300, text_width=24, width=48, speech_vocab=50, speaker=192, mel=40, flow_width=36, text=Encoder(2, 4, 40),
    lm=Encoder(3, 3, 64), flow=Encoder(3, 6, 20), estimator=Estimator((16, 24, 32), 3, 5, 2, 2),
    vocoder=Vocoder(
        base=32, f0_channels=12, rates=(4, 2, 8), kernels=(8, 4, 16), resblock_kernels=(3, 5), dilations=(1, 2),
        source_kernels=(5, 7, 9), harmonics=5,
    ),
)  # fmt: skip


def known_outputs(checkpoint):
    """Every network's outputs for the same inputs, by graph and number."""
    from models.export.cosyvoice.networks import network

    made: dict[str, np.ndarray] = {}
    for graph in GRAPHS:
        outputs = compute(network(graph, checkpoint), feeds_of(graph, checkpoint.arch, SHORT))
        made |= {f"{graph}_{number}": value for number, value in enumerate(outputs)}
    return made


def main():
    from models.export.cosyvoice.checkpoint import read_checkpoint
    from models.export.cosyvoice.random_checkpoint import write_random_checkpoint

    with TemporaryDirectory() as folder:
        write_random_checkpoint(Path(folder), SMALL)
        np.savez_compressed(KNOWN, **known_outputs(read_checkpoint(Path(folder))))


if __name__ == "__main__":
    main()
