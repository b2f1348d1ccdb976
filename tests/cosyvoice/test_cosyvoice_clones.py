"""Cloned voices: features against other implementations', and generated networks in the place of the published ones.

`features.npz` holds half a second of sound and what kaldi-native-fbank, faster-whisper and librosa make of it. What the
published networks make of these features has not been tried: they cannot be had here.
"""

from pathlib import Path

import numpy as np
import onnx
import pytest
import soundfile as sf
from onnx import TensorProto, helper, numpy_helper

from models.catalog import load_catalogue
from models.cosyvoice import features
from models.cosyvoice.clones import SPEAKER_NETWORK, SPEECH_TOKENIZER, clones, speaker_of
from models.cosyvoice.facts import Rates
from models.cosyvoice.tokenizer import open_tokenizer
from models.fetch import listing
from models.loader import Loader
from pipeline.errors import ModelMissing, SynthesisError
from pipeline.voices import VoiceBlend

MODEL = "cosyvoice-fake"
RATES = Rates()


@pytest.fixture(scope="module")
def reference():
    return np.load(Path(__file__).parent / "data" / "features.npz")


def test_filter_banks_are_kaldi_s(reference):
    # theirs are computed in float32, and a quiet band's logarithm is steep
    assert np.abs(features.kaldi_banks(reference["samples"]) - reference["kaldi_banks"]).max() < 5e-4


def test_log_mel_is_whisper_s(reference):
    assert np.abs(features.whisper_mel(reference["samples"])[0] - reference["whisper_mel"]).max() < 1e-5


def test_the_flow_s_mel_is_librosa_s(reference):
    made = features.flow_mel(reference["samples"], 22_050, 256)

    assert made.shape == (1, 80, 31)
    assert np.abs(made[0] - reference["flow_mel"]).max() < 1e-5


def save(path, nodes, given, made, constants):
    inputs, outputs = ([helper.make_tensor_value_info(*tensor) for tensor in side] for side in (given, made))
    graph = helper.make_graph(nodes, "fake", inputs, outputs, constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)


def drop_networks(folder):
    """Put networks of the published shapes beside a bundle."""
    widen = np.random.default_rng(0).standard_normal((80, 192), dtype=np.float32)
    save(
        folder / SPEAKER_NETWORK,
        [helper.make_node("ReduceMax", ["banks"], ["most"], axes=[1], keepdims=0),
         helper.make_node("MatMul", ["most", "widen"], ["embedding"])],
        [("banks", TensorProto.FLOAT, [1, "T", 80])],
        [("embedding", TensorProto.FLOAT, [1, 192])],
        [numpy_helper.from_array(widen, "widen")],
    )  # fmt: skip
    save(
        folder / SPEECH_TOKENIZER,
        [helper.make_node("ReduceMean", ["mel"], ["mean"], axes=[1], keepdims=0),
         helper.make_node("Slice", ["mean", "from", "to", "axis", "two"], ["half"]),
         helper.make_node("Abs", ["half"], ["size"]),
         helper.make_node("Mul", ["size", "scale"], ["large"]),
         helper.make_node("Cast", ["large"], ["whole"], to=TensorProto.INT64),
         helper.make_node("Mod", ["whole", "vocab"], ["tokens"])],
        [("mel", TensorProto.FLOAT, [1, 128, "T"]), ("length", TensorProto.INT32, [1])],
        [("tokens", TensorProto.INT64, [1, "N"])],
        [numpy_helper.from_array(np.array(values, kind), name) for name, values, kind in (
            ("from", [0], np.int64), ("to", [10_000], np.int64), ("axis", [1], np.int64), ("two", [2], np.int64),
            ("scale", 100, np.float32), ("vocab", 40, np.int64))],
    )  # fmt: skip


@pytest.fixture
def folder(drop):
    bundle = drop()
    drop_networks(bundle)
    (bundle / "clones").mkdir()
    return bundle


def record(folder, name, seconds=2.0, rate=24_000, seed=0, transcript=""):
    noise = np.random.default_rng(seed)
    path = folder / "clones" / name
    sf.write(path, 0.1 * noise.standard_normal((int(seconds * rate), 2)), rate)
    if transcript:
        path.with_suffix(".txt").write_text(transcript + "\n", encoding="utf-8")


def speakers(folder):
    encode = open_tokenizer("bytes-tiny", folder)
    return {clone.name: speaker_of(clone, RATES, encode) for clone in clones(folder)}


def test_a_recording_is_a_voice_and_another_recording_another_one(folder, options):
    record(folder, "anna.zh.wav", transcript="你好")
    record(folder, "ben.en.flac", seed=1)
    (folder / "clones" / "notes.txt").write_text("no voice", encoding="utf-8")
    catalogue = load_catalogue(options)
    blend = catalogue.resolve("anna")

    assert str(blend).startswith("anna-")
    assert catalogue.language_for(blend, None) == "zh"
    assert catalogue.language_for(catalogue.resolve("ben"), None) == "en"
    record(folder, "anna.zh.wav", seed=2)
    assert load_catalogue(options).resolve("anna") != blend
    (folder / "clones" / "anna.zh.txt").write_text("别的话", encoding="utf-8")
    assert len({str(blend), str(load_catalogue(options).resolve("anna"))}) == 2
    assert load_catalogue(options).model(MODEL).revision == catalogue.model(MODEL).revision


