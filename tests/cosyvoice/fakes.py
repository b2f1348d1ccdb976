"""A bundle of generated graphs: small, of one layer each, but with real attention over real buffers. It speaks noise."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from models.cosyvoice.bundle import facts_of, write_bundle
from models.cosyvoice.facts import Bundle, Defaults, Dims, GraphFacts, Specials, VoiceFacts, table_shapes
from models.cosyvoice.graphs import signature
from models.cosyvoice.tables import write_table, write_voices

DIMS = Dims(
    text_vocab=261, text_width=6, text_layers=1, text_heads=1, llm_width=8, lm_layers=2, lm_heads=2, lm_head_width=4,
    speech_vocab=40, speaker=192, flow_width=8, flow_layers=1, flow_heads=1, estimator_heads=1, mel=80, harmonics=9,
    stft_fft=16, stft_hop=4,
)  # fmt: skip
VOICES = {"中文女": ("zh",), "英文男": ("en",), "我的声音": ("zh",)}


def drop_bundle(folder, *, end_bias=0.0, seed=0, dims=DIMS, slow=False, weights="float32", **changes):
    """Write a bundle into a folder.

    `end_bias` is added to the score of the end token. With `slow` the estimator compares every frame with every other and
    makes nothing of it, so a step takes as long as the length's square. `weights` is what the manifest says of them.
    """
    folder.mkdir(parents=True)
    random = np.random.default_rng(seed)
    graphs = {}
    for name, (nodes, constants) in _graphs(random, end_bias, slow=slow).items():
        onnx.save(_model(name, nodes, constants), folder / f"{name}.onnx")
        graphs[name] = GraphFacts((weights,), (facts_of(folder / f"{name}.onnx"),))
    tables = {
        name: write_table(name, random.standard_normal(shape, dtype=np.float32), "float32", folder)
        for name, shape in table_shapes(dims).items()
    }
    voices = {name: random.standard_normal(DIMS.speaker, dtype=np.float32) for name in VOICES}
    given = {
        "model": "cosyvoice-fake",
        "profile": "full",
        "licence": "Apache-2.0",
        "tokenizer": "bytes-tiny",
        "dims": dims,
        "specials": Specials(start=0, task=1, end_of_speech=DIMS.speech_vocab),
        "graphs": graphs,
        "tables": tables,
        "voices_file": write_voices(voices, folder / "voices.npz"),
        "voices": tuple(VoiceFacts(name, languages) for name, languages in VOICES.items()),
        "checkpoint": {"llm.pt": "0" * 64},
        "defaults": Defaults(max_ratio=3.0),
        "synthetic": True,
    }
    write_bundle(Bundle(**given | changes), folder)
    return folder


def _model(name, nodes, constants):
    kinds = {"float32": TensorProto.FLOAT, "int64": TensorProto.INT64}
    said = signature(name, DIMS)
    given, made = (
        [helper.make_tensor_value_info(key, kinds[tensor.dtype], tensor.shape) for key, tensor in side.items()]
        for side in (said.inputs, said.outputs)
    )
    graph = helper.make_graph(nodes, name, given, made, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def _constant(name, *values, kind=np.int64):
    return numpy_helper.from_array(np.array(values, kind), name)


def _graphs(random, end_bias, *, slow):
    node, width, mel = helper.make_node, DIMS.llm_width, DIMS.mel

    def weights(name, *shape):
        return numpy_helper.from_array(random.standard_normal(shape, dtype=np.float32), name)

    split = [_constant("split", 1, -1, DIMS.lm_heads, DIMS.lm_head_width)]
    return {
        "text_encoder": ([node("MatMul", ["emb", "w"], ["enc"])], [weights("w", DIMS.text_width, width)]),
        "lm_pos": (
            [
                node("Reshape", ["pe", "split"], ["heads"]),
                node("Transpose", ["heads"], ["p0"], perm=[0, 2, 1, 3]),
                node("Neg", ["p0"], ["p1"]),
            ],
            split,
        ),
        "lm": _lm(weights("out", width, DIMS.speech_vocab + 1), split, end_bias),
        "flow_encoder": (
            [
                node("Gather", ["table", "tok"], ["rows"]),
                node("Gather", ["rows", "i0"], ["first"], axis=1),
                node("Gather", ["rows", "i1"], ["second"], axis=1),
                node("Unsqueeze", ["w", "last"], ["column"]),
                node("Sub", ["second", "first"], ["far"]),
                node("Mul", ["far", "column"], ["part"]),
                node("Add", ["first", "part"], ["between"]),
                node("Transpose", ["between"], ["mu"], perm=[0, 2, 1]),
            ],
            [weights("table", DIMS.speech_vocab, mel), _constant("last", 1)],
        ),
        "flow_estimator": _estimator(slow=slow),
        "hift_f0": (
            [
                node("ReduceMean", ["mel"], ["mean"], axes=[1], keepdims=0),
                node("Abs", ["mean"], ["size"]),
                node("Mul", ["size", "hundred"], ["f0"]),
            ],
            [_constant("hundred", 100, kind=np.float32)],
        ),
        "hift_decoder": (
            [
                node("ReduceMean", ["mel"], ["mean"], keepdims=0),
                node("Sigmoid", ["mean"], ["gain"]),
                node("Mul", ["stft", "gain"], ["ri"]),
            ],
            [],
        ),
    }


def _estimator(*, slow):
    node = helper.make_node
    nodes = [
        node("Unsqueeze", ["spks", "last"], ["speaker"]),
        node("Sum", ["mu", "cond", "speaker"], ["led"]),
        node("Sub", ["led", "x"], ["plain" if slow else "v"]),
    ]
    if slow:
        nodes += [
            node("Transpose", ["x"], ["turned"], perm=[0, 2, 1]),
            node("MatMul", ["turned", "x"], ["likeness"]),
            node("MatMul", ["x", "likeness"], ["mixed"]),
            node("Mul", ["mixed", "nothing"], ["vanished"]),
            node("Add", ["plain", "vanished"], ["v"]),
        ]
    return nodes, [_constant("last", 2), numpy_helper.from_array(np.array(0, np.float32), "nothing")]


def _lm(out, split, end_bias):
    node = helper.make_node
    nodes = []
    before = "x"
    for at in range(DIMS.lm_layers):
        nodes += [
            node("Reshape", [before, "split"], [f"heads{at}"]),
            node("Transpose", [f"heads{at}"], [f"nk{at}"], perm=[0, 2, 1, 3]),
            node("Tanh", [f"nk{at}"], [f"nv{at}"]),
            node("Concat", [f"k{at}", f"nk{at}"], [f"keys{at}"], axis=2),
            node("Concat", [f"v{at}", f"nv{at}"], [f"values{at}"], axis=2),
            node("Transpose", [f"keys{at}"], [f"turned{at}"], perm=[0, 1, 3, 2]),
            node("MatMul", [f"nk{at}", f"turned{at}"], [f"content{at}"]),
            node("Transpose", [f"p{at}"], [f"places{at}"], perm=[0, 1, 3, 2]),
            node("MatMul", [f"nk{at}", f"places{at}"], [f"distance{at}"]),
            node("Shape", [f"content{at}"], [f"shape{at}"]),
            node("Expand", ["idx", f"shape{at}"], [f"wide{at}"]),
            node("GatherElements", [f"distance{at}", f"wide{at}"], [f"placed{at}"], axis=3),
            node("Sum", [f"content{at}", f"placed{at}", "bias"], [f"scores{at}"]),
            node("Softmax", [f"scores{at}"], [f"attention{at}"], axis=-1),
            node("MatMul", [f"attention{at}", f"values{at}"], [f"mixed{at}"]),
            node("Transpose", [f"mixed{at}"], [f"together{at}"], perm=[0, 2, 1, 3]),
            node("Reshape", [f"together{at}", "joined"], [f"flat{at}"]),
            node("Add", [before, f"flat{at}"], [f"layer{at}"]),
        ]
        before = f"layer{at}"
    nodes += [
        node("Gather", [before, "final"], ["last"], axis=1),
        node("Tanh", ["last"], ["bounded"]),
        node("MatMul", ["bounded", "out"], ["raw"]),
        node("Add", ["raw", "ending"], ["raised"]),
        node("LogSoftmax", ["raised"], ["logp"], axis=-1),
    ]
    ending = np.zeros(DIMS.speech_vocab + 1, np.float32)
    ending[-1] = end_bias
    constants = [
        *split,
        _constant("joined", 1, -1, DIMS.llm_width),
        numpy_helper.from_array(np.array(-1, np.int64), "final"),
        numpy_helper.from_array(ending, "ending"),
        out,
    ]
    return nodes, constants
