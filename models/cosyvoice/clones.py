"""Cloned voices: a recording in the bundle's `clones` folder is a voice, `<name>.<language>.wav` or `.flac`.

With its transcript beside it (`<name>.<language>.txt`) the language model continues the recording (zero-shot); without,
only the sound is taken over (cross-lingual). The voice's id ends in the sha256 of both files, so another recording never
shares speech with the old one. What the networks make of a recording is kept beside it: the speech tokenizer alone is
half a GB, and no worker should open it twice.
"""

import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.cosyvoice.engine import Speaker
from models.cosyvoice.facts import Rates
from models.cosyvoice.features import SPEECH_HZ, flow_mel, kaldi_banks, whisper_mel
from models.cosyvoice.spelling import seconds_of
from models.cosyvoice.tokenizer import LANGUAGES, Encode
from models.files import whole_file
from models.session import open_session
from pipeline.errors import ModelMissing, SynthesisError

FOLDER = "clones"
#: networks of the official release, copied into the bundle's folder as they ship
SPEAKER_NETWORK, SPEECH_TOKENIZER = "campplus.onnx", "speech_tokenizer_v1.onnx"
LEAST_S, MOST_S = (
    1.0,
    15.0,
)  #: of a recording: the flow hears it with every segment, at a memory that grows by its square

_LEAST_PEAK, _MOST_PEAK = 0.001, 100.0  #: silence; numbers that are no samples
_MOST_SHARE = 3.0  #: of the recording's length, for a fast speaker

_FORM = 1  #: of what is kept beside a recording
_NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9_-]*)\.(" + "|".join(LANGUAGES) + r")\.(?i:wav|flac)")


@dataclass(frozen=True, slots=True)
class Clone:
    """A recording that is a voice."""

    name: str
    language: str
    path: Path
    digest: str  #: of the recording and its transcript

    @property
    def id(self) -> str:
        """The voice's id."""
        return f"{self.name}-{self.digest[:8]}"

    @property
    def transcript(self) -> str:
        """What is said in the recording; "" when nobody wrote it down. Raises SynthesisError when it cannot be read."""
        path = self.path.with_suffix(".txt")
        try:
            return " ".join(path.read_text(encoding="utf-8-sig").split()) if path.is_file() else ""
        except (OSError, UnicodeDecodeError) as err:
            raise SynthesisError(f"{path} is no text in UTF-8: {err}", path=str(path)) from err


def clones(bundle_folder: Path) -> Iterator[Clone]:
    """Yield the recordings of a bundle, by name. A file that is none, or that cannot be read, is passed over."""
    for path in _files(bundle_folder):
        if named := _NAME.fullmatch(path.name):
            with suppress(OSError):
                digest = hashlib.sha256(path.read_bytes())
                transcript = path.with_suffix(".txt")
                digest.update(transcript.read_bytes() if transcript.is_file() else b"")
                yield Clone(named[1], named[2], path, digest.hexdigest())


def passed_over(bundle_folder: Path) -> tuple[str, ...]:
    """Return what lies among the recordings and is no voice, for a human."""
    found = {each.path for each in clones(bundle_folder)}
    texts = {path.with_suffix(".txt") for path in found}
    allowed = f"<name>.<{'|'.join(LANGUAGES)}>.wav or .flac, in ASCII letters, digits, '_' and '-', readable"
    return tuple(
        f"{path} is no voice; allowed: {allowed}" for path in _files(bundle_folder) if path not in found | texts
    )


def _files(bundle_folder: Path) -> list[Path]:
    folder = bundle_folder / FOLDER
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:  # mostly there is none
        return []