def test_a_transcript_makes_it_zero_shot_and_none_cross_lingual(folder):
    record(folder, "anna.zh.wav", transcript="你好")
    record(folder, "ben.en.wav")
    found = speakers(folder)

    assert found["anna"].text_ids == list("你好".encode())
    assert found["anna"].lm_tokens == found["anna"].flow_tokens
    assert found["ben"].text_ids == []
    assert len(found["ben"].lm_tokens) == 0
    for speaker in found.values():
        assert speaker.frames == 2 * 22_050 // 256
        assert len(speaker.flow_tokens) == 100  # 50 a second
        assert speaker.embedding.shape == (1, 192)


def test_it_speaks_without_its_prompt_the_same_bytes_again(folder, options, noise):
    record(folder, "anna.zh.wav", transcript="你好")
    loader = Loader(options)
    voice = loader.catalogue.resolve("anna")
    cosy = loader.open(MODEL)

    first = cosy.synthesize("<|zh|>好。", voice, speed=1.0, noise=noise)
    preset = cosy.synthesize("<|zh|>好。", VoiceBlend(MODEL, (("zh-female", 1.0),)), speed=1.0, noise=noise)

    assert 0.1 < first.duration_s < 1.0  # not the two seconds of the recording
    assert first.samples.tobytes() != preset.samples.tobytes()
    assert cosy.synthesize("<|zh|>好。", voice, speed=1.0, noise=noise).samples.tobytes() == first.samples.tobytes()


def test_what_was_measured_is_kept_and_a_damaged_note_is_measured_again(folder):
    record(folder, "anna.zh.wav")
    first = speakers(folder)["anna"]
    (folder / SPEECH_TOKENIZER).rename(folder / "away")
    kept = speakers(folder)["anna"]

    assert np.array_equal(kept.mel, first.mel)
    assert kept.flow_tokens == first.flow_tokens
    (note,) = (folder / "clones").glob(".anna-*.npz")
    note.write_bytes(b"not arrays")
    with pytest.raises(
        ModelMissing, match=r"'anna' needs speech_tokenizer_v1\.onnx .*: voicemill models pull \S+ --clones"
    ):
        speakers(folder)
    (folder / "away").rename(folder / SPEECH_TOKENIZER)
    assert speakers(folder)["anna"].flow_tokens == first.flow_tokens


@pytest.mark.parametrize(("seconds", "says"), [(0.5, "lasts 0.5 s; allowed: 1 to 15 s"), (16.0, "lasts 16.0 s")])
def test_a_recording_too_short_or_too_long_says_so(folder, seconds, says):
    record(folder, "anna.zh.wav", seconds=seconds)

    with pytest.raises(SynthesisError, match=says):
        speakers(folder)


def test_a_file_that_is_no_recording_says_so(folder):
    (folder / "clones" / "anna.zh.wav").write_bytes(b"RIFF, or so they say")

    with pytest.raises(SynthesisError, match="not a recording"):
        speakers(folder)


@pytest.mark.parametrize("value", [0.0, 1e-5, 1e30, float("nan"), float("inf")])
def test_a_recording_of_silence_or_of_no_samples_says_so(folder, value):
    sf.write(folder / "clones" / "anna.zh.wav", np.full(48_000, value, np.float32), 24_000, subtype="FLOAT")

    with pytest.raises(SynthesisError, match=r"holds no speech: its loudest sample is .*; allowed: 0\.001 to 100"):
        speakers(folder)


def test_a_transcript_in_another_encoding_says_so_and_a_mark_of_order_is_not_read(folder):
    record(folder, "anna.zh.wav")
    text = folder / "clones" / "anna.zh.txt"
    text.write_bytes("你好".encode("gbk"))
    with pytest.raises(SynthesisError, match=r"anna\.zh\.txt is no text in UTF-8"):
        speakers(folder)

    text.write_bytes("\ufeff你好".encode())
    assert speakers(folder)["anna"].text_ids == list("你好".encode())


def test_a_transcript_that_is_far_longer_than_its_recording_says_so(folder):
    record(folder, "anna.zh.wav", transcript="今天天气真不错。" * 20)  # memory grows with its square

    with pytest.raises(SynthesisError, match=r"anna\.zh\.txt takes about 36 s to say and the recording lasts 2\.0 s"):
        speakers(folder)


def test_what_is_no_voice_among_the_recordings_is_told_and_harms_no_other(folder, options):
    record(folder, "anna.zh.wav", transcript="你好")
    record(folder, "eva.en.WAV")
    strange = ["anna.wav", "ben.mp3", "carl.fr.wav", "dora b.zh.wav", "安娜.zh.wav", "lost.txt"]
    for name in strange:
        (folder / "clones" / name).write_bytes(b"?")
    (folder / "clones" / "fred.zh.wav").mkdir()
    (folder / "clones" / "gone.zh.wav").symlink_to(folder / "nowhere")

    (row,) = [row for row in listing(options) if row.id == MODEL]

    told = {Path(note.split(" is no voice; allowed: ")[0]).name for note in row.notes}
    assert told == {*strange, "fred.zh.wav", "gone.zh.wav"}
    assert {each.name for each in clones(folder)} == {"anna", "eva"}
    assert (row.here, row.problem) == (True, "")


def test_a_cloned_voice_needs_more_memory(folder, options):
    before = Loader(options).needs_mb(MODEL)
    record(folder, "anna.zh.wav")

    assert Loader(options).needs_mb(MODEL) > before
