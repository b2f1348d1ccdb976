"""Doing the same to several jobs: what one of them says does not keep the others from their turn."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from cli.exit_codes import OK, exit_code
from cli.output import emit, error_object, notice
from pipeline import errors

if TYPE_CHECKING:
    from tasks.client import Client
    from tasks.job import Job

#: What is wrong with one job. A broker or a store that does not answer ends the command: the next job would only wait
#: for it again.
OF_ONE_JOB = (
    errors.InputError,
    errors.JobNotFound,
    errors.JobCancelled,
    errors.JobFailed,
    errors.WaitTimeout,
    errors.ObjectMissing,
    errors.ObjectDamaged,
)


def each_job(client: "Client", job_ids: list[str], act: "Callable[[Job], None]", *, as_json: bool) -> int:
    """Find every job and do something to it; print what is wrong with one and go on.

    Returns the exit code of the first error, else 0.
    """
    code = OK
    for given in job_ids:
        job_id = given
        try:
            job = client.find(given)
            job_id = job.id
            act(job)
        except OF_ONE_JOB as err:
            code = code or exit_code(err)
            if as_json:
                emit({"job_id": job_id, **error_object(err)}, "", as_json=True)
            else:
                notice(f"voicemill: {err.message}")
    return code
