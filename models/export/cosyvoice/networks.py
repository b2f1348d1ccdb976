"""Which function of which weights makes a graph."""

from collections.abc import Callable, Mapping
from typing import Any

from models.export.cosyvoice.arch import Arch
from models.export.cosyvoice.checkpoint import Checkpoint

#: graph -> part of the checkpoint, beginnings of the names that it needs
NEEDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "text_encoder": ("llm", ("text_encoder.", "text_encoder_affine_layer.")),
    "lm_pos": ("llm", ("llm.encoders.",)),
    "lm": ("llm", ("llm.", "llm_decoder.")),
    "flow_encoder": ("flow", ("input_embedding.", "encoder.", "encoder_proj.", "length_regulator.")),
    "flow_estimator": ("flow", ("decoder.estimator.",)),
    "hift_f0": ("hift", ("f0_predictor.",)),
    "hift_decoder": ("hift", ("conv_pre.", "ups.", "source_", "resblocks.", "conv_post.")),
}


def network(graph: str, checkpoint: Checkpoint) -> Any:
    """Return the graph's network as a torch module that takes the graph's inputs in order."""
    from models.export.cosyvoice.nets.weights import Traced

    part, beginnings = NEEDS[graph]
    tensors = {name: value for name, value in checkpoint.parts[part].items() if _needed(graph, name, beginnings)}
    return Traced(tensors, _computes(checkpoint.arch)[graph]).eval()


def _needed(graph: str, name: str, beginnings: tuple[str, ...]) -> bool:
    """Tell whether a graph reads a tensor: of the language model's, `linear_pos` is only for `lm_pos`."""
    if not name.startswith(beginnings):
        return False
    by_position = "linear_pos" in name
    if graph == "lm_pos":
        return by_position or "pos_bias_u" in name
    return not (graph == "lm" and by_position)


def _computes(arch: Arch) -> Mapping[str, Callable[..., Any]]:
    from models.export.cosyvoice.nets import encoders, hift
    from models.export.cosyvoice.nets.estimator import FlowEstimator

    return {
        "text_encoder": encoders.text_encoder,
        "lm_pos": encoders.lm_pos,
        "lm": encoders.lm,
        "flow_encoder": encoders.flow_encoder,
        "flow_estimator": FlowEstimator(arch.estimator.heads, 4 * arch.mel),
        "hift_f0": hift.hift_f0,
        "hift_decoder": hift.HiftDecoder(arch.vocoder),
    }
