"""Row 8: object keys are made of hashes; no name that a user gives gets into one, or out of the store's folder."""

import re

import pytest

from pipeline.errors import InvalidRequest, VoicemillError
from tests.support.cluster import sentences

pytestmark = pytest.mark.system
KEY = re.compile(
    r"segments/[0-9a-f]{2}/[0-9a-f]{64}\.flac"
    r"|renders/[0-9a-f]{64}/((plan|manifest)\.json|plan/(part-\d{5}|chapter-\d{4})\.json|chapters/\d{3}(-[0-9a-f]{12})?\.(wav|flac|json))"
    r"|identity/name"
)
HOSTILE = [
    "../../etc/passwd",
    "..",
    "/etc/passwd",
    "a\x00b",
    "x" * 2000,
    "第一章/😀",
    "a\\..\\b",
    "%2e%2e%2f",
    "",
    " ",
    "\n",
]


def kept(cluster):
    return [item.key for item in cluster.store.list("")]


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:20])
def test_a_hostile_job_id_is_refused_and_makes_no_key(cluster, name):
    before = kept(cluster)
    with pytest.raises(InvalidRequest):
        cluster.client.submit_json({"version": 1, "id": name, "text": "Hello there.", "voice": "tone"})
    assert kept(cluster) == before


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:20])
def test_a_hostile_source_reads_nothing(cluster, name):
    for source in (name, f"inbox/{name}/{name}", f"s3://voicemill/{name}", f"s3://{name}/key"):
        with pytest.raises(VoicemillError) as caught:
            cluster.client.submit_json({"version": 1, "source": source, "voice": "tone"})
        assert caught.value.code in ("invalid_request", "object_missing")


def test_hostile_titles_metadata_and_texts_make_keys_of_hashes_only(cluster, tmp_path):
    cluster.start(1, VOICEMILL_MODELS__TONE_RTF="0")
    names = [name for name in HOSTILE if "\x00" not in name]  # a text with NUL is refused as binary
    text = "\n\n".join(f"# {name.strip()}\n\n{one}" for name, one in zip(names, sentences(len(names)), strict=True))
    metadata = {name[:40]: name[:900] for name in names}
    job = cluster.submit(text, media_type="text/markdown", metadata=metadata, formats=("wav", "flac"))
    result = job.wait(60)

    assert job.status()["metadata"] == metadata
    strange = [key for key in kept(cluster) if not KEY.fullmatch(key)]
    assert strange == []
    files = job.download(tmp_path / "audio")
    assert len(files) == len(result["artifacts"])
    assert all(re.fullmatch(r"\d{3}\.(wav|flac)|manifest\.json", path.name) for path in files)
    assert {path.parent for path in files} == {tmp_path / "audio"}
    assert not [path for path in tmp_path.rglob("*") if "passwd" in path.name or "第一章" in path.name]
