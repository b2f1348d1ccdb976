"""Waiting for several jobs with one deadline, one line of result each."""

import time
from typing import TYPE_CHECKING

from cli.each import each_job
from cli.output import emit, progress
from cli.show import result_text
from pipeline.errors import WaitTimeout

if TYPE_CHECKING:
    from tasks.client import Client
    from tasks.job import Job


def wait_for(client: "Client", job_ids: list[str], *, timeout_s: float | None, as_json: bool) -> int:
    """Wait until every job is final, `timeout_s` seconds for all together, and print each result.

    Returns the exit code of the first job that failed, was cancelled, is unknown or not final in time, else 0.
    """
    deadline = None if timeout_s is None else time.monotonic() + timeout_s

    def wait(job: "Job") -> None:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        try:
            with progress(job.id) as show:
                result = job.wait(timeout_s=left, on_progress=show)
        except WaitTimeout as err:  # says what was left of the time for this job; the user gave one for all
            state = job.status()["state"]
            raise WaitTimeout(f"job {job.id!r} is {state} after {timeout_s:g} s; it goes on", given=timeout_s) from err
        emit(result, result_text(result), as_json=as_json)

    return each_job(client, job_ids, wait, as_json=as_json)
