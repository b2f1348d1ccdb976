"""What this adapter can be told: where weights live, how many threads a session gets, and the tone's test devices.

None of these belongs to a segment's fingerprint: they change how fast a worker is, or whether it lives, never a sample.
"""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator


def _default_folder() -> Path:
    return Path.home() / ".local" / "share" / "voicemill" / "models"


class ModelOptions(BaseModel):
    """Settings of the models adapter."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    folder: Path = Field(
        default_factory=_default_folder,
        description="Where model files are kept, one folder a model.",
    )
    threads: int = Field(
        default=1,
        ge=1,
        le=64,
        description="Threads of one session. In a batch, one thread and a worker a core is fastest.",
    )
    tone_rtf: float = Field(
        default=0.0,
        ge=0.0,
        description="Slowness of the tone synthesizer: seconds slept per second of audio. For rehearsals and tests.",
    )
    tone_leak_mb: int = Field(
        default=0,
        ge=0,
        description="Memory that the tone synthesizer loses for good at every segment, as a leak in native code would. "
        "For rehearsals and tests.",
    )
    tone_poison: str = Field(
        default="",
        description="A test device: when the tone synthesizer meets this string in a text, its process kills itself "
        "with SIGKILL, as a crash in native code would. Empty: off.",
    )

    @field_validator("folder")
    @classmethod
    def _home_is_meant(cls, folder: Path) -> Path:
        return folder.expanduser()  # files and environments of services are not read by a shell


def words_folder(options: ModelOptions) -> Path:
    """Return where the word lists are kept that all workers share."""
    return options.folder / "words"
