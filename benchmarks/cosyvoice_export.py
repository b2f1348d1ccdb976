"""What CosyVoice's profiles take on disk at full size, and how far each is from float32.

    .venv-export/bin/python benchmarks/cosyvoice_export.py FOLDER [PROFILE …]

Weights are random (the official ones are not needed), so the errors say how coarse a profile is, not how it sounds. The
folder keeps checkpoint and bundles: about 5 GB; what is there is not made again. Errors are relative root mean squares:
of centred log-probabilities, of the mel after ten guided steps, of the waveform.
"""

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from models.cosyvoice import flow, vocoder
from models.export.cosyvoice.arch import OFFICIAL
from models.export.cosyvoice.export import export
from models.export.cosyvoice.probe import Lengths, feeds_of
from models.export.cosyvoice.profiles import PROFILES
from models.export.cosyvoice.random_checkpoint import write_random_checkpoint
from models.session import open_session

RESULTS = Path(__file__).with_name("results-cosyvoice-export.json")
LENGTHS = Lengths(text=60, new=40, slots=128, tokens=120, frames=207, batch=1)


def outputs(folder: Path) -> dict[str, Any]:
    """The outputs that are compared, by what they are called in the table."""

    def run(graph: str, feeds: Any) -> Any:
        return open_session(folder / f"{graph}.onnx", threads=2).run_all(feeds)

    def given(graph: str) -> Any:
        return feeds_of(graph, OFFICIAL, LENGTHS, seed=5)

    logp = run("lm", given("lm"))["logp"]
    made = {
        "text encoder": run("text_encoder", given("text_encoder"))["enc"],
        "LM position table": run("lm_pos", given("lm_pos"))["p0"],
        "LM": logp - logp.mean(),
        "flow encoder": run("flow_encoder", given("flow_encoder"))["mu"],
        "pitch": run("hift_f0", given("hift_f0"))["f0"],
    }
    estimator = open_session(folder / "flow_estimator.onnx", threads=2)
    feeds = given("flow_estimator")

    def field(*inputs: Any) -> Any:
        return estimator.run(dict(zip(("x", "mu", "t", "spks", "cond"), inputs, strict=True)))

    around = (feeds["mu"], feeds["spks"], feeds["cond"])
    made["mel after 10 steps"] = flow.follow(field, feeds["x"], around, flow.Steps(10, 0.7, 10))
    ri = run("hift_decoder", given("hift_decoder"))["ri"][0]
    made["waveform"] = vocoder.samples((ri[:9] + 1j * ri[9:]).T, 16, 4)
    return made


def relative(given: Any, wanted: Any) -> float:
    apart = np.sqrt(np.mean(np.square(given - wanted, dtype=np.float64)))
    return float(apart / np.sqrt(np.mean(np.square(wanted, dtype=np.float64))))


def main() -> None:
    folder, profiles = Path(sys.argv[1]), sys.argv[2:] or PROFILES
    checkpoint = folder / "checkpoint"
    if not (checkpoint / "spk2info.pt").is_file():
        write_random_checkpoint(checkpoint)
    results = json.loads(RESULTS.read_text()) if RESULTS.is_file() else {}
    for profile in profiles:
        begun = time.monotonic()
        done = export(checkpoint, folder / profile, profile, lambda at: print(at, flush=True))
        graphs = {name: sum(f.size_bytes for f in graph.files) for name, graph in done.bundle.graphs.items()}
        made = outputs(folder / profile)
        reference = folder / "reference.npz"
        if profile == "full":
            np.savez(reference, **made)
        wanted = np.load(reference)
        results[profile] = {
            "seconds": round(time.monotonic() - begun),
            "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "size_mb": round(done.bundle.size_bytes / 1e6, 1),
            "graphs_mb": {name: round(size / 1e6, 1) for name, size in graphs.items()},
            "tables_mb": round((done.bundle.size_bytes - sum(graphs.values())) / 1e6, 1),
            "against_torch": {each.graph: float(f"{each.most:.1e}") for each in done.differences},
            "against_full": {name: float(f"{relative(made[name], wanted[name]):.2g}") for name in made},
        }
        print(json.dumps({profile: results[profile]}, indent=1))
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
