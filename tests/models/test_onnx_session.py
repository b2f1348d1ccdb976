import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from models.session import open_session
from pipeline.errors import ModelDamaged, ModelError, ModelMissing, SynthesisError
from tests.models.conftest import piper_graph


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


#: Takes nearly all memory away, as a machine that is too small: before the library is loaded, or when the graph is open.
STARVED = """
import resource, sys
from pathlib import Path
from models.session import open_session
from pipeline.errors import VoicemillError

def starve(left_bytes):
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + left_bytes,) * 2)

try:
    if sys.argv[2] == "load":
        starve(20_000_000)
    session = open_session(Path(sys.argv[1]))
    starve(100_000_000)
    session.run({"input": [[1] * 40], "input_lengths": [40], "scales": [1, 1, 1]})
except VoicemillError as err:
    print(err.code)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's memory")
@pytest.mark.parametrize(("when", "code"), [("load", "model_unfit"), ("run", "out_of_memory")])
def test_memory_that_runs_out_is_never_called_an_error_of_the_text(tmp_path, when, code):
    onnx.save(piper_graph(samples_per_id=2_000_000), tmp_path / "large.onnx")
    command = [sys.executable, "-c", STARVED, str(tmp_path / "large.onnx"), when]
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.strip() == code, done.stderr


#: Prints how much private memory opening and running a graph takes, MB, with and without packing weights anew.
PRIVATE = """
import sys
from pathlib import Path
from models.session import open_session

def private_mb():
    line = next(x for x in Path("/proc/self/status").read_text().splitlines() if x.startswith("RssAnon"))
    return int(line.split()[1]) / 1000

import onnxruntime
before = private_mb()
session = open_session(Path(sys.argv[1]), repack=sys.argv[2] == "repack")
session.run({"x": [[1.0] * 4096]})
print(private_mb() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has for itself")
def test_weights_that_are_not_packed_anew_stay_in_the_pages_of_their_file(tmp_path):
    weights = numpy_helper.from_array(np.ones((4096, 4096), np.float32), "w")  # 67 MB
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 4096]) for name in "xy")
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "one", [x], [y], [weights])
    model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
    onnx.save_model(model, tmp_path / "m.onnx", save_as_external_data=True, location="m.bin", size_threshold=1024)

    def taken(how):
        command = [sys.executable, "-c", PRIVATE, str(tmp_path / "m.onnx"), how]
        root = Path(__file__).resolve().parents[2]
        return float(subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout)

    assert taken("repack") > 60
    assert taken("as they are") < 20
