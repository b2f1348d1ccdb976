"""The main job, end to end: real broker, real S3 server, two workers."""

import io

import pytest
import soundfile as sf

from pipeline.assemble import pause_samples
from tests.support.cluster import running_cluster, sentences

pytestmark = pytest.mark.system

CHAPTERS = [sentences(n, start=100 * n) for n in (9, 14, 5)]
TEXT = "\n\n".join(f"# Chapter {i}\n\n" + " ".join(chapter) for i, chapter in enumerate(CHAPTERS, start=1))


def run(broker, seaweed, folder, bucket):
    variables = seaweed.environment(bucket=bucket) | {"VOICEMILL_MODELS__TONE_RTF": "0.02"}
    with running_cluster(broker, variables, folder) as cluster:
        cluster.start(2)
        job = cluster.submit(TEXT, media_type="text/markdown", formats=("wav", "flac", "mp3"))
        result = job.wait(120)
        assert sum(len(worker.events("job_done")) for worker in cluster.workers) == 1
        manifest = cluster.read_json(result["fingerprint"])
        files = {artifact["key"]: cluster.read(artifact["key"]) for artifact in result["artifacts"]}
        segments = {
            segment["key"]: sf.info(io.BytesIO(cluster.read(segment["key"]))).frames
            for chapter in manifest["chapters"]
            for segment in chapter["segments"]
        }
        return result, manifest, files, segments


@pytest.fixture(scope="module")
def first(broker, seaweed, tmp_path_factory):
    return run(broker, seaweed, tmp_path_factory.mktemp("first"), "first-run")


def test_every_source_sentence_is_in_the_manifest_once_and_in_order(first):
    _result, manifest, _files, _segments = first
    said = [[sentence["text"] for sentence in chapter["sentences"]] for chapter in manifest["chapters"]]
    assert said == [[f"Chapter {i}", *chapter] for i, chapter in enumerate(CHAPTERS, start=1)]
    assert all(sentence["segments"] for chapter in manifest["chapters"] for sentence in chapter["sentences"])


def test_chapters_are_as_long_as_their_segments_and_pauses_to_the_sample(first):
    result, manifest, files, segments = first
    for index, chapter in enumerate(manifest["chapters"]):
        rate = chapter["sample_rate"]
        planned = sum(segments[each["key"]] + pause_samples(each["pause_s"], rate) for each in chapter["segments"])
        assert chapter["samples"] == planned
        mine = [each for each in result["artifacts"] if each["chapter"] == index]
        assert sorted(each["format"] for each in mine) == ["flac", "mp3", "wav"]
        for artifact in mine:
            info = sf.info(io.BytesIO(files[artifact["key"]]))
            assert (info.frames, info.samplerate) == (planned, rate), artifact["format"]


def test_the_result_says_what_was_made(first):
    result, manifest, files, _segments = first
    assert result["segments"]["total"] == sum(len(chapter["segments"]) for chapter in manifest["chapters"])
    assert result["segments"]["synthesized"] == result["segments"]["total"]
    assert result["timing"]["audio_s"] == pytest.approx(sum(each["duration_s"] for each in manifest["chapters"]))
    assert result["timing"]["queue_wait_s"] >= 0
    assert result["timing"]["synth_s"] > 0
    assert result["timing"]["rtf"] > 0
    assert result["timing"]["peak_rss_bytes"] > 10_000_000
    assert {each["key"]: each["bytes"] for each in result["artifacts"]} == {k: len(v) for k, v in files.items()}
    assert all(each["url"].startswith("http://") for each in result["artifacts"])


def test_two_runs_give_the_same_bytes(first, broker, seaweed, tmp_path):
    _result, _manifest, files, _segments = first
    _again, _, files_again, _ = run(broker, seaweed, tmp_path, "second-run")
    assert set(files) == set(files_again)
    assert [key for key in files if files[key] != files_again[key]] == []
