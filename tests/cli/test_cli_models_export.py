"""`voicemill models export`: one command from a published checkpoint to a bundle, and errors that say what to do."""

import json
from types import SimpleNamespace
from typing import cast, get_args

import pytest

from models.cosyvoice.bundle import read_bundle
from models.cosyvoice.facts import Bundle, Profile
from models.export import choice
from models.export.cosyvoice.export import Exported
from models.export.cosyvoice.profiles import PLANS, PROFILES
from models.options import ModelOptions
from pipeline.errors import ModelError
from tests.cosyvoice.checkpoints import SMALL

ID = "cosyvoice-300m-sft"


def test_without_torch_the_command_says_what_to_install(voicemill, tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name, package=None: None)

    done = voicemill("models", "export", ID, "--checkpoint", str(tmp_path), "--json")

    assert done.code == 2
    error = json.loads(done.out)["error"]
    assert error["code"] == "extra_missing"
    assert "pip install -r requirements/export.txt" in error["message"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("kokoro", "--profile", "full"), "given 'kokoro'; allowed: cosyvoice-300m-sft"),
        ((ID, "--profile", "huge"), "given 'huge'; allowed: full, balanced, lite"),
    ],
)
def test_what_cannot_be_exported_is_refused_with_what_can(voicemill, tmp_path, words, says):
    done = voicemill("models", "export", *words, "--checkpoint", str(tmp_path), "--json")

    assert done.code == 2
    assert says in json.loads(done.out)["error"]["message"]


def test_every_profile_has_a_plan_for_the_same_graphs():
    assert set(PROFILES) == set(PLANS) == set(get_args(Profile))
    assert len({frozenset(plan.graphs) for plan in PLANS.values()}) == 1


@pytest.mark.export
def test_the_command_makes_a_bundle_in_the_models_folder_and_prints_the_differences(voicemill, tmp_path):
    pytest.importorskip("torch").set_num_threads(1)
    from models.export.cosyvoice.random_checkpoint import write_random_checkpoint

    write_random_checkpoint(tmp_path / "checkpoint", SMALL)
    words = ("models", "export", ID, "--checkpoint", str(tmp_path / "checkpoint"), "--profile", "lite")

    done = voicemill(*words, "--json")

    assert done.code == 0, done.err
    told = json.loads(done.out)
    folder = tmp_path / "models" / ID
    assert told["folder"] == str(folder)
    assert {each["graph"] for each in told["differences"]} == set(PLANS["lite"].graphs)
    assert told["size_bytes"] == read_bundle(folder).size_bytes

    again = voicemill(*words, "--output", str(folder))

    assert again.code == 0, again.err
    assert "voicemill models pull" not in again.err
    assert "lm kept (3/14)" in again.err
    assert "int4-blocks" in again.out


def exported(folder, tokenizer):
    """A finished export, of which only these two matter here."""
    bundle = SimpleNamespace(tokenizer=tokenizer)
    return Exported(cast("Bundle", bundle), folder, (), ())


def test_an_export_into_the_models_folder_fetches_what_is_lacking(tmp_path, monkeypatch):
    pulled: list[object] = []
    monkeypatch.setattr(choice, "pull_entry", pulled.append)
    monkeypatch.setattr(choice, "dropped_bundle", lambda folder, _options: folder)
    made = exported(tmp_path / "models" / ID, "whisper-multilingual")

    assert choice.complete(made, ModelOptions(folder=tmp_path / "models")) == ""
    assert pulled == [tmp_path / "models" / ID]


def test_that_no_source_answers_does_not_undo_an_export(tmp_path, monkeypatch):
    def pull(entry):
        raise ModelError("no source gave the ranks")

    monkeypatch.setattr(choice, "pull_entry", pull)
    made = exported(tmp_path / ID, "whisper-multilingual")

    assert choice.complete(made, ModelOptions(folder=tmp_path)) == (
        f"not complete yet: no source gave the ranks; again: voicemill models pull {ID}"
    )


def test_an_export_elsewhere_says_where_it_has_to_go(tmp_path):
    made = exported(tmp_path / "elsewhere" / "mine", "whisper-multilingual")

    assert choice.complete(made, ModelOptions(folder=tmp_path / "models")) == (
        f"put {tmp_path / 'elsewhere' / 'mine'} into {tmp_path / 'models'}, then: voicemill models pull mine"
    )


def test_an_export_that_another_one_has_begun_to_replace_fetches_no_checkpoint(tmp_path, monkeypatch):
    pulled = []
    monkeypatch.setattr(choice, "pull_entry", lambda entry: pulled.extend(entry.files))
    made = exported(tmp_path / ID, "whisper-multilingual")  # its manifest is gone by now

    choice.complete(made, ModelOptions(folder=tmp_path))

    assert pulled == []
