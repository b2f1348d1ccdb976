"""`voicemill get`: everything into a folder, or the one artifact that a file name asks for."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from pipeline.errors import InputError, WaitTimeout

if TYPE_CHECKING:
    from pipeline.ports import ObjectStore
    from tasks.job import Job

AUDIO = ("book", "chapter")
STDOUT = Path("-")


def download(job: "Job", output: Path) -> list[Path]:
    """Download what `output` asks for and return the files written.

    Raises:
        InputError: no artifact, or more than one, has the format of the file name.
        JobFailed, JobCancelled, WaitTimeout: there is no result to download.
    """
    artifacts = _result(job)["artifacts"]
    if output.is_dir() or not output.suffix:
        return job.download(output)
    made = choose(artifacts, output.suffix.lstrip(".").lower())
    output.parent.mkdir(parents=True, exist_ok=True)
    return [job.fetch(made["key"], output)]


def write(job: "Job", store: "ObjectStore", into: BinaryIO) -> None:
    """Write the job's one audio file to a stream, and nothing else. Raises as `download` does."""
    store.get(choose(_result(job)["artifacts"], None)["key"], into)
    into.flush()


def _result(job: "Job") -> dict[str, Any]:
    state = job.status()["state"]
    if state in {"QUEUED", "RUNNING"}:
        raise WaitTimeout(f"job {job.id!r} is {state}; wait for it: voicemill wait {job.id}", given=state)
    return job.result()


def choose(artifacts: Sequence[Mapping[str, Any]], audio_format: str | None) -> Mapping[str, Any]:
    """Return the one artifact of a format (None: of any): the book if there is one, else the only chapter."""
    spoken = [made for made in artifacts if made["kind"] in AUDIO]
    fitting = [made for made in spoken if audio_format in {None, made["format"]}]
    chosen = [made for made in fitting if made["kind"] == "book"] or fitting
    if len(chosen) == 1:
        return chosen[0]
    offered = sorted({made["format"] for made in spoken})
    if len(chosen) > len({made["format"] for made in chosen}):  # only a book is one file for each format
        kind = f" in {audio_format}" if audio_format else ""
        raise InputError(
            f"the job has {len(chosen)} chapters{kind} and no book: for one file submit it with --book (what was spoken is "
            "reused); to get the chapters name a folder",
            given=audio_format,
        )
    found = f"{len(chosen)} files" if chosen else "no audio"
    raise InputError(
        f"the job has {found} for {audio_format or 'standard output'}; it has {', '.join(offered)}: "
        "name a file with one of these endings, or a folder to get everything",
        given=audio_format,
        allowed=offered,
    )
