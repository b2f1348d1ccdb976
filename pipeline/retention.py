"""What in the store is past its time. Nothing grows for ever, and nothing goes while a job may still want it.

Renderings and handed-over texts live for the `ttl_s` that their objects carry, counted from the youngest object of the
folder, so that a rendering goes whole; a later job that was answered from it leaves a record that keeps it longer.
Segments have no owner: they go by age and by size, oldest first, when asked.
"""

import itertools
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pipeline.ports import ObjectStore, StoredObject
from pipeline.request import Request

SEGMENTS = "segments/"
TIMED = ("renders/", "inbox/")
DEFAULT_TTL_S = Request(voice="").ttl_s
MINUTE_S, DAY_S = 60, 86_400
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


def stored_segments(store: ObjectStore) -> frozenset[bytes]:
    """Return the fingerprints of the utterances that are stored, as bytes: one listing, 32 bytes each."""
    names = (item.key.rpartition("/")[2].partition(".")[0] for item in store.list(SEGMENTS))
    return frozenset(bytes.fromhex(name) for name in names if len(name) == 64)


def stats(store: ObjectStore, *, now_s: float) -> dict[str, dict[str, Any]]:
    """Count what is stored, by kind."""
    found = {}
    for prefix in (SEGMENTS, *TIMED):
        tally = Tally()
        for item in store.list(prefix):
            tally.add(item, now_s)
        found[prefix.rstrip("/")] = tally.as_dict()
    return found


@dataclass(frozen=True, slots=True)
class Limits:
    """How long, and how much; None: without limit."""

    older_than_days: float | None = None  #: segments older than this go
    max_bytes: int | None = None  #: the oldest segments go until the rest is at most this


def prune(
    store: ObjectStore,
    *,
    now_s: float,
    limits: Limits = Limits(),
    dry_run: bool = False,
    in_use: Callable[[str], bool] = lambda _key: False,
    stop: Callable[[], bool] = lambda: False,
) -> dict[str, dict[str, Any]]:
    """Delete what is past its time and return what went, by kind. Memory is constant, however much is stored.

    Args:
        store: where.
        now_s: the present, seconds since the epoch.
        limits: of the segments.
        dry_run: delete nothing, only say what would go.
        in_use: whether a job may still want a folder (`renders/…`, `inbox/…`) or the object of a segment.
        stop: whether to leave the rest for another time; each time begins somewhere else, so that none is always left.
    """
    gone = {}
    for prefix in (SEGMENTS, *TIMED):
        doomed = _segments_to_go(store, now_s, limits) if prefix == SEGMENTS else _expired(store, prefix, now_s)
        tally = Tally()
        for unit, items in doomed:
            if stop():
                break
            for item in items:
                if in_use(unit):  # asked for each object: a job may come while a large folder goes
                    break
                if not dry_run:
                    store.delete(item.key)
                tally.add(item, now_s)
        gone[prefix.rstrip("/")] = tally.as_dict()
    return gone


Doomed = Iterator[tuple[str, list[StoredObject]]]  #: what is kept or goes as one, with its objects


def _expired(store: ObjectStore, prefix: str, now_s: float) -> Doomed:
    """Yield the folders whose youngest object and whose last use are past their time."""
    start = f"{prefix}{secrets.token_hex(2)}"
    for folder, group in itertools.groupby(_from(store, prefix, start), key=_folder):
        items = list(group)
        youngest = max(items, key=lambda item: item.modified)
        uses = [item for item in items if item.key.endswith(f"/{LAST_USE}")]
        # a job's time begins when it ends: before the manifest is there, it may still wait or run
        grace_s = 0 if any(item.key.endswith("/manifest.json") for item in items) else GRACE_S
        if all(item.modified + _ttl_s(store, item.key) + grace_s < now_s for item in (youngest, *uses)):
            yield folder, items


def _from(store: ObjectStore, prefix: str, start: str) -> Iterator[StoredObject]:
    """Yield all objects, first those of the folders from `start` on."""
    yield from (item for item in store.list(prefix) if _folder(item) >= start)
    yield from itertools.takewhile(lambda item: _folder(item) < start, store.list(prefix))


def _folder(item: StoredObject) -> str:
    return "/".join(item.key.split("/", 2)[:2])


def _ttl_s(store: ObjectStore, key: str) -> float:
    described = store.head(key)  # a listing need not carry metadata
    try:
        return float(described.metadata["ttl_s"]) if described else DEFAULT_TTL_S
    except (KeyError, ValueError):
        return DEFAULT_TTL_S


def _segments_to_go(store: ObjectStore, now_s: float, limits: Limits) -> Doomed:
    """Yield the segments that are too old, and the oldest of those that are too many; by the minute, not the second."""
    last = -1.0 if limits.older_than_days is None else now_s - limits.older_than_days * DAY_S
    if limits.max_bytes is not None:
        last = max(last, _last_minute_to_go(store, limits.max_bytes))
    if last < 0:
        return
    for item in store.list(SEGMENTS):
        if item.modified < last:
            yield item.key, [item]


def _last_minute_to_go(store: ObjectStore, max_bytes: int) -> float:
    by_minute: Counter[int] = Counter()
    for item in store.list(SEGMENTS):
        by_minute[int(item.modified // MINUTE_S)] += item.size
    left = by_minute.total()
    for minute in sorted(by_minute):
        if left <= max_bytes:
            return minute * MINUTE_S
        left -= by_minute[minute]
    return float("inf") if by_minute else -1.0
