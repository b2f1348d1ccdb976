"""Checks of an installation: broker, workers, queue, store, models, scratch folder, clocks. Each says what to do."""

import dataclasses
import os
import platform
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path
from typing import Any

from config.settings import Settings
from models.fetch import listing
from models.loader import Loader
from pipeline.errors import VoicemillError
from storage.open import open_store
from tasks.connect import connect
from worker.memory import available_mb, limited

CLOCK_SKEW_S = 5.0  #: links are signed with this machine's time; stores refuse about 15 minutes, expiry shifts before
UNTOUCHED_S = 60.0  #: units that wait longer while nobody works on any
DAY_S, MOST_FAILED = 86_400.0, 1000
SCRATCH_FREE_BYTES = 5_000_000_000  #: a ten-hour book as WAV is 1.7 GB, and two formats are written at once


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found."""

    name: str
    ok: bool
    said: str
    advice: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        return dataclasses.asdict(self)


def examine(settings: Settings) -> Iterator[Finding]:
    """Run every check; one that fails does not keep the others from running."""
    yield Finding("versions", ok=True, said=_versions())
    yield from _broker_and_work(settings)
    yield from _store(settings)
    yield _models(settings)
    yield _scratch(settings.worker.scratch)
    yield _memory(settings)


def _versions() -> str:
    def of(package: str) -> str:
        try:
            return version(package)
        except PackageNotFoundError:  # a checkout that was never installed
            return "0+checkout"

    ours = [f"{name} {of(name)}" for name in ("voicemill", "celery", "kombu", "redis", "onnxruntime", "boto3")]
    return ", ".join([*ours, f"Python {platform.python_version()}"])


def _broker_and_work(settings: Settings) -> Iterator[Finding]:
    store, catalogue = open_store(settings.storage), Loader(settings.models).catalogue
    with connect(settings.queue, store, catalogue, bucket=settings.storage.bucket) as client:
        try:
            facts = client.ping()
            failed = client.jobs("FAILED", MOST_FAILED, since_s=time.time() - DAY_S, retried=False)
        except VoicemillError as err:
            advice = "start one: voicemill up; or set VOICEMILL_BROKER_URL"
            yield Finding("broker", ok=False, said=err.message, advice=advice)
            return
        yield _broker(facts)
        yield _clock(float(facts["skew_s"]), "broker")
        yield _workers(facts)
        yield _queue(facts)
        count = f"{len(failed)}{' or more' if len(failed) == MOST_FAILED else ''}"
        said = f"{count} failed in the last day and not retried" + (": voicemill jobs --state failed" if failed else "")
        yield Finding("jobs", ok=True, said=said)
        try:
            client.check_store()
        except VoicemillError as err:
            yield Finding("store", ok=False, said=err.message, advice="use the settings of the workers")


def _broker(facts: Mapping[str, Any]) -> Finding:
    said = f"{facts['server']} {facts['version']} at {facts['address']}"
    if facts["maxmemory_policy"] not in {"noeviction", "?"}:
        said += f", maxmemory-policy {facts['maxmemory_policy']}"
        return Finding("broker", ok=False, said=said, advice="set it to noeviction: an evicted key is a lost job")
    if not facts["appendonly"]:
        advice = "set appendonly yes: without it a broker that restarts forgets every job"
        return Finding("broker", ok=False, said=f"{said}, appendonly no", advice=advice)
    return Finding("broker", ok=True, said=said)


def _clock(skew_s: float, whose: str) -> Finding:
    right = abs(skew_s) <= CLOCK_SKEW_S
    said = f"{skew_s:+.1f} s from the {whose}'s"
    return Finding("clock", ok=right, said=said, advice="" if right else "synchronise the clocks (NTP)")


def _workers(facts: Mapping[str, Any]) -> Finding:
    each = [
        f"{one['worker']} ({', '.join(one['units']) or 'idle'}, seen {one['age_s']:.0f} s ago)"
        for one in facts["alive"]
    ]
    said = f"{len(each)} alive" + (f": {'; '.join(each[:10])}{' …' if each[10:] else ''}" if each else "")
    return Finding("workers", ok=bool(each), said=said, advice="" if each else "start one: voicemill worker")


def _queue(facts: Mapping[str, Any]) -> Finding:
    waiting = ", ".join(f"{count} {name}" for name, count in facts["queues"].items())
    oldest = facts["oldest_s"]
    said = f"waiting: {waiting}; under work: {facts['leased']}"
    said += "" if oldest is None else f"; the first for {oldest:.0f} s"
    stuck = oldest is not None and oldest > UNTOUCHED_S and not facts["leased"]
    advice = "nobody takes them: see `voicemill health` and the logs where the workers run" if stuck else ""
    return Finding("queue", ok=not stuck, said=said, advice=advice)


def _store(settings: Settings) -> Iterator[Finding]:
    key, data = f"inbox/doctor-{secrets.token_hex(8)}/probe", secrets.token_bytes(1000)
    try:
        store = open_store(settings.storage)
        put_s = time.time()
        store.put(key, data, content_type="application/octet-stream")
        back = BytesIO()
        store.get(key, back)
        there = store.head(key)
        store.delete(key)
    except VoicemillError as err:
        yield Finding("store", ok=False, said=err.message, advice="check VOICEMILL_STORE and the credentials")
        return
    same = back.getvalue() == data
    yield Finding("store", ok=same, said="takes, gives back and deletes" if same else "gives back other bytes")
    if there is not None and settings.storage.kind == "s3":
        yield _clock(put_s - there.modified, "store")


def _models(settings: Settings) -> Finding:
    models = listing(settings.models)
    here = [model.id for model in models if model.here and model.size_bytes]  # the tone is always here
    said = f"here: {', '.join(here)}" if here else f"no voice in {settings.models.folder}"
    told = [(model.id, each) for model in models for each in (model.problem, *model.notes) if each]
    said = "; ".join([said, *(f"{name}: {each}" for name, each in told)])
    return Finding("models", ok=bool(here), said=said, advice="" if here else "voicemill models pull kokoro")


def _memory(settings: Settings) -> Finding:
    """Tell how many workers still fit here. No room is no fault: those that run, or a small container, take it all."""
    loader, free_mb = Loader(settings.models), available_mb()
    if free_mb is None:
        return Finding("memory", ok=True, said="how much is available cannot be told here")
    here = [model.id for model in listing(settings.models) if model.here]
    rooms = [f"{int(free_mb // loader.needs_mb(name))} with {name} ({loader.needs_mb(name)} MB)" for name in here]
    where = "under the limit of this container or control group" if limited() else "on this machine"
    said = f"{free_mb:.0f} MB available {where}; more workers that fit in them: {', or '.join(rooms)}"
    return Finding("memory", ok=True, said=said)


def _scratch(folder: Path) -> Finding:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".doctor.{os.getpid()}"
        probe.write_bytes(b"probe")
        probe.unlink()
        free = shutil.disk_usage(folder).free
    except OSError as err:
        return Finding(
            "scratch", ok=False, said=str(err), advice="set VOICEMILL_WORKER__SCRATCH to a folder that can be written"
        )
    if _file_system(folder) in {"tmpfs", "ramfs"}:
        said, advice = f"{folder} is in memory", "set VOICEMILL_WORKER__SCRATCH to a folder on a disk"
        return Finding("scratch", ok=False, said=said, advice=advice)
    said = f"{folder}, {free / 1e9:.1f} GB free"
    return Finding(
        "scratch", ok=free >= SCRATCH_FREE_BYTES, said=said, advice="free some space: a long book needs 5 GB"
    )


def _file_system(folder: Path, mounts: Callable[[], str] | None = None) -> str | None:
    """Return the type of the file system that holds a folder; None where it cannot be told."""
    if mounts is None and sys.platform != "linux":
        return None
    text = mounts() if mounts else Path("/proc/mounts").read_text(encoding="utf-8")
    best: tuple[int, str | None] = (-1, None)
    for line in text.splitlines():
        _, point, kind, *_ = line.split()
        if folder.resolve().is_relative_to(point.replace("\\040", " ")) and len(point) >= best[0]:
            best = (len(point), kind)
    return best[1]
