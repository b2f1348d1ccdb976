"""Every stage against the original implementation's own numbers, which are too large to be kept here.

COSYVOICE_REFERENCE names a folder with a small checkpoint in the official layout and `ref/*.npz`, computed by the
original implementation; without it these tests are skipped. `-s` prints the table of differences.
"""

import os
from pathlib import Path

import numpy as np
import pytest

from models.cosyvoice import flow, vocoder
from models.cosyvoice.graphs import GRAPHS
from tests.cosyvoice.both_sides import Stages, greedy

FOLDER = Path(os.environ.get("COSYVOICE_REFERENCE", "/nowhere"))
MOST = 1e-4

pytestmark = [
    pytest.mark.export,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="COSYVOICE_REFERENCE names no reference checkpoint"),
]


@pytest.fixture(scope="module", params=["torch", "onnx"])
def stages(request, tmp_path_factory):
    pytest.importorskip("torch").set_num_threads(1)
    from models.export.cosyvoice.checkpoint import read_checkpoint
    from models.export.cosyvoice.export import export
    from models.export.cosyvoice.networks import network
    from models.export.cosyvoice.probe import compute
    from models.session import open_session

    checkpoint = read_checkpoint(FOLDER)
    if request.param == "torch":
        networks = {graph: network(graph, checkpoint) for graph in GRAPHS}
        made = Stages(request.param, checkpoint, lambda graph, feeds: compute(networks[graph], feeds))
    else:
        folder = tmp_path_factory.mktemp("bundle")
        export(FOLDER, folder, "full")
        sessions = {graph: open_session(folder / f"{graph}.onnx") for graph in GRAPHS}
        made = Stages(request.param, checkpoint, lambda graph, feeds: list(sessions[graph].run_all(feeds).values()))
    return made


def ref(name):
    return dict(np.load(FOLDER / "ref" / f"{name}.npz"))


def same(stages, stage, given, wanted, most=MOST):
    apart = float(np.abs(given - wanted).max())
    print(f"{stages.side:5} {stage:28} {apart:.1e}")
    assert given.shape == wanted.shape
    assert apart <= most


def test_the_text_encoder(stages):
    known = ref("1_text_encoder")

    same(stages, "text encoder", stages.encode(known["text_ids"]), known["enc"])


@pytest.mark.parametrize("name", ["2_lm_sft", "3_lm_zero_shot"])
def test_the_language_model_after_prefill_and_after_every_step(stages, name):
    known = ref(name)
    prompts = (known.get("prompt_text_ids"), known.get("prompt_speech_tokens"))
    given, forced = stages.lm_input(known["text_ids"], known["spk_embedding"], *prompts), known["forced_tokens"]
    heard = []

    def choose(number, logp):
        heard.append(logp)
        return forced[number] if number < len(forced) else None

    stages.speak(given, choose)

    same(stages, f"{name} input", given, known["lm_input"])
    same(stages, f"{name} log-probabilities", np.array(heard), known["logp"])
    if "kv_cache_after" in known:
        wanted = known["kv_cache_after"]
        layers, length, width = len(wanted), wanted.shape[2], wanted.shape[3] // 2
        cache = np.array([buffer[0, :, :length] for buffer in stages.cache])
        same(stages, f"{name} keys", cache[:layers], wanted[..., :width])
        same(stages, f"{name} values", cache[layers:], wanted[..., width:])


@pytest.mark.parametrize(("mode", "bias"), [("sft", 0.0), ("instruct", 0.0), ("eos", 50.0)])
def test_the_likeliest_tokens_are_the_same_to_the_end(stages, mode, bias):
    known = ref("4_lm_greedy")
    instruct = mode == "instruct"
    given = stages.lm_input(
        known["text_ids"], None if instruct else known["spk_embedding"], known["prompt_text_ids"] if instruct else None
    )
    count = known["text_ids"].shape[1]
    choose, heard = greedy(2 * count, 20 * count, stages.arch.speech_vocab, bias)

    stages.speak(given, choose)

    assert heard == known[f"{mode}_tokens"].tolist()


@pytest.mark.parametrize("name", ["6_flow_sft_short", "7_flow_sft_long", "8_flow_zero_shot"])
def test_the_flow(stages, name):
    known = ref(name)
    prompt_frames = known["prompt_feat"].shape[1]
    mu = stages.mean_mel(known["speech_tokens"], known["prompt_tokens"], prompt_frames)
    speaker = stages.speaker("flow", known["spk_embedding"])
    cond = np.zeros_like(mu)
    cond[:, :, :prompt_frames] = known["prompt_feat"].transpose(0, 2, 1)
    calls = []

    def field(x, mu, t, speaker, cond):
        calls.append((x, stages.velocity(x, mu, t, speaker, cond)))
        return calls[-1][1]

    mel = flow.follow(field, known["noise"], (mu, speaker, cond), flow.Steps(10, 0.7, 10))

    same(stages, f"{name} mean", mu, known["mu"])
    same(stages, f"{name} speaker", speaker, known["spks"])
    same(stages, f"{name} prompt", cond, known["cond"])
    same(stages, f"{name} first step", calls[0][1], known["step0_out"])
    same(stages, f"{name} last step", calls[-1][1], known["step9_out"])
    same(stages, f"{name} mel", mel[:, :, prompt_frames:], known["mel"])


def test_the_vocoder(stages):
    known = ref("9_hift")
    pitch = stages.run("hift_f0", {"mel": known["mel"]})[0]
    source = stages.source(pitch[0], known["phase"], known["noise"])
    stft = vocoder.spectrum(source, 16, 4)

    same(stages, "pitch, Hz", pitch, known["f0"])
    same(stages, "source", source, known["source"][0, 0])
    same(stages, "spectrum of the source", stft, known["stft"])
    same(stages, "waveform", stages.waveform(known["mel"], stft)[None], known["wav"])


@pytest.mark.parametrize("speed", [0.8, 1.25])
def test_the_speed(stages, speed):
    known = ref("10_speed")
    made = flow.stretched(known["mel"], speed)

    if float(known["speed"]) == speed:
        same(stages, f"mel at speed {speed}", made, known["mel_out"])
    known = ref("9_hift")
    frames = made.shape[2]
    source = stages.source(np.full(frames, 120.0, np.float32), known["phase"], np.zeros((9, 256 * frames), np.float32))
    assert stages.waveform(made, vocoder.spectrum(source, 16, 4)).shape == (256 * frames,)
