"""One project of docker-compose.yml on the engine of this machine, with passwords, ports and volumes of its own."""

import contextlib
import json
import os
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config

from tests.deploy.compose import ROOT
from tests.support.broker import free_port

BUCKET = "voicemill"


def docker(*arguments: str, check: bool = True, timeout_s: float = 120, **given: Any) -> str:
    """Run the engine's command; return what it printed. Raises with all of it when it fails."""
    done: subprocess.CompletedProcess[str] = subprocess.run(
        ["docker", *arguments], capture_output=True, text=True, timeout=timeout_s, check=False, cwd=ROOT, **given
    )
    if check and done.returncode != 0:
        raise AssertionError(f"docker {' '.join(arguments)} exit {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout if check else done.stdout + done.stderr


class Stack:
    """The services, their store and their logs."""

    def __init__(self, project: str, folder: Path, *overrides: str, **variables: str) -> None:
        subprocess.run([ROOT / "deploy" / "make-secrets", folder], capture_output=True, check=True, timeout=30)
        self._secrets = folder
        self.s3_port = free_port()
        files = [ROOT / "docker-compose.yml", *(ROOT / "deploy" / name for name in overrides)]
        # an empty file of variables: what the developer has in .env is not meant
        self._base = ["compose", "--project-name", project, "--env-file", os.devnull]
        self._base += [word for path in files for word in ("--file", str(path))]
        self._environ = os.environ | {
            "SECRETS": str(folder),
            "S3_LISTEN": f"127.0.0.1:{self.s3_port}",
            "S3_PUBLIC_URL": f"http://127.0.0.1:{self.s3_port}",
            "LOG_LEVEL": "debug",  # tells each segment
            **variables,
        }

    def compose(self, *arguments: str, **given: Any) -> str:
        """Run `docker compose` on this project."""
        return docker(*self._base, *arguments, env=self._environ, **given)

    def producer(self, *command: str, text: str | None = None, timeout_s: float = 400) -> list[dict[str, Any]]:
        """Run the one-shot producer; return its lines of JSON."""
        printed = self.compose("run", "--rm", "-T", "producer", *command, "--json", input=text, timeout_s=timeout_s)
        return [json.loads(line) for line in printed.splitlines() if line.startswith("{")]

    def up(self, *, workers: int) -> None:
        """Start everything; servers are healthy before the workers start."""
        self.compose("up", "--detach", "--scale", f"worker={workers}", timeout_s=180)

    def up_servers(self) -> None:
        """Start broker and store alone and wait until they are healthy."""
        self.compose("up", "--detach", "--wait", "valkey", "seaweedfs", timeout_s=180)

    def containers(self, service: str) -> list[str]:
        """Return the ids of a service's containers, stopped ones included, by number."""
        ids = self.compose("ps", "--all", "--quiet", service).split()
        return sorted(ids, key=lambda each: str(state(each)["Name"]))

    def s3(self) -> Any:
        """Return a client of the store, with its keys, past the product."""
        return boto3.session.Session().client(
            "s3",
            endpoint_url=f"http://127.0.0.1:{self.s3_port}",
            aws_access_key_id=(self._secrets / "s3_access_key").read_text("ascii"),
            aws_secret_access_key=(self._secrets / "s3_secret_key").read_text("ascii"),
            region_name="us-east-1",
            config=Config(
                s3={"addressing_style": "path"},
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
            ),
        )

    def versioned_bucket(self) -> None:
        """Make the bucket before any worker does, so that it keeps every version: a second write of a key is seen."""
        client = self.s3()
        with contextlib.suppress(client.exceptions.BucketAlreadyOwnedByYou, client.exceptions.BucketAlreadyExists):
            client.create_bucket(Bucket=BUCKET)
        client.put_bucket_versioning(Bucket=BUCKET, VersioningConfiguration={"Status": "Enabled"})

    def versions(self) -> Counter[str]:
        """Return how often each object was written or deleted."""
        found: Counter[str] = Counter()
        for page in self.s3().get_paginator("list_object_versions").paginate(Bucket=BUCKET):
            found.update(each["Key"] for each in page.get("Versions", ()))
            found.update(each["Key"] for each in page.get("DeleteMarkers", ()))
        return found

    def segments(self) -> set[str]:
        """Return the keys of all stored segments."""
        return {key for key in self.versions() if key.startswith("segments/")}

    def wait_for_segments(self, count: int) -> None:
        """Return when that many segments are stored."""
        eventually(lambda: len(self.segments()) >= count, f"{count} segments")

    def read_json(self, key: str) -> dict[str, Any]:
        """Return an object that is JSON."""
        return dict(json.loads(self.s3().get_object(Bucket=BUCKET, Key=key)["Body"].read()))


def state(container: str) -> Mapping[str, Any]:
    """Return what the engine knows of a container."""
    return dict(json.loads(docker("inspect", container))[0])


def events(container: str) -> list[dict[str, Any]]:
    """Return a container's log, as far as it is JSON."""
    done = subprocess.run(["docker", "logs", container], capture_output=True, text=True, timeout=60, check=True)
    found = []
    for line in (done.stdout + done.stderr).splitlines():
        with contextlib.suppress(json.JSONDecodeError):
            found.append(dict(json.loads(line)))
    return found


def did(containers: Sequence[str]) -> list[str]:
    """Return a line for each worker's container: what it did, and how it ended."""
    lines = []
    for container in containers:
        told, known = Counter(each.get("event") for each in events(container)), state(container)
        ended = "runs" if known["State"]["Running"] else f"exit {known['State']['ExitCode']}"
        lines.append(
            f"{known['Name'].lstrip('/')}: {told['segment_synthesized']} segments, {told['unit_finished']} units "
            f"finished, {told['unit_given_back']} given back, {told['chapter_bound']} chapters bound; {ended}"
        )
    return lines


@contextlib.contextmanager
def running(project: str, *overrides: str, **variables: str) -> Iterator[Stack]:
    """Give a project, and take it down with its volumes, whatever happens."""
    with tempfile.TemporaryDirectory(prefix="voicemill-smoke-") as folder:
        stack = Stack(project, Path(folder) / "secrets", *overrides, **variables)
        try:
            yield stack
        finally:
            stack.compose("down", "--volumes", "--remove-orphans", "--timeout", "5", check=False)


def eventually(ready: Callable[[], Any], what: str, timeout_s: float = 180) -> Any:
    """Return the first true value of `ready`, asked twice a second: the engine needs the cores for the work itself."""
    deadline = time.monotonic() + timeout_s
    while not (value := ready()):
        assert time.monotonic() < deadline, f"{what}: not within {timeout_s:.0f} s"
        time.sleep(0.5)
    return value


def seconds_of(began: float) -> str:
    """Return the time since then, as printed."""
    return f"{time.monotonic() - began:.1f} s"
