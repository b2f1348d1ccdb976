"""The command line against a running queue: what is refused is refused before anything is queued."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.broker import environment
from tests.support.cluster import Cluster, sentences

pytestmark = pytest.mark.system
ROOT = Path(__file__).resolve().parents[2]


def voicemill(cluster: Cluster, *arguments: str) -> tuple[int, Any]:
    """Run one command with `--json`; return its exit code and what it printed."""
    command = [sys.executable, "-m", "cli.main", *arguments, "--json"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment() | cluster.variables,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    try:
        return done.returncode, json.loads(done.stdout)
    except json.JSONDecodeError:
        return done.returncode, done.stdout


def test_the_whole_way_by_command(cluster, tmp_path):
    cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0")
    book = tmp_path / "book.md"
    book.write_text("# One\n\n" + " ".join(sentences(3)) + "\n\n# Two\n\n" + " ".join(sentences(2, start=9)), "utf-8")
    code, submitted = voicemill(
        cluster, "submit", str(book), "--voice", "tone", "--format", "flac", "--book", "--meta", "title=Mill", "--wait"
    )
    assert code == 0
    job_id = submitted["job_id"]
    code, shown = voicemill(cluster, "status", job_id)
    assert (code, shown["state"], shown["metadata"]) == (0, "DONE", {"title": "Mill"})
    assert [each["kind"] for each in shown["result"]["artifacts"]] == ["chapter", "chapter", "book", "manifest"]
    code, _ = voicemill(cluster, "get", job_id, "-o", str(tmp_path / "audio"))
    assert code == 0
    assert sorted(path.name for path in (tmp_path / "audio").iterdir()) == [
        "001.flac", "002.flac", "book.flac", "manifest.json",
    ]  # fmt: skip
    assert voicemill(cluster, "get", job_id, "-o", str(tmp_path / "all.flac"))[0] == 0
    assert (tmp_path / "all.flac").read_bytes() == (tmp_path / "audio" / "book.flac").read_bytes()
    assert voicemill(cluster, "status", "no-such-job")[0] == 4
    assert voicemill(cluster, "retry", job_id)[0] == 2
    code, listed = voicemill(cluster, "jobs", "--limit", "1")
    assert (code, listed["job_id"]) == (0, job_id)
    assert voicemill(cluster, "cache", "stats")[1]["segments"]["objects"] == 7


def test_a_text_in_an_old_encoding_is_read_and_the_beginning_of_an_id_is_enough(cluster, tmp_path):
    cluster.start(1)
    path = tmp_path / "old.txt"
    path.write_bytes(("今天的天气非常好，我们一起去公园散步吧。" * 3).encode("gb18030"))
    code, submitted = voicemill(cluster, "submit", str(path), "--voice", "tone", "--lang", "zh", "--format", "wav")
    assert code == 0
    assert next(cluster.store.list(f"inbox/{submitted['job_id']}/"), None) is not None
    assert voicemill(cluster, "wait", submitted["job_id"].removeprefix("job-")[:8])[0] == 0
    manifest = cluster.read_json(cluster.client.job(submitted["job_id"]).result()["fingerprint"])
    assert manifest["chapters"][0]["sentences"][0]["text"] == "今天的天气非常好，我们一起去公园散步吧。"


@pytest.mark.parametrize(
    ("content", "flags", "code"),
    [
        (b"", [], "empty_text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", [], "bad_document"),
        (b"PK\x03\x04\x14\x00\x00\x00 a zip archive", [], "bad_document"),
        (b"Sentence after sentence. " * 210_000, [], "text_too_long"),
        (b"Hello.", ["--voice", "af_hart"], "unknown_voice"),
        (b"Hello.", ["--voice", "af_heart:0.6+tone:0.4"], "unknown_voice"),
        (b"Hello.", ["--format", "m4a"], "unsupported_format"),
        (b"Hello.", ["--lang", "tlh"], "unsupported_language"),
        (b"Hello.", ["--speed", "9"], None),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_input_is_refused_with_exit_code_2_and_nothing_is_queued(cluster, tmp_path, content, flags, code):
    path = tmp_path / "input.txt"
    path.write_bytes(content)
    exit_code, printed = voicemill(cluster, "submit", str(path), *flags)
    assert exit_code == 2
    if code:
        assert printed["error"]["code"] == code
    if code == "unknown_voice" and len(flags[1]) < 10:
        assert "did you mean 'af_heart'?" in printed["error"]["message"]
    with cluster.broker.client() as client:
        assert client.keys("voicemill:*") == []
        assert [client.llen(queue) for queue in ("voicemill", "short", "long")] == [0, 0, 0]


def test_the_example_of_a_plain_producer_runs(cluster):
    cluster.start(1)
    command = [sys.executable, "-W", "ignore", str(ROOT / "examples" / "plain_celery_producer.py")]
    command += ["Hello, mill, and all who live there.", "--voice", "tone", "--broker", cluster.broker.url]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["state"] == "DONE"