def speaker_of(clone: Clone, rates: Rates, encode: Encode, threads: int = 1) -> Speaker:
    """Return a cloned speaker, from what is kept beside the recording if it is there.

    Raises ModelMissing naming the network that is lacking, SynthesisError for a recording that cannot be used: it is no
    fault of the worker.
    """
    transcript = clone.transcript
    kept = clone.path.with_name(f".{clone.id}-f{_FORM}.npz")
    made = _read(kept)
    if not made:
        made = _measured(clone, rates, threads)
        with suppress(OSError), whole_file(kept) as file:  # a read-only folder: measured again by the next worker
            np.savez(file, allow_pickle=False, **made)
    tokens = made["tokens"].tolist()
    _require_said(clone, transcript, made["mel"].shape[2] * rates.frame_samples / rates.sample_rate)
    text = encode(transcript) if transcript else []
    return Speaker(
        embedding=made["embedding"],
        text_ids=text,
        lm_tokens=tokens if text else (),
        flow_tokens=tokens,
        mel=made["mel"],
    )


def _require_said(clone: Clone, transcript: str, long_s: float) -> None:
    """Raise SynthesisError for a text that cannot be what is said: the model would read all of it before each segment."""
    expected_s = seconds_of(transcript)
    if expected_s > _MOST_SHARE * long_s:
        raise SynthesisError(
            f"{clone.path.with_suffix('.txt')} takes about {expected_s:.0f} s to say and the recording lasts {long_s:.1f} s; "
            "allowed: what is said in it, all of it and nothing else",
            path=str(clone.path.with_suffix(".txt")),
        )


def _read(path: Path) -> dict[str, NDArray[np.float32]]:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in ("embedding", "tokens", "mel")}
    except (OSError, ValueError, EOFError, KeyError):
        return {}


def _measured(clone: Clone, rates: Rates, threads: int) -> dict[str, NDArray[np.float32]]:
    import soxr

    samples, sample_rate = _recording(clone)
    slow = soxr.resample(samples, sample_rate, SPEECH_HZ)
    own = soxr.resample(samples, sample_rate, rates.sample_rate)
    mel = whisper_mel(slow)
    embedding = _asked(clone, SPEAKER_NETWORK, threads, kaldi_banks(slow)[None])
    tokens = _asked(clone, SPEECH_TOKENIZER, threads, mel, np.array([mel.shape[2]]))
    return {
        "embedding": np.asarray(embedding, dtype=np.float32).reshape(1, -1),
        "tokens": np.asarray(tokens).reshape(-1),
        "mel": flow_mel(own, rates.sample_rate, rates.frame_samples),
    }


def _recording(clone: Clone) -> tuple[NDArray[np.float32], int]:
    import soundfile as sf

    try:
        samples, sample_rate = sf.read(clone.path, dtype="float32", always_2d=True)
    except (sf.LibsndfileError, OSError) as err:
        raise SynthesisError(f"{clone.path} is not a recording: {err}", path=str(clone.path)) from err
    long_s = len(samples) / sample_rate
    if not LEAST_S <= long_s <= MOST_S:
        raise SynthesisError(
            f"{clone.path} lasts {long_s:.1f} s; allowed: {LEAST_S:g} to {MOST_S:g} s", path=str(clone.path)
        )
    peak = float(np.abs(samples).max())
    if not _LEAST_PEAK <= peak <= _MOST_PEAK:
        raise SynthesisError(
            f"{clone.path} holds no speech: its loudest sample is {peak:g}; allowed: {_LEAST_PEAK:g} to {_MOST_PEAK:g}",
            path=str(clone.path),
        )
    return samples.mean(axis=1), int(sample_rate)


def _asked(clone: Clone, network: str, threads: int, *feeds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Ask a network as it ships: its inputs by their order, whatever their names. It is closed again at once."""
    path = clone.path.parent.parent / network
    if not path.is_file():
        raise ModelMissing(
            f"the cloned voice {clone.name!r} needs {network} of the official release in {path.parent}: "
            f"voicemill models pull {path.parent.name} --clones",
            path=str(path),
        )
    session = open_session(path, threads)
    return session.run(dict(zip(session.inputs, feeds, strict=True)))
