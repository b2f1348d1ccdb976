"""A checkpoint becomes a bundle: graphs compute what the networks do, at any sizes, and a stopped export goes on."""

import json
import shutil
from dataclasses import replace

import numpy as np
import onnx
import pytest

from models.cosyvoice.bundle import MANIFEST, read_bundle, verify
from models.cosyvoice.graphs import GRAPHS, signature
from models.cosyvoice.tables import open_table, open_voices
from models.export.cosyvoice.probe import Lengths, difference, feeds_of
from models.loader import Loader
from models.options import ModelOptions
from pipeline.errors import ModelDamaged, ModelError
from pipeline.voices import VoiceBlend
from tests.cosyvoice.checkpoints import KNOWN, OTHER, SMALL, known_outputs

pytestmark = pytest.mark.export
torch = pytest.importorskip("torch")
torch.set_num_threads(1)  # networks as small as these only wait for each other's threads

from models.export.cosyvoice.checkpoint import read_checkpoint  # noqa: E402 - after the skip
from models.export.cosyvoice.export import export  # noqa: E402
from models.export.cosyvoice.networks import network  # noqa: E402
from models.export.cosyvoice.random_checkpoint import write_random_checkpoint  # noqa: E402

LENGTHS = [
    Lengths(text=1, new=1, slots=1, tokens=1, frames=2, batch=1),
    Lengths(text=2, new=1, slots=33, tokens=40, frames=69, batch=1),
    Lengths(text=19, new=8, slots=16, tokens=41, frames=70, batch=2),
    Lengths(text=33, new=3, slots=7, tokens=64, frames=111, batch=3),
]


def watcher():
    """What was first done with each graph, and who writes it down."""
    seen: dict[str, str] = {}

    def watch(at):
        seen.setdefault(at.graph, at.state)

    return seen, watch


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    write_random_checkpoint(folder, SMALL)
    return folder


@pytest.fixture(scope="module")
def bundles(small, tmp_path_factory):
    """The small checkpoint in every profile."""
    folder = tmp_path_factory.mktemp("bundles")
    return {profile: export(small, folder / profile, profile) for profile in ("full", "balanced", "lite")}


def test_the_networks_give_what_they_gave_when_they_equalled_the_original(small):
    known = np.load(KNOWN)
    given = known_outputs(read_checkpoint(small))

    assert set(given) == set(known.files)
    assert max(np.abs(given[name] - known[name]).max() for name in given) <= 1e-4


@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("graph", GRAPHS)
def test_a_graph_in_float32_computes_what_its_network_does_at_any_length(small, bundles, graph, lengths):
    checkpoint = read_checkpoint(small)
    feeds = feeds_of(graph, SMALL, lengths, seed=7)
    path = bundles["full"].folder / f"{graph}.onnx"

    assert difference(graph, path, network(graph, checkpoint), feeds).most <= 1e-4


@pytest.mark.parametrize("profile", ["full", "balanced", "lite"])
def test_a_graph_that_runs_holds_no_operator_that_was_found_slow(bundles, profile, tmp_path):
    """ONNX Runtime turns all keys for each token in a FusedMatMul, and computes a Softplus value by value."""
    import onnxruntime as ort

    for graph in ("lm", "flow_estimator"):
        options = ort.SessionOptions()
        options.optimized_model_filepath = str(tmp_path / f"{graph}.onnx")
        options.log_severity_level = 3  # a warning, that the graph is for this machine
        ort.InferenceSession(bundles[profile].folder / f"{graph}.onnx", options, providers=["CPUExecutionProvider"])
        nodes = onnx.load(tmp_path / f"{graph}.onnx", load_external_data=False).graph.node

        assert not {"FusedMatMul", "Softplus"} & {node.op_type for node in nodes}
        if graph == "lm":
            keys = [node for node in nodes if node.op_type == "MatMul" and {"k0", "p0"} & set(node.input)]
            assert {node.input[0] for node in keys} == {"k0", "p0"}
        else:
            assert any(node.op_type == "MultiHeadAttention" for node in nodes)


