"""`voicemill models pull` of a checkpoint: every command names the next one."""

import json
from types import SimpleNamespace

import pytest

from models.export import choice
from models.export.cosyvoice.arch import CONFIG
from models.export.cosyvoice.checkpoint import FILES
from tests.cosyvoice.checkpoints import SMALL
from tests.support.checkpoint_hub import CLONES, SHA256, checkpoint_hub

ID = "cosyvoice-300m-sft"
EXPORT = f"voicemill models export {ID}"


@pytest.fixture
def hub(monkeypatch):
    with checkpoint_hub(monkeypatch) as hub:
        yield hub


def test_the_pull_tells_what_the_hub_announced_and_the_next_command(voicemill, hub, tmp_path):
    done = voicemill("models", "pull", ID, "--json")

    assert done.code == 0, done.err
    assert json.loads(done.out) == {"id": ID, "folder": str(tmp_path / "models" / ID)}
    assert done.err.splitlines() == [
        f"voicemill: {ID}/checkpoint/spk2info.pt: sha256 {SHA256['spk2info.pt']} as its hub announced it; none is pinned",
        f"voicemill: {ID}: only its checkpoint is here; export it: {EXPORT}",
    ]
    listed = voicemill("models", "list")
    assert listed.err == f"voicemill: {ID}: only its checkpoint is here; export it: {EXPORT}\n"
    assert f"{ID}" in listed.out
    assert voicemill("models", "verify", ID).code == 0


def test_a_list_before_the_pull_names_the_model_and_no_problem(voicemill, hub):
    done = voicemill("models", "list", "--json")

    (row,) = [row for row in map(json.loads, done.out.splitlines()) if row["id"] == ID]
    assert (row["here"], row["problem"], row["licence"]) == (False, "", "Apache-2.0")
    assert done.err == ""


def test_networks_for_cloned_voices_are_an_option(voicemill, hub, tmp_path):
    assert voicemill("models", "pull", ID, "--clones").code == 0
    assert all((tmp_path / "models" / ID / name).is_file() for name in CLONES)
    (tmp_path / "models" / ID / CLONES[0]).write_bytes(b"?")
    verified = voicemill("models", "verify")
    assert verified.code == 1
    assert "fetch them again: voicemill models pull ID --clones\n" in verified.err

    refused = voicemill("models", "pull", "kokoro", "--clones", "--json")

    assert refused.code == 2
    assert json.loads(refused.out)["error"]["message"] == "model 'kokoro' has no clones to fetch"


def test_an_export_without_a_checkpoint_takes_the_one_that_was_pulled(voicemill, tmp_path, monkeypatch):
    asked = []

    def export(checkpoint, folder, profile, _on_progress):
        asked.append((checkpoint, folder, profile))
        return SimpleNamespace(
            notes=(), bundle=SimpleNamespace(size_bytes=1), differences=(), folder=folder, told="made", profile=profile
        )

    monkeypatch.setattr(choice, "export", export)
    done = voicemill("models", "export", ID, "--output", str(tmp_path / "elsewhere"))

    assert done.code == 0, done.err
    assert asked == [(tmp_path / "models" / ID / "checkpoint", tmp_path / "elsewhere", "balanced")]


def test_an_export_that_finds_no_checkpoint_names_the_command_that_fetches_it(voicemill, tmp_path, monkeypatch):
    monkeypatch.setattr("models.export.cosyvoice.checkpoint.require_torch", lambda: None)
    monkeypatch.setattr("models.export.cosyvoice.export.require_torch", lambda: None)

    done = voicemill("models", "export", ID)

    assert done.code == 1
    assert str(tmp_path / "models" / ID / "checkpoint") in done.err
    assert f"voicemill models pull {ID} --checkpoint" in done.err


@pytest.mark.export
def test_two_commands_lead_from_the_hub_to_a_model_that_can_be_asked_for(voicemill, tmp_path, monkeypatch):
    pytest.importorskip("torch").set_num_threads(1)
    from models.export.cosyvoice.random_checkpoint import write_random_checkpoint

    made = tmp_path / "made"
    write_random_checkpoint(made, SMALL)
    with checkpoint_hub(monkeypatch, {name: (made / name).read_bytes() for name in FILES}):
        assert voicemill("models", "pull", ID).code == 0
        copied = tmp_path / "models" / ID / "checkpoint" / CONFIG  # the official one has none, and other sizes
        copied.write_bytes((made / CONFIG).read_bytes())

        done = voicemill("models", "export", ID)

        assert done.code == 0, done.err
        assert voicemill("models", "list").err == ""
        assert voicemill("models", "verify", ID).code == 0
        assert (
            "voice-1" in voicemill("voices", "--model", ID).out or "zh-female" in voicemill("voices", "--model", ID).out
        )
