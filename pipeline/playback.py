"""Stored audio as a pydub AudioSegment: what notebooks and small programs like to hold."""

import io

import soundfile as sf

from pipeline.errors import ObjectDamaged
from pipeline.trim import AudioSegment


def audio_segment(data: bytes) -> AudioSegment:
    """Decode a WAV, FLAC, MP3 or Ogg Opus file, without ffmpeg; the whole of it is held in memory.

    Raises ObjectDamaged when it is none of these.
    """
    try:
        samples, rate = sf.read(io.BytesIO(data), dtype="int16", always_2d=True)
    except sf.LibsndfileError as err:
        raise ObjectDamaged(f"{len(data)} bytes of audio cannot be decoded: {err}") from err
    return AudioSegment(data=samples.tobytes(), sample_width=2, frame_rate=rate, channels=samples.shape[1])
