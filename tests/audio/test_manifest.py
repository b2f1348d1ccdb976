"""Every sentence once, in order, with its audio or marked."""

import hashlib
import json
import tracemalloc
from typing import Any

import pytest

from pipeline.errors import EncodingError, SynthesisError
from pipeline.manifest import chapter_report, check_coverage, write_manifest
from pipeline.plan import ChapterPlan, Part, UnsupportedSpan
from pipeline.ports import StoredObject
from pipeline.segment import Sentence
from pipeline.timeline import place

TEXTS = ["Hello there.", "Go.", "A long one, cut in two.", "ᚠᚢᚦ", "…"]


@pytest.fixture
def plan(segment_of) -> ChapterPlan:
    """Five sentences: two joined into one segment, one cut into two, one unsupported, one of marks alone."""
    sentences, at = [], 0
    for number, text in enumerate(TEXTS):
        sentences.append(Sentence(number, text, at, at + len(text)))
        at += len(text) + 1
    segments = (
        segment_of(0, text="Hello there. Go.", sentences=(0, 1)),
        segment_of(1, text="A long one,", sentences=(2, 2), pause_s=0.12, reason="cut"),
        segment_of(2, text="cut in two.", sentences=(2, 2)),
        segment_of(3, text="ᚠᚢᚦ", sentences=(3, 3), units="", fingerprint=""),
        segment_of(4, text="…", sentences=(4, 4), units="", fingerprint="", reason="chapter", pause_s=2.0),
    )
    runes = UnsupportedSpan(0, sentences[3].start, sentences[3].end, TEXTS[3], "gem")
    parts = (Part(0, 0, segments[:2]), Part(1, 0, segments[2:]))
    return ChapterPlan(0, "Kapitel 1 – 第一章", tuple(sentences), parts, (runes,))


def report_of(plan: ChapterPlan) -> dict[str, Any]:
    segments = [segment for part in plan.parts for segment in part.segments]
    placed = place(segments, [24000 if segment.units else 0 for segment in segments], 24000)
    utterances = [
        StoredObject(f"segments/{each.fingerprint}.flac", 9, "ab" * 32) if each.units else None for each in segments
    ]
    artifact = {"kind": "chapter", "format": "mp3", "key": "renders/x/1.mp3"}
    return chapter_report(plan, placed=placed, utterances=utterances, sample_rate=24000, artifacts=[artifact])


def test_a_report_says_where_each_sentence_is_heard(plan):
    report = report_of(plan)
    check_coverage(plan, report)
    assert (report["index"], report["title"], report["sample_rate"]) == (0, "Kapitel 1 – 第一章", 24000)
    assert report["samples"] == 3 * 24000 + round((0.3 + 0.12 + 0.3 + 0.3 + 2.0) * 24000)
    assert report["duration_s"] == 6.02
    times = [(each["segments"], each["start_s"], each["end_s"]) for each in report["sentences"]]
    assert times == [
        ([0], 0.0, 1.0), ([0], 0.0, 1.0), ([1, 2], 1.3, 3.42), ([3], 3.72, 3.72), ([4], 4.02, 4.02),
    ]  # fmt: skip
    assert [each["key"] != "" for each in report["segments"]] == [True, True, True, False, False]
    assert report["segments"][1]["reason"] == "cut"
    assert report["artifacts"] == [{"kind": "chapter", "format": "mp3", "key": "renders/x/1.mp3"}]


def test_what_cannot_be_spoken_is_marked_and_not_left_out(plan):
    sentences = report_of(plan)["sentences"]
    assert ["unsupported" in each for each in sentences] == [False, False, False, True, True]
    assert sentences[3]["unsupported"] == [{"start": 41, "end": 44, "text": "ᚠᚢᚦ", "language": "gem"}]
    assert sentences[4]["unsupported"] == [{"start": 45, "end": 46, "text": "…", "language": "en"}]


