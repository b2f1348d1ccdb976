"""What CosyVoice's stages take, and what its profiles save: one process, the profiles in turn, medians.

The same inputs for all: a step of the language model at a context of about 300, one guided pair of the estimator for 10 s,
and whole utterances of 10 s, whose stages are timed as well. In turn, so that a machine that drifts drifts for all.
"""

import statistics
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.cosyvoice_bundles import FRAMES, LONG, SPEECH_TOKENS, TOKEN_HZ, variant
from models.catalog import entry_of
from models.cosyvoice.engine import Engine
from models.cosyvoice.synthesizer import CosyVoice
from models.cosyvoice.tokenizer import tagged
from models.options import ModelOptions
from pipeline.fingerprint import noise_for
from pipeline.voices import VoiceBlend

CONTEXT, STEPS_IN_TURN, TURNS = 300, 8, 8  # 64 steps: the buffers' 384 slots do not grow
CALM = 1.05  #: of a run that nothing disturbed
LIMITS = {"LM step": 0.45, "estimator pair": 0.85, "whole": 0.7}
Times = tuple[float, float]  #: wall, CPU


class Stages:
    """What the stages of an engine took, wall clock, since it was last asked."""

    METHODS = ("opening", "tokens", "around", "mel", "voiced", "samples")

    def __init__(self, engine: Engine) -> None:
        self._took = dict.fromkeys(self.METHODS, 0.0)
        for name in self.METHODS:  # the engine calls its own stages by name, so it calls these
            vars(engine)[name] = self._timed(name, getattr(engine, name))

    def _timed(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any) -> Any:
            begun = time.perf_counter()
            made = method(*given)
            self._took[name] += time.perf_counter() - begun
            return made

        return timed

    def taken(self) -> dict[str, float]:
        """Return seconds by stage, and begin anew."""
        took, self._took = self._took, dict.fromkeys(self.METHODS, 0.0)
        return {
            "text": took["opening"],
            "lm": took["tokens"],
            "flow_encoder": took["around"],
            "flow": took["mel"] - took["around"],
            "f0_source": took["samples"] - took["voiced"],
            "hift": took["voiced"],
        }


def ratios(folder: Path, *, quick: bool) -> dict[str, Any]:
    """Return the sections `ratios` and `stages`."""
    checks: list[dict[str, Any]] = []
    found: dict[str, Any] = {"checks": checks}
    stages: dict[str, Any] = {"checks": []}
    here = [profile for profile in ("full", "balanced", "lite") if profile != "lite" or (folder / "lite").is_dir()]
    if "lite" not in here:
        print(f"no lite in {folder}: its steps are left out", file=sys.stderr)
    bundles = {profile: variant(folder, profile) for profile in here}
    for threads in (1, 2):
        engines = {profile: Engine(models / model, threads) for profile, (models, model) in bundles.items()}
        two = {profile: engines[profile] for profile in ("full", "balanced")}
        steps = lm_steps(engines, 2 if quick else TURNS)
        halves = pairs(two, 1 if quick else 5)
        spoken, rows = wholes(two, bundles, 1 if quick else 2)
        stages |= {f"{profile}, {threads} threads": row for profile, row in rows.items()}
        for what, times in (("LM step", steps), ("estimator pair", halves), ("whole", spoken)):
            found[f"{what}, {threads} threads"] = row = compared(times)
            print(f"{what}, {threads} threads: {row}", file=sys.stderr, flush=True)
            for clock, ratio in row["balanced / full"].items():
                name = f"{what}, {threads} threads, {clock}, balanced / full"
                holds = ratio <= LIMITS[what]
                checks.append({"what": name, "is": ratio, "limit": LIMITS[what], "holds": holds, "must": False})
            if threads == 1:  # it computes all the time: what it waited for is others
                waited = max(each["wall_ms"] / each["cpu_ms"] for name, each in row.items() if name in engines)
                name, holds = f"{what}, wall over CPU, one thread", waited <= CALM
                checks.append({"what": name, "is": round(waited, 3), "limit": CALM, "holds": holds, "must": False})
        for engine in engines.values():
            engine.close()
    return {"ratios": found, "stages": stages}


