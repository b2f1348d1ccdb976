"""The sizes of a CosyVoice checkpoint: the official ones, or those that its `config.json` tells.

They are given, never guessed: the shapes of the checkpoint must then agree, all of them (`layout`).
"""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from models.cosyvoice.bundle import first_fault
from models.cosyvoice.facts import STRICT, Count, Defaults, Dims, Rates
from pipeline.errors import ModelDamaged

CONFIG = "config.json"
CONFIG_FORMAT = "cosyvoice-v1-dims"


@dataclass(frozen=True, slots=True)
class Encoder:
    """A stack of attention layers."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    layers: Count
    heads: Count
    ffn: Count


@dataclass(frozen=True, slots=True)
class Estimator:
    """The network that the flow's solver calls."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    channels: tuple[Count, ...] = (256, 256)
    heads: Count = 8
    head_dim: Count = 64
    blocks: Count = 4  #: attention blocks after each residual block
    mid_blocks: Annotated[int, Field(ge=0)] = 12


@dataclass(frozen=True, slots=True)
class Vocoder:
    """HiFT: a residual block stack after each upsampling."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    base: Count = 512
    f0_channels: Count = 512
    rates: tuple[Count, ...] = (8, 8)
    kernels: tuple[Count, ...] = (16, 16)
    resblock_kernels: tuple[Count, ...] = (3, 7, 11)
    dilations: tuple[Count, ...] = (1, 3, 5)
    source_kernels: tuple[Count, ...] = (7, 11)
    harmonics: Count = 9  #: the fundamental counted
    n_fft: Count = 16
    hop: Count = 4
    slope: float = 0.1


@dataclass(frozen=True, slots=True)
class Arch:
    """All sizes. The defaults are CosyVoice-300M's: 22,050 Hz, 50 tokens a second."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    text_vocab: Count = 51866
    text_width: Count = 512
    width: Count = 1024
    speech_vocab: Count = 4096
    speaker: Count = 192
    mel: Count = 80
    flow_width: Count = 512
    text: Encoder = Encoder(6, 16, 4096)
    lm: Encoder = Encoder(14, 16, 4096)
    flow: Encoder = Encoder(6, 8, 2048)
    estimator: Estimator = field(default_factory=Estimator)
    vocoder: Vocoder = field(default_factory=Vocoder)
    defaults: Defaults = field(default_factory=Defaults)
    synthetic: bool = False  #: of random weights, as a `config.json` may say

    @property
    def dims(self) -> Dims:
        """What the manifest says of them."""
        return Dims(
            text_vocab=self.text_vocab, text_width=self.text_width, text_layers=self.text.layers,
            text_heads=self.text.heads, llm_width=self.width, lm_layers=self.lm.layers, lm_heads=self.lm.heads,
            lm_head_width=self.width // self.lm.heads, speech_vocab=self.speech_vocab, speaker=self.speaker,
            flow_width=self.flow_width, flow_layers=self.flow.layers, flow_heads=self.flow.heads,
            estimator_heads=self.estimator.heads, mel=self.mel, harmonics=self.vocoder.harmonics,
            stft_fft=self.vocoder.n_fft, stft_hop=self.vocoder.hop,
        )  # fmt: skip


OFFICIAL = Arch()

_ARCH = TypeAdapter(Arch)


def read_arch(folder: Path) -> Arch:
    """Return the sizes that a checkpoint's `config.json` tells, or the official ones. Raises ModelDamaged."""
    path = folder / CONFIG
    if not path.is_file():
        return OFFICIAL
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
        if config.get("format") != CONFIG_FORMAT:
            raise ModelDamaged(f"{path}: format: given {config.get('format')!r}; allowed: {CONFIG_FORMAT!r}")
        return _checked(_ARCH.validate_json(json.dumps(asdict(_arch(config)))), path)
    except ValidationError as err:
        raise ModelDamaged(f"{path}: {first_fault(err)}", path=str(path)) from err
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as err:
        what = f"{err.args[0]!r} is missing" if isinstance(err, KeyError) else str(err)
        raise ModelDamaged(f"{path} does not tell the sizes of a checkpoint: {what}", path=str(path)) from err


