"""`voicemill get`: everything into a folder, or the one artifact that a file name asks for."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.errors import InputError

if TYPE_CHECKING:
    from pipeline.ports import ObjectStore
    from tasks.job import Job

AUDIO = ("book", "chapter")


def download(job: "Job", store: "ObjectStore", output: Path) -> list[Path]:
    """Download what `output` asks for and return the files written (none for `-`, standard output).

    Raises:
        InputError: no artifact, or more than one, has the format of the file name.
        JobFailed, JobCancelled, WaitTimeout: there is no result to download.
    """
    to_stdout = str(output) == "-"
    if not to_stdout and (output.is_dir() or not output.suffix):
        return job.download(output)
    made = choose(job.result()["artifacts"], None if to_stdout else output.suffix.lstrip(".").lower())
    if to_stdout:
        store.get(made["key"], sys.stdout.buffer)
        return []
    output.parent.mkdir(parents=True, exist_ok=True)
    return [job.fetch(made["key"], output)]


def choose(artifacts: Sequence[Mapping[str, Any]], audio_format: str | None) -> Mapping[str, Any]:
    """Return the one artifact of a format (None: of any): the book if there is one, else the only chapter."""
    spoken = [made for made in artifacts if made["kind"] in AUDIO]
    fitting = [made for made in spoken if audio_format in {None, made["format"]}]
    chosen = [made for made in fitting if made["kind"] == "book"] or fitting
    if len(chosen) == 1:
        return chosen[0]
    offered = sorted({made["format"] for made in spoken})
    found = f"{len(chosen)} files" if chosen else "no audio"
    raise InputError(
        f"the job has {found} for {audio_format or 'standard output'}; it has {', '.join(offered)}: "
        "name a file with one of these endings, or a folder to get everything",
        given=audio_format,
        allowed=offered,
    )
