"""Files that hold exactly what their header says."""

import hashlib
import io
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf
from hypothesis import given, settings
from hypothesis import strategies as st

import pipeline.encode
from pipeline.encode import (
    CONTENT_TYPES,
    MP3_KBPS,
    WAV_HEADER_BYTES,
    EncodedFile,
    encode,
    wav_container,
    wav_in_place,
)
from pipeline.errors import EncodingError, UnsupportedFormat
from pipeline.pcm import to_int16
from pipeline.request import FORMATS

ROOT = Path(__file__).parents[2]
RATE = 24000
_BIT_RATES = {
    3: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    2: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}  # by MPEG version as in the header, kbit/s
_RATES = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000)}


def bit_rates(data: bytes) -> set[int]:
    """Walk the frames of an MP3 file that has no other tags."""
    found, at = set(), 0
    while at + 4 <= len(data):
        assert data[at] == 0xFF, f"no frame at {at}"
        version, code, rate_code = data[at + 1] >> 3 & 3, data[at + 2] >> 4, data[at + 2] >> 2 & 3
        kbps, rate, padding = _BIT_RATES[version][code], _RATES[version][rate_code], data[at + 2] >> 1 & 1
        found.add(kbps)
        at += (144 if version == 3 else 72) * kbps * 1000 // rate + padding
    return found


def made(tmp_path: Path, fmt: str, samples, rate: int = RATE, **options) -> EncodedFile:
    return encode(tmp_path / f"made.{fmt}", fmt, rate, len(samples), [samples], **options)


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("rate", [16000, 22050, 24000, 44100, 48000])
@pytest.mark.parametrize("count", [1, 7, 1000, 50_001])
def test_a_file_holds_as_many_samples_as_were_given(tmp_path, voice, fmt, rate, count):
    done = made(tmp_path, fmt, voice(count), rate)
    info = sf.info(done.path)
    assert done.duration_s == count / rate
    assert info.frames / info.samplerate == pytest.approx(done.duration_s, abs=0.5 / info.samplerate)
    assert info.samplerate == (rate if fmt != "opus" else {22050: 24000, 44100: 48000}.get(rate, rate))
    data = done.path.read_bytes()
    assert (done.bytes, done.sha256) == (len(data), hashlib.sha256(data).hexdigest())
    assert (done.format, done.content_type) == (fmt, CONTENT_TYPES[fmt])


@pytest.mark.parametrize("fmt", ["wav", "flac"])
def test_lossless_files_hold_the_very_samples(tmp_path, voice, fmt):
    samples = voice(30_000)
    done = made(tmp_path, fmt, samples)
    assert np.array_equal(sf.read(done.path, dtype="int16")[0], to_int16(samples))


@pytest.mark.parametrize("rate", [8000, 22050, 24000, 48000])
@pytest.mark.parametrize("count", [1, 7, 50_001])
def test_samples_become_a_wav_file_where_they_lie_as_if_they_were_copied(tmp_path, voice, rate, count):
    samples, path = to_int16(voice(count)), tmp_path / "samples"
    path.write_bytes(bytes(WAV_HEADER_BYTES) + samples.tobytes())
    done, copied = wav_in_place(path, rate, count), made(tmp_path, "wav", samples, rate)
    assert path.read_bytes() == copied.path.read_bytes()
    assert (done.path, copied.path) == (path, tmp_path / "made.wav")
    assert (done.sha256, done.bytes, done.duration_s) == (copied.sha256, copied.bytes, copied.duration_s)
    for planned in (count - 1, count + 1):
        with pytest.raises(EncodingError, match=r"planned|nothing to encode"):
            wav_in_place(path, rate, planned)


def test_other_software_reads_the_wav(tmp_path, voice):
    done = made(tmp_path, "wav", voice(30_000))
    with wave.open(str(done.path)) as file:
        assert (file.getnframes(), file.getsampwidth(), file.getnchannels(), file.getframerate()) == (
            30_000,
            2,
            1,
            RATE,
        )


@pytest.mark.parametrize("fmt", ["mp3", "opus"])
def test_lossy_files_sound_alike(tmp_path, tone, fmt):
    samples = tone(2.0)
    back = sf.read(made(tmp_path, fmt, samples).path, dtype="float32")[0]
    assert np.corrcoef(samples, back)[0, 1] > 0.99


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 60_000), min_size=1, max_size=6).filter(any))
def test_how_the_samples_are_cut_into_blocks_does_not_matter(tmp_path_factory, voice, lengths):
    folder = tmp_path_factory.mktemp("blocks")
    samples = voice(sum(lengths))
    pieces = np.split(samples, np.cumsum(lengths)[:-1])
    for fmt in ("wav", "flac", "mp3"):
        whole = made(folder, fmt, samples)
        assert encode(folder / "pieces", fmt, RATE, len(samples), pieces).sha256 == whole.sha256


@pytest.mark.parametrize("rate", [16000, 22050, 24000, 32000, 44100, 48000])
@pytest.mark.parametrize("kbps", MP3_KBPS)
def test_a_constant_bit_rate_is_the_one_that_was_asked_for(tmp_path, voice, rate, kbps):
    samples = voice(rate)
    done = made(tmp_path, "mp3", samples, rate, mp3_kbps=kbps)
    found = bit_rates(done.path.read_bytes())
    assert found in ({kbps}, {kbps, 64})  # the first frame, which tells the length, needs 64 where kbps is low
    assert sf.info(done.path).frames == rate


