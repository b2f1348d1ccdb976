"""A long chapter is bound in constant memory: half an hour would be 86 MB of samples, and twice that as floats."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HOURS = 0.5


def step(name: str, folder: Path) -> dict[str, Any]:
    environ = {key: value for key, value in os.environ.items() if not key.startswith("VOICEMILL_")}
    environ |= {
        "VOICEMILL_STORAGE__FOLDER": str(folder / "store"),
        "VOICEMILL_WORKER__SCRATCH": str(folder / "scratch"),
    }
    command = [sys.executable, "-B", "benchmarks/bind.py", "--step", name, "--hours", str(HOURS)]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_half_an_hour_is_bound_in_far_less_memory_than_its_samples_take(tmp_path):
    assert step("prepare", tmp_path)["segments"] == 300
    bound = step("bind", tmp_path)
    assert bound["audio_h"] > 0.9 * HOURS
    assert 0 < bound["above_idle_mb"] <= 60
    chapters = list((tmp_path / "store" / "objects").glob("renders/*/chapters/*.wav"))
    assert [path.stat().st_size > 80e6 for path in chapters] == [True]
    assert not list((tmp_path / "scratch").iterdir())
