import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from worker.scratch import ABANDONED_S, LOCK, drop_scratch, own_scratch

HOLDER = """
import sys, time
from pathlib import Path
from worker.scratch import own_scratch
scratch = own_scratch(Path(sys.argv[1]), sys.argv[2])
(scratch.folder / "book.pcm").write_bytes(b"x")
print("held", flush=True)
time.sleep(60)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_a_killed_worker_left_goes_at_once_and_what_a_living_one_has_stays(tmp_path):
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    holders = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in ("dead", "alive")]
    try:
        for holder in holders:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
        holders[0].kill()
        holders[0].wait(10)

        with closing(own_scratch(tmp_path, "mine")) as mine:
            assert mine.folder == tmp_path / "mine"
            assert names(tmp_path) == ["alive", "mine"]
            assert names(tmp_path / "alive") == [LOCK, "book.pcm"]
            drop_scratch(tmp_path, "alive")
            assert names(tmp_path) == ["alive", "mine"]

        drop_scratch(tmp_path, "mine")
        assert names(tmp_path) == ["alive"]
    finally:
        for holder in holders:
            holder.kill()
            holder.communicate()


def test_a_new_child_of_a_worker_finds_its_folder_empty(tmp_path):
    (tmp_path / "w1" / "deeper").mkdir(parents=True)
    (tmp_path / "w1" / "book.pcm").write_bytes(b"x")

    with closing(own_scratch(tmp_path, "w1")) as own:
        assert names(own.folder) == [LOCK]


@pytest.mark.parametrize("lock", [None, "another boot"])
def test_a_folder_whose_lock_tells_nothing_here_goes_when_nothing_was_written_for_an_hour(tmp_path, lock):
    for name, age_s in (("fresh", ABANDONED_S - 60), ("old", ABANDONED_S + 60)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "book.pcm").write_bytes(b"x")
        if lock is not None:
            (folder / LOCK).write_text(lock, encoding="utf-8")
        then = time.time() - age_s
        for path in (*folder.iterdir(), folder):
            os.utime(path, (then, then))

    with closing(own_scratch(tmp_path, "mine")):
        assert names(tmp_path) == ["fresh", "mine"]


def test_the_folder_with_the_workers_signs_of_life_stays(tmp_path):
    (tmp_path / "health").mkdir()
    long_ago = time.time() - 2 * ABANDONED_S
    os.utime(tmp_path / "health", (long_ago, long_ago))

    with closing(own_scratch(tmp_path, "mine")):
        assert names(tmp_path) == ["health", "mine"]


def test_a_folder_that_cannot_be_made_is_told_by_the_unit_that_writes_to_it(tmp_path):
    (tmp_path / "file").write_bytes(b"")

    assert own_scratch(tmp_path / "file", "w1").folder == tmp_path / "file" / "w1"