@pytest.mark.parametrize("profile", ["full", "balanced", "lite"])
@pytest.mark.parametrize("graph", GRAPHS)
def test_a_graph_takes_and_gives_what_the_signature_says(bundles, profile, graph):
    model = onnx.load(bundles[profile].folder / f"{graph}.onnx", load_external_data=False)

    def shown(values):
        kinds = {onnx.TensorProto.FLOAT: "float32", onnx.TensorProto.INT64: "int64"}
        return {
            each.name: (
                kinds[each.type.tensor_type.elem_type],
                [axis.dim_param or axis.dim_value for axis in each.type.tensor_type.shape.dim],
            )
            for each in values
        }

    def fixed(shape):
        return [size for size in shape if isinstance(size, int)]

    wanted = signature(graph, SMALL.dims)
    for values, tensors in ((model.graph.input, wanted.inputs), (model.graph.output, wanted.outputs)):
        found = shown(values)
        assert [*found] == [*tensors]
        for name, tensor in tensors.items():
            kind, shape = found[name]
            assert kind == tensor.dtype
            assert len(shape) == len(tensor.shape)
            if tensors is wanted.inputs:
                assert fixed(shape) == fixed(tensor.shape)


def test_a_checkpoint_of_quite_other_sizes_is_exported_and_run_without_a_change_of_code(tmp_path, noise):
    write_random_checkpoint(tmp_path / "checkpoint", OTHER, seed=3)

    made = export(tmp_path / "checkpoint", tmp_path / "bundle", "full")

    checkpoint = read_checkpoint(tmp_path / "checkpoint")
    assert checkpoint.arch == replace(OTHER, synthetic=True)
    assert made.bundle.dims == OTHER.dims
    spoken = Loader(ModelOptions(folder=tmp_path, cosyvoice_steps=2)).open("bundle")
    audio = spoken.synthesize("<|zh|>你好", VoiceBlend("bundle", (("zh-male", 1.0),)), speed=0.8, noise=noise)
    assert np.isfinite(audio.samples).all()
    assert max(each.most for each in made.differences if each.graph != "hift_f0") <= 1e-4
    for graph in GRAPHS:
        feeds = feeds_of(graph, OTHER, LENGTHS[3], seed=9)
        assert difference(graph, tmp_path / "bundle" / f"{graph}.onnx", network(graph, checkpoint), feeds).most <= 1e-4


def test_a_bundle_is_whole_and_says_what_it_was_made_of(small, bundles):
    for profile, made in bundles.items():
        bundle = read_bundle(made.folder)
        assert bundle == made.bundle
        assert bundle.profile == profile
        assert bundle.synthetic
        assert verify(bundle, made.folder) == []
        assert set(bundle.checkpoint) == {"llm.pt", "flow.pt", "hift.pt", "spk2info.pt", "config.json"}
        assert [voice.languages[0] for voice in bundle.voices] == ["zh", "zh", "ja", "yue", "en", "en", "ko"]
        assert set(open_voices(bundle, made.folder)) == {voice.name for voice in bundle.voices}
        assert not list(made.folder.glob(".part-*"))
        assert all((made.folder / file.name).stat().st_mode & 0o444 == 0o444 for file in bundle.files)


@pytest.mark.parametrize("profile", ["full", "balanced", "lite"])
def test_the_run_time_speaks_an_exported_bundle(bundles, tmp_path, noise, profile):
    shutil.copytree(bundles[profile].folder, tmp_path / "models" / "small")
    model = Loader(ModelOptions(folder=tmp_path / "models", cosyvoice_steps=2)).open("small")
    voice = VoiceBlend("small", (("en-female", 1.0),))

    first = model.synthesize("<|en|>Good day to you.", voice, speed=1.0, noise=noise)
    model.synthesize("<|en|>Another one, and a longer one.", voice, speed=1.0, noise=noise)
    again = model.synthesize("<|en|>Good day to you.", voice, speed=1.0, noise=noise)

    assert first.sample_rate == 22_050
    assert len(first.samples) > 2205
    assert np.isfinite(first.samples).all()
    assert first.samples.tobytes() == again.samples.tobytes()


def test_tables_hold_the_checkpoints_rows(small, bundles):
    checkpoint = read_checkpoint(small)
    wanted = checkpoint.parts["llm"]["speech_embedding.weight"].numpy()
    for profile, rounding in (("full", 0.0), ("balanced", 0.5 / 127)):
        made = bundles[profile]
        rows = open_table(made.bundle.tables["speech_embedding"], made.folder).whole()
        assert (np.abs(rows - wanted) <= rounding * np.abs(wanted).max(axis=1, keepdims=True) + 1e-7).all()


