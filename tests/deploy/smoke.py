"""The image and the compose file on a real engine: `make compose-smoke`.

Each part prints what it saw and fails by name: `image` (what a container alone may and may not do), `stack` (six
chapters by three workers of which one is killed and one is stopped, then everything is stopped in the middle of a job),
`all` (the image with all extras), `disk` (no S3), `models` (an image without models: one download for all workers) and
`cosyvoice` (a bundle in the models volume); the last two ask package registries.
"""

import os
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.deploy.book import book, markdown, spoken_once
from tests.deploy.bundle import speaks_a_bundle
from tests.deploy.contents import languages_of_extras, nothing_heavy, size
from tests.deploy.stack import did, docker, events, eventually, running, seconds_of, state

IMAGE = os.environ.get("IMAGE", "voicemill")
BASE = os.environ.get("BASE", "python:3.12-slim-bookworm")
PROJECT = "voicemill-smoke"
SPEECH = "The wheel turns by itself, the stones are warm, and nobody has been here since the morning."
LOCKED = ("--rm", "--read-only", "--tmpfs", "/tmp:noexec", "--cap-drop", "ALL", "--security-opt", "no-new-privileges")
#: speaks as a user would, then opens a session as `say` does and counts the threads of its process
THREADS = """
import os, subprocess, sys, time
from cli.say import with_all_cores
from config.cores import usable_cores
from config.settings import load_settings
from models.loader import Loader
began = time.monotonic()
said = subprocess.run(["voicemill", "say", sys.argv[1], "-o", "/tmp/x.wav"], capture_output=True, text=True)
assert said.returncode == 0 and "affinity" not in said.stderr, said.stderr
took_s = time.monotonic() - began
settings = with_all_cores(load_settings()).models
synthesizer = Loader(settings).open("kokoro")
synthesizer._open()
print(usable_cores(), settings.threads, len(os.listdir("/proc/self/task")), round(took_s, 1))
"""


def told(text: str) -> None:
    """Print at once, also into a pipe."""
    print(text, flush=True)


def image() -> None:
    """The image alone: another user, nothing to write but a mount, one core by share or by set."""
    told(f"image: {size(IMAGE, BASE)}")
    told(f"image: {nothing_heavy(IMAGE)}")
    with tempfile.TemporaryDirectory(prefix="voicemill-smoke-") as folder:
        Path(folder).chmod(0o777)
        mounts = ("--volume", f"{folder}:/data")
        docker("run", *LOCKED, "--user", "1000", *mounts, IMAGE, "say", SPEECH, "-o", "hello.wav")
        wav = Path(folder, "hello.wav")
        assert wav.stat().st_size > 100_000
        assert wav.stat().st_uid == 1000
    told("image: speaks as user 1000 with a read-only root, a /tmp without programs and no capabilities")
    for limit in ((), ("--cpus=1",), ("--cpuset-cpus=0",)):
        told(f"image: {_threads(limit)}")


def _threads(limit: tuple[str, ...]) -> str:
    arguments = ("run", *LOCKED, *limit, "--entrypoint", "python", IMAGE, "-c", THREADS, SPEECH)
    printed = docker(*arguments)
    cores, asked, threads, took_s = printed.split()
    if limit:
        assert (cores, asked) == ("1", "1"), printed
        assert int(threads) <= 2, f"{threads} threads on one core"
    name = " ".join(limit) or "no limit"
    return f"{name}: {cores} cores, a session of {asked}, {threads} threads; a sentence from a cold start: {took_s} s"


def all_extras() -> None:
    """The image with every extra."""
    for line in (size(f"{IMAGE}-all", BASE), nothing_heavy(f"{IMAGE}-all"), languages_of_extras(IMAGE)):
        told(f"all: {line}")


def stack() -> None:
    """The whole thing, and what happens to it."""
    with running(PROJECT, IMAGE=IMAGE) as project:
        project.up_servers()
        project.versioned_bucket()
        project.up(workers=3)
        workers = project.containers("worker")
        _closed(project, workers[0])
        chapters = book(1, 5, chinese=True)
        results: list[dict[str, Any]] = []
        began = time.monotonic()
        job = threading.Thread(target=lambda: results.extend(_submitted(project, chapters)))
        job.start()
        try:
            _hurt(project, workers)
        finally:
            job.join(400)
        told(f"stack: job of {len(chapters)} chapters by 3 workers in {seconds_of(began)}")
        assert results, "the producer failed"
        told("stack: " + spoken_once(project, results[-1], chapters))
        _linked(results[-1])
        for line in did(workers):
            told("stack: " + line)
        segments = [
            (each["chapter"], each["segment"]) for each in _all(workers) if each.get("event") == "segment_synthesized"
        ]
        told(f"stack: {len(segments)} segments synthesized, {len(set(segments))} different")
        _interrupted(project)


def _submitted(project: Any, chapters: list[list[str]]) -> list[dict[str, Any]]:
    arguments = ("--voice", "af_heart", "--media-type", "text/markdown", "--wait")
    return list(project.producer("submit", "-", *arguments, text=markdown(chapters)))


def _all(containers: list[str]) -> list[dict[str, Any]]:
    return [each for container in containers for each in events(container)]