def broken(report: dict[str, Any], change) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(report))
    change(copy)
    return copy


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r["sentences"].pop(1), "4 of 5 sentences are reported; the first wrong one is 1"),
        (lambda r: r["sentences"].pop(), "the first wrong one is 4"),
        (lambda r: r["sentences"].append(r["sentences"][4]), "6 of 5"),
        (lambda r: r["sentences"].reverse(), "the first wrong one is 0"),
        (lambda r: r["sentences"][2].update(text="Another."), "the first wrong one is 2"),
        (lambda r: r["sentences"][2].update(segments=[1]), "after segment 1"),
        (lambda r: r["sentences"][2].update(segments=[2]), "after segment 0"),
        (lambda r: r["sentences"][2].update(segments=[]), "has the segments"),
        (lambda r: r["sentences"][2].update(segments=[2, 1]), "has the segments"),
        (lambda r: r["sentences"][4].update(segments=[3]), "belong to no sentence"),
        (lambda r: r["sentences"][3].pop("unsupported"), "sentence 3 has no audio"),
        (lambda r: r["segments"][0].update(sha256=""), "sentence 0 has no audio"),
        (lambda r: r["segments"].pop(), "sentences' texts|has the segments|belong"),
        (lambda r: r["segments"].reverse(), "not numbered"),
        (lambda r: r["segments"][1].update(text="A long"), "joined"),
        (lambda r: r["segments"][1].update(start_s=0.0, end_s=9.0), "out of order"),
        (lambda r: r["segments"][2].update(start_s=0.5), "out of order"),
        (lambda r: r["sentences"][2].update(start_s=3.5), "out of order"),
    ],
)
def test_a_report_with_a_hole_is_refused(plan, change, said):
    with pytest.raises(SynthesisError, match=said) as caught:
        check_coverage(plan, broken(report_of(plan), change))
    assert caught.value.details == {"chapter": 0}


def test_a_plan_that_lost_a_segment_cannot_be_reported(plan):
    segments = [segment for part in plan.parts for segment in part.segments][:-1]
    with pytest.raises(SynthesisError, match="sentence 4 is in no segment"):
        report_of(ChapterPlan(0, "", plan.sentences, (Part(0, 0, tuple(segments)),)))


def test_a_manifest_is_json_with_all_chapters(plan, tmp_path):
    report = report_of(plan)
    done = write_manifest(tmp_path / "manifest.json", {"version": 1, "title": "書"}, iter([report, report]))
    data = done.path.read_bytes()
    assert json.loads(data) == {"version": 1, "title": "書", "chapters": [report, report]}
    assert (done.bytes, done.sha256) == (len(data), hashlib.sha256(data).hexdigest())
    assert (done.format, done.content_type, done.duration_s) == ("json", "application/json", 12.04)
    assert write_manifest(tmp_path / "again.json", {"version": 1, "title": "書"}, [report] * 2).sha256 == done.sha256


@pytest.mark.parametrize("header", [{}, {"job_id": "1"}])
def test_a_manifest_without_chapters_is_json_too(tmp_path, header):
    done = write_manifest(tmp_path / "manifest.json", header, [])
    assert json.loads(done.path.read_text("utf-8")) == {**header, "chapters": []}


def test_a_manifest_of_many_chapters_needs_the_memory_of_one(plan, tmp_path):
    def peak_of(chapters: int) -> int:
        tracemalloc.start()
        write_manifest(tmp_path / "manifest.json", {}, (report_of(plan) for _ in range(chapters)))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    peak_of(1)
    assert peak_of(60) < peak_of(2) * 1.5


def test_a_source_that_fails_leaves_no_manifest(tmp_path):
    def failing():
        yield {"duration_s": 1.0}
        raise LookupError("the store is away")

    with pytest.raises(LookupError):
        write_manifest(tmp_path / "manifest.json", {}, failing())
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_an_encoding_error(tmp_path):
    with pytest.raises(EncodingError, match="manifest"):
        write_manifest(tmp_path / "none" / "manifest.json", {}, [])