def in_turn(works: Mapping[str, Callable[[], None]], turns: int, repeat: int = 1) -> dict[str, list[Times]]:
    """Do each work `repeat` times in every turn; return what each took."""
    times: dict[str, list[Times]] = {name: [] for name in works}
    for _ in range(turns):
        for name, work in works.items():
            for _ in range(repeat):
                wall, cpu = time.perf_counter(), time.process_time()
                work()
                times[name].append((time.perf_counter() - wall, time.process_time() - cpu))
    return times


def compared(times: Mapping[str, list[Times]]) -> dict[str, Any]:
    """Return medians in ms, and each profile's over those of `full`."""
    medians = {name: [statistics.median(clock) for clock in zip(*taken, strict=True)] for name, taken in times.items()}
    made: dict[str, Any] = {
        name: {"wall_ms": round(wall * 1e3, 2), "cpu_ms": round(cpu * 1e3, 2)} for name, (wall, cpu) in medians.items()
    }
    for name in [name for name in medians if name != "full"]:
        wall, cpu = (mine / full for mine, full in zip(medians[name], medians["full"], strict=True))
        made[f"{name} / full"] = {"wall": round(wall, 3), "cpu": round(cpu, 3)}
    return made


def lm_steps(engines: Mapping[str, Engine], turns: int) -> dict[str, list[Times]]:
    """Time steps of the language model."""
    works = {}
    for name, engine in engines.items():
        rows = np.random.default_rng(1).standard_normal((1, CONTEXT, engine.bundle.dims.llm_width), dtype=np.float32)
        passage = engine.passage(rows)
        works[name] = lambda passage=passage, row=rows[0, :1]: passage.step(row)
    in_turn(works, 1, STEPS_IN_TURN)
    return in_turn(works, turns, STEPS_IN_TURN)


def pairs(engines: Mapping[str, Engine], turns: int) -> dict[str, list[Times]]:
    """Time the estimator."""
    noise = np.random.default_rng(2)
    x, mu, cond = (noise.standard_normal((2, 80, FRAMES), dtype=np.float32) for _ in range(3))
    speaker, t = noise.standard_normal((2, 80), dtype=np.float32), np.full(2, 0.3, np.float32)
    works = {name: lambda engine=engine: engine.direction(x, mu, t, speaker, cond) for name, engine in engines.items()}
    in_turn(works, 1)
    return in_turn(works, turns)


def wholes(
    engines: Mapping[str, Engine], bundles: Mapping[str, tuple[Path, str]], turns: int
) -> tuple[dict[str, list[Times]], dict[str, Any]]:
    """Time whole utterances; return what they took, and a row of stages for each profile."""
    kept: dict[str, list[dict[str, float]]] = {name: [] for name in engines}
    watches = {name: Stages(engine) for name, engine in engines.items()}
    synthesizers = {}
    for name, engine in engines.items():
        models, model = bundles[name]
        options = ModelOptions(folder=models)
        synthesizers[name] = CosyVoice(entry_of(model, options), options)
        vars(synthesizers[name])["_engine"] = engine

    def speak(name: str, text: str = LONG) -> None:
        voice = VoiceBlend(bundles[name][1], (("zh-female", 1.0),))
        synthesizers[name].synthesize(tagged(text, "zh"), voice, speed=1.0, noise=noise_for(0, "0" * 64))
        kept[name].append(watches[name].taken())

    for name in engines:  # opens what is not open yet
        speak(name, LONG[:5])
        kept[name].clear()
    times = in_turn({name: lambda name=name: speak(name) for name in engines}, turns)
    rows = {}
    for name, spoken in kept.items():
        medians = {stage: statistics.median(each[stage] for each in spoken) for stage in spoken[0]}
        rows[name] = {f"{stage}_s": round(taken, 3) for stage, taken in medians.items()}
        rows[name]["lm_ms_per_token"] = round(1e3 * medians["lm"] / SPEECH_TOKENS, 2)
        rows[name]["rtf"] = round(statistics.median(wall for wall, _ in times[name]) / (SPEECH_TOKENS / TOKEN_HZ), 3)
    return times, rows
