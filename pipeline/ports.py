"""What the domain needs from the outside, as Protocols: a synthesizer with its speller, and an object store.

Implementations live in `models/` and `storage/`; they never subclass these, they only fit them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Protocol

import numpy as np

from pipeline.audio import Audio
from pipeline.voices import ModelCard, VoiceBlend

#: `noise(stage, attempt)` gives the generator for one stage of one segment: seeded, so equal segments sound equal.
Noise = Callable[[int, int], np.random.Generator]


@dataclass(frozen=True, slots=True)
class LanguageRun:
    """A stretch of one language inside mixed text, in source form, with its offsets in the chapter's text."""

    text: str
    language: str
    start: int
    end: int
    alias: str | None = None  #: what is said instead of the text, written form; from a lexicon, SSML or an emoji's name
    phonemes: str | None = None  #: IPA given by an author; a model that takes text speaks the text


@dataclass(frozen=True, slots=True)
class SpokenRun:
    """What was made of one language run: the map from the source to what is said."""

    language: str
    spoken: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about a stretch of text that its author should know; a warning in the job's result."""

    code: str  #: phonemes_unsupported, normalization_overruled
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Spelling:
    """What a model is given for a text, and what could not be given."""

    units: str  #: phonemes (or the text itself, for models that take text)
    cost: float  #: in the unit of the synthesizer's limits
    spoken: str  #: the spoken form after normalization
    unknown: Mapping[str, int] = field(default_factory=dict)  #: symbol -> count: symbols that the vocabulary lacks
    unsupported: tuple[LanguageRun, ...] = ()  #: runs that no rule here can speak; not part of `units`
    guessed: tuple[str, ...] = ()  #: words that no lexicon knows: spelled or read by rule
    runs: tuple[SpokenRun, ...] = ()  #: in order; unsupported runs are not among them
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a model gets in one pass, in the speller's cost unit."""

    least: float  #: a sentence below it is joined forward within its block
    aim: float  #: a sentence above it is cut into balanced pieces
    most: float  #: never exceeded


class Synthesizer(Protocol):
    """One model, ready to spell and to speak. Opens its session at the first `synthesize` (after fork)."""

    @property
    def card(self) -> ModelCard:
        """The model's catalogue entry."""

    def spell(self, runs: Sequence[LanguageRun], voice: VoiceBlend) -> Spelling:
        """Spell a text given as language runs, in the voice's accent."""

    def limits(self, speed: float) -> Limits:
        """Return the limits at a speed: slow speech makes more audio, so it gets fewer units."""

    def expected_s(self, cost: float, speed: float) -> float:
        """Estimate the audio length of a spelling, in seconds."""

    def synthesize(self, units: str, voice: VoiceBlend, *, speed: float, noise: Noise) -> Audio:
        """Speak one segment. Raises SynthesisError (this text) or ModelError (this worker)."""

    def close(self) -> None:
        """Free the session's memory."""


@dataclass(frozen=True, slots=True)
class StoredObject:
    """What the store knows of one object."""

    key: str
    size: int  #: bytes
    sha256: str
    content_type: str = "application/octet-stream"
    metadata: Mapping[str, str] = field(default_factory=dict)
    modified: float = 0.0  #: seconds since the epoch


class ObjectStore(Protocol):
    """Content by key. Every method raises StorageError when the store does not answer."""

    def put(
        self,
        key: str,
        data: bytes | Path,
        *,
        content_type: str,
        metadata: Mapping[str, str] | None = None,
        replace: bool = False,
        sha256: str = "",
    ) -> StoredObject:
        """Store an object and return what is now under the key.

        Without `replace` the first object under a key wins: if one is there already, its description is returned and
        nothing is written. With `replace` it is overwritten (a damaged object, a mutable record).
        `sha256` is that of the data, from a caller who knows it; a wrong one makes an object that no `get` returns.
        """

    def get(self, key: str, into: BinaryIO) -> StoredObject:
        """Write the object's bytes to `into` and verify them.

        Raises ObjectMissing, or ObjectDamaged when length or sha256 differ from what was stored (then `into` holds
        bytes that must not be used).
        """

    def head(self, key: str) -> StoredObject | None:
        """Describe an object, or return None. Does not read its bytes."""

    def list(self, prefix: str) -> Iterator[StoredObject]:
        """Yield the objects whose key starts with `prefix`, in key order. sha256 and metadata may be empty."""

    def delete(self, key: str) -> None:
        """Remove an object; a missing one is fine."""

    def link(self, key: str, *, expires_s: int, filename: str | None = None) -> str:
        """Return a URL that serves the object for `expires_s` seconds (disk: a file URL)."""
