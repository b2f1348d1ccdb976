"""Files from hubs over real HTTP: continued wherever they were cut off, and never kept when they are not right."""

import pickle
import random
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from models import fetch
from models.catalog import ModelEntry, Source
from models.fetch import pull_entry
from models.files import resumable_path
from models.hubs import Hubs, SourceFailed
from models.sources import Sources
from pipeline.errors import ModelError
from pipeline.voices import ModelCard
from tests.support.hub import NAMED, Behaviour, file_entry, running_hub

DATA = random.Random(1).randbytes(3_500_000)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def hub(monkeypatch):
    with running_hub() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        hub.hubs = {"one": Behaviour({"data": DATA}), "two": Behaviour({"data": DATA})}
        yield hub


@pytest.fixture
def entry(tmp_path, hub):
    """A model of one file with two hubs; of a kind that nothing is prepared for."""
    file = file_entry("data", DATA, hub.source("one", "data"), hub.source("two", "data"))
    return ModelEntry(ModelCard("fake", "1", 0, (), ()), "cosyvoice", "test", tmp_path / "fake", (file,))


def left(entry):
    return [path.name for path in entry.folder.iterdir() if path.name not in {".lock", "data"}]


def unfinished(entry):
    return resumable_path(entry.path("data"), entry.files[0].sha256)


def test_a_file_whose_connection_is_cut_again_and_again_is_continued_and_no_byte_comes_twice(entry, hub):
    hub.hubs["one"].cut_after = 1_000_000

    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA
    assert hub.asked == [("/one/data", start) for start in (0, 1_000_000, 2_000_000, 3_000_000)]
    assert left(entry) == []


def test_what_one_hub_began_another_continues(entry, hub):
    hub.hubs["one"].cut_after = 0
    unfinished(entry).parent.mkdir(parents=True)
    unfinished(entry).write_bytes(DATA[:1_234_567])

    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA
    assert hub.asked == [("/one/data", 1_234_567), ("/two/data", 1_234_567)]


def test_a_hub_that_ignores_the_offset_gives_the_right_file_all_the_same(entry, hub):
    hub.hubs["one"] = Behaviour({"data": DATA}, ranges=False, cut_after=2_000_000, cuts=1)

    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA
    assert hub.asked == [("/one/data", 0), ("/one/data", 2_000_000)]


def test_the_offset_survives_a_redirect(entry, hub):
    hub.hubs["one"] = Behaviour({"data": DATA}, redirect=True, cut_after=2_000_000)

    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA
    assert hub.asked == [("/moved/one/data", 0), ("/moved/one/data", 2_000_000)]


def test_a_hub_that_answers_another_part_than_was_asked_for_is_passed_over(entry, hub):
    hub.hubs["one"] = Behaviour({"data": DATA}, shift=7, cut_after=2_000_000)

    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA
    assert [path for path, _ in hub.asked] == ["/one/data", "/one/data", "/two/data"]


def test_wrong_bytes_from_before_are_thrown_away_and_the_same_hub_is_asked_for_all(entry, hub):
    unfinished(entry).parent.mkdir(parents=True)
    unfinished(entry).write_bytes(b"x" * 1_000_000)

    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA
    assert hub.asked == [("/one/data", 1_000_000), ("/one/data", 0)]


def test_a_file_that_was_all_there_when_its_pull_was_killed_is_not_asked_for(entry, hub):
    unfinished(entry).parent.mkdir(parents=True)
    unfinished(entry).write_bytes(DATA)

    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA
    assert hub.asked == []
    assert left(entry) == []


def test_wrong_bytes_of_the_right_length_are_not_kept(entry, hub):
    hub.hubs["one"].files["data"] = hub.hubs["two"].files["data"] = DATA[:-1] + b"?"

    with pytest.raises(
        ModelError, match=f"gave {len(DATA)} bytes of sha256 [0-9a-f]{{64}}, not {entry.files[0].sha256}"
    ):
        pull_entry(entry)

    assert not entry.path("data").exists()
    assert left(entry) == []


def test_a_file_of_another_length_is_refused_before_any_of_it_is_fetched(entry, hub):
    for name in ("one", "two"):
        hub.hubs[name] = Behaviour({"data": b"<html>Log in to go on</html>" * 50_000})

    with pytest.raises(ModelError, match=f"holds 1400000 bytes, not {len(DATA)}"):
        pull_entry(entry)

    unfinished(entry).write_bytes(DATA[:1000])
    with pytest.raises(ModelError, match=f"holds 1400000 bytes, not {len(DATA)}"):
        pull_entry(entry)
    assert unfinished(entry).read_bytes() == DATA[:1000]


def test_what_came_stays_for_the_next_pull_when_every_hub_fails(entry, hub):
    hub.hubs["one"] = Behaviour({"data": DATA}, cut_after=1_500_000, cuts=1)
    hub.hubs["two"].status = 503
    pulled = []

    def tell(step):
        pulled.append(step.done_bytes)
        if step.done_bytes == 1_500_000:
            hub.hubs["one"].status = 404

    with pytest.raises(ModelError, match=r"one/data: HTTP 404; .*two/data: HTTP 503"):
        pull_entry(entry, tell)
    assert unfinished(entry).read_bytes() == DATA[:1_500_000]
    hub.hubs["two"].status = 200
    hub.asked.clear()
    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA
    assert hub.asked == [("/one/data", 1_500_000), ("/two/data", 1_500_000)]


