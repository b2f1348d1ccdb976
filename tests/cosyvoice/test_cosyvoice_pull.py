"""The published checkpoint, fetched from hubs over real HTTP: what is pinned, what a hub announces, and what comes next."""

import hashlib
import random

import pytest

from config.settings import load_settings
from models import catalog
from models.catalog import load_catalogue, load_entries
from models.export.cosyvoice.checkpoint import FILES
from models.fetch import listing, pull, verify
from models.files import sha256_of
from pipeline.errors import InvalidRequest, ModelDamaged, ModelError, UnknownModel
from tests.support.checkpoint_hub import CLONES, PUBLISHED, SHA256, checkpoint_hub
from tests.support.hub import NAMED
from worker.doctor import _models

ID = "cosyvoice-300m-sft"
VOICES = "checkpoint/spk2info.pt"
PULL, EXPORT = f"voicemill models pull {ID}", f"voicemill models export {ID}"


@pytest.fixture
def hub(monkeypatch):
    with checkpoint_hub(monkeypatch) as hub:
        yield hub


def row(options):
    return next(state for state in listing(options) if state.id == ID)


def states(options):
    return {state.path: state.state for state in verify(options, [ID])}


def test_pulled_means_four_right_files_and_the_command_that_comes_next(options, hub):
    entry = pull(ID, options)

    assert {name: sha256_of(entry.folder / "checkpoint" / name) for name in FILES} == {
        name: SHA256[name] for name in FILES
    }
    assert hub.asked == [(f"/one/{name}", 0) for name in FILES]
    assert states(options) == dict.fromkeys((f"checkpoint/{name}" for name in FILES), "ok")
    assert row(options).problem == f"only its checkpoint is here; export it: {EXPORT}"
    assert not row(options).here
    pull(ID, options)
    assert len(hub.asked) == 4


def test_a_model_that_nobody_asked_for_is_listed_and_is_no_problem(options, hub):
    assert (row(options).here, row(options).problem, row(options).size_bytes) == (False, "", 160_000)
    assert row(options).licence == "Apache-2.0"
    assert set(states(options).values()) == {"missing"}
    assert ID not in {state.model for state in verify(options)}


def test_of_a_pull_that_was_cut_off_the_rest_is_fetched(options, hub):
    for behaviour in hub.hubs.values():
        del behaviour.files["flow.pt"]
    with pytest.raises(ModelError, match="no source gave"):
        pull(ID, options)
    assert row(options).problem == f"its checkpoint is not here, or not all of it: {PULL}, then {EXPORT}"
    for behaviour in hub.hubs.values():
        behaviour.files["flow.pt"] = PUBLISHED["flow.pt"]

    pull(ID, options)

    assert [path for path, _ in hub.asked].count("/one/llm.pt") == 1
    assert row(options).problem == f"only its checkpoint is here; export it: {EXPORT}"


@pytest.mark.parametrize("pulled", [False, True])
def test_a_job_for_a_model_that_is_not_exported_is_told_what_to_do(options, hub, pulled):
    if pulled:
        pull(ID, options)

    with pytest.raises(UnknownModel, match=f"model '{ID}' cannot be used: .*{EXPORT}"):
        load_catalogue(options).resolve("zh-female", ID)


def test_the_doctor_names_the_next_command(options, hub):
    settings = load_settings(environ={"VOICEMILL_MODELS__FOLDER": str(options.folder)})
    assert ID not in _models(settings).said
    pull(ID, options)

    assert f"{ID}: only its checkpoint is here; export it: {EXPORT}" in _models(settings).said


def test_what_no_catalogue_pins_is_what_the_hub_announces_and_is_written_down(options, hub):
    entry = pull(ID, options)
    record = entry.path(VOICES + ".sha256")

    assert record.read_text(encoding="utf-8") == (
        f"# announced by {NAMED}/one/spk2info.pt\n{SHA256['spk2info.pt']}  spk2info.pt\n"
    )
    assert not [path for path in record.parent.glob("*.sha256") if path != record]
    entry.path(VOICES).write_bytes(b"?" * 40_000)
    assert states(options)[VOICES] == "damaged"
    record.unlink()
    assert states(options)[VOICES] == "unknown"


def test_a_hub_that_announces_otherwise_than_was_recorded_is_refused_and_nothing_is_fetched_from_it(options, hub):
    entry = pull(ID, options)
    entry.path(VOICES).unlink()
    changed = random.Random(9).randbytes(40_000)
    hub.hubs["one"].files["spk2info.pt"] = changed
    hub.asked.clear()

    pull(ID, options)

    assert hub.asked == [("/two/spk2info.pt", 0)]
    assert entry.path(VOICES).read_bytes() == PUBLISHED["spk2info.pt"]
    entry.path(VOICES).unlink()
    hub.hubs["two"].files["spk2info.pt"] = changed
    with pytest.raises(ModelError) as caught:
        pull(ID, options)
    said = hashlib.sha256(changed).hexdigest()
    record = entry.path(VOICES + ".sha256")
    expected = f"announces sha256 {said}; {SHA256['spk2info.pt']} was announced before, as {record} tells"
    assert set(caught.value.details["sources"].values()) == {expected}
    record.unlink()  # whoever believes the new one
    pull(ID, options)
    assert entry.path(VOICES).read_bytes() == changed


