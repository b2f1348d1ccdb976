"""How much memory there is, and what happens where there is too little."""

from pathlib import Path

import pytest

from config.settings import load_settings
from models.catalog import NEEDS_MB
from models.loader import Loader
from models.options import ModelOptions
from pipeline.errors import InvalidSettings, NoMemory
from storage.memory import MemoryStore
from tasks.options import QueueOptions
from tests.cosyvoice.fakes import drop_bundle
from tests.support.broker import free_port
from worker.flags import Flags
from worker.memory import available_mb, limited, require_room, resident_mb
from worker.startup import check_startup, child_limit_mb
from worker.work import UnitWork

MACHINE = {"proc/meminfo": "MemTotal: 8000000 kB\nMemFree: 100 kB\nMemAvailable:   4000000 kB\n"}
V2 = {"proc/self/cgroup": "0::/a.slice/b.scope\n"}
STAT = "anon 5\nactive_file 20000000\ninactive_file 30000000\n"


def machine(folder: Path, *files: dict[str, str]) -> Path:
    for path, text in (pair for each in files for pair in each.items()):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="ascii")
    return folder


def group(path: str, limit: str, used: str, stat: str = STAT) -> dict[str, str]:
    return {f"{path}/memory.max": limit, f"{path}/memory.current": used, f"{path}/memory.stat": stat}


def test_without_limits_it_is_what_the_machine_has_left(tmp_path):
    free = group("sys/fs/cgroup/a.slice/b.scope", "max", "1000")
    assert available_mb(machine(tmp_path, MACHINE, V2, free)) == pytest.approx(4096)
    assert not limited(tmp_path)


def test_a_containers_limit_counts_and_pages_of_files_are_free(tmp_path):
    own = group("sys/fs/cgroup", "1000000000", "600000000")  # in a container its own group is the top
    assert available_mb(machine(tmp_path, MACHINE, V2, own)) == pytest.approx(450)
    assert limited(tmp_path)


def test_the_tightest_of_nested_limits_counts(tmp_path):
    inner = group("sys/fs/cgroup/a.slice/b.scope", "2000000000", "0")
    outer = group("sys/fs/cgroup/a.slice", "1000000000", "900000000")
    assert available_mb(machine(tmp_path, MACHINE, V2, inner, outer)) == pytest.approx(150)


def test_limits_of_the_first_version_of_control_groups_count(tmp_path):
    top = "sys/fs/cgroup/memory"
    files = {
        "proc/self/cgroup": "12:cpu,cpuacct:/x\n7:memory:/docker/x\n",
        f"{top}/memory.limit_in_bytes": "700000000",
        f"{top}/memory.usage_in_bytes": "500000000",
        f"{top}/memory.stat": "inactive_file 7\ntotal_active_file 40000000\ntotal_inactive_file 60000000\n",
    }
    assert available_mb(machine(tmp_path, MACHINE, files)) == pytest.approx(300)


def test_where_nothing_can_be_told_nothing_is_refused(tmp_path):
    assert available_mb(tmp_path) is None
    require_room(10**9, "a worker", root=tmp_path)


def test_a_lack_names_what_is_needed_what_there_is_and_what_to_do(tmp_path):
    root = machine(tmp_path, MACHINE)
    require_room(4096, "model 'kokoro'", root=root)
    with pytest.raises(NoMemory, match=r"model 'kokoro' needs 4097 MB of memory and 4096 MB are available: run fewer"):
        require_room(4097, "model 'kokoro'", root=root)


def test_this_machine_and_this_process_can_be_measured():
    assert available_mb()
    assert 10 < resident_mb() < 10_000


@pytest.fixture
def variables(tmp_path):
    return {
        "VOICEMILL_BROKER_URL": f"redis://127.0.0.1:{free_port()}/0",
        "VOICEMILL_STORE": (tmp_path / "store").as_uri(),
        "VOICEMILL_MODELS__FOLDER": str(tmp_path / "models"),
        "VOICEMILL_WORKER__SCRATCH": str(tmp_path / "scratch"),
    }


def test_a_limit_that_would_load_the_model_again_for_every_unit_is_refused(variables):
    with pytest.raises(InvalidSettings, match="MEMORY_LIMIT_MB is 100, and 'tone' takes up to 120 MB"):
        check_startup(load_settings(environ=variables | {"VOICEMILL_WORKER__MEMORY_LIMIT_MB": "100"}))
    for fair in ("120", "0"):
        check_startup(load_settings(environ=variables | {"VOICEMILL_WORKER__MEMORY_LIMIT_MB": fair}))


@pytest.mark.parametrize(("needs_mb", "limit_mb"), [(120, 750), (1000, 1400)])
def test_a_child_is_replaced_well_above_what_the_largest_model_takes(variables, monkeypatch, needs_mb, limit_mb):
    monkeypatch.setitem(NEEDS_MB, "tone", needs_mb)
    assert child_limit_mb(load_settings(environ=variables)) == limit_mb
    for given in ("900", "0"):
        limited = load_settings(environ=variables | {"VOICEMILL_WORKER__MEMORY_LIMIT_MB": given})
        assert child_limit_mb(limited) == int(given)


def test_a_worker_does_not_start_where_there_is_no_room_for_the_least_of_its_models(variables, monkeypatch):
    monkeypatch.setattr("worker.memory.available_mb", lambda _root: 119.0)
    with pytest.raises(NoMemory, match="a worker with model 'tone' needs 120 MB of memory and 119 MB are available"):
        check_startup(load_settings(environ=variables))


@pytest.mark.parametrize("limit_mb", ["0", "899"])
def test_a_worker_does_not_start_without_room_for_the_largest_model_that_it_must_have(variables, monkeypatch, limit_mb):
    for name in ("small", "large"):
        drop_bundle(Path(variables["VOICEMILL_MODELS__FOLDER"], name))
    monkeypatch.setattr(Loader, "needs_mb", lambda _self, name: {"small": 100, "large": 900}[name])
    monkeypatch.setattr("worker.memory.available_mb", lambda _root: 899.0)
    environ = variables | {"VOICEMILL_WORKER__MEMORY_LIMIT_MB": limit_mb}

    for fair in ("", "small"):
        check_startup(load_settings(environ=environ | {"VOICEMILL_WORKER__MODELS": fair}))
    with pytest.raises((NoMemory, InvalidSettings), match=r"'large' (needs 900 MB|takes up to 900 MB)"):
        check_startup(load_settings(environ=environ | {"VOICEMILL_WORKER__MODELS": "small large"}))


def test_a_model_without_room_is_not_opened_and_one_that_is_open_goes_on(tmp_path, monkeypatch):
    loader = Loader(ModelOptions(folder=tmp_path))
    work = UnitWork(
        store=MemoryStore(),
        loader=loader,
        notifier=None,  # type: ignore[arg-type]
        options=QueueOptions(),
        scratch=tmp_path,
        flags=Flags(),
    )
    monkeypatch.setattr("worker.memory.available_mb", lambda _root: 0.0)
    monkeypatch.setattr("worker.work.resident_mb", lambda: 90.0)
    with pytest.raises(NoMemory, match="model 'tone' needs 30 MB of memory and 0 MB are available"):
        work._synthesizer("tone")
    opened = loader.open("tone")
    assert work._synthesizer("tone") is opened
