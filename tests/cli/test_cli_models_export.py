"""`voicemill models export`: one command from a published checkpoint to a bundle, and errors that say what to do."""

import json
from typing import get_args

import pytest

from models.cosyvoice.bundle import read_bundle
from models.cosyvoice.facts import Profile
from models.export.cosyvoice.profiles import PLANS, PROFILES
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
    assert "lm kept (3/14)" in again.err
    assert "int4-blocks" in again.out
