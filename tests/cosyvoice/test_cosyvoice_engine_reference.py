"""The run time on exported graphs against the original implementation's own numbers, stage by stage.

COSYVOICE_REFERENCE names a folder with a small checkpoint in the official layout and `ref/*.npz`, computed by the
original implementation; without it these tests are skipped. `-s` prints the table of differences.
"""

import os
from pathlib import Path

import numpy as np
import pytest

from models.cosyvoice import flow, vocoder
from models.cosyvoice.engine import Engine, Speaker
from models.cosyvoice.flow import Steps
from models.cosyvoice.lm import Bounds, greedy

FOLDER = Path(os.environ.get("COSYVOICE_REFERENCE", "/nowhere"))
MOST = 1e-4
HOW = Steps(10, 0.7, 10)

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="COSYVOICE_REFERENCE names no reference checkpoint")


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    pytest.importorskip("torch")
    exporter = pytest.importorskip("models.export.cosyvoice.export")
    folder = tmp_path_factory.mktemp("bundles") / "reference"
    folder.mkdir()
    exporter.export(FOLDER, folder, "full")
    return Engine(folder)


def ref(name):
    return dict(np.load(FOLDER / "ref" / f"{name}.npz"))


def same(stage, given, wanted, most=MOST):
    apart = float(np.abs(given - wanted).max())
    print(f"{stage:32} {apart:.1e}")
    assert given.shape == wanted.shape
    assert apart <= most


def ids(known, name):
    return known[name][0].tolist() if name in known else []


def asked(known):
    return ids(known, "text_ids"), Speaker(
        known["spk_embedding"], text_ids=ids(known, "prompt_text_ids"), lm_tokens=ids(known, "prompt_speech_tokens")
    )


def test_the_text_encoder(engine):
    known = ref("1_text_encoder")

    same("text encoder", engine.encoded(ids(known, "text_ids")), known["enc"])


@pytest.mark.parametrize("name", ["2_lm_sft", "3_lm_zero_shot"])
def test_the_language_model_after_prefill_and_after_every_step(engine, name):
    known = ref(name)
    opening = engine.opening(*asked(known))
    passage = engine.passage(opening)
    heard = [passage.scores[0].copy()]
    heard += [passage.step(engine.embedded(int(token))).copy() for token in known["forced_tokens"]]

    same(f"{name} input", opening, known["lm_input"])
    same(f"{name} log-probabilities", np.array(heard), known["logp"])
    if "kv_cache_after" in known:
        used = known["kv_cache_after"].shape[2]
        kept = [np.concatenate(pair, axis=3)[0, :, :used] for pair in zip(passage._keys, passage._values, strict=True)]
        same(f"{name} keys and values", np.array(kept), known["kv_cache_after"])


@pytest.mark.parametrize("mode", ["sft", "instruct", "eos"])
def test_greedy_tokens_are_equal(engine, mode):
    known = ref("4_lm_greedy")
    text = ids(known, "text_ids")
    end = engine.bundle.specials.end_of_speech
    prompt = ids(known, "prompt_text_ids") if mode == "instruct" else []
    speaker = Speaker(known["spk_embedding"], in_lm=mode != "instruct", text_ids=prompt)

    def choose(scores, heard):
        raised = scores.copy()
        raised[end] += known["eos_bias_added"] if mode == "eos" else 0
        return greedy(raised, heard)

    heard, ended = engine.tokens(engine.opening(text, speaker), Bounds(2 * len(text), 20 * len(text), end), choose)

    wanted = known[f"{mode}_tokens"].tolist()
    print(f"greedy {mode:26} {len(heard)} of {len(wanted)} tokens, equal: {heard == wanted}")
    assert heard == wanted
    assert ended == (mode == "eos")


@pytest.mark.parametrize("name", ["6_flow_sft_short", "7_flow_sft_long", "8_flow_zero_shot"])
def test_the_flow(engine, name):
    known = ref(name)
    mel = np.ascontiguousarray(known["prompt_feat"].transpose(0, 2, 1))
    prompt = ids(known, "prompt_tokens")
    speaker = Speaker(known["spk_embedding"], flow_tokens=prompt, mel=mel if prompt else None)
    tokens = ids(known, "speech_tokens")
    seen = []

    def field(*given):
        seen.append((given, engine.direction(*given)))
        return seen[-1][1]

    mu, projected, cond = engine.around(tokens, speaker)
    same(f"{name} mu", mu, known["mu"])
    same(f"{name} speaker", projected, known["spks"])
    same(f"{name} cond", cond, known["cond"])
    flow.follow(field, known["noise"], (mu, projected, cond), HOW)
    same(f"{name} first step in", seen[0][0][0], known["step0_x_in"])
    same(f"{name} first step", seen[0][1], known["step0_out"])
    same(f"{name} last step", seen[9][1], known["step9_out"])
    same(f"{name} times", np.array([given[2][0] for given, _ in seen]), known["t"])
    same(f"{name} mel", engine.mel(tokens, speaker, known["noise"], HOW), known["mel"])


def test_the_vocoder(engine):
    known = ref("9_hift")
    pitch = engine.pitch(known["mel"])
    source = vocoder.source(pitch, known["phase"], known["noise"], engine._source)

    same("pitch", pitch[None], known["f0"])
    same("source", source[None, None], known["source"])
    same("spectrum of the source", vocoder.spectrum(known["source"][0, 0], 16, 4), known["stft"])
    same("waveform of the source", engine.voiced(known["mel"], known["source"][0, 0])[None], known["wav"])
    same("waveform", engine.samples(known["mel"], known["phase"], known["noise"])[None], known["wav"])


@pytest.mark.parametrize("tokens", [1, 2, 39, 40, 41, 63])
@pytest.mark.parametrize("speed", [0.8, 1.0, 1.25])
def test_every_length_and_speed_is_spoken_to_the_sample(engine, tokens, speed):
    noise = np.random.default_rng(tokens)
    said = noise.integers(0, engine.bundle.dims.speech_vocab, tokens).tolist()
    speaker = Speaker(noise.standard_normal((1, 192), dtype=np.float32))
    frames = engine.frames(tokens)
    start = noise.standard_normal((1, 80, frames), dtype=np.float32)
    mel = flow.stretched(engine.mel(said, speaker, start, HOW), speed)
    hiss = noise.standard_normal((9, mel.shape[2] * 256), dtype=np.float32)

    samples = engine.samples(mel, vocoder.phases(9, noise), hiss)

    assert mel.shape[2] == max(1, int(frames / speed))
    assert len(samples) == 256 * mel.shape[2]
    assert np.isfinite(samples).all()
    assert np.abs(samples).max() <= np.float32(0.99)
