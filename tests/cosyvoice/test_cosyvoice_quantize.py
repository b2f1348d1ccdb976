"""Smaller weights: what they are rounded to, that ONNX Runtime reads them so, and what is left alone. No torch here."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from models.export.cosyvoice.products import pack
from models.export.cosyvoice.quantize import quantize, save
from models.session import open_session

WIDE, MADE = 96, 70


def product(values):
    """x @ w + b, with a small weight beside it that nobody should touch."""
    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["product"]),
        helper.make_node("Add", ["product", "b"], ["biased"]),
        helper.make_node("MatMul", ["x", "w"], ["again"]),
        helper.make_node("Add", ["biased", "again"], ["y"]),
    ]
    return model(nodes, [1, "n", values.shape[0]], [1, "n", values.shape[1]],
        {"w": values, "b": np.ones(values.shape[1], np.float32)})  # fmt: skip


def convolution(values, kind, stride=1):
    nodes = [helper.make_node(kind, ["x", "w"], ["y"], strides=[stride])]
    given, made = (values.shape[1], values.shape[0]) if kind == "Conv" else values.shape[:2]
    return model(nodes, [1, given, "n"], [1, made, "m"], {"w": values})


def model(nodes, given, made, constants):
    graph = helper.make_graph(
        nodes, "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, given)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, made)],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )  # fmt: skip
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def run(made, folder, x, name="g"):
    save(made, folder / f"{name}.onnx")
    return open_session(folder / f"{name}.onnx").run({"x": x})


def relative(given, wanted):
    return float(np.sqrt(np.mean((given - wanted) ** 2) / np.mean(wanted**2)))


@pytest.fixture
def noise():
    return np.random.default_rng(4)


@pytest.mark.parametrize(
    ("way", "least", "most", "share"),
    [
        ("float32", 0, 1e-6, 1.0),
        ("float16-stored", 1e-6, 1e-3, 0.6),
        ("int8-stored", 1e-4, 0.01, 0.4),
        ("int8-dynamic", 1e-3, 0.03, 0.4),
        ("int8-blocks", 1e-4, 0.015, 0.6),
        ("int4-blocks", 0.02, 0.15, 0.4),
    ],
)
def test_a_product_is_as_coarse_as_its_way_and_as_small(tmp_path, noise, way, least, most, share):
    weight = noise.standard_normal((256, 256), dtype=np.float32)
    x = noise.standard_normal((1, 9, 256), dtype=np.float32)
    made = product(weight)

    quantize(made, (way,))
    given = run(made, tmp_path, x)

    assert least <= relative(given, 2 * x @ weight + 1) <= most
    copies = 2 if way in {"int8-dynamic", "int8-blocks", "int4-blocks"} else 1  # a product each
    assert made.ByteSize() / copies <= share * 256 * 256 * 4 + 2000


@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("shape", [(WIDE, MADE), (100, 33), (31, 5), (32, 1)])
def test_blocks_are_read_by_onnx_runtime_as_they_were_packed(tmp_path, noise, bits, shape):
    """Column by column: a row of the identity gives a row of the weight, but for the input's own rounding to int8."""
    weight = noise.standard_normal(shape, dtype=np.float32)
    weight[:, 0] = 0
    made = product(weight)

    quantize(made, ("int8-blocks" if bits == 8 else "int4-blocks",))
    given = (run(made, tmp_path, np.eye(shape[0], dtype=np.float32)[None])[0] - 1) / 2

    peaks = np.abs(weight).max(axis=0)
    step = peaks / (1 << (bits - 1))
    assert (np.abs(given - weight) <= 1.02 * step + 0.01 * peaks).all()  # the highest level is one short of the lowest
    assert not given[:, 0].any()


def test_the_value_furthest_from_zero_is_kept_to_the_bit_and_halves_go_low_first():
    weight = np.zeros((32, 1), np.float32)
    weight[:3, 0] = [-8.0, 7.0, 3.0]

    packed, scales = pack(weight, 4)

    assert scales.tolist() == [1.0]
    assert packed[0, 0, :2].tolist() == [0 | 15 << 4, 11 | 8 << 4]


@pytest.mark.parametrize(
    ("kind", "shape"), [("Conv", (40, 30, 3)), ("ConvTranspose", (40, 30, 4))]
)  # fmt: skip
def test_a_stored_convolution_has_a_scale_for_each_output_channel(tmp_path, noise, kind, shape):
    weight = noise.standard_normal(shape, dtype=np.float32)
    channel = 0 if kind == "Conv" else 1
    loud = np.ones(shape[channel], np.float32)
    loud[3] = 1000.0  # with one scale for all, the others would be lost
    weight *= loud.reshape([-1 if axis == channel else 1 for axis in range(3)])
    x = noise.standard_normal((1, shape[1 - channel], 20), dtype=np.float32)
    before = run(convolution(weight, kind, 1), tmp_path, x, "before")
    made = convolution(weight, kind, 1)

    quantize(made, ("int8-stored",))
    after = run(made, tmp_path, x, "after")

    for index in range(before.shape[1]):
        assert relative(after[0, index], before[0, index]) < 0.02


def test_products_are_made_integers_and_the_rest_is_stored(tmp_path, noise):
    made = product(noise.standard_normal((64, 64), dtype=np.float32))

    quantize(made, ("int8-dynamic", "int8-stored"))

    kinds = [node.op_type for node in made.graph.node]
    assert kinds.count("MatMulInteger") == 2
    assert kinds.count("DynamicQuantizeLinear") == 1, "both products measure the same input"
    assert "MatMul" not in kinds
    assert {each.name for each in made.graph.initializer if each.data_type == TensorProto.FLOAT} >= {"b"}
    assert "w" not in {each.name for each in made.graph.initializer}


def test_small_weights_stay_as_they_are(noise):
    made = product(noise.standard_normal((8, 8), dtype=np.float32))
    before = made.SerializeToString()

    quantize(made, ("int8-stored",))

    assert made.SerializeToString() == before


def test_seven_bits_of_weights_never_saturate_two_products_in_sixteen_bits(noise):
    made = product(noise.standard_normal((64, 64), dtype=np.float32))

    quantize(made, ("int8-dynamic",))

    (weight, *_) = (numpy_helper.to_array(t) for t in made.graph.initializer if t.data_type == TensorProto.INT8)
    assert 2 * 255 * int(np.abs(weight.astype(int)).max()) < 1 << 15


def test_a_graph_written_twice_is_not_twice_as_large(tmp_path, noise):
    made = product(noise.standard_normal((64, 64), dtype=np.float32))
    copy = onnx.ModelProto.FromString(made.SerializeToString())

    first = sum(path.stat().st_size for path in save(made, tmp_path / "g.onnx"))

    assert sum(path.stat().st_size for path in save(copy, tmp_path / "g.onnx")) == first
