import os
import time

from worker.scratch import ABANDONED_S, own_scratch


def test_a_new_child_finds_its_folder_empty_and_those_of_dead_workers_gone(tmp_path):
    for name in ("w1", "w2", "w3"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "book.pcm").write_bytes(b"x")
    long_ago = time.time() - ABANDONED_S - 60
    os.utime(tmp_path / "w3", (long_ago, long_ago))

    assert own_scratch(tmp_path, "w1") == tmp_path / "w1"

    assert sorted(path.name for path in tmp_path.iterdir()) == ["w2"]


def test_a_folder_that_is_not_there_yet_is_fine(tmp_path):
    assert own_scratch(tmp_path / "none", "w1") == tmp_path / "none" / "w1"
