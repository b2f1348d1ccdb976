import shutil
import stat
from dataclasses import replace

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper

from models.catalog import load_entries
from models.fetch import pull_entry
from models.graph_noise import noise_as_input
from models.prepare import form_folder, ready_graph
from pipeline.errors import ModelDamaged, ModelError, ModelMissing


@pytest.fixture
def piper_entry(options, drop_piper):
    drop_piper("amy")
    return load_entries(options)["piper-amy"]


def random_graph(op, **attributes):
    """A graph of one random node over its input."""
    node = helper.make_node(op, ["x"], ["y"], name="dice", **attributes)
    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3])
    out = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 3])
    graph = helper.make_graph([node], "g", [value], [out])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def run(model, **feeds):
    return ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, feeds)[0]


@pytest.mark.parametrize("given", [1, 2, 5, 6, 7, 100])
def test_noise_is_taken_from_the_input_in_order_and_repeated_only_when_short(given):
    model = random_graph("RandomNormalLike")

    assert noise_as_input(model) == 1
    onnx.checker.check_model(model, full_check=True)
    supply = np.arange(given, dtype=np.float32)
    taken = run(model, x=np.zeros((2, 3), np.float32), noise_0=supply)

    assert np.array_equal(taken, np.resize(supply, 6).reshape(2, 3))


@pytest.mark.parametrize(
    ("op", "attributes"),
    [("RandomNormalLike", {"scale": 2.0}), ("RandomNormalLike", {"mean": 1.0}), ("RandomUniformLike", {})],
)
def test_noise_that_cannot_be_supplied_is_refused_rather_than_left_random(op, attributes):
    with pytest.raises(ModelError, match="dice"):
        noise_as_input(random_graph(op, **attributes))


def test_weights_go_to_a_file_of_their_own(kokoro_entry):
    pull_entry(kokoro_entry)
    graph = ready_graph(kokoro_entry)

    assert graph.stat().st_size < 20_000
    assert graph.with_name("model.bin").stat().st_size >= 4_000_000


def test_the_prepared_graph_says_the_same_as_the_original(kokoro_entry):
    pull_entry(kokoro_entry)
    feeds = {
        "tokens": np.array([[0, 5, 6, 0]]),
        "style": np.full((1, 256), 0.1, np.float32),
        "speed": np.ones(1, np.float32),
    }

    first, second = (
        ort.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(None, feeds)[0]
        for path in (kokoro_entry.path("model.onnx"), ready_graph(kokoro_entry))
    )

    assert np.array_equal(first, second)


def test_a_form_that_is_there_is_used_again(piper_entry):
    graph = ready_graph(piper_entry)
    before = graph.stat().st_ino

    assert ready_graph(piper_entry).stat().st_ino == before


def test_another_revision_gets_a_form_of_its_own_and_a_pull_drops_the_old_one(kokoro_entry):
    pull_entry(kokoro_entry)
    newer = replace(kokoro_entry, card=replace(kokoro_entry.card, revision="test-g2"))

    assert ready_graph(newer) != ready_graph(kokoro_entry)
    pull_entry(newer)

    assert sorted(path.name for path in newer.folder.glob("prepared-*")) == [form_folder(newer).name]


def test_a_form_of_an_earlier_version_is_neither_used_nor_left_by_a_pull(kokoro_entry):
    older = kokoro_entry.folder / f"prepared-{kokoro_entry.card.revision}"
    older.mkdir(parents=True)
    (older / "model.onnx").write_bytes(b"as it was prepared then")
    pull_entry(kokoro_entry)

    assert ready_graph(kokoro_entry).parent != older
    assert not older.exists()


def test_other_users_of_a_shared_volume_may_read_what_was_prepared(piper_entry):
    graph = ready_graph(piper_entry)

    for path in (graph.parent, *graph.parent.iterdir()):
        assert path.stat().st_mode & stat.S_IROTH


def test_a_model_that_was_not_pulled_names_the_command(options):
    with pytest.raises(ModelMissing, match="voicemill models pull kokoro"):
        ready_graph(load_entries(options)["kokoro"])


def test_a_file_that_is_no_graph_is_damaged(piper_entry):
    (piper_entry.folder / "en_XX-fake-low.onnx").write_bytes(b"not a graph")

    with pytest.raises(ModelDamaged, match="not an ONNX graph"):
        ready_graph(piper_entry)
    assert not list(piper_entry.folder.glob("prepared-*"))


def test_a_folder_that_cannot_be_written_says_where_to_prepare(piper_entry, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("models.files.tempfile.mkdtemp", refuse)

    with pytest.raises(ModelError, match=r"Read-only file system.*voicemill models pull piper-amy"):
        ready_graph(piper_entry)


def test_when_two_prepare_at_once_the_first_form_stays(piper_entry, monkeypatch):
    original = onnx.save_model

    def overtaken(model, path, **options):
        original(model, path, **options)
        target = form_folder(piper_entry)
        if not target.exists():
            shutil.copytree(piper_entry.folder, target, ignore=lambda *_: [])
            original(model, str(target / "model.onnx"), **options)

    monkeypatch.setattr("onnx.save_model", overtaken)

    assert (ready_graph(piper_entry).parent / "en_XX-fake-low.onnx").is_file()
    assert not list(piper_entry.folder.glob(".part-*"))
