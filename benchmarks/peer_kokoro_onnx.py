"""One process of the peer kokoro-onnx over its share of the paragraphs; prints one JSON line. Runs in the peers' venv."""

import json
import resource
import sys
import time
from pathlib import Path

import onnxruntime as ort
from kokoro_onnx import Kokoro


def main() -> None:
    """Load, warm up, speak; measure wall and CPU of the speaking alone."""
    spec = json.loads(sys.argv[1])
    options = ort.SessionOptions()
    options.intra_op_num_threads = spec["threads"]
    session = ort.InferenceSession(spec["model"], options, providers=["CPUExecutionProvider"])
    engine = Kokoro.from_session(session, spec["voices"])
    paragraphs = Path(spec["text"]).read_text("utf-8").split("\n\n")[spec["shard"] :: spec["procs"]]
    engine.create("This is a short sentence to warm the engine up.", voice=spec["voice"], lang="en-us")
    sys.stdout.write("READY\n")
    sys.stdout.flush()
    sys.stdin.readline()  # all processes start speaking together
    wall, cpu, audio_s = time.monotonic(), time.process_time(), 0.0
    for paragraph in paragraphs:
        samples, rate = engine.create(" ".join(paragraph.split()), voice=spec["voice"], speed=1.0, lang="en-us")
        audio_s += len(samples) / rate
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    made = {"wall_s": time.monotonic() - wall, "cpu_s": time.process_time() - cpu, "audio_s": audio_s}
    sys.stdout.write(json.dumps(made | {"peak_rss_mb": peak_mb}) + "\n")


main()