@pytest.mark.parametrize("rate", [16000, 22050, 24000, 44100, 48000])
@pytest.mark.parametrize("kbps", [32, 48, 56, 64, 128])
@pytest.mark.parametrize("count", [1, 1000, 100_000, 100_576])
def test_sound_stands_at_its_time_at_every_constant_bit_rate(tmp_path, rate, kbps, count):
    samples = np.zeros(count, np.float32)
    at = count // 2
    samples[at : at + 400] = 0.5 * np.hanning(400)[: count - at]
    back = sf.read(made(tmp_path, "mp3", samples, rate, mp3_kbps=kbps).path, dtype="float32")[0]
    assert len(back) == count
    if count > 1000:
        lag = np.argmax(np.correlate(back[at - 2000 : at + 2000], samples[at : at + 400])) - 2000
        assert abs(lag) <= 2


def test_a_variable_bit_rate_varies(tmp_path, voice):
    samples = np.concatenate([voice(RATE), np.zeros(RATE, np.float32)])
    assert len(bit_rates(made(tmp_path, "mp3", samples).path.read_bytes())) > 1


@pytest.mark.parametrize(("rate", "kbps", "said"), [(RATE, 65, "160"), (8000, 128, "64"), (11000, None, "22050")])
def test_a_bit_rate_or_a_sample_rate_that_mp3_lacks_is_refused(tmp_path, voice, rate, kbps, said):
    with pytest.raises(EncodingError, match=said):
        made(tmp_path, "mp3", voice(100), rate, mp3_kbps=kbps)
    assert not list(tmp_path.iterdir())


def test_an_unknown_format_is_refused_with_those_there_are(tmp_path, voice):
    with pytest.raises(UnsupportedFormat, match="'aac'; formats: wav, flac, mp3, opus"):
        made(tmp_path, "aac", voice(100))


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("given_samples", [99, 101, 0])
def test_audio_of_another_length_than_planned_leaves_no_file(tmp_path, voice, fmt, given_samples):
    with pytest.raises(EncodingError, match="100"):
        encode(tmp_path / "made", fmt, RATE, 100, [voice(given_samples)])
    assert not list(tmp_path.iterdir())


def test_nothing_cannot_be_encoded(tmp_path):
    with pytest.raises(EncodingError, match="nothing"):
        encode(tmp_path / "made", "wav", RATE, 0, [])


def test_a_source_that_fails_leaves_no_file_and_keeps_its_error(tmp_path, voice):
    def failing():
        yield voice(50)
        raise LookupError("the store is away")

    with pytest.raises(LookupError):
        encode(tmp_path / "made", "flac", RATE, 100, failing())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_full_disk_is_an_encoding_error_and_leaves_no_file(tmp_path, fmt):
    script = f"""
import resource, sys
from pathlib import Path
import numpy as np
from pipeline.encode import encode
from pipeline.errors import EncodingError
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))  # the kernel says EFBIG where a full disk says ENOSPC
path = Path({str(tmp_path / "made")!r})
noise = (0.1 * np.random.default_rng(0).standard_normal(24000)).astype(np.float32)
try:
    encode(path, {fmt!r}, 24000, 60 * 24000, [noise] * 60)
except EncodingError as err:
    assert "cannot write {fmt} audio to" in str(err) and str(path) in str(err), err
    sys.exit(3 if path.exists() else 0)
sys.exit(4)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_folder_that_is_not_there_is_an_encoding_error(tmp_path, voice):
    with pytest.raises(EncodingError, match="none"):
        encode(tmp_path / "none" / "made", "wav", RATE, 100, [voice(100)])


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_file_that_lost_its_end_after_writing_is_noticed(tmp_path, voice, monkeypatch, fmt):
    write = pipeline.encode._write

    def cut_off(path, target, source):
        write(path, target, source)
        data = path.read_bytes()
        path.write_bytes(data[: len(data) // 2])

    monkeypatch.setattr(pipeline.encode, "_write", cut_off)
    with pytest.raises(EncodingError):
        made(tmp_path, fmt, voice(10 * RATE))
    assert not list(tmp_path.iterdir())


def test_long_audio_goes_into_a_container_with_64_bit_sizes(tmp_path, voice, monkeypatch):
    day = 86_400 * 24_000
    assert wav_container(day) == "WAV"
    assert wav_container((4 * 2**30 - 2**20) // 2 - 1) == "WAV"
    assert wav_container((4 * 2**30 - 2**20) // 2) == "RF64"
    monkeypatch.setattr(pipeline.encode, "WAV_MOST_BYTES", 1000)
    done = made(tmp_path, "wav", voice(501))
    assert sf.info(done.path).format == "RF64"
    assert sf.info(done.path).frames == 501


@pytest.mark.parametrize("fmt", FORMATS)
def test_two_processes_write_the_same_bytes(tmp_path, fmt):
    script = """
import sys
from pathlib import Path
import numpy as np
from pipeline.encode import encode
samples = (0.1 * np.random.default_rng(0).standard_normal(100_000)).astype(np.float32)
print(encode(Path(sys.argv[1]), sys.argv[2], 24000, len(samples), [samples]).sha256)
"""
    told = {
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path / name), fmt], cwd=ROOT, capture_output=True, check=True
        ).stdout
        for name in ("one", "two")
    }
    assert len(told) == 1


def test_the_walk_over_frames_can_fail():
    data = io.BytesIO()
    sf.write(data, np.zeros(1000, np.float32), RATE, format="MP3")
    with pytest.raises(AssertionError, match="no frame"):
        bit_rates(b"\xff" + data.getvalue()[1:500] + b"junk" * 50)
