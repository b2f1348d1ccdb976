"""Samples to a file, block by block, by libsndfile: WAV, FLAC, MP3, Opus.

The invariant: a file that `encode` returns holds exactly the samples it was promised and its header says so; anything
else is an EncodingError and no file. The whole length is known before the first block (utterances are in the store), so
the container can be chosen first: plain WAV over 4 GiB is written without an error and reads back short.
The same samples give the same bytes.
"""

import hashlib
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import soundfile as sf
import soxr

from pipeline.assemble import resampled_length
from pipeline.audio import Pcm, Samples
from pipeline.errors import EncodingError, UnsupportedFormat
from pipeline.mp3_info import ensure_info, stated_bytes
from pipeline.ogg_pages import fix_stream_number
from pipeline.pcm import to_int16
from pipeline.request import FORMATS

CONTENT_TYPES = {"wav": "audio/wav", "flac": "audio/flac", "mp3": "audio/mpeg", "opus": "audio/ogg"}
LOSSLESS = frozenset({"wav", "flac"})
WAV_HEADER_BYTES = 44
WAV_MOST_BYTES = 4 * 2**30 - 2**20  #: of samples; above it RF64, which has 64-bit sizes
OPUS_RATES = (8000, 12000, 16000, 24000, 48000)
MP3_KBPS = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160)

# Constant bit rates in kbit/s that the encoder spreads over its compression level 1.0 … 0.0, by MPEG version.
_MP3_RANGES = {
    **dict.fromkeys((8000, 11025, 12000), (8, 64)),
    **dict.fromkeys((16000, 22050, 24000), (8, 160)),
    **dict.fromkeys((32000, 44100, 48000), (32, 320)),
}


@dataclass(frozen=True, slots=True)
class EncodedFile:
    """A finished file."""

    path: Path
    format: str
    bytes: int
    duration_s: float
    sha256: str
    content_type: str


@dataclass(frozen=True, slots=True)
class _Target:
    """How libsndfile is asked to write."""

    container: str
    subtype: str
    sample_rate: int  # Hz, of the file
    frames: int  # that the file must hold
    quality: dict[str, Any] = field(default_factory=dict)


def encode(
    path: Path,
    fmt: str,
    sample_rate: int,
    total_samples: int,
    blocks: Iterable[Samples] | Iterable[Pcm],
    *,
    mp3_kbps: int | None = None,
) -> EncodedFile:
    """Write `blocks` to `path` and return what was written.

    Args:
        path: overwritten; on a file system that can seek.
        fmt: one of `FORMATS`.
        sample_rate: of the blocks, Hz. Opus is resampled to the next rate it has.
        total_samples: that the blocks hold together, above 0.
        blocks: of any length; for a lossless format they may be 16-bit samples already.
        mp3_kbps: constant bit rate, one of `MP3_KBPS`; None = variable.

    Raises:
        UnsupportedFormat: `fmt` is not one of `FORMATS`.
        EncodingError: the disk is full, the rate does not fit the format, or the blocks are not `total_samples` long.
            Nothing is left at `path`.
    """
    target = _target(fmt, sample_rate, total_samples, mp3_kbps)
    source: Iterable[Any] = _exactly(blocks, total_samples)
    if target.sample_rate != sample_rate:
        source = _resampled(source, sample_rate, target.sample_rate)
    finished = False
    try:
        _write(path, target, source)
        if mp3_kbps and fmt == "mp3":
            ensure_info(path, total_samples, mp3_kbps)
        if fmt == "opus":
            fix_stream_number(path)
        _verify(path, target)
        result = describe_file(path, fmt, CONTENT_TYPES[fmt], total_samples / sample_rate)
        finished = True
    except (OSError, sf.LibsndfileError) as err:
        raise EncodingError(f"cannot write {fmt} audio to {path}: {err}", format=fmt, path=str(path)) from err
    finally:
        if not finished:
            path.unlink(missing_ok=True)
    return result


def wav_in_place(path: Path, sample_rate: int, total_samples: int) -> EncodedFile:
    """Make 16-bit samples that stand behind room for a header into the file that `encode` would copy them to.

    Raises EncodingError when `path` holds another number of samples or cannot be written; the samples stay there.
    """
    target, size = _target("wav", sample_rate, total_samples, None), 2 * total_samples
    try:
        found = path.stat().st_size - WAV_HEADER_BYTES
        if found != size:
            raise EncodingError(
                f"the audio has {found / 2:g} samples, {total_samples} were planned", planned=total_samples
            )
        fields = (b"RIFF", size + 36, b"WAVEfmt ", 16, 1, 1, sample_rate, 2 * sample_rate, 2, 16, b"data", size)
        with path.open("r+b") as file:
            file.write(struct.pack("<4sI8sIHHIIHH4sI", *fields))
        _verify(path, target)
        return describe_file(path, "wav", CONTENT_TYPES["wav"], total_samples / sample_rate)
    except (OSError, sf.LibsndfileError) as err:
        raise EncodingError(f"cannot write wav audio to {path}: {err}", format="wav", path=str(path)) from err


