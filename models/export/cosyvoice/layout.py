"""Every tensor of a checkpoint by its official name, with the shape that the sizes ask for (weight norm folded).

The same table checks a checkpoint that is read and makes a random one.
"""

from collections.abc import Iterator

from models.export.cosyvoice.arch import Arch, Encoder

Shapes = dict[str, tuple[int, ...]]

PARTS = ("llm", "flow", "hift")


def layout(part: str, arch: Arch) -> Shapes:
    """Return the shapes of `llm.pt`, `flow.pt` or `hift.pt`."""
    return dict({"llm": _llm, "flow": _flow, "hift": _hift}[part](arch))


Item = tuple[str, tuple[int, ...]]


def _linear(name: str, given: int, made: int, *, bias: bool = True) -> Iterator[Item]:
    yield f"{name}.weight", (made, given)
    if bias:
        yield f"{name}.bias", (made,)


def _norm(name: str, width: int) -> Iterator[Item]:
    yield f"{name}.weight", (width,)
    yield f"{name}.bias", (width,)


def _conv(name: str, given: int, made: int, kernel: int) -> Iterator[Item]:
    yield f"{name}.weight", (made, given, kernel)
    yield f"{name}.bias", (made,)


def _stack(prefix: str, given: int, width: int, stack: Encoder, norms: tuple[str, str]) -> Iterator[Item]:
    yield from _linear(f"{prefix}.embed.out.0", given, width)
    yield from _norm(f"{prefix}.embed.out.1", width)
    for index in range(stack.layers):
        layer = f"{prefix}.encoders.{index}"
        for name in ("q", "k", "v", "out"):
            yield from _linear(f"{layer}.self_attn.linear_{name}", width, width)
        yield from _linear(f"{layer}.self_attn.linear_pos", width, width, bias=False)
        for name in ("u", "v"):
            yield f"{layer}.self_attn.pos_bias_{name}", (stack.heads, width // stack.heads)
        yield from _linear(f"{layer}.feed_forward.w_1", width, stack.ffn)
        yield from _linear(f"{layer}.feed_forward.w_2", stack.ffn, width)
        for name in norms:
            yield from _norm(f"{layer}.{name}", width)
    yield from _norm(f"{prefix}.after_norm", width)


def _llm(arch: Arch) -> Iterator[Item]:
    yield "text_embedding.weight", (arch.text_vocab, arch.text_width)
    yield from _stack("text_encoder", arch.text_width, arch.width, arch.text, ("norm_mha", "norm_ff"))
    yield from _linear("text_encoder_affine_layer", arch.width, arch.width)
    yield "llm_embedding.weight", (2, arch.width)
    yield from _stack("llm", arch.width, arch.width, arch.lm, ("norm1", "norm2"))
    yield from _linear("llm_decoder", arch.width, arch.speech_vocab + 1)
    yield "speech_embedding.weight", (arch.speech_vocab, arch.width)
    yield from _linear("spk_embed_affine_layer", arch.speaker, arch.width)


def _flow(arch: Arch) -> Iterator[Item]:
    yield "input_embedding.weight", (arch.speech_vocab, arch.flow_width)
    yield from _linear("spk_embed_affine_layer", arch.speaker, arch.mel)
    yield from _stack("encoder", arch.flow_width, arch.flow_width, arch.flow, ("norm_mha", "norm_ff"))
    yield from _linear("encoder_proj", arch.flow_width, arch.mel)
    for index in (0, 3, 6, 9):
        yield from _conv(f"length_regulator.model.{index}", arch.mel, arch.mel, 3)
        yield from _norm(f"length_regulator.model.{index + 1}", arch.mel)
    yield from _conv("length_regulator.model.12", arch.mel, arch.mel, 1)
    yield from _estimator("decoder.estimator", arch)


def _estimator(prefix: str, arch: Arch) -> Iterator[Item]:
    sizes = arch.estimator
    given, channels, time = 4 * arch.mel, sizes.channels, 4 * sizes.channels[0]
    yield from _linear(f"{prefix}.time_mlp.linear_1", given, time)
    yield from _linear(f"{prefix}.time_mlp.linear_2", time, time)
    width = given
    for index, made in enumerate(channels):
        block = f"{prefix}.down_blocks.{index}"
        yield from _resnet_and_attention(block, width, made, arch)
        plain = index == len(channels) - 1
        yield from _conv(f"{block}.2" if plain else f"{block}.2.conv", made, made, 3)
        width = made
    for index in range(sizes.mid_blocks):
        yield from _resnet_and_attention(f"{prefix}.mid_blocks.{index}", width, width, arch)
    for index, made in enumerate((*channels[-2::-1], channels[0])):
        block = f"{prefix}.up_blocks.{index}"
        yield from _resnet_and_attention(block, 2 * width, made, arch)
        if index == len(channels) - 1:
            yield from _conv(f"{block}.2", made, made, 3)
        else:
            yield from _conv(f"{block}.2.conv", made, made, 4)  # transposed: as many channels in as out
        width = made
    yield from _conv(f"{prefix}.final_block.block.0", width, width, 3)
    yield from _norm(f"{prefix}.final_block.block.1", width)
    yield from _conv(f"{prefix}.final_proj", width, arch.mel, 1)


def _resnet_and_attention(prefix: str, given: int, made: int, arch: Arch) -> Iterator[Item]:
    sizes = arch.estimator
    inner = sizes.heads * sizes.head_dim
    yield from _linear(f"{prefix}.0.mlp.1", 4 * sizes.channels[0], made)
    yield from _conv(f"{prefix}.0.block1.block.0", given, made, 3)
    yield from _norm(f"{prefix}.0.block1.block.1", made)
    yield from _conv(f"{prefix}.0.block2.block.0", made, made, 3)
    yield from _norm(f"{prefix}.0.block2.block.1", made)
    yield from _conv(f"{prefix}.0.res_conv", given, made, 1)
    for index in range(sizes.blocks):
        block = f"{prefix}.1.{index}"
        yield from _norm(f"{block}.norm1", made)
        for name in ("to_q", "to_k", "to_v"):
            yield from _linear(f"{block}.attn1.{name}", made, inner, bias=False)
        yield from _linear(f"{block}.attn1.to_out.0", inner, made)
        yield from _norm(f"{block}.norm3", made)
        yield from _linear(f"{block}.ff.net.0.proj", made, 4 * made)
        yield from _linear(f"{block}.ff.net.2", 4 * made, made)


def _hift(arch: Arch) -> Iterator[Item]:
    sizes = arch.vocoder
    spectrum = sizes.n_fft + 2
    yield from _linear("m_source.l_linear", sizes.harmonics, 1)
    yield from _conv("conv_pre", arch.mel, sizes.base, 7)
    width = sizes.base
    down = 1
    downs = []
    for rate in sizes.rates[:0:-1]:
        downs.append(down)
        down *= rate
    downs.append(down)
    for stage, kernel in enumerate(sizes.kernels):
        made = width // 2
        yield f"ups.{stage}.weight", (width, made, kernel)
        yield f"ups.{stage}.bias", (made,)
        step = downs[len(sizes.kernels) - 1 - stage]
        yield from _conv(f"source_downs.{stage}", spectrum, made, 1 if step == 1 else 2 * step)
        yield from _resblock(f"source_resblocks.{stage}", made, sizes.source_kernels[stage], len(sizes.dilations))
        for index, size in enumerate(sizes.resblock_kernels):
            name = f"resblocks.{stage * len(sizes.resblock_kernels) + index}"
            yield from _resblock(name, made, size, len(sizes.dilations))
        width = made
    yield from _conv("conv_post", width, spectrum, 7)
    given = arch.mel
    for index in (0, 2, 4, 6, 8):
        yield from _conv(f"f0_predictor.condnet.{index}", given, sizes.f0_channels, 3)
        given = sizes.f0_channels
    yield from _linear("f0_predictor.classifier", given, 1)


def _resblock(prefix: str, width: int, kernel: int, count: int) -> Iterator[Item]:
    for index in range(count):
        yield from _conv(f"{prefix}.convs1.{index}", width, width, kernel)
        yield from _conv(f"{prefix}.convs2.{index}", width, width, kernel)
        yield f"{prefix}.activations1.{index}.alpha", (width,)
        yield f"{prefix}.activations2.{index}.alpha", (width,)
