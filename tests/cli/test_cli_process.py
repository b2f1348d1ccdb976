"""The command as a process: start-up, bad usage, a broker that is not there."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAVY = (
    "celery",
    "kombu",
    "redis",
    "onnxruntime",
    "onnx",
    "boto3",
    "botocore",
    "numpy",
    "structlog",
)


def run(*arguments, cwd=ROOT, **environ):
    base = {name: value for name, value in os.environ.items() if not name.startswith("VOICEMILL_")}
    return subprocess.run(
        [sys.executable, "-P", "-m", "cli.main", *arguments],
        capture_output=True, text=True, cwd=cwd, timeout=60, check=False,
        env=base | {"PYTHONPATH": str(ROOT)} | environ,
    )  # fmt: skip


def test_help_loads_nothing_heavy():
    code = (
        "import sys; from cli.main import main; main(['--help']); main(['submit', '--help'])\n"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60, check=True
    )

    assert "submit" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


def test_voices_are_listed_as_json_lines_without_broker_store_or_weights(tmp_path):
    done = run("voices", "--lang", "en", "--json", VOICEMILL_MODELS__FOLDER=str(tmp_path))

    voices = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    assert "af_heart" in {voice["voice"] for voice in voices}
    assert all("en" in voice["languages"] and voice["licence"] for voice in voices)


@pytest.mark.parametrize("arguments", [["no-such-command"], ["wait"], ["submit", "--bogus", "x"], ["say", "hello"]])
def test_wrong_usage_ends_with_2_and_prints_nothing_on_standard_output(arguments):
    done = run(*arguments)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("voicemill: ")


def test_a_broker_that_is_not_there_ends_with_5_and_the_password_stays_private(tmp_path):
    done = run(
        "jobs", "--json",
        VOICEMILL_BROKER_URL="redis://:canary-password@127.0.0.1:1/0", VOICEMILL_STORE=(tmp_path / "s").as_uri(),
    )  # fmt: skip

    assert done.returncode == 5, done.stderr
    assert json.loads(done.stdout)["error"]["code"] == "queue_unavailable"
    assert "canary-password" not in done.stdout + done.stderr


def test_a_misspelt_variable_ends_with_2_and_names_the_nearest():
    done = run("voices", VOICEMILL_QUEUE__LEASE_SS="10")

    assert done.returncode == 2
    assert "did you mean VOICEMILL_QUEUE__LEASE_S?" in done.stderr


def test_a_name_that_the_terminals_encoding_lacks_is_no_crash(tmp_path):
    arguments = ["say", "Hello.", "--voice", "tone", "-o", "café.wav"]
    plain = run(*arguments, cwd=tmp_path, PYTHONIOENCODING="ascii")
    as_json = run(*arguments, "--json", cwd=tmp_path, PYTHONIOENCODING="ascii")

    assert (plain.returncode, plain.stdout, plain.stderr) == (0, "caf\\xe9.wav\n", "")
    assert json.loads(as_json.stdout)["file"] == "café.wav"


def test_our_packages_win_over_namesakes_in_the_folder_it_is_started_in(tmp_path):
    for name in ("config", "models", "tasks"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('the wrong package')")

    done = run("voices", "--json", cwd=tmp_path, VOICEMILL_MODELS__FOLDER=str(tmp_path / "m"))

    assert done.returncode == 0, done.stderr
