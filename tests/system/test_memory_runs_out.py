"""Memory that runs out costs a worker or a process, never a text that is not to blame, and nobody hangs."""

import json
import resource
from pathlib import Path

import onnx
import pytest

from config.settings import load_settings
from tests.models.conftest import piper_config, piper_graph
from tests.support.cluster import Cluster, wait_until

pytestmark = [pytest.mark.system, pytest.mark.endurance]
HUNGRY = 500_000  #: samples for each phoneme: 130 MB for a sentence of 65, several times over


@pytest.fixture
def hungry(cluster: Cluster) -> dict[str, str]:
    """Give the variable of a models folder that has a small voice with a large appetite."""
    home = cluster.folder / "models" / "piper" / "hungry"
    home.mkdir(parents=True)
    onnx.save(piper_graph(HUNGRY), home / "hungry.onnx")
    (home / "hungry.onnx.json").write_text(json.dumps(piper_config()), encoding="utf-8")
    folder = {"VOICEMILL_MODELS__FOLDER": str(cluster.folder / "models")}
    cluster.settings = load_settings(environ=cluster.variables | folder)
    return folder


def starve(pid: int, left_bytes: int) -> None:
    """Let a process have that much memory more and no more."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[0])
    resource.prlimit(pid, resource.RLIMIT_AS, (pages * resource.getpagesize() + left_bytes,) * 2)


def test_memory_that_ran_out_once_costs_a_process_and_nothing_else(cluster, hungry):
    (worker,) = cluster.start(1, **hungry)
    assert cluster.submit("A tone takes no memory to speak of.").wait(30)["state"] == "DONE"  # the child is there
    starved = worker.child()
    starve(starved, 30_000_000)
    assert cluster.submit("Once.", voice="hungry").wait(60)["segments"]["synthesized"] == 1
    assert worker.child() != starved
    assert [each["code"] for each in worker.events("unit_given_back")] == ["out_of_memory"]
    assert worker.process.poll() is None


def test_a_segment_that_takes_all_memory_three_times_fails_by_name_and_others_live(cluster, hungry):
    (worker,) = cluster.start(1, **hungry)
    before = worker.child()
    job = cluster.submit("This one is too much for any machine of ours.", voice="hungry")
    seen = set()

    def ended() -> bool:
        child = worker.child()
        if child not in seen:
            starve(child, 400_000_000)  # enough to load the library and the graph
            seen.add(child)
        return bool(job.status()["state"] == "FAILED")

    wait_until(ended, 60, "the job's end")
    error = job.status()["error"]
    assert error["code"] == "synthesis_failed"
    assert 'segment 0 of chapter 1 ("This one is too much' in error["message"]
    assert "3 times; last: memory ran out" in error["message"]
    assert [each["code"] for each in worker.events("unit_given_back")] == ["out_of_memory"] * 3
    assert worker.child() != before
    assert cluster.submit("But a tone is not, and its turn comes.").wait(30)["state"] == "DONE"
    assert worker.process.poll() is None