def _closed(project: Any, worker: str) -> None:
    """Nobody without the password gets in, nobody from the machine gets there, and a worker writes where it may."""
    (broker,) = project.containers("valkey")
    assert not any(state(broker)["NetworkSettings"]["Ports"].values()), "the broker has a port on this machine"
    assert "NOAUTH" in docker("exec", broker, "valkey-cli", "ping", check=False)
    probe = (
        "import socket; s = socket.create_connection(('valkey', 6379), 5); s.sendall(b'PING\\r\\n'); print(s.recv(99))"
    )
    assert "NOAUTH" in docker("exec", worker, "python", "-c", probe)
    for place, right in (("/app", False), ("/models", False), ("/opt", False), ("/tmp", True), ("/scratch", True)):
        printed = docker("exec", worker, "sh", "-c", f"touch {place}/probe 2>/dev/null && echo written", check=False)
        assert ("written" in printed) is right, f"{place}: {printed}"
    status = docker("exec", worker, "cat", "/proc/1/status")
    assert "\nUid:\t10001\t" in status
    assert "\nCapEff:\t0000000000000000" in status
    assert "\nNoNewPrivs:\t1" in status
    told("stack: the broker has no port here and answers NOAUTH; workers are user 10001 without capabilities")


def _hurt(project: Any, workers: list[str]) -> None:
    """Kill one worker and stop another in the middle; start the killed one again."""
    project.wait_for_segments(3)
    docker("kill", workers[0])
    told(f"stack: {state(workers[0])['Name'].lstrip('/')} killed at {len(project.segments())} segments")
    docker("start", workers[0])
    project.wait_for_segments(10)
    at, began = len(project.segments()), time.monotonic()
    docker("stop", workers[1])
    stopped = state(workers[1])["State"]
    told(f"stack: a worker stopped at {at} segments; it left in {seconds_of(began)}, exit {stopped['ExitCode']}")
    assert (stopped["ExitCode"], stopped["OOMKilled"]) == (0, False), stopped
    eventually(lambda: state(workers[0])["State"]["Health"]["Status"] == "healthy", "the killed worker well again")


def _linked(result: dict[str, Any]) -> None:
    """The links in a result work on this machine as they are, and not without their signature."""
    made = next(each for each in result["artifacts"] if each["kind"] == "chapter")
    with urllib.request.urlopen(made["url"], timeout=30) as answer:
        assert len(answer.read()) == made["bytes"]
    refused = 0
    try:
        urllib.request.urlopen(made["url"].partition("?")[0], timeout=30).close()
    except urllib.error.HTTPError as err:
        err.close()
        refused = err.code
    assert refused == 403, "the audio is there for everybody"
    told("stack: the link of a chapter opens from this machine, and without its signature it is refused")


def _interrupted(project: Any) -> None:
    """Stop everything in the middle of a job, as a machine that is shut down, and start it again."""
    chapters, before = book(11, 3, chinese=False), len(project.segments())
    arguments = ("submit", "-", "--voice", "af_heart", "--media-type", "text/markdown")
    (queued,) = project.producer(*arguments, text=markdown(chapters))
    project.wait_for_segments(before + 3)
    began = time.monotonic()
    project.compose("stop", timeout_s=180)
    told(f"stack: everything stopped in {seconds_of(began)} in the middle of a job")
    project.up(workers=2)
    done = project.producer("wait", queued["job_id"])[-1]
    told("stack: up again, the job went on: " + spoken_once(project, done, chapters))


def disk() -> None:
    """Audio in a volume, no S3 server."""
    with running(PROJECT, "compose.disk.yml", IMAGE=IMAGE) as project:
        project.up(workers=2)
        done = project.producer("submit", "-", "--voice", "tone", "--format", "wav", "--wait", text=SPEECH)[-1]
        wav = project.compose("run", "--rm", "-T", "producer", "get", done["job_id"], "-o", "/tmp/out")
        services = project.compose("ps", "--services").split()
        assert sorted(services) == ["valkey", "worker"]
        told(f"disk: {done['state']} without an S3 server: {wav.split()[0]}")


def models() -> None:
    """One download for all workers, and none at the next start."""
    bare = f"{IMAGE}-without-models"
    with running(PROJECT, "compose.models.yml", IMAGE=bare, MODELS="piper-en-us-joe") as project:
        began = time.monotonic()
        project.up(workers=3)
        files = _files(project)
        told(f"models: {len(files)} files fetched once for 3 workers in {seconds_of(began)}")
        arguments = ("submit", "-", "--voice", "en_US-joe-medium", "--wait")
        assert project.producer(*arguments, text=SPEECH)[-1]["state"] == "DONE"
        project.compose("down")
        project.up(workers=3)
        assert _files(project) == files, "files were written again"
        assert project.producer(*arguments, text=SPEECH[:60])[-1]["state"] == "DONE"
        worker = project.containers("worker")[0]
        assert "written" not in docker("exec", worker, "sh", "-c", "touch /models/x && echo written", check=False)
        told("models: after down and up the files are the same, byte for byte and second for second")


def _files(project: Any) -> set[str]:
    command = "find /models -type f ! -name .lock -exec stat -c '%n %i %Y %s' {} +"
    return set(docker("exec", project.containers("worker")[0], "sh", "-c", command).splitlines())


def cosyvoice() -> None:
    """A bundle in the volume, its tokenizer's ranks fetched into it."""
    for line in speaks_a_bundle(PROJECT, IMAGE):
        told(f"cosyvoice: {line}")


if __name__ == "__main__":
    parts = {"image": image, "all": all_extras, "stack": stack, "disk": disk, "models": models, "cosyvoice": cosyvoice}
    for name in sys.argv[1:] or parts:
        parts[name]()
