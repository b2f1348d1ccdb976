"""Waiting for several jobs with one deadline, one line of result each."""

import time
from typing import TYPE_CHECKING

from cli.exit_codes import EXIT_CODE, OK
from cli.output import emit, error_object, notice, progress
from cli.show import result_text
from pipeline.errors import JobCancelled, JobFailed

if TYPE_CHECKING:
    from tasks.client import Client


def wait_for(client: "Client", job_ids: list[str], *, timeout_s: float | None, as_json: bool) -> int:
    """Wait until every job is final and print each result.

    Returns the exit code of the first job that failed or was cancelled, else 0.

    Raises:
        WaitTimeout: they are not all final within `timeout_s` seconds together.
    """
    deadline = None if timeout_s is None else time.monotonic() + timeout_s
    code = OK
    for job_id in job_ids:
        job = client.find(job_id)
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        try:
            with progress(job.id) as show:
                result = job.wait(timeout_s=left, on_progress=show)
        except (JobFailed, JobCancelled) as err:
            code = code or EXIT_CODE[type(err)]
            if as_json:
                emit({"job_id": job.id, **error_object(err)}, "", as_json=True)
            else:
                notice(f"voicemill: {err.message}")
        else:
            emit(result, result_text(result), as_json=as_json)
    return code