def _arch(config: dict[str, Any]) -> Arch:
    llm, flow, hift = config["llm"], config["flow"], config["hift"]
    estimator, sampling, cfm = flow["estimator"], llm["sampling"], flow["cfm"]
    return Arch(
        text_vocab=llm["text_token_size"],
        text_width=llm["text_encoder_input_size"],
        width=llm["llm_input_size"],
        speech_vocab=llm["speech_token_size"],
        speaker=config["spk_embed_dim"],
        mel=flow["mel"],
        flow_width=flow["input_size"],
        text=_encoder(llm["text_encoder"]),
        lm=_encoder(llm["lm"]),
        flow=_encoder(flow["encoder"]),
        estimator=Estimator(
            channels=tuple(estimator["channels"]),
            heads=estimator["heads"],
            head_dim=estimator["head_dim"],
            blocks=estimator["n_blocks"],
            mid_blocks=estimator["mid_blocks"],
        ),
        vocoder=_vocoder(hift),
        defaults=replace(
            Defaults(),
            top_p=sampling["top_p"], top_k=sampling["top_k"], repeat_window=sampling["win_size"],
            repeat_ratio=sampling["tau_r"], min_ratio=float(sampling["min_ratio"]),
            max_ratio=float(sampling["max_ratio"]), steps=cfm["steps"], guidance=cfm["cfg_rate"],
            sine_amplitude=hift["sine_amp"], noise_amplitude=hift["noise_std"],
            voiced_hz=float(hift["voiced_threshold"]), peak=hift["audio_limit"],
        ),
        synthetic=config.get("synthetic", False) is True,
    )  # fmt: skip


def _encoder(part: dict[str, Any]) -> Encoder:
    return Encoder(part["layers"], part["heads"], part["ffn"])


def _vocoder(part: dict[str, Any]) -> Vocoder:
    return Vocoder(
        base=part["base_channels"],
        f0_channels=part["f0_channels"],
        rates=tuple(part["upsample_rates"]),
        kernels=tuple(part["upsample_kernels"]),
        resblock_kernels=tuple(part["resblock_kernels"]),
        dilations=tuple(part["resblock_dilations"]),
        source_kernels=tuple(part["source_kernels"]),
        harmonics=part["harmonics"] + 1,
        n_fft=part["n_fft"],
        hop=part["hop"],
        slope=part["lrelu"],
    )


def _checked(arch: Arch, path: Path) -> Arch:
    samples = arch.vocoder.hop
    for rate in arch.vocoder.rates:
        samples *= rate
    if samples != Rates().frame_samples:
        raise ModelDamaged(
            f"{path}: upsample_rates x hop: given {samples} samples a mel frame; allowed: {Rates().frame_samples}"
        )
    for name, width, heads in (
        ("llm", arch.width, arch.text.heads),
        ("llm", arch.width, arch.lm.heads),
        ("flow", arch.flow_width, arch.flow.heads),
    ):
        if width % heads:
            raise ModelDamaged(f"{path}: {name}: given {heads} heads for width {width}; allowed: a divisor of it")
    return arch


def config_of(arch: Arch) -> dict[str, Any]:
    """Return the `config.json` that tells these sizes."""
    vocoder, estimator, defaults = arch.vocoder, arch.estimator, arch.defaults
    encoders = {
        name: {"layers": each.layers, "heads": each.heads, "ffn": each.ffn}
        for name, each in (("text_encoder", arch.text), ("lm", arch.lm), ("encoder", arch.flow))
    }
    return {
        "format": CONFIG_FORMAT,
        "synthetic": arch.synthetic,
        "spk_embed_dim": arch.speaker,
        "llm": {
            "text_token_size": arch.text_vocab, "text_encoder_input_size": arch.text_width,
            "llm_input_size": arch.width, "speech_token_size": arch.speech_vocab,
            "text_encoder": encoders["text_encoder"], "lm": encoders["lm"],
            "sampling": {
                "top_p": defaults.top_p, "top_k": defaults.top_k, "win_size": defaults.repeat_window,
                "tau_r": defaults.repeat_ratio, "min_ratio": defaults.min_ratio, "max_ratio": defaults.max_ratio,
            },
        },
        "flow": {
            "input_size": arch.flow_width, "mel": arch.mel, "encoder": encoders["encoder"],
            "estimator": {
                "channels": list(estimator.channels), "heads": estimator.heads, "head_dim": estimator.head_dim,
                "n_blocks": estimator.blocks, "mid_blocks": estimator.mid_blocks,
            },
            "cfm": {"steps": defaults.steps, "cfg_rate": defaults.guidance},
        },
        "hift": {
            "base_channels": vocoder.base, "f0_channels": vocoder.f0_channels, "harmonics": vocoder.harmonics - 1,
            "upsample_rates": list(vocoder.rates), "upsample_kernels": list(vocoder.kernels),
            "resblock_kernels": list(vocoder.resblock_kernels), "resblock_dilations": list(vocoder.dilations),
            "source_kernels": list(vocoder.source_kernels), "n_fft": vocoder.n_fft, "hop": vocoder.hop,
            "lrelu": vocoder.slope, "sine_amp": defaults.sine_amplitude, "noise_std": defaults.noise_amplitude,
            "voiced_threshold": defaults.voiced_hz, "audio_limit": defaults.peak,
        },
    }  # fmt: skip