def describe_file(path: Path, fmt: str, content_type: str, duration_s: float) -> EncodedFile:
    """Measure a finished file."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return EncodedFile(path, fmt, path.stat().st_size, duration_s, digest, content_type)


def wav_container(total_samples: int) -> str:
    """Return "WAV", or "RF64" when 16-bit mono of that length does not fit into 32-bit sizes."""
    return "WAV" if 2 * total_samples < WAV_MOST_BYTES else "RF64"


def _target(fmt: str, rate: int, frames: int, mp3_kbps: int | None) -> _Target:
    if frames <= 0:
        raise EncodingError(f"nothing to encode: {frames} samples", format=fmt)
    if fmt == "wav":
        return _Target(wav_container(frames), "PCM_16", rate, frames)
    if fmt == "flac":
        return _Target("FLAC", "PCM_16", rate, frames)
    if fmt == "mp3":
        return _Target("MP3", "MPEG_LAYER_III", rate, frames, _mp3_quality(rate, mp3_kbps))
    if fmt == "opus":
        to_rate = next((r for r in OPUS_RATES if r == rate), 24000 if rate < 24000 else 48000)
        return _Target("OGG", "OPUS", to_rate, resampled_length(frames, rate, to_rate))
    raise UnsupportedFormat(f"unknown format {fmt!r}; formats: {', '.join(FORMATS)}", given=fmt, allowed=list(FORMATS))


def _mp3_quality(rate: int, kbps: int | None) -> dict[str, Any]:
    if rate not in _MP3_RANGES:
        raise EncodingError(f"MP3 has no sample rate {rate} Hz; it has {sorted(_MP3_RANGES)}", given=rate)
    if kbps is None:
        return {}
    low, high = _MP3_RANGES[rate]
    if kbps not in MP3_KBPS or kbps > high:
        allowed = [each for each in MP3_KBPS if each <= high]
        raise EncodingError(f"MP3 at {rate} Hz has no bit rate {kbps} kbit/s; it has {allowed}", given=kbps)
    # The encoder refuses exactly 1.0 in constant mode; it takes the nearest rate that exists.
    return {"bitrate_mode": "CONSTANT", "compression_level": min((high - kbps) / (high - low), 0.999)}


def _write(path: Path, target: _Target, source: Iterable[Any]) -> None:
    with sf.SoundFile(
        path, "w", target.sample_rate, 1, target.subtype, format=target.container, **target.quality
    ) as file:
        for block in source:
            if target.subtype == "PCM_16":
                file.write(block if block.dtype == np.int16 else to_int16(block))
                continue
            # A second at most: libsndfile's Ogg writers keep a write on the stack and crash on minutes in one call.
            for start in range(0, len(block), target.sample_rate):
                file.write(np.clip(block[start : start + target.sample_rate], -1.0, 1.0))


def _exactly(blocks: Iterable[Any], total: int) -> Iterator[Any]:
    """Pass the blocks on; refuse a longer or a shorter stream than was promised."""
    seen = 0
    for block in blocks:
        seen += len(block)
        if seen > total:
            raise EncodingError(f"the audio is longer than the {total} samples that were planned", planned=total)
        yield block
    if seen != total:
        raise EncodingError(f"the audio has {seen} samples, {total} were planned", given=seen, planned=total)


def _resampled(blocks: Iterable[Samples], from_rate: int, to_rate: int) -> Iterator[Samples]:
    stream = soxr.ResampleStream(from_rate, to_rate, 1, dtype="float32")
    for block in blocks:
        for start in range(0, len(block), from_rate):
            yield stream.resample_chunk(block[start : start + from_rate])
    yield stream.resample_chunk(np.zeros(0, np.float32), last=True)


def _verify(path: Path, target: _Target) -> None:
    """Compare with the header, and look for the end that it promises: a full disk can leave one without the other."""
    with sf.SoundFile(path) as file:
        frames = int(file.frames)
        if target.container != "MP3":  # seeking in MP3 begins amid its bit reservoir, and the decoder complains aloud
            file.seek(max(0, frames - target.sample_rate))
            whole = len(file.read(dtype="float32")) == min(frames, target.sample_rate)
        else:
            whole = stated_bytes(path) == path.stat().st_size
    if frames != target.frames or not whole:
        raise EncodingError(
            f"{path} has {frames} samples by its header{'' if whole else ' and lacks its end'}; "
            f"{target.frames} were written",
            given=frames,
            planned=target.frames,
        )
