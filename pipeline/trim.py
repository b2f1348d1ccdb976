"""From a model's raw output to an utterance: edges trimmed, faded, clipped, on the 16-bit grid.

Models leave 50 ms to 1.2 s of near-silence around speech, and how much depends on the voice more than on the text: with
it left in, no pause table can hold. So each edge is cut close to the speech and the pauses are added at assembly.
`finish` returns exactly what `decode_utterance(encode_utterance(…))` gives back: a first run and a run from the cache
sound the same to the bit. When it is to return anything else, `fingerprint.POSTPROCESSING_VERSION` goes up.
"""

import io
import warnings

import numpy as np
import soundfile as sf

from pipeline.audio import Audio, Samples, Utterance
from pipeline.errors import ObjectDamaged, SynthesisError
from pipeline.pcm import to_int16

with warnings.catch_warnings():
    # Unmaintained since 2021: invalid escapes, the deprecated audioop, and a search for ffmpeg, which is never used here.
    warnings.simplefilter("ignore")
    from pydub import AudioSegment
    from pydub.silence import detect_leading_silence

#: `AudioSegment` too: this is the one place where pydub is imported.
__all__ = ["AudioSegment", "decode_utterance", "encode_utterance", "finish"]

FRAME_MS = 10
#: Below the loudest frame, not the loudest sample: one plosive's peak would lift the threshold over soft speech.
FLOOR_DB = 45.0
LEAD_MS = 60
TAIL_MS = 100  #: under 80 ms the releases of final s, f and t are lost
FADE_MS = 5
_SILENT_RMS = 1e-4  # -80 dBFS: three steps of 16 bits; nothing above it means nothing was said

_INT32_MOST = 2**31 - 1


def finish(audio: Audio) -> Utterance:
    """Turn raw synthesis into an utterance.

    Keeps `LEAD_MS` before and `TAIL_MS` after the speech as far as the model made them, with `FADE_MS` fades inside
    what is kept. Output that is silent throughout is kept as (at most) as much silence. Deterministic.

    Raises:
        SynthesisError: there are no samples, or some are NaN or infinite.
    """
    samples = _checked(audio)
    rate = audio.sample_rate
    loudest = _loudest_frame(samples, rate)
    if loudest < _SILENT_RMS:
        return Utterance(np.zeros(min(len(samples), _ms(LEAD_MS + TAIL_MS, rate)), np.int16), rate)
    floor_dbfs = 20 * float(np.log10(loudest)) - FLOOR_DB
    # 32 bits, so that the threshold of a quiet voice does not sink below the last bit.
    wide = np.rint(samples.astype(np.float64) * _INT32_MOST).astype("<i4")
    segment = AudioSegment(data=wide.tobytes(), sample_width=4, frame_rate=rate, channels=1)
    lead = _ms(detect_leading_silence(segment, floor_dbfs, FRAME_MS), rate)
    trail = _ms(detect_leading_silence(segment.reverse(), floor_dbfs, FRAME_MS), rate)
    start = max(0, lead - _ms(LEAD_MS, rate))
    end = min(len(samples), len(samples) - trail + _ms(TAIL_MS, rate))
    return Utterance(to_int16(_faded(samples[start:end], _ms(FADE_MS, rate))), rate)


def encode_utterance(utterance: Utterance) -> bytes:
    """Return the utterance as 16-bit FLAC; equal samples give equal bytes."""
    data = io.BytesIO()
    sf.write(data, utterance.samples, utterance.sample_rate, format="FLAC", subtype="PCM_16")
    return data.getvalue()


def decode_utterance(data: bytes) -> Utterance:
    """Return the utterance that `encode_utterance` was given.

    Raises:
        ObjectDamaged: `data` is not a mono 16-bit FLAC file.
    """
    try:
        with sf.SoundFile(io.BytesIO(data)) as file:
            kind = (file.format, file.subtype, file.channels)
            samples = file.read(dtype="int16")
            rate = int(file.samplerate)
    except sf.LibsndfileError as err:
        raise ObjectDamaged(f"a stored utterance of {len(data)} bytes cannot be decoded: {err}") from err
    if kind != ("FLAC", "PCM_16", 1):
        raise ObjectDamaged(f"a stored utterance is {kind}, not mono 16-bit FLAC")
    return Utterance(samples, rate)


def _checked(audio: Audio) -> Samples:
    samples = audio.samples
    if samples.ndim != 1 or not len(samples):
        raise SynthesisError(f"the model returned audio of shape {samples.shape}; needed: (n,) with n > 0")
    broken = len(samples) - int(np.isfinite(samples).sum())
    if broken:
        raise SynthesisError(f"the model returned {broken} of {len(samples)} samples that are NaN or infinite")
    return np.clip(samples, -1.0, 1.0)


def _loudest_frame(samples: Samples, rate: int) -> float:
    """Return the largest root mean square over frames of `FRAME_MS`."""
    size = max(1, _ms(FRAME_MS, rate))
    padded = np.zeros(-(-len(samples) // size) * size, np.float64)
    padded[: len(samples)] = samples
    return float(np.sqrt(np.square(padded).reshape(-1, size).mean(axis=1).max()))


def _faded(samples: Samples, length: int) -> Samples:
    length = min(length, len(samples) // 2)
    ramp = np.arange(length, dtype=np.float32) / np.float32(max(length, 1))
    faded = samples.copy()
    faded[:length] *= ramp
    faded[len(faded) - length :] *= ramp[::-1]
    return faded


def _ms(milliseconds: int, rate: int) -> int:
    return milliseconds * rate // 1000
