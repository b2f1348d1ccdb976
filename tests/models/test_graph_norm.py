import numpy as np
import onnxruntime as ort
from onnx import TensorProto, helper

from models.graph_norm import fuse_instance_norms


def spelled_out(*, axis: int = 2):
    """Two normalizations that share their statistics, each with a scale and a bias of its own."""
    chain = [
        ("ReduceMean", ["x", "axes"], "mean"),
        ("Sub", ["x", "mean"], "centred"),
        ("Mul", ["centred", "centred"], "square"),
        ("ReduceMean", ["square", "axes"], "variance"),
        ("Add", ["variance", "epsilon"], "plus"),
        ("Sqrt", ["plus"], "root"),
        ("Div", ["centred", "root"], "normed"),
        ("Mul", ["scale", "normed"], "scaled"),
        ("Add", ["scaled", "bias"], "first"),
        ("Mul", ["normed", "bias"], "scaled2"),
        ("Add", ["scale", "scaled2"], "second"),
    ]
    graph = helper.make_graph(
        [helper.make_node(op, inputs, [output], name=output) for op, inputs, output in chain],
        "test",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, "t"])]
        + [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 3, 1]) for name in ("scale", "bias")],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 3, "t"]) for name in ("first", "second")],
        [
            helper.make_tensor("axes", TensorProto.INT64, [1], [axis]),
            helper.make_tensor("epsilon", TensorProto.FLOAT, [], [1e-5]),
        ],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def run(model):
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(7)
    feeds = {
        "x": rng.normal(3, 2, (1, 3, 500)),
        "scale": rng.normal(size=(1, 3, 1)),
        "bias": rng.normal(size=(1, 3, 1)),
    }
    return session.run(None, {name: value.astype(np.float32) for name, value in feeds.items()})


def test_a_spelled_out_normalization_becomes_one_operator_with_the_same_result():
    model = spelled_out()
    before = run(model)

    assert fuse_instance_norms(model) == 2

    assert sorted(node.op_type for node in model.graph.node) == ["InstanceNormalization"] * 2 + ["Reshape"] * 4
    for old, new in zip(before, run(model), strict=True):
        np.testing.assert_allclose(new, old, atol=1e-5)


def test_a_mean_over_another_axis_is_left_alone():
    model = spelled_out(axis=1)
    before = run(model)

    assert fuse_instance_norms(model) == 0

    for old, new in zip(before, run(model), strict=True):
        np.testing.assert_array_equal(new, old)
