import os

import pytest

from config.cores import usable_cores

BOUND = len(os.sched_getaffinity(0))


@pytest.fixture
def quota(tmp_path):
    """Write the files of one version of control groups."""

    def write(version, quota_us, period_us=100_000):
        if version == 2:
            (tmp_path / "cpu.max").write_text(f"{quota_us} {period_us}\n")
        else:
            (tmp_path / "cpu").mkdir()
            (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(f"{quota_us}\n")
            (tmp_path / "cpu" / "cpu.cfs_period_us").write_text(f"{period_us}\n")
        return tmp_path

    return write


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(("share", "cores"), [(0.5, 1), (1.0, 1), (1.5, 2), (100.0, 64)])
def test_a_containers_share_of_time_limits_the_cores(monkeypatch, quota, version, share, cores):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(64)))

    assert usable_cores(quota(version, int(share * 100_000))) == cores


@pytest.mark.parametrize(("version", "unlimited"), [(1, "-1"), (2, "max")])
def test_without_a_limit_they_are_those_the_process_is_bound_to(quota, version, unlimited):
    assert usable_cores(quota(version, unlimited)) == BOUND


def test_they_are_the_bound_ones_where_no_control_group_is_seen(tmp_path):
    assert usable_cores(tmp_path) == BOUND


def test_a_process_bound_to_one_core_uses_one_on_any_machine(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {7})
    monkeypatch.setattr(os, "cpu_count", lambda: 64)

    assert usable_cores(tmp_path) == 1
