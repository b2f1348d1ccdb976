"""What a Python program gets from the client: files that are verified, and sound to hold in the hand."""

import hashlib
import io
import re
import wave
from pathlib import Path
from typing import Any

import pytest

from config.settings import load_settings
from models.loader import Loader
from pipeline.errors import InvalidRequest, InvalidSettings
from pipeline.request import Request
from storage.open import open_store
from storage.options import StorageOptions
from tasks.client import Client
from tasks.connect import connect
from tasks.job import Job
from tests.support.cluster import Cluster, sentences, wait_until

pytestmark = pytest.mark.system
PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "enqueue.md"
TEXT = "# One\n\n" + " ".join(sentences(3)) + "\n\n# Two\n\n" + " ".join(sentences(2, start=9))


def client_of(cluster: Cluster) -> Client:
    """Return a client made as the page tells."""
    settings = load_settings(environ=cluster.variables)
    store, catalogue = open_store(settings.storage), Loader(settings.models).catalogue
    return connect(settings.queue, store, catalogue, bucket=settings.storage.bucket)


def spoken(cluster: Cluster, *formats: str) -> Job:
    """Return the job of two chapters, done."""
    cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0")
    request = {"version": 1, "text": TEXT, "media_type": "text/markdown", "voice": "tone", "formats": list(formats)}
    job = client_of(cluster).submit_json(request)
    job.wait(60)
    return job


def chapters(cluster: Cluster, job: Job) -> list[dict[str, Any]]:
    return list(cluster.read_json(job.result()["fingerprint"])["chapters"])


def milliseconds(samples: int, rate: int) -> int:
    return round(1000 * samples / rate)


@pytest.mark.parametrize("form", ["wav", "mp3"])
def test_a_job_is_downloaded_verified_and_heard_as_long_as_its_manifest_says(cluster, tmp_path, form):
    job = spoken(cluster, form)
    paths = job.download(tmp_path / "new" / "audio")

    assert [path.name for path in paths] == [f"001.{form}", f"002.{form}", "manifest.json"]
    assert sorted(path.name for path in (tmp_path / "new" / "audio").iterdir()) == sorted(path.name for path in paths)
    for path, artifact in zip(paths, job.result()["artifacts"], strict=True):
        assert hashlib.sha256(path.read_bytes()).hexdigest() == artifact["sha256"]
    one, two = chapters(cluster, job)
    rate = one["sample_rate"]
    whole = job.audio()
    assert (whole.frame_rate, whole.channels, whole.sample_width) == (rate, 1, 2)
    assert len(whole) == milliseconds(one["samples"] + two["samples"], rate)
    assert len(whole) == pytest.approx(1000 * (one["duration_s"] + two["duration_s"]), abs=1)
    assert [len(job.audio(0)), len(job.audio(1))] == [milliseconds(each["samples"], rate) for each in (one, two)]
    assert whole.raw_data == job.audio(0).raw_data + job.audio(1).raw_data
    assert job.audio(1).max_dBFS > -20  # it is sound, not silence of that length
    for missing in (2, -1):
        with pytest.raises(InvalidRequest, match=f"no chapter {missing}; chapters: 0 to 1"):
            job.audio(missing)


def test_audio_is_taken_from_the_lossless_file_where_there_is_one(cluster):
    job = spoken(cluster, "mp3", "wav")

    key = next(each["key"] for each in job.result()["artifacts"] if (each["chapter"], each["format"]) == (1, "wav"))
    with wave.open(io.BytesIO(cluster.read(key))) as file:
        assert job.audio(1).raw_data == file.readframes(file.getnframes())


def test_the_same_id_in_wire_form_is_the_same_job(cluster):
    client = client_of(cluster)
    request = {"version": 1, "id": "course-42", "text": "Hello, mill.", "voice": "tone"}

    assert client.submit_json(request).id == client.submit_json(request).id == "course-42"
    assert [each["job_id"] for each in client.jobs()] == ["course-42"]
    with pytest.raises(InvalidRequest, match="taken by a different request"):
        client.submit_json(request | {"text": "Good-bye, mill."})


def test_the_program_of_the_page_runs_as_it_is_printed(cluster, monkeypatch):
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (program,) = [block for block in blocks if "submit_json" in block]
    assert program.count('"af_heart"') == 1
    for name, value in cluster.variables.items():
        monkeypatch.setenv(name, value)
    cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0")
    names: dict[str, Any] = {}
    exec(compile(program.replace('"af_heart"', '"tone"'), str(PAGE), "exec"), names)

    assert names["result"]["state"] == "DONE"
    (chapter,) = chapters(cluster, names["job"])
    assert len(names["job"].audio()) == milliseconds(chapter["samples"], chapter["sample_rate"])


def test_a_client_with_another_store_is_told_before_anything_is_queued(cluster, tmp_path):
    cluster.start(1)
    wait_until(cluster.ledger.store_name, what="the worker's word on its store")
    elsewhere = open_store(StorageOptions(folder=tmp_path / "elsewhere"))
    catalogue = Loader(cluster.settings.models).catalogue
    lost = connect(cluster.settings.queue, elsewhere, catalogue, bucket="voicemill")
    with pytest.raises(InvalidSettings, match=r"another store than the folder .*elsewhere: set VOICEMILL_STORE"):
        lost.submit(Request(text="Nobody would find this.", voice="tone"))
    assert cluster.client.jobs() == []
    assert cluster.submit("But this is found.").wait(30)["state"] == "DONE"