def test_each_profile_is_smaller_and_coarser_than_the_one_before(bundles):
    errors = {name: {each.graph: each.relative for each in made.differences} for name, made in bundles.items()}
    sizes = {name: made.bundle.size_bytes for name, made in bundles.items()}

    assert sizes["full"] > sizes["balanced"] > sizes["lite"]
    for graph in ("text_encoder", "lm"):
        assert errors["full"][graph] < 1e-5 < errors["balanced"][graph] < errors["lite"][graph]
        assert errors["balanced"][graph] < 0.05
        assert errors["lite"][graph] < 0.2
    assert errors["lite"]["flow_estimator"] < 0.1


def test_an_export_that_was_stopped_goes_on_where_it_was(small, bundles, tmp_path):
    folder = tmp_path / "bundle"
    shutil.copytree(bundles["full"].folder, folder)
    (folder / "lm.bin").unlink()
    content = (folder / "hift_f0.onnx").read_bytes()
    (folder / "hift_f0.onnx").write_bytes(content[:-1] + b"\0")
    (folder / MANIFEST).unlink()
    seen, watch = watcher()

    made = export(small, folder, "full", watch)

    assert {graph for graph, state in seen.items() if state == "made"} == {"lm", "hift_f0"}
    assert made.bundle == bundles["full"].bundle, "the same checkpoint gives the same bytes, so the same revision"
    assert verify(made.bundle, folder) == []


def test_only_what_another_checkpoint_or_profile_changes_is_made_again(small, bundles, tmp_path):
    folder = tmp_path / "bundle"
    shutil.copytree(bundles["balanced"].folder, folder)
    seen, watch = watcher()

    export(small, folder, "lite", watch)

    assert {graph for graph, state in seen.items() if state == "made"} == {"lm", "text_encoder"}


def test_a_list_of_finished_graphs_that_cannot_be_read_costs_only_time(small, bundles, tmp_path):
    folder = tmp_path / "bundle"
    folder.mkdir()
    (folder / ".export.json").write_text("[]")

    assert export(small, folder, "full").bundle.profile == "full"


def test_a_graph_that_computes_something_else_is_refused_and_leaves_no_manifest(small, bundles, tmp_path):
    """What is kept is checked as well: here a finished graph is another checkpoint's."""
    folder = tmp_path / "bundle"
    shutil.copytree(bundles["full"].folder, folder)
    write_random_checkpoint(tmp_path / "other", SMALL, seed=99)
    export(tmp_path / "other", tmp_path / "others", "full")
    kept = json.loads((folder / ".export.json").read_text())
    others = json.loads((tmp_path / "others" / ".export.json").read_text())
    kept["lm"]["files"] = others["lm"]["files"]
    (folder / ".export.json").write_text(json.dumps(kept))
    for name in ("lm.onnx", "lm.bin"):
        shutil.copyfile(tmp_path / "others" / name, folder / name)

    with pytest.raises(ModelDamaged, match=r"graph lm .* relative error given .*; allowed: 0\.0001"):
        export(small, folder, "full")

    assert not (folder / MANIFEST).exists()


def test_a_checkpoint_that_computes_no_numbers_is_refused_by_the_graph_that_shows_it(small, tmp_path):
    shutil.copytree(small, tmp_path / "checkpoint")
    content = torch.load(tmp_path / "checkpoint" / "flow.pt", weights_only=True)
    content["encoder_proj.weight"][3] = 3e38
    torch.save(content, tmp_path / "checkpoint" / "flow.pt")

    with pytest.raises(ModelDamaged, match=r"graph flow_encoder .* given inf; .* Is the checkpoint whole\?"):
        export(tmp_path / "checkpoint", tmp_path / "bundle", "full")

    assert not (tmp_path / "bundle" / MANIFEST).exists()


def test_a_folder_that_cannot_be_written_is_named(small, tmp_path):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(ModelError, match=r"cannot write a bundle into .*file"):
        export(small, tmp_path / "file" / "bundle", "full")
