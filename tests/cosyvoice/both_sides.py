"""CosyVoice from tokens to samples over either side: our torch networks, or the graphs that were exported of them."""

import math

import numpy as np

from models.cosyvoice import flow, vocoder
from models.cosyvoice.graphs import HIDDEN
from models.cosyvoice.positions import around, causal, prefill_bias, prefill_idx, sinusoids

SLOTS = 512
RATES = (22_050, 256)


class Stages:
    """`run(graph, feeds)` gives the outputs in order."""

    def __init__(self, side, checkpoint, run):
        self.side, self.arch, self.run = side, checkpoint.arch, run
        self._parts = checkpoint.parts
        self._table = run("lm_pos", {"pe": sinusoids(np.arange(SLOTS), self.arch.width)})

    def weights(self, part, name):
        return self._parts[part][name].numpy()

    def encode(self, ids):
        length = ids.shape[1]
        emb = self.weights("llm", "text_embedding.weight")[ids]
        return self.run("text_encoder", {"emb": emb, "pos": around(length, self.arch.width), "bias": causal(length)})[0]

    def speaker(self, part, embedding):
        name = "spk_embed_affine_layer"
        return flow.projected(embedding, self.weights(part, f"{name}.weight"), self.weights(part, f"{name}.bias"))

    def lm_input(self, text_ids, speaker=None, prompt_text=None, prompt_tokens=None):
        llm = self.weights("llm", "llm_embedding.weight")
        text = self.encode(text_ids if prompt_text is None else np.concatenate([prompt_text, text_ids], axis=1))
        rows = [llm[:1][None], *([] if speaker is None else [self.speaker("llm", speaker)[None]]), text, llm[1:][None]]
        if prompt_tokens is not None:
            rows.append(self.weights("llm", "speech_embedding.weight")[prompt_tokens])
        return np.concatenate(rows, axis=1)

    def speak(self, lm_input, choose):
        """Yield log-probabilities; `choose(number, logp)` gives the next token, None ends it."""
        layers, heads = self.arch.lm.layers, self.arch.lm.heads
        shape = (1, heads, SLOTS, self.arch.width // heads)
        self.cache = [np.zeros(shape, np.float32) for _ in range(2 * layers)]
        length = lm_input.shape[1]
        logp = self._extend(lm_input, prefill_idx(length, SLOTS), prefill_bias(length, SLOTS), 0)
        used, number = length, 0
        while (token := choose(number, logp)) is not None:
            idx = np.zeros((1, SLOTS + 1), np.int64)
            idx[0, :SLOTS] = np.maximum(used - np.arange(SLOTS), 0)
            bias = np.where(np.arange(SLOTS + 1) < used, 0.0, HIDDEN).astype(np.float32)[None]
            bias[0, SLOTS] = 0.0
            x = self.weights("llm", "speech_embedding.weight")[[[token]]]
            logp = self._extend(x, idx, bias, used)
            used, number = used + 1, number + 1

    def _extend(self, x, idx, bias, used):
        layers = self.arch.lm.layers
        named = dict(zip([f"{kind}{at}" for kind in "kv" for at in range(layers)], self.cache, strict=True))
        table = {f"p{at}": rows for at, rows in enumerate(self._table)}
        logp, *rows = self.run("lm", {"x": x, "idx": idx, "bias": bias} | named | table)
        for buffer, new in zip(self.cache, rows, strict=True):
            buffer[:, :, used : used + x.shape[1]] = new
        return logp[0]

    def mean_mel(self, tokens, prompt_tokens, prompt_frames):
        frames = flow.frames_of(tokens.shape[1], 50, RATES)
        prompt = (prompt_tokens.shape[1], prompt_frames)
        between = flow.regulated(tokens.shape[1], frames, flow.edge_frames(50, RATES), prompt)
        both = np.concatenate([prompt_tokens, tokens], axis=1).astype(np.int64)
        feeds = {"tok": both, "pos": around(both.shape[1], self.arch.flow_width)}
        return self.run("flow_encoder", feeds | {"i0": between.first, "i1": between.second, "w": between.weight})[0]

    def velocity(self, x, mu, t, speaker, cond):
        return self.run("flow_estimator", {"x": x, "mu": mu, "t": t, "spks": speaker, "cond": cond})[0]

    def source(self, pitch, phase, hiss):
        name = "m_source.l_linear"
        made = vocoder.Source(
            weight=self.weights("hift", f"{name}.weight")[0], bias=float(self.weights("hift", f"{name}.bias")[0]),
            sample_rate=22_050, frame_samples=256, sine_amplitude=0.1, noise_amplitude=0.003, voiced_hz=10.0,
        )  # fmt: skip
        return vocoder.source(pitch, phase, hiss, made)

    def waveform(self, mel, stft):
        ri = self.run("hift_decoder", {"mel": mel, "stft": stft})[0][0]
        half = len(ri) // 2
        fft = self.arch.vocoder.n_fft
        made = vocoder.samples((ri[:half] + 1j * ri[half:]).T, fft, self.arch.vocoder.hop)
        return np.clip(made, -0.99, 0.99)


def greedy(least, most, end, bias=0.0):
    """The likeliest token each time; returns (choose, heard)."""
    heard = []

    def choose(number, logp):
        scores = logp.copy()
        scores[end] = -math.inf if number < least else scores[end] + bias
        token = int(np.argmax(scores))
        if token == end:
            return None
        heard.append(token)
        return token if len(heard) < most else None

    return choose, heard
