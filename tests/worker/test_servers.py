"""The embedded broker, for real: it keeps what it was given, is found again, and ends cleanly."""

import os
import socket

import pytest
import redis

from pipeline.errors import ExtraMissing, QueueError
from worker import processes, servers

pytestmark = pytest.mark.system


@pytest.fixture
def start(tmp_path):
    """Start brokers; whatever the test does, they are gone afterwards."""
    started = []

    def start_broker(folder="broker", port=None):
        server = servers.start_broker(tmp_path / folder, tmp_path / "broker.log", port or servers.free_port())
        started.append(server)
        return server

    yield start_broker
    for server in started:
        if server.process:
            processes.kill(server.process)


def client(server):
    return redis.Redis(port=server.port, socket_timeout=5)


def test_the_broker_loses_nothing_by_configuration_and_listens_on_loopback_only(start):
    server = start()

    with client(server) as broker:
        assert broker.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        assert broker.config_get("appendonly") == {"appendonly": "yes"}
        assert broker.config_get("bind") == {"bind": "127.0.0.1"}


def test_what_was_stored_is_there_after_stop_and_start_on_a_path_with_a_space(start):
    server = start("my broker")
    with client(server) as broker:
        broker.set("kept", "yes")
    servers.stop_broker(server)
    assert server.process.returncode == 0

    with client(start("my broker")) as broker:
        assert broker.get("kept") in (b"yes", "yes")


def test_a_broker_that_outlived_its_parent_is_used_again_and_can_be_stopped(start):
    first = start()

    found = start()

    assert (found.port, found.process) == (first.port, None)
    servers.stop_broker(found)
    assert first.process.wait(timeout=20) == 0


def test_a_stale_run_file_is_not_believed(start, tmp_path):
    other = start("other")
    (tmp_path / "broker").mkdir()
    (tmp_path / "broker" / "run.json").write_text(f'{{"pid": {os.getpid()}, "port": {other.port}}}')

    assert start("broker").port != other.port


@pytest.mark.parametrize("text", ["", "[]", '{"port": "x"}', "{"])
def test_a_run_file_that_was_cut_off_is_ignored(start, tmp_path, text):
    (tmp_path / "broker").mkdir()
    (tmp_path / "broker" / "run.json").write_text(text)

    assert start("broker").process is not None


def test_a_taken_port_is_refused_with_its_number(start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        with pytest.raises(QueueError, match=f"port {port} is taken"):
            start(port=port)


def test_without_seaweedfs_the_message_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)

    with pytest.raises(ExtraMissing, match="seaweedfs"):
        servers.start_s3(tmp_path, tmp_path / "log")
