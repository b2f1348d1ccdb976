import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper, numpy_helper

from models.graph_tiles import TILE_SAMPLES, run_in_tiles

CHANNELS = 8
KINDS = {3: (1, 3), 7: (1, 5)}  # kernel -> dilations of a block's two steps


class Vocoder:
    """Residual blocks as an exporter writes them: normalization, Snake and 8-bit convolution, twice a step."""

    def __init__(self, *, exponent=2.0, stride=1):
        self.rng = np.random.default_rng(3)
        self.exponent, self.stride = exponent, stride
        self.nodes, self.weights = [], []

    def weight(self, name, array):
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def node(self, op, inputs, output, **attributes):
        self.nodes.append(helper.make_node(op, inputs, [output], name=output, **attributes))
        return output

    def draw(self, name, *shape):
        return self.weight(name, self.rng.uniform(0.5, 2, shape).astype(np.float32))

    def snake(self, source, name):
        flat = [self.draw(f"{name}/{part}", CHANNELS) for part in ("scale", "bias")]
        normed = self.node("InstanceNormalization", [source, *flat], f"{name}/normed", epsilon=1e-5)
        a = self.draw(f"{name}/a", 1, CHANNELS, 1)
        inverse = self.node("Reciprocal", [a], f"{name}/inverse")
        sine = self.node("Sin", [self.node("Mul", [a, normed], f"{name}/times")], f"{name}/sine")
        power = self.node("Pow", [sine, self.weight(f"{name}/two", np.float32(self.exponent))], f"{name}/power")
        return self.node("Add", [normed, self.node("Mul", [inverse, power], f"{name}/part")], f"{name}/activated")

    def convolution(self, source, name, kernel, dilation):
        quantized = [f"{name}/{part}" for part in ("quantized", "scale", "zero")]
        self.nodes.append(helper.make_node("DynamicQuantizeLinear", [source], quantized, name=f"{name}/quantize"))
        shape = (CHANNELS, CHANNELS, kernel)
        weight = self.weight(f"{name}/weight", self.rng.integers(0, 255, shape, dtype=np.uint8))
        zero = self.weight(f"{name}/weight_zero", np.uint8(117))
        reach = dilation * (kernel - 1) // 2
        raw = self.node(
            "ConvInteger",
            [quantized[0], weight, quantized[2], zero],
            f"{name}/raw",
            dilations=[dilation],
            group=1,
            kernel_shape=[kernel],
            pads=[reach, reach],
            strides=[self.stride],
        )
        bias = self.weight(f"{name}/bias", self.rng.integers(-9000, 9000, (1, CHANNELS, 1), dtype=np.int32))
        cast = self.node("Cast", [self.node("Add", [raw, bias], f"{name}/biased")], f"{name}/float", to=1)
        scale = self.node("Mul", [quantized[1], self.weight(f"{name}/s", np.float32(1e-3))], f"{name}/whole_scale")
        return self.node("Mul", [cast, scale], f"{name}/scaled")

    def block(self, source, name, kernel):
        for step, dilation in enumerate(KINDS[kernel]):
            first = self.convolution(self.snake(source, f"{name}/{step}a"), f"{name}/{step}c1", kernel, dilation)
            second = self.convolution(self.snake(first, f"{name}/{step}b"), f"{name}/{step}c2", kernel, 1)
            source = self.node("Add", [second, source], f"{name}/{step}/sum")
        return source

    def model(self, output):
        value = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, CHANNELS, None]) for name in ("x", output)]
        graph = helper.make_graph(self.nodes, "test", value[:1], value[1:], self.weights)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def two_blocks(**how):
    """Two blocks over one tensor, their sum, and what follows it."""
    made = Vocoder(**how)
    root = made.node("LeakyRelu", ["x"], "root")
    total = made.node("Add", [made.block(root, "b0", 3), made.block(root, "b1", 7)], "total")
    return made.model(made.node("LeakyRelu", [total], "y"))


def run(model, samples):
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    x = np.random.default_rng(samples).normal(0, 3, (1, CHANNELS, samples)).astype(np.float32)
    return session.run(None, {"x": x})[0]


def operators(model):
    return [node.op_type for node in model.graph.node]


@pytest.mark.parametrize(
    "samples", [2, 7, TILE_SAMPLES - 1, TILE_SAMPLES, TILE_SAMPLES + 1, 2 * TILE_SAMPLES + 1, 5 * TILE_SAMPLES - 7]
)
def test_blocks_in_tiles_say_the_same_to_the_last_bit(samples):
    model = two_blocks()
    before = run(model, samples)

    assert run_in_tiles(model) > 0
    onnx.checker.check_model(model)

    after = run(model, samples)
    assert after.shape == before.shape == (1, CHANNELS, samples)
    assert after.tobytes() == before.tobytes()


def test_nothing_that_grows_with_the_text_is_worked_on_outside_a_scan():
    model = two_blocks()

    run_in_tiles(model)

    left = set(operators(model))
    assert not left & {"ConvInteger", "InstanceNormalization", "Sin", "Pow", "Cast"}
    assert operators(model).count("Scan") == 1 + 8 + 8  # cutting the root, convolutions, Snakes


def test_a_tensor_that_others_take_as_well_is_there_for_them():
    made = Vocoder()
    root = made.node("LeakyRelu", ["x"], "root")
    block = made.block(root, "b0", 3)
    model = made.model(made.node("Sub", [block, root], "y"))
    before = run(model, 1500)

    run_in_tiles(model)

    assert run(model, 1500).tobytes() == before.tobytes()


def test_a_second_run_finds_nothing_left_to_do():
    model = two_blocks()
    run_in_tiles(model)
    once = model.SerializeToString()

    assert run_in_tiles(model) == 0
    assert model.SerializeToString() == once


def test_a_convolution_that_shortens_is_left_alone():
    made = Vocoder(stride=2)
    made.convolution(made.snake("x", "a"), "c", 3, 1)
    model = made.model("c/scaled")
    before = run(model, 1500)

    run_in_tiles(model)

    assert operators(model).count("ConvInteger") == 1
    assert run(model, 1500).tobytes() == before.tobytes()


def test_a_graph_without_such_layers_is_left_as_it_was():
    made = Vocoder()
    model = made.model(made.node("Add", [made.node("Sin", ["x"], "sine"), "x"], "y"))
    before = model.SerializeToString()

    assert run_in_tiles(model) == 0
    assert model.SerializeToString() == before


def test_an_intermediate_result_that_is_an_output_is_not_replaced():
    made = Vocoder()
    model = made.model(made.block(made.node("LeakyRelu", ["x"], "root"), "b0", 3))
    model.graph.output.append(helper.make_tensor_value_info("b0/0c1/float", TensorProto.FLOAT, None))
    before = run(model, 1500)

    run_in_tiles(model)

    assert run(model, 1500).tobytes() == before.tobytes()
