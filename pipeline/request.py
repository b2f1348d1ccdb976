"""What a producer asks for, checked and made canonical: equal requests have equal canonical forms.

Where a text came from, who asked, and how urgent it is do not belong to the canonical form, so that they do not split
renderings. Sizes: inline text up to `INLINE_MOST_BYTES`, a source up to `SOURCE_MOST_BYTES` of UTF-8.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pipeline.lexicon import Entry

INLINE_MOST_BYTES = 64_000
SOURCE_MOST_BYTES = 5_000_000
FORMATS = ("wav", "flac", "mp3", "opus")
MEDIA_TYPES = ("text/plain", "text/markdown", "application/ssml+xml")
Priority = Literal["auto", "short", "long"]
PauseReason = Literal[
    "cut", "language", "voice", "sentence", "question", "paragraph", "item", "before_heading", "heading", "scene_break",
    "chapter",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """Choices that change what is heard or how it is written."""

    seed: int = 0
    pauses_s: Mapping[PauseReason, float] = field(default_factory=dict)  #: overrides of the table in `pauses`
    mp3_kbps: int | None = None  #: constant bit rate; None = variable, about 65 kbit/s for speech
    book: bool = False  #: also one file a format over all chapters
    voices: Mapping[str, str] = field(default_factory=dict)  #: language -> voice of its longer spans in other text
    lexicon: tuple[Entry, ...] = ()  #: pronunciations; in a recipe only those that match its text
    emoji: Literal["drop", "name"] = "drop"


@dataclass(frozen=True, slots=True)
class Request:
    """One request to speak one script. Exactly one of `text` and `source` is given."""

    voice: str
    text: str | None = None
    source: str | None = None  #: an `inbox/…` key, or `s3://<the store's bucket>/<key>`
    media_type: str = "text/plain"
    language: str | None = None  #: None: the voice's first language
    model: str | None = None  #: None: the model that has the voice
    speed: float = 1.0
    formats: tuple[str, ...] = ("mp3",)
    options: RenderOptions = field(default_factory=RenderOptions)
    priority: Priority = "auto"
    ttl_s: int = 30 * 86_400
    metadata: Mapping[str, str] = field(default_factory=dict)

    def canonical(self, text_sha256: str) -> dict[str, Any]:
        """Return what identical requests share, JSON-able; `text_sha256` stands for the text wherever it came from."""
        return {
            "text_sha256": text_sha256,
            "media_type": self.media_type,
            "language": self.language,
            "model": self.model,
            "voice": self.voice,
            "speed": self.speed,
            "formats": sorted(set(self.formats)),
            "options": options_to_json(self.options),
        }


def options_to_json(options: RenderOptions) -> dict[str, Any]:
    """Return the options' wire form. What came later stands there only when it is used: older keys stay as they are."""
    later = {
        "voices": dict(sorted(options.voices.items())),
        "lexicon": [entry_to_json(entry) for entry in options.lexicon],
        "emoji": options.emoji if options.emoji != "drop" else "",
    }
    return {
        "seed": options.seed,
        "pauses_s": {reason: float(pause_s) for reason, pause_s in sorted(options.pauses_s.items())},
        "mp3_kbps": options.mp3_kbps,
        "book": options.book,
    } | {name: value for name, value in later.items() if value}


def options_from_json(data: Mapping[str, Any]) -> RenderOptions:
    """Return the options that `options_to_json` gave."""
    return RenderOptions(**(dict(data) | {"lexicon": tuple(Entry(**entry) for entry in data.get("lexicon", ()))}))


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """Return a pronunciation's wire form."""
    return {name: value for name in Entry.__slots__ if (value := getattr(entry, name)) not in (None, False)}
