"""The seven graphs and the tables of one bundle, stage by stage: text and speaker, tokens, mel, samples.

Every stage takes the noise it needs as an argument, so that each can be compared with the original alone. Sessions are
opened at the first use of each and freed together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.cosyvoice import flow, vocoder
from models.cosyvoice.bundle import read_bundle
from models.cosyvoice.facts import Weights
from models.cosyvoice.flow import Steps
from models.cosyvoice.graphs import signature
from models.cosyvoice.lm import Bounds, Choose, Passage, PositionTable, listen
from models.cosyvoice.positions import around, causal
from models.cosyvoice.tables import Rows, open_table, open_voices
from models.session import Session, open_session

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks, and what is heard of them before the text.

    A preset voice is its embedding alone. A cloned one brings what it said: text and tokens for the language model
    (zero-shot), tokens and mel for the flow (cross-lingual too). With an instruction the language model does not hear the
    embedding, and reads the instruction before the text.
    """

    embedding: Floats
    in_lm: bool = True
    text_ids: Sequence[int] = ()
    lm_tokens: Sequence[int] = ()
    flow_tokens: Sequence[int] = ()
    mel: Floats | None = None  #: (1, bands, frames)

    @property
    def frames(self) -> int:
        """How many frames the flow is given of them."""
        return 0 if self.mel is None else self.mel.shape[2]


