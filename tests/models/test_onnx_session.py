import subprocess
import sys

import numpy as np
import onnx
import pytest
from onnx import helper

from models.session import open_session
from pipeline.errors import ModelDamaged, ModelError, ModelMissing, SynthesisError


@pytest.fixture
def graph(kokoro_entry, tmp_path):
    return tmp_path / "upstream" / "model.onnx"


def test_inputs_are_read_from_the_graph(graph):
    session = open_session(graph)

    assert session.inputs["tokens"].dtype == np.int64
    assert session.inputs["tokens"].shape == (1, "n")
    assert session.inputs["style"].shape == (1, 256)
    with pytest.raises(ModelDamaged, match="no input sid; it has tokens, style, speed"):
        session.require("tokens", "sid")


def test_values_are_cast_to_what_the_graph_takes(graph):
    output = open_session(graph, threads=2).run({"tokens": [[0, 1, 0]], "style": np.zeros((1, 256)), "speed": [1]})

    assert output.dtype == np.float32
    assert output.shape == (3 * 240,)


def test_a_shape_that_the_graph_refuses_is_an_error_of_the_text(graph):
    with pytest.raises(SynthesisError, match="style"):
        open_session(graph).run({"tokens": [[0, 1, 0]], "style": np.zeros((1, 3)), "speed": [1]})


def test_missing_damaged_and_impossible_graphs_are_told_apart(tmp_path, graph):
    with pytest.raises(ModelMissing):
        open_session(tmp_path / "none.onnx")
    (tmp_path / "text.onnx").write_bytes(b"not a graph")
    with pytest.raises(ModelDamaged):
        open_session(tmp_path / "text.onnx")
    model = onnx.load(graph)
    model.opset_import.append(helper.make_opsetid("nobody.knows", 1))
    model.graph.node[0].domain = "nobody.knows"
    onnx.save(model, tmp_path / "strange.onnx")
    with pytest.raises(ModelError):
        open_session(tmp_path / "strange.onnx")


def test_weights_cut_short_are_a_model_error(tmp_path, graph):
    model = onnx.load(graph)
    onnx.save_model(model, tmp_path / "m.onnx", save_as_external_data=True, location="m.bin", size_threshold=1024)
    with (tmp_path / "m.bin").open("r+b") as file:
        file.truncate(1000)

    with pytest.raises(ModelError):
        open_session(tmp_path / "m.onnx")


def test_opening_and_running_print_nothing(graph):
    code = (
        "import sys; from pathlib import Path; from models.session import open_session; import numpy as np; "
        "open_session(Path(sys.argv[1])).run({'tokens': [[0]], 'style': np.zeros((1, 256)), 'speed': [1]})"
    )
    done = subprocess.run([sys.executable, "-c", code, str(graph)], capture_output=True, text=True, check=True)

    assert (done.stdout, done.stderr) == ("", "")
