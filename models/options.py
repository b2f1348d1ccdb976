"""What this adapter can be told: where weights live, how many threads a session gets, and devices of single models.

Those of CosyVoice change what is heard, so they are part of its revision and with it of every segment's fingerprint. No
other is: they change how fast a worker is, or whether it lives, never a sample.
"""

from pathlib import Path
from typing import Literal

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

    cosyvoice_steps: int | None = Field(
        default=None,
        ge=1,
        le=100,
        description="Steps of CosyVoice's flow: fewer are faster. Unset: as its bundle says, 10.",
    )
    cosyvoice_guidance: float | None = Field(
        default=None,
        ge=0.0,
        le=5.0,
        description="How much CosyVoice's flow exaggerates what the text asks for; 0 is none, in half the time. Unset: as "
        "its bundle says, 0.7.",
    )
    cosyvoice_guided_steps: int | None = Field(
        default=None,
        ge=0,
        le=100,
        description="How many of the steps, from the first, are guided. Unset: all.",
    )
    cosyvoice_tag: bool = Field(
        default=True,
        description="Whether CosyVoice is told the language of each segment by a tag before its text.",
    )
    cosyvoice_instruction: str = Field(
        default="",
        max_length=400,
        description="How preset voices of an Instruct checkpoint are to speak, in words. Empty: as a checkpoint without "
        "instructions is spoken.",
    )
    cosyvoice_guards: Literal["strict", "off"] = Field(
        default="strict",
        description="strict: what CosyVoice says must end, not repeat itself and last about as long as its text; else it "
        "is made once more, and then is an error. off: whatever comes is kept, as with a bundle of random weights.",
    )

    @field_validator("folder")
    @classmethod
    def _home_is_meant(cls, folder: Path) -> Path:
        return folder.expanduser()  # files and environments of services are not read by a shell


def words_folder(options: ModelOptions) -> Path:
    """Return where the word lists are kept that all workers share."""
    return options.folder / "words"
