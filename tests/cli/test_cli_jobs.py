"""The commands about jobs, in this process, over a fake client."""

import json
import time

import pytest

from cli.main import main
from config.settings import load_settings
from pipeline.errors import QueueError
from storage.open import open_store
from tasks.options import QUEUES


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


def test_wait_names_the_time_that_was_given_for_all_and_looks_at_the_other_jobs_too(voicemill, client):
    made = voicemill("wait", "running", "done", "--timeout", "0.1")

    assert made.code == 124
    assert made.err == "voicemill: job 'running' is RUNNING after 0.1 s; it goes on\n"
    assert made.out.startswith("done  DONE\n")


@pytest.mark.parametrize(
    "command", [["status"], ["wait"], ["cancel"], ["retry"], ["get", "-o", "out.mp3"]], ids=lambda words: words[0]
)
def test_an_unknown_job_ends_with_4_and_says_so(voicemill, client, command):
    name, *flags = command
    made = voicemill(name, "nobody", *flags)

    assert (made.code, made.out) == (4, "")
    assert "no job 'nobody'" in made.err


@pytest.mark.parametrize(
    ("command", "codes"),
    [("wait", [4, 3, 0]), ("cancel", [4, 0, 0]), ("retry", [4, 0, 0])],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_job_has_its_turn_and_the_first_error_gives_the_exit_code(voicemill, client, command, codes):
    made = voicemill(command, "nobody", "failed", "done", "--json")

    first, second, third = lines(made.out)
    assert made.code == next(code for code in codes if code)
    assert (first["job_id"], first["error"]["code"]) == ("nobody", "job_not_found")
    assert [bool(line.get("error")) for line in (first, second, third)] == [bool(code) for code in codes]
    assert voicemill(command, "failed", "nobody", "done").code == next(code for code in (codes[1], 4) if code)


def test_every_job_has_its_turn_without_json_too(voicemill, client):
    made = voicemill("cancel", "running", "nobody", "done")

    assert (made.code, made.out) == (4, "running CANCELLED\ndone CANCELLED\n")
    assert made.err == "voicemill: no job 'nobody'\n"


@pytest.mark.parametrize("command", ["wait", "cancel", "retry"])
def test_a_broker_that_does_not_answer_is_not_asked_again_for_the_next_job(voicemill, client, monkeypatch, command):
    asked = []

    def find(job_id):
        asked.append(job_id)
        raise QueueError("the broker does not answer")

    monkeypatch.setattr(client, "find", find)
    made = voicemill(command, "one", "two")

    assert (made.code, asked) == (5, ["one"])


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", "empty_text"), (b"\x89PNG\r\n\x1a\n\x00\x00", "bad_document"), (None, "invalid_request")],
)
def test_one_bad_file_among_good_ones_is_named_and_nothing_is_queued(voicemill, client, tmp_path, content, code):
    (tmp_path / "good.txt").write_text("Good.")
    if content is not None:
        (tmp_path / "bad.txt").write_bytes(content)

    made = voicemill("submit", "good.txt", "bad.txt", "--json")

    error = json.loads(made.out)["error"]
    assert (made.code, error["code"]) == (2, code)
    assert "bad.txt" in error["message"]
    assert client.submitted == []


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


AUDIO = bytes(range(256)) + b"\r\n\n\xff\x00"


@pytest.fixture
def stored(tmp_path, settings, client):
    """A finished job's audio in a real store."""
    store = open_store(load_settings().storage)
    store.put(client.outcomes["done"]["artifacts"][0]["key"], AUDIO, content_type="audio/mpeg")


def test_get_to_standard_output_writes_the_audio_and_nothing_else(stored, capfdbinary):
    code = main(["get", "done", "-o", "-"])

    out, err = capfdbinary.readouterr()
    assert (code, out, err) == (0, AUDIO, b"")


def test_get_to_standard_output_does_not_go_with_json(voicemill, stored):
    made = voicemill("get", "done", "-o", "-", "--json")

    assert made.code == 2
    assert "--json and -o - both want standard output" in json.loads(made.out)["error"]["message"]


@pytest.mark.parametrize("output", ["-", "folder", "book.mp3"])
def test_get_of_a_job_that_is_not_final_says_how_to_wait_for_it(voicemill, client, tmp_path, output):
    made = voicemill("get", "running", "-o", output)

    assert (made.code, made.out) == (124, "")
    assert made.err == "voicemill: job 'running' is RUNNING; wait for it: voicemill wait running\n"
    assert not (tmp_path / output).exists()


def test_get_of_a_failed_job_says_why(voicemill, client):
    made = voicemill("get", "failed", "-o", "book.mp3")

    assert (made.code, made.err) == (3, "voicemill: job 'failed' failed: no air\n")


def test_get_says_which_formats_there_are(voicemill, client):
    made = voicemill("get", "done", "-o", "book.flac")

    assert made.code == 2
    assert "no audio for flac; it has mp3" in made.err


@pytest.mark.parametrize(("output", "what"), [("-", "2 chapters"), ("one.mp3", "2 chapters in mp3")])
def test_one_file_of_a_job_with_chapters_only_needs_a_book(voicemill, client, tmp_path, monkeypatch, output, what):
    result = client.outcomes["done"]
    (first, *_) = result["artifacts"]
    artifacts = [first, first | {"key": "renders/0/chapter-1.mp3"}]
    monkeypatch.setitem(client.outcomes, "done", result | {"artifacts": artifacts})

    made = voicemill("get", "done", "-o", output)

    assert (made.code, made.out) == (2, "")
    assert f"{what} and no book: for one file submit it with --book" in made.err
    assert "to get the chapters name a folder" in made.err
    assert "endings" not in made.err
    assert not (tmp_path / output).exists()


