"""Piper voices as their makers publish them: `NAME.onnx` beside `NAME.onnx.json`.

A user drops the pair into `<models folder>/piper/<name>/` and it is a model, `piper-<name>`. Its revision comes from
the bytes of both files, so a replaced file never shares segments with the old one; the hash of the large one is kept in
a sidecar keyed by size and modification time, so that start-up does not read 60 MB a voice.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError

from models.files import sha256_of, whole_file
from pipeline.errors import ModelDamaged, ModelMissing

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")  # '+' and ':' would be a blend
_SPEAKER = re.compile(r"[^+:#\s]+")
_ESPEAK_NAMES = {"cmn": "zh", "nb": "no"}  # where espeak's name of a language is not its BCP 47 tag


class _Audio(BaseModel):
    sample_rate: int = Field(gt=0)


class _Inference(BaseModel):
    noise_scale: float = 0.667
    length_scale: float = Field(default=1.0, gt=0)
    noise_w: float = 0.8


class _Espeak(BaseModel):
    voice: str = ""


class _Language(BaseModel):
    family: str = ""


class PiperConfig(BaseModel):
    """What we need of a voice's `.onnx.json`; the rest of it is ignored."""

    audio: _Audio
    phoneme_id_map: dict[str, list[int]]
    inference: _Inference = _Inference()
    espeak: _Espeak = _Espeak()
    language: _Language = _Language()
    phoneme_type: str = "espeak"
    num_speakers: int = 1
    speaker_id_map: dict[str, int] = {}

    @property
    def tag(self) -> str:
        """BCP 47 primary tag of its language; "" when the file does not say."""
        name = (self.language.family or self.espeak.voice).lower().replace("_", "-").split("-")[0]
        return _ESPEAK_NAMES.get(name, name)

    def speakers(self, stem: str) -> Mapping[str, int | None]:
        """Return voice id -> speaker id for a voice file named `stem`; None for a voice of one speaker."""
        if self.num_speakers <= 1:
            return {stem: None}
        names = {name: number for name, number in self.speaker_id_map.items() if _SPEAKER.fullmatch(name)}
        named = set(names.values())
        numbered = {str(number): number for number in range(self.num_speakers) if number not in named}
        return {f"{stem}#{name}": number for name, number in sorted((names | numbered).items(), key=lambda kv: kv[1])}


@dataclass(frozen=True, slots=True)
class DroppedVoice:
    """A folder below `piper/`, understood as far as possible."""

    name: str
    folder: Path
    revision: str = ""
    sample_rate: int = 0  #: Hz
    languages: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()  #: voice ids
    problem: str = ""


def dropped_voices(folder: Path) -> Iterator[DroppedVoice]:
    """Yield the voices below a folder, by name. One that cannot be used carries its problem."""
    if not folder.is_dir():
        return
    for home in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
        try:
            yield _read(home)
        except (ModelDamaged, ModelMissing) as err:
            yield DroppedVoice(home.name, home, problem=err.message)


def _read(home: Path) -> DroppedVoice:
    if not _NAME.fullmatch(home.name):
        raise ModelDamaged(f"piper folder {home.name!r}: a name holds letters, digits, '_', '.' and '-' only")
    onnx = voice_file(home)
    config = read_config(onnx)
    if not _NAME.fullmatch(onnx.stem):
        raise ModelDamaged(f"piper voice {onnx.name!r}: a name holds letters, digits, '_', '.' and '-' only")
    digests = cached_sha256(onnx) + sha256_of(_config_path(onnx))
    return DroppedVoice(
        name=home.name,
        folder=home,
        revision=hashlib.sha256(digests.encode()).hexdigest()[:16],
        sample_rate=config.audio.sample_rate,
        languages=(config.tag,),
        speakers=tuple(config.speakers(onnx.stem)),
    )


def voice_file(home: Path) -> Path:
    """Return the one `.onnx` file of a voice's folder. Raises ModelMissing when there is none, or more than one."""
    found = sorted(home.glob("*.onnx"))
    if len(found) != 1:
        raise ModelMissing(f"{home} holds {len(found)} .onnx files; a piper voice is one NAME.onnx and NAME.onnx.json")
    return found[0]


def read_config(onnx: Path) -> PiperConfig:
    """Read the `.onnx.json` beside a voice. Raises ModelMissing or ModelDamaged."""
    path = _config_path(onnx)
    try:
        config = PiperConfig.model_validate_json(path.read_bytes())
    except FileNotFoundError as err:
        raise ModelMissing(f"{onnx.name} has no {path.name} beside it") from err
    except ValidationError as err:
        first = err.errors()[0]
        raise ModelDamaged(
            f"{path} is not a piper voice file: {'.'.join(map(str, first['loc']))}: {first['msg']}"
        ) from err
    if config.phoneme_type != "espeak":
        raise ModelDamaged(f"{path}: phoneme_type {config.phoneme_type!r} is not supported; allowed: 'espeak'")
    if not config.tag:
        raise ModelDamaged(f"{path} does not say its language (language.family or espeak.voice)")
    missing = [symbol for symbol in "^_$" if symbol not in config.phoneme_id_map]
    if missing:
        raise ModelDamaged(f"{path}: phoneme_id_map lacks {' '.join(missing)}")
    return config


def cached_sha256(path: Path) -> str:
    """Return a file's sha256 from its sidecar while size and modification time are the same, else hash and note it."""
    stat = path.stat()
    sidecar = path.with_name(f".{path.name}.sha256")
    now = {"size": stat.st_size, "mtime_ns": stat.st_mtime_ns}
    with suppress(OSError, ValueError, TypeError, KeyError):
        noted = json.loads(sidecar.read_bytes())
        if {key: noted[key] for key in now} == now:
            return str(noted["sha256"])
    digest = sha256_of(path)
    with suppress(OSError), whole_file(sidecar) as file:  # a read-only folder: hash again next time
        file.write(json.dumps({**now, "sha256": digest}).encode())
    return digest


def _config_path(onnx: Path) -> Path:
    return onnx.with_name(onnx.name + ".json")