class Engine:
    """One bundle, opened part by part."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        """Read the manifest. Raises ModelMissing or ModelDamaged."""
        self.bundle = read_bundle(folder)
        self._folder = folder
        self._threads = threads
        self._sessions: dict[str, Session] = {}
        self._positions: PositionTable | None = None

    @cached_property
    def voices(self) -> dict[str, Floats]:
        """Speaker embeddings by the checkpoint's own names."""
        return open_voices(self.bundle, self._folder)

    @cached_property
    def _tables(self) -> dict[str, Rows]:
        return {name: open_table(facts, self._folder) for name, facts in self.bundle.tables.items()}

    def _session(self, graph: str) -> Session:
        if graph not in self._sessions:
            path = self._folder / self.bundle.graphs[graph].files[0].name
            session = open_session(path, self._threads, repack=_repacked(graph, self.bundle.graphs[graph].weights))
            session.require(*signature(graph, self.bundle.dims).inputs)
            self._sessions[graph] = session
        return self._sessions[graph]

    def _run(self, graph: str, **feeds: NDArray[np.float32] | NDArray[np.int64]) -> Floats:
        return np.asarray(self._session(graph).run(feeds), dtype=np.float32)

    def encoded(self, ids: Sequence[int]) -> Floats:
        """Encode text ids; float32, shape (1, len(ids), llm_width)."""
        rows = self._tables["text_embedding"].take(list(ids))[None]
        return self._run(
            "text_encoder", emb=rows, pos=around(len(ids), self.bundle.dims.llm_width), bias=causal(len(ids))
        )

    def opening(self, ids: Sequence[int], speaker: Speaker) -> Floats:
        """Return what the language model reads first: start, speaker, text, task, tokens of a prompt."""
        special = self._tables["llm_embedding"].take([self.bundle.specials.start, self.bundle.specials.task])[None]
        prompt = self._tables["speech_embedding"].take(list(speaker.lm_tokens))[None]
        voice = [self._projected("llm", speaker)[None]] if speaker.in_lm else []
        text = self.encoded([*speaker.text_ids, *ids])
        return np.concatenate([special[:, :1], *voice, text, special[:, 1:], prompt], axis=1)

    def _projected(self, part: str, speaker: Speaker) -> Floats:
        weight, bias = self._tables[f"{part}_speaker_weight"].whole(), self._tables[f"{part}_speaker_bias"].whole()
        return flow.projected(speaker.embedding, weight, bias)

    def passage(self, opening: Floats) -> Passage:
        """Read the opening with the language model."""
        if self._positions is None:
            self._positions = PositionTable(self._session("lm_pos"), self.bundle.dims)
        return Passage(self._session("lm"), self._positions, self.bundle.dims, opening)

    def tokens(self, opening: Floats, bounds: Bounds, choose: Choose) -> tuple[list[int], bool]:
        """Return speech tokens, and whether the model ended them itself."""
        return listen(self.passage(opening), self.embedded, bounds, choose)

    def embedded(self, token: int) -> Floats:
        """Return a speech token as the language model reads it; (1, llm_width)."""
        return self._tables["speech_embedding"].take([token])

    def frames(self, tokens: int) -> int:
        """Return the mel frames of so many tokens."""
        rates = self.bundle.rates
        return flow.frames_of(tokens, rates.token_hz, (rates.sample_rate, rates.frame_samples))

    def around(self, tokens: Sequence[int], speaker: Speaker) -> tuple[Floats, Floats, Floats]:
        """Return what the flow is led by: mu (1, mel, M), speaker (1, mel), cond (1, mel, M), a prompt's frames first."""
        dims, rates = self.bundle.dims, self.bundle.rates
        frame_hz = (rates.sample_rate, rates.frame_samples)
        edge = flow.edge_frames(rates.token_hz, frame_hz)
        prompt = (len(speaker.flow_tokens), speaker.frames)
        between = flow.regulated(len(tokens), self.frames(len(tokens)), edge, prompt)
        ids = np.array([[*speaker.flow_tokens, *tokens]], np.int64)
        positions = around(ids.shape[1], dims.flow_width)
        mu = self._run("flow_encoder", tok=ids, pos=positions, i0=between.first, i1=between.second, w=between.weight)
        cond = np.zeros_like(mu)
        if speaker.mel is not None:
            cond[:, :, : speaker.frames] = speaker.mel
        return mu, self._projected("flow", speaker), cond

    def direction(self, x: Floats, mu: Floats, t: Floats, speaker: Floats, cond: Floats) -> Floats:
        """Ask the flow's field."""
        return self._run("flow_estimator", x=x, mu=mu, t=t, spks=speaker, cond=cond)

    def mel(self, tokens: Sequence[int], speaker: Speaker, noise: Floats, how: Steps) -> Floats:
        """Return the mel of tokens, without the prompt; `noise` is standard normal, (1, mel, prompt + frames)."""
        made = flow.follow(self.direction, noise, self.around(tokens, speaker), how)
        return made[:, :, speaker.frames :]

    def pitch(self, mel: Floats) -> Floats:
        """Return the pitch of each frame, in Hz; (M,)."""
        return self._run("hift_f0", mel=mel).reshape(-1)

    def samples(self, mel: Floats, phase: Floats, hiss: Floats) -> Floats:
        """Return the samples of a mel; phase and hiss as `vocoder.source` takes them."""
        return self.voiced(mel, vocoder.source(self.pitch(mel), phase, hiss, self._source))

    def voiced(self, mel: Floats, source: Floats) -> Floats:
        """Return the samples of a mel with its source; float32, shape (M * frame_samples,)."""
        fft, hop = self.bundle.dims.stft_fft, self.bundle.dims.stft_hop
        decoded = self._run("hift_decoder", mel=mel, stft=vocoder.spectrum(source, fft, hop))
        peak = self.bundle.defaults.peak
        return np.clip(vocoder.samples(vocoder.unstacked(decoded), fft, hop), -peak, peak)

    @cached_property
    def _source(self) -> vocoder.Source:
        rates, how = self.bundle.rates, self.bundle.defaults
        return vocoder.Source(
            weight=self._tables["source_weight"].whole(),
            bias=float(self._tables["source_bias"].whole()[0]),
            sample_rate=rates.sample_rate,
            frame_samples=rates.frame_samples,
            sine_amplitude=how.sine_amplitude,
            noise_amplitude=how.noise_amplitude,
            voiced_hz=how.voiced_hz,
        )

    def close(self) -> None:
        """Free the sessions and the position table."""
        self._sessions.clear()
        self._positions = None


def _repacked(graph: str, weights: Sequence[Weights]) -> bool:
    """Whether a graph's weights are copied into an order of their own, or read where all workers of a machine share them.

    A copy is worth its memory where a few rows meet integers: those are else put in order at every run (measured: two to
    three times the time of a token). Many rows, as in the estimator, and weights in float32 lose nothing, or a hundredth.
    """
    return weights[0] != "float32" and graph != "flow_estimator"
