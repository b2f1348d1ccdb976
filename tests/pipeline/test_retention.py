"""What goes, what stays: over the memory store, with a clock of the test's own."""

import time

import pytest

from pipeline.retention import DAY_S, MINUTE_S, Limits, prune, stats
from storage.memory import MemoryStore

NOW_S = time.time()


@pytest.fixture
def store():
    return MemoryStore()


def put(store, key, size=10, **metadata):
    store.put(key, b"x" * size, content_type="application/octet-stream", metadata=metadata)


def keys(store):
    return [item.key for prefix in ("inbox/", "renders/", "segments/") for item in store.list(prefix)]


def test_stats_count_each_kind(store):
    put(store, "segments/aa/aa1.flac", 5)
    put(store, "segments/ab/ab1.flac", 7)
    put(store, "renders/r1/manifest.json", 3)

    found = stats(store, now_s=NOW_S)

    assert (found["segments"]["objects"], found["segments"]["bytes"]) == (2, 12)
    assert (found["renders"]["objects"], found["inbox"]["objects"]) == (1, 0)


def test_a_rendering_goes_whole_when_its_time_is_over_and_others_stay(store):
    put(store, "renders/r1/chapter-0.mp3", ttl_s="60")
    put(store, "renders/r1/manifest.json", ttl_s="60")
    put(store, "renders/r2/manifest.json", ttl_s="86400")
    put(store, "inbox/j1/text", ttl_s="60")
    put(store, "segments/aa/aa1.flac")

    gone = prune(store, now_s=NOW_S + 3600)

    assert keys(store) == ["inbox/j1/text", "renders/r2/manifest.json", "segments/aa/aa1.flac"]
    assert (gone["renders"]["objects"], gone["inbox"]["objects"], gone["segments"]["objects"]) == (2, 0, 0)


def test_what_a_job_may_still_be_working_on_stays_for_a_week_longer(store):
    put(store, "inbox/j1/text", ttl_s="60")
    put(store, "renders/r1/plan.json", ttl_s="60")

    prune(store, now_s=NOW_S + 6 * DAY_S)
    assert keys(store) == ["inbox/j1/text", "renders/r1/plan.json"]
    prune(store, now_s=NOW_S + 8 * DAY_S)
    assert keys(store) == []


def test_what_carries_no_time_to_live_has_the_default_one(store):
    put(store, "renders/r1/manifest.json")

    prune(store, now_s=NOW_S + 29 * DAY_S)
    assert keys(store) == ["renders/r1/manifest.json"]
    prune(store, now_s=NOW_S + 31 * DAY_S)
    assert keys(store) == []


def test_a_rendering_lives_as_long_as_its_longest_lived_job(store):
    put(store, "renders/r1/manifest.json", ttl_s="60")
    put(store, "renders/r1/last-use.json", ttl_s="86400")
    put(store, "renders/r2/last-use.json", ttl_s="60")
    put(store, "renders/r2/manifest.json", ttl_s="86400")

    prune(store, now_s=NOW_S + 3600)
    assert len(keys(store)) == 4
    prune(store, now_s=NOW_S + 2 * DAY_S)
    assert keys(store) == []


def test_segments_go_by_age_only_when_asked(store):
    put(store, "segments/aa/aa1.flac")

    prune(store, now_s=NOW_S + 400 * DAY_S)
    assert keys(store) == ["segments/aa/aa1.flac"]
    prune(store, now_s=NOW_S + 3 * DAY_S, limits=Limits(older_than_days=2))
    assert keys(store) == []


def test_size_takes_the_oldest_segments_first(store, monkeypatch):
    for number, name in enumerate(["old", "middle", "new"]):
        monkeypatch.setattr(time, "time", lambda number=number: NOW_S + number * MINUTE_S)
        put(store, f"segments/xx/{name}.flac", 10)

    prune(store, now_s=NOW_S + DAY_S, limits=Limits(max_bytes=10))

    assert keys(store) == ["segments/xx/new.flac"]


def test_a_dry_run_says_the_same_and_deletes_nothing(store):
    put(store, "renders/r1/manifest.json", ttl_s="60")
    put(store, "segments/aa/aa1.flac")

    said = prune(store, now_s=NOW_S + 5 * DAY_S, limits=Limits(older_than_days=1), dry_run=True)
    assert len(keys(store)) == 2
    assert prune(store, now_s=NOW_S + 5 * DAY_S, limits=Limits(older_than_days=1)) == said
    assert keys(store) == []


def test_a_limit_that_is_kept_takes_nothing_and_one_of_nothing_takes_all(store):
    put(store, "segments/aa/aa1.flac", 10)

    prune(store, now_s=NOW_S + DAY_S, limits=Limits(max_bytes=10))
    assert len(keys(store)) == 1
    prune(store, now_s=NOW_S + DAY_S, limits=Limits(max_bytes=0))
    assert keys(store) == []


def test_what_is_in_use_stays_however_old(store):
    for name in ("r1", "r2"):
        put(store, f"renders/{name}/manifest.json", ttl_s="60")
        put(store, f"renders/{name}/plan/part-00000.json", ttl_s="60")
        put(store, f"segments/aa/{name}.flac")
    used = {"renders/r1", "segments/aa/r1.flac"}

    prune(store, now_s=NOW_S + 40 * DAY_S, limits=Limits(older_than_days=1), in_use=used.__contains__)

    assert keys(store) == ["renders/r1/manifest.json", "renders/r1/plan/part-00000.json", "segments/aa/r1.flac"]


def test_a_job_that_comes_while_its_old_folder_goes_keeps_what_is_left(store):
    old_s = time.time() + 400 * DAY_S
    for name in ("chapters/001-aa.mp3", "chapters/002-bb.mp3", "manifest.json"):
        put(store, f"renders/{'ab' * 32}/{name}")
    asked: list[str] = []

    def in_use(folder: str) -> bool:
        asked.append(folder)
        return len(asked) > 1  # the job was submitted after the first object went

    prune(store, now_s=old_s, in_use=in_use)
    assert len(keys(store)) == 2


def test_a_run_that_is_stopped_leaves_whole_folders_and_the_next_ones_get_to_all(store):
    for number in range(40):
        for name in ("chapter.mp3", "manifest.json"):
            put(store, f"renders/{number:02x}{number}/{name}", ttl_s="60")
    left = 80
    for _ in range(200):
        prune(store, now_s=NOW_S + 3600, stop=iter([False, False, True, True, True]).__next__)
        assert len(keys(store)) in (left, left - 2, left - 4)
        left = len(keys(store))
        if not left:
            break
    assert left == 0