def test_a_file_that_was_published_anew_does_not_continue_the_old_one(entry, hub):
    unfinished(entry).parent.mkdir(parents=True)
    unfinished(entry).write_bytes(DATA[:1000])
    new = DATA[::-1]
    hub.hubs["one"].files["data"] = new

    pull_entry(replace(entry, files=(file_entry("data", new, hub.source("one", "data")),)))

    assert entry.path("data").read_bytes() == new
    assert hub.asked == [("/one/data", 0)]
    assert left(entry) == []


CHILD = """
import os, pickle, signal, sys
from models.fetch import pull_entry
entry = pickle.loads(bytes.fromhex(sys.stdin.read()))
def die(step):
    if step.source and step.done_bytes >= int(sys.argv[1]):
        os.kill(os.getpid(), signal.SIGKILL)
pull_entry(entry, die)
"""


def in_a_child(entry, dies_at_bytes):
    return subprocess.run(
        [sys.executable, "-c", CHILD, str(dies_at_bytes)],
        input=pickle.dumps(entry).hex(), text=True, cwd=ROOT, timeout=60, check=False,
    ).returncode  # fmt: skip


def test_a_pull_that_is_killed_is_continued_by_the_next(entry, hub):
    assert in_a_child(entry, 1_000_000) == -9
    assert in_a_child(entry, 2_000_000) == -9
    before = unfinished(entry).stat().st_size
    assert not entry.path("data").exists()
    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA
    assert [path for path, _ in hub.asked] == ["/one/data"] * 3
    assert hub.asked[0][1] == 0
    assert 0 < hub.asked[1][1] < hub.asked[2][1] == before
    assert left(entry) == []


def test_without_the_folder_s_lock_nothing_is_shared_between_pulls(entry, hub, monkeypatch):
    @contextmanager
    def no_locks_here(folder):
        folder.mkdir(parents=True, exist_ok=True)
        yield False

    monkeypatch.setattr(fetch, "only_one", no_locks_here)
    unfinished(entry).parent.mkdir(parents=True)
    unfinished(entry).write_bytes(DATA[:1000])

    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA
    assert hub.asked == [("/one/data", 0)]
    assert unfinished(entry).read_bytes() == DATA[:1000]


def test_a_model_for_which_there_is_no_room_is_not_begun(entry, hub, monkeypatch):
    room = SimpleNamespace(free=2_400_000)
    monkeypatch.setattr("models.fetch.shutil.disk_usage", lambda _: room)

    with pytest.raises(ModelError, match=r"no room for model 'fake' in .*fake: 4 MB are lacking of it, 2 MB are free"):
        pull_entry(entry)
    assert hub.asked == []
    unfinished(entry).write_bytes(DATA[:1_200_000])
    pull_entry(entry)
    room.free = 0
    pull_entry(entry)

    assert entry.path("data").read_bytes() == DATA


def test_a_host_that_does_not_answer_is_not_asked_again(monkeypatch):
    tried = []

    def refuse(request, timeout):
        tried.append(request.full_url)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr("urllib.request.urlopen", refuse)
    hubs = Hubs()
    for name in ("a", "b"):
        with pytest.raises(SourceFailed, match="refused"):
            list(hubs.read(f"https://away.example/{name}", 0, 1))
    with pytest.raises(SourceFailed, match="refused"):
        hubs.announced("https://away.example/listing", "a")

    assert tried == ["https://away.example/a"]


@pytest.mark.parametrize("url", ["http://hub.example/x", "ftp://hub.example/x"])
def test_only_whoever_runs_voicemill_may_name_a_hub_without_tls(url, hub, monkeypatch):
    with pytest.raises(SourceFailed, match=f"a source is https:// or file://, not {url}"):
        list(Hubs().read(url, 0, 1))
    assert b"".join(Hubs().read(f"{NAMED}/one/data", 0, len(DATA))) == DATA
    monkeypatch.setenv("HF_ENDPOINT", "ftp://hub.example")
    with pytest.raises(SourceFailed, match=r"given 'ftp://hub.example'; allowed: https://HOST or http://HOST"):
        list(Hubs().read(f"{NAMED}/one/data", 0, len(DATA)))


def test_a_proxy_of_the_environment_is_used(hub):
    code = (
        "from models.hubs import Hubs; print(len(b''.join(Hubs().read('https://huggingface.co/one/data', 5, 3500000))))"
    )
    environment = {"http_proxy": hub.url, "HF_ENDPOINT": "http://hub.example", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(len(DATA) - 5)
    assert hub.asked == [("http://hub.example/one/data", 5)]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"<html>", "answered no listing of files: b'<html>'"),
        (b'{"Code": 404}', "answered no listing of files"),
        (b"[1]", "answered no listing of files"),
        (b'[{"path": "data", "oid": "12"}]', "announces no sha256 for data"),
        (b'{"Data": {"Files": [{"Path": "data", "Sha256": "short"}]}}', "announces no sha256 for data"),
    ],
)
def test_a_listing_that_says_nothing_is_no_announcement(tmp_path, body, why):
    page = tmp_path / "listing"
    page.write_bytes(body)

    with pytest.raises(SourceFailed, match=why):
        Hubs().announced(page.as_uri(), "data")


def test_packages_are_continued_too(tmp_path):
    class Shelf:
        def pip(self, spec, into):
            (into / "p").mkdir()
            (into / "p" / "part").write_bytes({"a": b"abc", "b": b"def"}[spec])

        npm = pip

    sources = Sources(tmp_path, Shelf())
    source = Source("pip", ("a", "b"), "part")

    for start in range(7):
        assert b"".join(sources.read(source, start, 6)) == b"abcdef"[start:]
