"""What a bundle's manifest says, as records. They are validated by pydantic when `bundle.json` is read."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

FORMAT = "voicemill-cosyvoice"
VERSION = 1

Profile = Literal["full", "balanced", "lite"]
Weights = Literal["float32", "float16-stored", "int8-stored", "int8-dynamic", "int8-blocks", "int4-blocks"]
Tokenizer = Literal["whisper-multilingual", "bytes-tiny"]

#: ids that a tokenizer may give: the text vocabulary must hold them
TOKENIZER_IDS: dict[Tokenizer, int] = {"whisper-multilingual": 51866, "bytes-tiny": 261}

STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

Count = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
NotNegative = Annotated[float, Field(ge=0.0)]


@dataclass(frozen=True, slots=True)
class FileFacts:
    """One file of the folder."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    name: str
    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class GraphFacts:
    """A graph: the first file is the one to open; others hold its weights, found by ONNX Runtime beside it."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    weights: tuple[Weights, ...]  #: how they are kept: the most usual first
    files: Annotated[tuple[FileFacts, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table, a .npy file. int8 tables have a float32 scale a row in a second file; value = int8 * scale."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    dtype: Literal["float32", "float16", "int8"]
    shape: tuple[int, ...]
    file: FileFacts
    scales: FileFacts | None = None


@dataclass(frozen=True, slots=True)
class VoiceFacts:
    """A voice: its array in the voices' file, by name, is the speaker embedding, not normalised."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    name: str
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dims:
    """Sizes that the run time needs. Widths are of vectors, heads and layers of attention."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    text_vocab: Count
    text_width: Count
    text_layers: Count
    text_heads: Count
    llm_width: Count
    lm_layers: Count
    lm_heads: Count
    lm_head_width: Count
    speech_vocab: Count  #: the end token is this number: one more row than there are speech tokens
    speaker: Count
    flow_width: Count
    flow_layers: Count
    flow_heads: Count
    estimator_heads: Count
    mel: Count
    harmonics: Count  #: sines of the source, the fundamental counted
    stft_fft: Count
    stft_hop: Count


@dataclass(frozen=True, slots=True)
class Rates:
    """Clock of the model: `token_hz` speech tokens, `sample_rate / frame_samples` mel frames a second."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    sample_rate: Count = 22_050
    frame_samples: Count = 256
    token_hz: Count = 50


@dataclass(frozen=True, slots=True)
class Defaults:
    """How the checkpoint is meant to be run, unless a request says otherwise."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    top_p: Annotated[float, Field(gt=0.0, le=1.0)] = 0.8
    top_k: Count = 25
    repeat_window: Annotated[int, Field(ge=0)] = 10
    repeat_ratio: Share = 0.1  #: a token met this share of the window is drawn again, from everything else
    min_ratio: NotNegative = 2.0  #: speech tokens a text token, at least and at most
    max_ratio: Annotated[float, Field(ge=1.0)] = 20.0
    steps: Count = 10
    guidance: NotNegative = 0.7
    sine_amplitude: NotNegative = 0.1
    noise_amplitude: NotNegative = 0.003
    voiced_hz: NotNegative = 10.0
    peak: Annotated[float, Field(gt=0.0, le=1.0)] = 0.99


@dataclass(frozen=True, slots=True)
class Specials:
    """Ids with a meaning of their own: rows of `llm_embedding`, and the end token."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    start: Annotated[int, Field(ge=0, le=1)]
    task: Annotated[int, Field(ge=0, le=1)]
    end_of_speech: int


@dataclass(frozen=True, slots=True)
class Bundle:
    """What `bundle.json` says."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    model: str
    profile: Profile
    licence: str
    tokenizer: Tokenizer
    dims: Dims
    specials: Specials
    graphs: dict[str, GraphFacts]
    tables: dict[str, TableFacts]
    voices_file: FileFacts
    voices: Annotated[tuple[VoiceFacts, ...], Field(min_length=1)]
    checkpoint: dict[str, str]  #: sha256 of the files it was made of
    rates: Rates = field(default_factory=Rates)
    defaults: Defaults = field(default_factory=Defaults)
    synthetic: bool = False  #: made of random weights: it speaks noise, so nothing judges what it says
    format: str = FORMAT
    version: int = VERSION

    @property
    def files(self) -> tuple[FileFacts, ...]:
        """Every file but the manifest."""
        tables = [each for table in self.tables.values() for each in (table.file, table.scales) if each]
        return (*(file for graph in self.graphs.values() for file in graph.files), *tables, self.voices_file)

    @property
    def size_bytes(self) -> int:
        """All files but the manifest."""
        return sum(file.size_bytes for file in self.files)


def table_shapes(dims: Dims) -> dict[str, tuple[int, ...]]:
    """Return the tables of a bundle. Only the first two are ever int8; projections are applied as `weight @ x + bias`."""
    return {
        "text_embedding": (dims.text_vocab, dims.text_width),
        "speech_embedding": (dims.speech_vocab, dims.llm_width),
        "llm_embedding": (2, dims.llm_width),
        "llm_speaker_weight": (dims.llm_width, dims.speaker),
        "llm_speaker_bias": (dims.llm_width,),
        "flow_speaker_weight": (dims.mel, dims.speaker),
        "flow_speaker_bias": (dims.mel,),
        "source_weight": (dims.harmonics,),
        "source_bias": (1,),
    }