def test_a_text_that_is_too_long_is_not_said_to_be_as_long_as_what_was_read_of_it(voicemill, client, tmp_path):
    (tmp_path / "long.txt").write_bytes(b"a" * 6_000_000)

    made = voicemill("submit", "long.txt")

    assert made.code == 2
    assert "long.txt: the text has more than 5,000,000 bytes" in made.err
    assert client.submitted == []


def test_cancel_and_retry_print_state_and_new_id(voicemill, client):
    assert voicemill("cancel", "running").out == "running CANCELLED\n"
    assert voicemill("retry", "failed").out == "failed-again\n"


def test_jobs_are_rows_or_json_lines(voicemill, client):
    assert voicemill("jobs", "--limit", "2").out.splitlines()[0].split() == ["JOB_ID", "STATE", "SUBMITTED", "METADATA"]
    assert [row["job_id"] for row in lines(voicemill("jobs", "--state", "done", "--json").out)][:1] == ["done"]


def test_failed_jobs_are_listed_with_segment_and_reason(voicemill, client):
    made = voicemill("jobs", "--code", "synthesis_failed", "--since", "2h")

    head, row = made.out.splitlines()
    assert head.split() == ["JOB_ID", "FAILED", "CODE", "SEGMENT", "RETRIED_AS", "REASON"]
    assert row.split("  ")[0] == "failed"
    assert all(said in row for said in ("synthesis_failed", "3 of chapter 1", "no air"))
    assert client.filters["code"] == "synthesis_failed"
    assert 7199 < time.time() - client.filters["since_s"] < 7300


def test_all_that_failed_and_was_not_retried_is_retried(voicemill, client):
    made = voicemill("retry", "--all", "--since", "1d", "--json")

    assert (made.code, lines(made.out)) == (0, [{"job_id": "failed-again", "retried": "failed"}])
    assert client.filters["retried"] is False


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["retry"], "name jobs, or give --all"),
        (["retry", "failed", "--all"], "name jobs, or give --all"),
        (["retry", "failed", "--since", "2h"], "they go with --all"),
        (["retry", "--all", "--since", "yesterday"], "given 'yesterday'"),
        (["jobs", "--code", "broken"], "no error code 'broken'; codes: bad_document"),
    ],
)
def test_a_choice_of_failed_jobs_that_means_nothing_is_refused(voicemill, client, arguments, said):
    made = voicemill(*arguments)

    assert (made.code, made.out) == (2, "")
    assert said in made.err


@pytest.mark.parametrize("state", ["bogus", ""])
def test_a_state_that_no_job_has_is_refused_with_those_that_there_are(voicemill, client, state):
    made = voicemill("jobs", "--state", state, "--json")

    error = json.loads(made.out)["error"]
    assert (made.code, error["details"]["given"]) == (2, state)
    assert "QUEUED RUNNING DONE FAILED CANCELLED" in error["message"]


@pytest.mark.parametrize("queues", ["foo", "short,foo", "", "short,"])
def test_a_worker_refuses_a_queue_that_is_none_and_names_the_three(voicemill, queues):
    made = voicemill("worker", "--queues", queues)

    assert (made.code, made.out) == (2, "")
    assert "--queues lists some of voicemill, short, long" in made.err


def test_a_worker_serves_the_queues_that_it_is_given_in_that_order(voicemill, monkeypatch):
    served = []

    def run_worker(_settings, *, queues, name):
        served.append((queues, name))
        return 0

    monkeypatch.setattr("worker.main.run_worker", run_worker)

    assert voicemill("worker", "--queues", "long, short", "--name", "me").code == 0
    assert voicemill("worker").code == 0
    assert served == [("long,short", "me"), (",".join(QUEUES), None)]


def test_only_a_flag_switches_errors_to_json(voicemill, client):
    assert voicemill("status", "--", "--json").err == "voicemill: no job '--json'\n"
    assert json.loads(voicemill("status", "--json", "--", "nobody").out)["error"]["code"] == "job_not_found"


def test_an_interrupt_ends_with_130_and_says_that_the_job_goes_on(voicemill, client):
    client.outcomes["running"] = KeyboardInterrupt()
    made = voicemill("wait", "running")

    assert made.code == 130
    assert "goes on" in made.err


def test_a_port_for_a_broker_that_is_not_started_is_refused(voicemill, monkeypatch):
    monkeypatch.setenv("VOICEMILL_BROKER_URL", "redis://127.0.0.1:1/0")

    made = voicemill("up", "--port", "6379")

    assert made.code == 2
    assert "--port is for a broker that `up` starts" in made.err


def test_submit_reads_ssml_by_ending_and_by_flag(voicemill, client, tmp_path):
    (tmp_path / "one.ssml").write_text("<speak>One</speak>")
    (tmp_path / "two.txt").write_text("<speak>Two</speak>")

    made = voicemill("submit", "one.ssml")
    flagged = voicemill("submit", "two.txt", "--ssml")
    refused = voicemill("submit", "two.txt", "--ssml", "--media-type", "text/plain")

    assert (made.code, flagged.code, refused.code) == (0, 0, 2)
    assert [request.media_type for _, request in client.submitted] == ["application/ssml+xml"] * 2
    assert "--ssml says that the text is application/ssml+xml, given text/plain as well" in refused.err
