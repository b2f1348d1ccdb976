"""What the doctor finds, and the advice that goes with it."""

import pytest

from config.settings import load_settings
from worker import servers
from worker.doctor import _file_system, _scratch, examine


@pytest.fixture
def settings(tmp_path):
    """Settings of an installation where nothing but a store is ready."""
    return load_settings(
        environ={
            "VOICEMILL_BROKER_URL": f"redis://127.0.0.1:{servers.free_port()}/0",
            "VOICEMILL_STORE": (tmp_path / "store").as_uri(),
            "VOICEMILL_MODELS__FOLDER": str(tmp_path / "models"),
            "VOICEMILL_WORKER__SCRATCH": str(tmp_path / "scratch"),
        }
    )


def test_one_bad_finding_does_not_hide_the_others(settings):
    found = {finding.name: finding for finding in examine(settings)}

    assert set(found) == {"broker", "store", "models", "scratch"}
    assert not found["broker"].ok
    assert "voicemill up" in found["broker"].advice
    assert found["store"].ok
    assert not found["models"].ok
    assert found["models"].advice == "voicemill models pull kokoro"


def test_the_probe_leaves_nothing_in_the_store(settings, tmp_path):
    list(examine(settings))

    assert [path for path in (tmp_path / "store").rglob("*") if path.is_file() and "doctor" in str(path)] == []


@pytest.mark.system
def test_the_broker_of_up_is_sound_and_the_clock_is_its(settings, tmp_path):
    broker = servers.start_broker(tmp_path / "broker", tmp_path / "log", servers.free_port())
    try:
        with_broker = load_settings(
            environ={"VOICEMILL_BROKER_URL": broker.url, "VOICEMILL_STORE": (tmp_path / "s").as_uri()}
        )
        found = {finding.name: finding for finding in examine(with_broker)}
    finally:
        servers.stop_broker(broker)

    assert found["broker"].ok
    assert found["clock"].ok


def test_a_scratch_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")

    finding = _scratch(tmp_path / "file" / "scratch")

    assert not finding.ok
    assert "VOICEMILL_WORKER__SCRATCH" in finding.advice


def test_the_innermost_mount_tells_the_file_system(tmp_path):
    mounts = f"/dev/sda / ext4 rw 0 0\ntmpfs {tmp_path} tmpfs rw 0 0\nnone {tmp_path}/other proc rw 0 0\n"

    assert _file_system(tmp_path / "scratch", lambda: mounts) == "tmpfs"
