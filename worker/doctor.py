"""Checks of an installation: broker, store, models, scratch folder, clock. Each says what it found and what to do."""

import dataclasses
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from config.settings import Settings
from models.fetch import listing
from models.loader import Loader
from pipeline.errors import VoicemillError
from storage.open import open_store
from tasks.connect import connect

CLOCK_SKEW_S = 5.0  #: links are signed with this machine's time; stores refuse about 15 minutes, expiry shifts before
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
    yield from _broker_and_clock(settings)
    yield _store(settings)
    yield _models(settings)
    yield _scratch(settings.worker.scratch)


def _broker_and_clock(settings: Settings) -> Iterator[Finding]:
    store, catalogue = open_store(settings.storage), Loader(settings.models).catalogue
    client = connect(settings.queue, store, catalogue, bucket=settings.storage.bucket)
    try:
        facts = client.ping()
    except VoicemillError as err:
        yield Finding(
            "broker", ok=False, said=err.message, advice="start one: voicemill up; or set VOICEMILL_BROKER_URL"
        )
        return
    said = f"{facts['server']} {facts['version']}, {len(facts['workers'])} workers, waiting: " + ", ".join(
        f"{count} {name}" for name, count in facts["queues"].items()
    )
    if facts["maxmemory_policy"] not in {"noeviction", "?"}:
        said += f", maxmemory-policy {facts['maxmemory_policy']}"
        yield Finding("broker", ok=False, said=said, advice="set it to noeviction: an evicted key is a lost job")
    else:
        durable = bool(facts["appendonly"])
        advice = "" if durable else "set appendonly yes: without it a broker that restarts forgets every job"
        yield Finding("broker", ok=durable, said=said + ("" if durable else ", appendonly no"), advice=advice)
    try:
        client.check_store()
    except VoicemillError as err:
        yield Finding("store", ok=False, said=err.message, advice="use the settings of the workers")
    skew_s = float(facts["skew_s"])
    said = f"{skew_s:+.1f} s from the broker's"
    right = abs(skew_s) <= CLOCK_SKEW_S
    yield Finding("clock", ok=right, said=said, advice="" if right else "synchronise the clocks (NTP)")


def _store(settings: Settings) -> Finding:
    key, data = f"inbox/doctor-{secrets.token_hex(8)}/probe", secrets.token_bytes(1000)
    try:
        store = open_store(settings.storage)
        store.put(key, data, content_type="application/octet-stream")
        back = BytesIO()
        store.get(key, back)
        store.delete(key)
    except VoicemillError as err:
        return Finding("store", ok=False, said=err.message, advice="check VOICEMILL_STORE and the credentials")
    same = back.getvalue() == data
    return Finding("store", ok=same, said="takes, gives back and deletes" if same else "gives back other bytes")


def _models(settings: Settings) -> Finding:
    here = [
        model.id for model in listing(settings.models) if model.here and model.size_bytes
    ]  # the tone is always here
    said = f"here: {', '.join(here)}" if here else f"no voice in {settings.models.folder}"
    return Finding("models", ok=bool(here), said=said, advice="" if here else "voicemill models pull kokoro")


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
