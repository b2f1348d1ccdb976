"""The commands about jobs, in this process, over a fake client."""

import json

import pytest


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_submit_prints_one_id_a_file_and_reads_markdown_by_ending(voicemill, client, tmp_path):
    (tmp_path / "one.md").write_text("# One")
    (tmp_path / "two.txt").write_text("Two")

    made = voicemill("submit", "one.md", "two.txt", "--format", "wav", "--format", "mp3", "--meta", "who=me")

    ids = [job_id for job_id, _ in client.submitted]
    assert (made.code, made.out.split(), made.err) == (0, ids, "")
    assert len(set(ids)) == 2
    first, second = (request for _, request in client.submitted)
    assert (first.media_type, second.media_type) == ("text/markdown", "text/plain")
    assert (first.text, first.formats, dict(first.metadata)) == ("# One", ("wav", "mp3"), {"who": "me"})


def test_submit_reads_standard_input_and_keeps_the_chosen_id(voicemill, client):
    made = voicemill("submit", "-", "--id", "my-job", "--speed", "1.5", "--book", "--json", stdin="Héllo".encode())

    assert (made.code, lines(made.out)) == (0, [{"job_id": "my-job", "file": "-"}])
    ((job_id, request),) = client.submitted
    assert (job_id, request.text, request.speed, request.options.book) == ("my-job", "Héllo", 1.5, True)


def test_bytes_that_are_not_utf8_are_handed_over_as_they_are(voicemill, client, tmp_path):
    voicemill("submit", "-", "--id", "old-text", stdin="café".encode("latin-1"))

    assert client.documents == ["café".encode("latin-1")]


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (["--speed", "9"], "invalid_request"),
        (["--format", "ogg"], "unsupported_format"),
        (["--priority", "urgent"], "invalid_request"),
        (["--meta", "novalue"], "invalid_request"),
        (["--mp3-kbps", "33"], "invalid_request"),
        (["--ttl-s", "1"], "invalid_request"),
        (["--media-type", "text/html"], "unsupported_format"),
        (["--speed", "fast"], "input_error"),
        (["--no-such-flag"], "input_error"),
    ],
)
def test_what_can_never_succeed_ends_with_2_and_queues_nothing(voicemill, client, flags, code):
    made = voicemill("submit", "-", *flags, "--json", stdin=b"text")

    assert made.code == 2
    assert json.loads(made.out)["error"]["code"] == code
    assert client.submitted == []


def test_one_id_for_two_files_is_refused(voicemill, client, tmp_path):
    made = voicemill("submit", "a.txt", "b.txt", "--id", "same")

    assert (made.code, made.out) == (2, "")
    assert "--id names one job, given 2 files" in made.err


def test_a_file_that_is_not_there_is_named(voicemill, client):
    made = voicemill("submit", "nowhere.txt")

    assert made.code == 2
    assert "cannot read 'nowhere.txt': No such file" in made.err


def test_wait_prints_every_result_and_ends_with_3_when_one_failed(voicemill, client):
    made = voicemill("wait", "done", "failed", "cancelled", "--json")

    first, second, third = lines(made.out)
    assert made.code == 3
    assert first["job_id"] == "done"
    assert (second["job_id"], second["error"]["code"]) == ("failed", "job_failed")
    assert (third["job_id"], third["error"]["code"]) == ("cancelled", "job_cancelled")


def test_wait_runs_out_of_time_with_124(voicemill, client):
    made = voicemill("wait", "running", "--timeout", "0.1", "--json")

    assert (made.code, json.loads(made.out)["error"]["code"]) == (124, "wait_timeout")


@pytest.mark.parametrize(
    "command", [["status"], ["wait"], ["cancel"], ["retry"], ["get", "-o", "out.mp3"]], ids=lambda words: words[0]
)
def test_an_unknown_job_ends_with_4_and_says_so(voicemill, client, command):
    name, *flags = command
    made = voicemill(name, "nobody", *flags)

    assert (made.code, made.out) == (4, "")
    assert "no job 'nobody'" in made.err


def test_submit_with_wait_prints_results_instead_of_ids(voicemill, client):
    made = voicemill("submit", "-", "--id", "now", "--wait", "--json", stdin=b"text")

    (result,) = lines(made.out)
    assert (made.code, result["job_id"], result["state"]) == (0, "now", "DONE")


def test_get_into_a_folder_takes_everything(voicemill, client, tmp_path):
    made = voicemill("get", "done", "-o", "audio", "--json")

    assert made.code == 0
    assert {path.name for path in (tmp_path / "audio").iterdir()} == {"chapter-0.mp3", "manifest.json"}


def test_get_into_a_file_takes_the_one_artifact_of_that_format(voicemill, client, tmp_path):
    made = voicemill("get", "done", "-o", "new/book.mp3")

    assert (made.code, made.out) == (0, "new/book.mp3\n")
    assert (tmp_path / "new/book.mp3").read_bytes() == b"renders/0/chapter-0.mp3"


def test_get_says_which_formats_there_are(voicemill, client):
    made = voicemill("get", "done", "-o", "book.flac")

    assert made.code == 2
    assert "no audio for flac; it has mp3" in made.err


def test_cancel_and_retry_print_state_and_new_id(voicemill, client):
    assert voicemill("cancel", "running").out == "running CANCELLED\n"
    assert voicemill("retry", "failed").out == "failed-again\n"


def test_jobs_are_rows_or_json_lines(voicemill, client):
    assert voicemill("jobs", "--limit", "2").out.splitlines()[0].split() == ["JOB_ID", "STATE", "SUBMITTED", "METADATA"]
    assert [row["job_id"] for row in lines(voicemill("jobs", "--state", "done", "--json").out)][:1] == ["done"]


def test_an_interrupt_ends_with_130_and_says_that_the_job_goes_on(voicemill, client):
    client.outcomes["running"] = KeyboardInterrupt()
    made = voicemill("wait", "running")

    assert made.code == 130
    assert "goes on" in made.err
