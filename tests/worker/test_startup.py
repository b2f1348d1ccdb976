"""A worker that is set up wrongly ends at once and says why; one whose broker is away waits."""

import subprocess
import sys

import pytest

from config.settings import load_settings
from pipeline.errors import InvalidSettings, ModelMissing, UnknownModel
from tests.support.broker import environment, free_port, running_broker
from tests.support.cluster import ROOT
from worker.startup import check_startup


@pytest.fixture
def variables(tmp_path):
    return {
        "VOICEMILL_BROKER_URL": f"redis://127.0.0.1:{free_port()}/0",
        "VOICEMILL_STORE": (tmp_path / "store").as_uri(),
        "VOICEMILL_MODELS__FOLDER": str(tmp_path / "models"),
        "VOICEMILL_WORKER__SCRATCH": str(tmp_path / "scratch"),
    }


def test_nothing_is_wrong_with_a_broker_that_does_not_answer_and_models_that_are_to_come(variables, tmp_path):
    check_startup(load_settings(environ=variables | {"VOICEMILL_WORKER__MODELS": "tone"}))

    assert list((tmp_path / "scratch").iterdir()) == []


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        ({"VOICEMILL_WORKER__SCRATCH": "{file}/scratch"}, InvalidSettings, "set VOICEMILL_WORKER__SCRATCH"),
        ({"VOICEMILL_MODELS__FOLDER": "{file}"}, InvalidSettings, "set VOICEMILL_MODELS__FOLDER"),
        ({"VOICEMILL_WORKER__MODELS": "tone, kokoro"}, ModelMissing, "voicemill models pull kokoro"),
        ({"VOICEMILL_WORKER__MODELS": "koroko"}, UnknownModel, "did you mean 'kokoro'"),
        ({"VOICEMILL_STORAGE__KIND": "memory"}, InvalidSettings, "a store in memory"),
    ],
)
def test_a_mistake_is_named_with_what_to_do(variables, tmp_path, change, error, said):
    (tmp_path / "file").write_text("")
    if "VOICEMILL_STORAGE__KIND" in change:
        variables.pop("VOICEMILL_STORE")
    change = {name: value.format(file=tmp_path / "file") for name, value in change.items()}

    with pytest.raises(error, match=said):
        check_startup(load_settings(environ=variables | change))


@pytest.mark.system
def test_the_process_ends_with_one_line_and_without_the_password(variables):
    with running_broker("right") as broker:
        url = broker.url.replace("right", "wrong-canary")
        done = subprocess.run(
            [sys.executable, "-m", "cli.main", "worker"],
            cwd=ROOT, env=environment() | variables | {"VOICEMILL_BROKER_URL": url}, capture_output=True, text=True,
            check=False, timeout=60,
        )  # fmt: skip

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "voicemill: the broker refuses the name or password in VOICEMILL_BROKER_URL\n"
