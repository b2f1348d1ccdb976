"""What in the store is past its time. Nothing grows for ever, and nothing goes while a job may still want it.

Renderings and handed-over texts live for the `ttl_s` that their objects carry, counted from the youngest object of the
folder, so that a rendering goes whole; a later job that was answered from it leaves a record that keeps it longer. Segments have no owner: they go by age and by size, oldest first, when asked.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pipeline.ports import ObjectStore, StoredObject
from pipeline.request import Request

SEGMENTS = "segments/"
TIMED = ("renders/", "inbox/")
DEFAULT_TTL_S = Request(voice="").ttl_s
DAY_S = 86_400
GRACE_S = 7 * DAY_S  #: as long as the ledger keeps a job that does not end
LAST_USE = "last-use.json"  #: written when a finished rendering answers another job


@dataclass(slots=True)
class Tally:
    """How much of one kind."""

    objects: int = 0
    bytes: int = 0
    oldest_s: float | None = None  #: age, seconds
    newest_s: float | None = None

    def add(self, item: StoredObject, now_s: float) -> None:
        """Count one object."""
        age_s = max(0.0, now_s - item.modified)
        self.objects += 1
        self.bytes += item.size
        self.oldest_s = age_s if self.oldest_s is None else max(self.oldest_s, age_s)
        self.newest_s = age_s if self.newest_s is None else min(self.newest_s, age_s)

    def as_dict(self) -> dict[str, Any]:
        """Return the tally as JSON."""
        return {
            "objects": self.objects, "bytes": self.bytes, "oldest_s": self.oldest_s, "newest_s": self.newest_s
        }  # fmt: skip


def stats(store: ObjectStore, *, now_s: float) -> dict[str, dict[str, Any]]:
    """Count what is stored, by kind."""
    found = {}
    for prefix in (SEGMENTS, *TIMED):
        tally = Tally()
        for item in store.list(prefix):
            tally.add(item, now_s)
        found[prefix.rstrip("/")] = tally.as_dict()
    return found


def prune(
    store: ObjectStore,
    *,
    now_s: float,
    older_than_days: float | None = None,
    max_bytes: int | None = None,
    dry_run: bool = False,
) -> dict[str, dict[str, Any]]:
    """Delete what is past its time and return what went, by kind.

    Args:
        store: where.
        now_s: the present, seconds since the epoch.
        older_than_days: segments older than this go; None: age does not matter.
        max_bytes: the oldest segments go until the rest is at most this; None: size does not matter.
        dry_run: delete nothing, only say what would go.
    """
    doomed = {prefix: list(_expired(store, prefix, now_s)) for prefix in TIMED}
    doomed[SEGMENTS] = _segments_to_go(list(store.list(SEGMENTS)), now_s, older_than_days, max_bytes)
    gone = {}
    for prefix in (SEGMENTS, *TIMED):
        tally = Tally()
        for item in doomed[prefix]:
            if not dry_run:
                store.delete(item.key)
            tally.add(item, now_s)
        gone[prefix.rstrip("/")] = tally.as_dict()
    return gone


def _expired(store: ObjectStore, prefix: str, now_s: float) -> Iterator[StoredObject]:
    """Yield the objects of every folder whose youngest object and whose last use are past their time."""
    for _, group in itertools.groupby(store.list(prefix), key=_folder):
        items = list(group)
        youngest = max(items, key=lambda item: item.modified)
        uses = [item for item in items if item.key.endswith(f"/{LAST_USE}")]
        # a job's time begins when it ends: before the manifest is there, it may still wait or run
        grace_s = 0 if any(item.key.endswith("/manifest.json") for item in items) else GRACE_S
        if all(item.modified + _ttl_s(store, item.key) + grace_s < now_s for item in (youngest, *uses)):
            yield from items


def _folder(item: StoredObject) -> str:
    return "/".join(item.key.split("/", 2)[:2])


def _ttl_s(store: ObjectStore, key: str) -> float:
    described = store.head(key)  # a listing need not carry metadata
    try:
        return float(described.metadata["ttl_s"]) if described else DEFAULT_TTL_S
    except (KeyError, ValueError):
        return DEFAULT_TTL_S


def _segments_to_go(
    segments: list[StoredObject], now_s: float, older_than_days: float | None, max_bytes: int | None
) -> list[StoredObject]:
    segments.sort(key=lambda item: item.modified)
    left = sum(item.size for item in segments)
    doomed = []
    for item in segments:
        too_old = older_than_days is not None and item.modified + older_than_days * DAY_S < now_s
        too_much = max_bytes is not None and left > max_bytes
        if not (too_old or too_much):
            break  # the rest is younger, and fits
        doomed.append(item)
        left -= item.size
    return doomed
