"""Tiny generated graphs, so that loading and running are tested for real without weights; and the real weights."""

import hashlib
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from models.catalog import FileEntry, ModelEntry, Source
from models.options import ModelOptions
from pipeline.voices import ModelCard, Voice, VoiceBlend
from tests.support.weights import real_weights

IR_VERSION = 9


def kokoro_graph() -> onnx.ModelProto:
    """240 samples a token, each its id/200 + the style's mean, stretched by 1/speed; 4 MB of weights that add zero."""
    weights = numpy_helper.from_array(np.zeros((1_000_000,), np.float32), "weights")
    constants = [
        weights,
        numpy_helper.from_array(np.array(200, np.float32), "scale"),
        numpy_helper.from_array(np.array([240], np.float32), "per_token"),
        numpy_helper.from_array(np.array([1, 1], np.int64), "rows"),
        numpy_helper.from_array(np.array([-1], np.int64), "flat"),
    ]
    nodes = [
        helper.make_node("Cast", ["tokens"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("Div", ["numbers", "scale"], ["levels"]),
        helper.make_node("ReduceMean", ["style"], ["mean"], keepdims=1),
        helper.make_node("ReduceMean", ["weights"], ["zero"], keepdims=0),
        helper.make_node("Add", ["levels", "mean"], ["styled"]),
        helper.make_node("Add", ["styled", "zero"], ["row"]),
        helper.make_node("Div", ["per_token", "speed"], ["stretch"]),
        helper.make_node("Cast", ["stretch"], ["samples"], to=TensorProto.INT64),
        helper.make_node("Reshape", ["row", "column"], ["tall"]),
        helper.make_node("Concat", ["one", "samples"], ["repeats"], axis=0),
        helper.make_node("Tile", ["tall", "repeats"], ["wide"]),
        helper.make_node("Reshape", ["wide", "flat"], ["audio"]),
    ]
    constants[3] = numpy_helper.from_array(np.array([1], np.int64), "one")
    constants.append(numpy_helper.from_array(np.array([-1, 1], np.int64), "column"))
    inputs = [
        helper.make_tensor_value_info("tokens", TensorProto.INT64, [1, "n"]),
        helper.make_tensor_value_info("style", TensorProto.FLOAT, [1, 256]),
        helper.make_tensor_value_info("speed", TensorProto.FLOAT, [1]),
    ]
    outputs = [helper.make_tensor_value_info("audio", TensorProto.FLOAT, ["m"])]
    return _model(nodes, inputs, outputs, constants)


def piper_graph(samples_per_id: int = 64, *, speakers: bool = False) -> onnx.ModelProto:
    """Noise for every id, and noise for a length decided inside: the two places where real voices draw it."""
    constants = [
        numpy_helper.from_array(np.array([samples_per_id], np.int64), "per_id"),
        numpy_helper.from_array(np.array([1, 1], np.int64), "ones"),
        numpy_helper.from_array(np.array(0.001, np.float32), "small"),
        numpy_helper.from_array(np.array(0, np.int64), "first"),
        numpy_helper.from_array(np.zeros((1, 1, 1), np.float32), "silence"),
    ]
    nodes = [
        helper.make_node("Cast", ["input"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("RandomNormalLike", ["numbers"], ["durations"], name="durations", dtype=1),
        helper.make_node("Mul", ["durations", "small"], ["shaken"]),
        helper.make_node("Mul", ["numbers", "small"], ["quiet"]),
        helper.make_node("Add", ["quiet", "shaken"], ["per_symbol"]),
        helper.make_node("ReduceMean", ["per_symbol"], ["level"], keepdims=0),
        helper.make_node("Mul", ["input_lengths", "per_id"], ["length"]),
        helper.make_node("Concat", ["ones", "length"], ["shape"], axis=0),
        helper.make_node("Expand", ["silence", "shape"], ["empty"]),
        helper.make_node("RandomNormalLike", ["empty"], ["breath"], name="breath"),
        helper.make_node("Gather", ["scales", "first"], ["noise_scale"]),
        helper.make_node("Mul", ["breath", "small"], ["soft_breath"]),
        helper.make_node("Mul", ["soft_breath", "noise_scale"], ["scaled_breath"]),
        helper.make_node("Add", ["scaled_breath", "level"], ["output" if not speakers else "alone"]),
    ]
    inputs = [
        helper.make_tensor_value_info("input", TensorProto.INT64, [1, "n"]),
        helper.make_tensor_value_info("input_lengths", TensorProto.INT64, [1]),
        helper.make_tensor_value_info("scales", TensorProto.FLOAT, [3]),
    ]
    if speakers:
        inputs.append(helper.make_tensor_value_info("sid", TensorProto.INT64, [1]))
        constants.append(numpy_helper.from_array(np.array(0.2, np.float32), "step"))
        nodes += [
            helper.make_node("Cast", ["sid"], ["speaker"], to=TensorProto.FLOAT),
            helper.make_node("Mul", ["speaker", "step"], ["offset"]),
            helper.make_node("Add", ["alone", "offset"], ["output"]),
        ]
    outputs = [helper.make_tensor_value_info("output", TensorProto.FLOAT, [1, 1, "m"])]
    return _model(nodes, inputs, outputs, constants)


def _model(nodes, inputs, outputs, constants) -> onnx.ModelProto:
    graph = helper.make_graph(nodes, "fake", inputs, outputs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=IR_VERSION)


def piper_config(**changes):
    symbols = ["_", "^", "$", " ", ".", *"abcdefghijklmnopqrstuvwxyz", "ə", "ˈ", "\u0303"]
    return {
        "audio": {"sample_rate": 22050, "quality": "fake"},
        "espeak": {"voice": "en-us"},
        "language": {"code": "en_US", "family": "en"},
        "inference": {"noise_scale": 0.667, "length_scale": 1, "noise_w": 0.8},
        "phoneme_type": "espeak",
        "num_speakers": 1,
        "speaker_id_map": {},
        "phoneme_id_map": {symbol: [number] for number, symbol in enumerate(symbols)},
        **changes,
    }


@pytest.fixture
def options(tmp_path):
    return ModelOptions(folder=tmp_path / "models")


@pytest.fixture
def drop_piper(options):
    """Drop a piper voice into the models folder, as a user would."""

    def drop(name="fake", stem="en_XX-fake-low", graph=None, **changes):
        home = options.folder / "piper" / name
        home.mkdir(parents=True, exist_ok=True)
        onnx.save(graph or piper_graph(), home / f"{stem}.onnx")
        (home / f"{stem}.onnx.json").write_text(json.dumps(piper_config(**changes)), encoding="utf-8")
        return home

    return drop


@pytest.fixture
def kokoro_entry(tmp_path):
    """A kokoro model with generated weights and two voices whose style says which row was taken."""
    upstream, folder = tmp_path / "upstream", tmp_path / "models" / "kokoro"
    (upstream / "voices").mkdir(parents=True)
    onnx.save(kokoro_graph(), upstream / "model.onnx")
    for name, sign in (("af_one", 1), ("af_two", -1)):
        rows = np.repeat(np.arange(510, dtype="<f4")[:, None] * sign / 1000, 256, axis=1)
        (upstream / "voices" / f"{name}.bin").write_bytes(rows.astype("<f4").tobytes())
    files = []
    for path in ("model.onnx", "voices/af_one.bin", "voices/af_two.bin"):
        data = (upstream / path).read_bytes()
        source = Source("url", ((upstream / path).as_uri(),))
        files.append(FileEntry(path, len(data), hashlib.sha256(data).hexdigest(), (source,)))
    voices = tuple(Voice(name, "kokoro", ("en",), 24000, "test") for name in ("af_one", "af_two"))
    card = ModelCard("kokoro", "test-g1", 24000, ("en",), voices, blends=True)
    return ModelEntry(card, "kokoro", "test", folder, tuple(files))


@pytest.fixture
def noise():
    """The generator of one segment, as the pipeline makes it."""

    def make(stage, attempt, seed=0):
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, 1234, stage, attempt])))

    return make


@pytest.fixture
def voice():
    """Make a blend: voice("kokoro", af_one=1.0)."""

    def make(model, **parts):
        return VoiceBlend(model, tuple(sorted(parts.items())))

    return make


@pytest.fixture(scope="session")
def weights():
    """Pull a model's real weights through the product: `weights("kokoro")` gives the options of their folder."""
    return real_weights


@pytest.fixture
def piper_graphs():
    """The maker of fake piper graphs."""
    return piper_graph