def test_a_hub_that_announces_another_file_than_is_pinned_is_not_asked_for_it(options, hub):
    hub.hubs["one"].announced["llm.pt"] = "0" * 64

    pull(ID, options)

    assert [path for path, _ in hub.asked if path.endswith("llm.pt")] == ["/two/llm.pt"]


def test_bytes_that_are_not_those_announced_are_not_kept(options, hub):
    hub.hubs["one"].announced["spk2info.pt"] = "0" * 64

    entry = pull(ID, options)

    assert [path for path, _ in hub.asked if path.endswith("spk2info.pt")] == ["/one/spk2info.pt", "/two/spk2info.pt"]
    assert "two/spk2info.pt" in entry.path(VOICES + ".sha256").read_text(encoding="utf-8")


def test_without_a_listing_what_is_pinned_comes_and_what_is_not_does_not(options, hub):
    for behaviour in hub.hubs.values():
        behaviour.listed = False

    with pytest.raises(ModelError, match=f"no source gave {ID}/{VOICES}: .*HTTP 403"):
        pull(ID, options)

    assert {path for path, state in states(options).items() if state == "ok"} == {
        "checkpoint/llm.pt", "checkpoint/flow.pt", "checkpoint/hift.pt",
    }  # fmt: skip
    assert hub.asked == [(f"/one/{name}", 0) for name in FILES if name != "spk2info.pt"]


def test_the_networks_for_cloned_voices_come_when_asked_for_and_lie_where_they_are_run(options, hub):
    entry = pull(ID, options, parts=["clones"])

    assert {name: sha256_of(entry.folder / name) for name in CLONES} == {name: SHA256[name] for name in CLONES}
    assert row(options).problem == f"only its checkpoint is here; export it: {EXPORT}"
    entry.path(CLONES[0]).write_bytes(b"?")
    assert states(options)[CLONES[0]] == "damaged"


def test_a_bundle_is_the_model_and_its_checkpoint_comes_only_when_asked_for(options, hub, drop):
    folder = drop(ID)
    assert row(options).here
    assert pull(ID, options).folder == folder
    assert hub.asked == []

    pull(ID, options, parts=["checkpoint", "clones"])

    assert {path for path, _ in hub.asked} == {f"/one/{name}" for name in PUBLISHED}
    assert row(options).here
    assert not row(options).problem
    assert ID in load_catalogue(options).models
    assert set(states(options).values()) == {"ok"}
    assert {VOICES, *CLONES, "lm.onnx"} < set(states(options))
    (folder / "checkpoint" / "flow.pt").unlink()
    assert "checkpoint/flow.pt" not in states(options)


def test_a_bundle_that_cannot_be_used_can_be_made_anew(options, hub, drop):
    folder = drop(ID)
    (folder / "lm.onnx").unlink()
    with pytest.raises(ModelDamaged, match=r"lacks lm\.onnx"):
        pull(ID, options)
    with pytest.raises(UnknownModel, match=rf"model '{ID}' cannot be used: .*lacks lm\.onnx"):
        load_catalogue(options).model(ID)

    pull(ID, options, parts=["checkpoint"])

    assert {path.name for path in (folder / "checkpoint").glob("*.pt")} == set(FILES)


def test_a_bundle_of_another_name_gets_the_networks_but_no_checkpoint(options, hub, drop):
    folder = drop("mine")
    pull("mine", options, parts=["clones"])

    assert (folder / CLONES[0]).is_file()
    with pytest.raises(InvalidRequest, match="model 'mine' has no checkpoint to fetch"):
        pull("mine", options, parts=["checkpoint"])
    with pytest.raises(InvalidRequest, match="model 'kokoro' has no checkpoint, clones to fetch"):
        pull("kokoro", options, parts=["clones", "checkpoint"])


def test_what_is_pinned_is_what_an_export_reads():
    (raw,) = catalog._catalog_file()["checkpoint"]

    assert [item["path"] for item in raw["file"] if item["part"] == "checkpoint"] == [
        f"checkpoint/{name}" for name in FILES
    ]
    assert {item["path"] for item in raw["file"] if item["part"] == "clones"} == set(CLONES)
    assert ID in load_entries(load_settings(environ={}).models)
