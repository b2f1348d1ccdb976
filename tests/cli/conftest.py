import io
import logging
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import structlog

from cli.main import main
from pipeline.errors import JobCancelled, JobFailed, JobNotFound, WaitTimeout
from pipeline.request import Request


@dataclass
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """Settings that point into tmp_path, where commands are run; nothing listens anywhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VOICEMILL_STORE", (tmp_path / "store").as_uri())
    monkeypatch.setenv("VOICEMILL_MODELS__FOLDER", str(tmp_path / "models"))


@pytest.fixture
def voicemill(capfd, settings, monkeypatch):
    """Run a command in this process."""

    def run(*arguments: str, stdin: bytes = b"") -> Outcome:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
            code = main(arguments)
        out, err = capfd.readouterr()
        return Outcome(code, out, err)

    return run


@pytest.fixture(autouse=True)
def _logging_as_before():
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    yield
    root.handlers[:], root.level = before
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


RESULT: dict[str, Any] = {
    "job_id": "job-1",
    "state": "DONE",
    "fingerprint": "0" * 64,
    "artifacts": [
        {"kind": "chapter", "chapter": 0, "format": "mp3", "key": "renders/0/chapter-0.mp3", "url": None, "bytes": 4,
         "duration_s": 1.0, "sha256": "1" * 64},
        {"kind": "manifest", "chapter": None, "format": "json", "key": "renders/0/manifest.json", "url": None,
         "bytes": 2, "duration_s": None, "sha256": "2" * 64},
    ],
    "segments": {"total": 3, "synthesized": 2, "cached": 1},
    "unsupported_spans": [],
    "warnings": [],
    "timing": {"queue_wait_s": 0.1, "synth_s": 0.5, "audio_s": 1.0, "rtf": 0.5},
}  # fmt: skip


class FakeJob:
    def __init__(self, job_id: str, outcome: Any) -> None:
        self.id = job_id
        self.outcome = outcome

    def status(self):
        states = {JobFailed: "FAILED", JobCancelled: "CANCELLED", dict: "DONE"}
        state = states.get(type(self.outcome), "RUNNING")
        return {"job_id": self.id, "state": state, "progress": None, "result": None, "error": None, "metadata": {}}

    def wait(self, timeout_s=None, on_progress=None):
        if isinstance(self.outcome, BaseException):
            raise self.outcome
        return {**self.outcome, "job_id": self.id}

    def result(self):
        return self.wait(timeout_s=0)

    def cancel(self):
        return "CANCELLED"

    def fetch(self, key, target):
        target.write_bytes(key.encode())
        return target

    def download(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        return [self.fetch(made["key"], folder / Path(made["key"]).name) for made in self.result()["artifacts"]]


@dataclass
class FakeClient:
    """Jobs by id with what waiting for them gives: a result, or the error it raises."""

    outcomes: dict[str, Any] = field(default_factory=dict)
    submitted: list[tuple[str, Request]] = field(default_factory=list)
    documents: list[bytes] = field(default_factory=list)
    filters: dict[str, Any] = field(default_factory=dict)

    def submit(self, request, *, document=None, job_id=None):
        job_id = job_id or f"job-{len(self.submitted)}"
        text = document.decode(errors="replace") if document else request.text
        self.submitted.append((job_id, replace(request, text=text)))
        self.documents.append(document)
        self.outcomes.setdefault(job_id, RESULT)
        return FakeJob(job_id, self.outcomes[job_id])

    def job(self, job_id):
        if job_id not in self.outcomes:
            raise JobNotFound(f"no job {job_id!r}", given=job_id)
        return FakeJob(job_id, self.outcomes[job_id])

    def find(self, prefix):
        return self.job(prefix)

    def jobs(self, state=None, limit=20, **filters):
        self.filters = filters
        error = {"code": "synthesis_failed", "message": "no air", "details": {"segment": {"spot": "3 of chapter 1"}}}
        rows: list[dict[str, Any]] = [
            {
                "job_id": job_id, "state": "FAILED" if job_id == "failed" else "DONE", "created_s": 0.0, "metadata": {},
                "finished_s": 0.0, "error": error if job_id == "failed" else None, "retried_as": None,
            }
            for job_id in self.outcomes
        ]  # fmt: skip
        return [row for row in rows if state in (None, row["state"])][:limit]

    def retry(self, job_id):
        self.job(job_id)
        return FakeJob(f"{job_id}-again", RESULT)


@pytest.fixture
def client(monkeypatch):
    fake = FakeClient(
        {
            "done": RESULT,
            "failed": JobFailed("job 'failed' failed: no air", job_id="failed"),
            "cancelled": JobCancelled("job 'cancelled' was cancelled", job_id="cancelled"),
            "running": WaitTimeout("job 'running' is RUNNING after 0.09872557889993914 s", given=0.09872557889993914),
        }
    )
    for module in ("cli.jobs", "cli.failures"):
        monkeypatch.setattr(f"{module}.client_of", lambda _settings: fake)
    return fake
