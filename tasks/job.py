"""A handle on one job: what a program that enqueued it holds on to."""

import time
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.errors import InvalidRequest, JobCancelled, JobFailed, ObjectDamaged, WaitTimeout

if TYPE_CHECKING:
    from pydub import AudioSegment

    from tasks.client import Client

LOSSLESS = ("wav", "flac")
_POLL_S = (0.1, 1.0)  # the first and the longest rest between two looks at the ledger


class Job:
    """One job."""

    def __init__(self, job_id: str, client: "Client") -> None:
        self.id = job_id
        self._client = client

    def status(self) -> dict[str, Any]:
        """Return state, progress, result or error, metadata. Raises JobNotFound."""
        return self._client.view(self.id)

    def wait(
        self, timeout_s: float | None = None, on_progress: Callable[[dict[str, Any]], None] | None = None
    ) -> dict[str, Any]:
        """Return the result as soon as the job is done.

        Raises JobFailed (with the code of what failed it in `details`), JobCancelled, WaitTimeout or JobNotFound.
        """
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        rest_s = _POLL_S[0]
        while True:
            view = self.status()
            if view["state"] not in ("QUEUED", "RUNNING"):
                return self._outcome(view)
            if on_progress:
                on_progress(view["progress"])
            if deadline is not None and time.monotonic() >= deadline:
                raise WaitTimeout(
                    f"job {self.id!r} is {view['state']} after {timeout_s} s; it goes on", given=timeout_s
                )
            time.sleep(rest_s)
            rest_s = min(_POLL_S[1], rest_s * 1.3)

    def result(self) -> dict[str, Any]:
        """Return the result of a job that is done. Raises WaitTimeout when it is not final yet."""
        return self.wait(timeout_s=0)

    def _outcome(self, view: dict[str, Any]) -> dict[str, Any]:
        if view["state"] == "DONE":
            result: dict[str, Any] = view["result"]
            return result
        error = view["error"]
        if view["state"] == "CANCELLED":
            raise JobCancelled(error["message"], job_id=self.id)
        raise JobFailed(f"job {self.id!r} failed: {error['message']}", job_id=self.id, error=error)

    def cancel(self) -> str:
        """Cancel the job; return its state."""
        return self._client.cancel(self.id)

    def download(self, folder: str | Path) -> list[Path]:
        """Fetch and verify every artifact of a done job into a folder; return the paths."""
        folder = Path(folder)
        result = self.result()
        folder.mkdir(parents=True, exist_ok=True)
        return [self.fetch(artifact["key"], folder / file_name(artifact)) for artifact in result["artifacts"]]

    def fetch(self, key: str, target: Path) -> Path:
        """Fetch and verify one artifact; the target appears whole or not at all."""
        self._client.check_store()
        partial = target.with_name(f".{target.name}.part")
        try:
            with partial.open("wb") as into:
                self._client.store.get(key, into)
            partial.replace(target)
        except ObjectDamaged as err:
            self._client.store.delete(key)  # then it is missing, and the same request makes it again
            raise ObjectDamaged(f"{err.message}; submit the text again: only the file is made anew", key=key) from err
        finally:
            partial.unlink(missing_ok=True)
        return target

    def audio(self, chapter: int | None = None) -> "AudioSegment":
        """Return a chapter, or all of them one after another, as a pydub AudioSegment (held in memory).

        Takes the lossless file of a chapter where there is one.
        """
        from pipeline.playback import audio_segment  # noqa: PLC0415 — pydub is slow to import

        keys: dict[int, str] = {}
        for artifact in self.result()["artifacts"]:
            if artifact["kind"] == "chapter" and (artifact["format"] in LOSSLESS or artifact["chapter"] not in keys):
                keys[artifact["chapter"]] = artifact["key"]
        if chapter is not None and chapter not in keys:
            raise InvalidRequest(f"no chapter {chapter}; chapters: 0 to {len(keys) - 1}", given=chapter)
        joined = None
        for index in sorted(keys) if chapter is None else [chapter]:
            into = BytesIO()
            self._client.store.get(keys[index], into)
            segment = audio_segment(into.getvalue())
            joined = segment if joined is None else joined + segment
        return joined


def file_name(artifact: Mapping[str, Any]) -> str:
    """Return what an artifact is called in a folder: `001.mp3`, `book.mp3`, `manifest.json`."""
    if artifact["kind"] == "chapter":
        return f"{artifact['chapter'] + 1:03}.{artifact['format']}"
    return f"{artifact['kind']}.{artifact['format']}"
