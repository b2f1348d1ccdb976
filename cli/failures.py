"""Lists of jobs, and what failed submitted again: `jobs` and `retry`.

A failed job is its own dead letter: it stays in the ledger with code, reason and segment until its time to live ends.
"""

import re
import time
from typing import TYPE_CHECKING, Annotated

import typer

from cli import options
from cli.context import client_of, settings_of
from cli.each import each_job
from cli.output import emit, emit_rows, notice
from cli.show import failure_row, job_row
from pipeline.errors import InputError, every_error

if TYPE_CHECKING:
    from tasks.job import Job

STATES = ("QUEUED", "RUNNING", "DONE", "FAILED", "CANCELLED")
JOBS = ["job_id", "state", "submitted", "metadata"]
FAILURES = ["job_id", "failed", "code", "segment", "retried_as", "reason"]
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}

Code = Annotated[str | None, typer.Option("--code", metavar="C", help="Only jobs that failed with this code.")]
Since = Annotated[
    str | None, typer.Option("--since", metavar="T", help="Only jobs that ended in the last 90s 30m 2h 7d.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(retry)
    app.command("jobs")(list_jobs)


def retry(
    ctx: typer.Context,
    job_ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Job ids, or how they begin.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every failed job that was not retried yet.")] = False,
    code: Code = None,
    since: Since = None,
    json: options.Json = False,
) -> None:
    """Submit failed or cancelled jobs again and print the new ids."""
    if bool(job_ids) == everything:
        raise InputError("name jobs, or give --all", given=job_ids or [])
    if not everything and (code or since):
        raise InputError("--code and --since choose among all failed jobs: they go with --all", given=code or since)
    error_code, since_s = _code(code), _since(since)
    client = client_of(settings_of(ctx))
    ids = job_ids or [
        row["job_id"] for row in client.jobs("FAILED", None, code=error_code, since_s=since_s, retried=False)
    ]

    def again(failed: "Job") -> None:
        job = client.retry(failed.id)
        emit({"job_id": job.id, "retried": failed.id}, job.id, as_json=json)

    if not ids:
        notice("no failed job that was not retried yet")
    raise typer.Exit(each_job(client, ids, again, as_json=json))


def list_jobs(
    ctx: typer.Context,
    state: Annotated[str | None, typer.Option("--state", metavar="S", help="Only jobs in this state.")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="How many.")] = 20,
    code: Code = None,
    since: Since = None,
    json: options.Json = False,
) -> None:
    """List jobs, newest first; failed ones with their reasons."""
    wanted = "FAILED" if code and state is None else None if state is None else state.upper()
    if wanted not in {None, *STATES}:
        raise InputError(f"no state {state!r}; --state is one of {' '.join(STATES)}", given=state, allowed=list(STATES))
    error_code, since_s = _code(code), _since(since)
    rows = client_of(settings_of(ctx)).jobs(wanted, limit, code=error_code, since_s=since_s)
    if json or wanted != "FAILED":
        emit_rows(rows if json else map(job_row, rows), JOBS, as_json=json)
    else:
        emit_rows(map(failure_row, rows), FAILURES, as_json=False)


def _code(given: str | None) -> str | None:
    known = sorted(kind.code for kind in every_error())
    if given is not None and given not in known:
        raise InputError(f"no error code {given!r}; codes: {' '.join(known)}", given=given, allowed=known)
    return given


def _since(given: str | None) -> float | None:
    if given is None:
        return None
    parts = re.fullmatch(r"(\d+(?:\.\d+)?)([smhd])", given)
    if not parts:
        raise InputError(f"--since is a number with s, m, h or d, as in 2h; given {given!r}", given=given)
    return time.time() - float(parts[1]) * _SECONDS[parts[2]]
