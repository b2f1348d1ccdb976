"""`voicemill demo`: the whole road once, from a text to a file that plays."""

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.context import client_of, loader_of
from cli.models import pull_progress
from cli.output import notice, progress
from cli.requests import Choices, request_for
from config.settings import Settings

if TYPE_CHECKING:
    from worker.embedded import Machine


def play(settings: Settings, voice: str, folder: Path, *, workers: int, config: Path | None) -> dict[str, Any]:
    """Fetch the voice's model, start a machine, speak the sample, stop the machine.

    Returns the files and the job's result.
    """
    from models.fetch import pull
    from worker.embedded import Layout, Machine, terminates_like_interrupt
    from worker.servers import free_port

    model = loader_of(settings).catalogue.resolve(voice).model
    notice(f"1/4 fetching the model {model}")
    with progress(model, "bytes") as show:
        pull(model, settings.models, pull_progress(show))
    request = request_for(Choices(voice, None, None, 1.0, None), formats=["mp3", "wav"], media_type="text/markdown")
    request = replace(request, text=(files("cli") / "sample_chapter.md").read_text(encoding="utf-8"))
    notice(f"2/4 starting a broker, a store and {workers} workers")
    layout = Layout(folder, workers, port=free_port(), config=config, notice=notice)
    with terminates_like_interrupt(), Machine(layout, settings) as machine:
        client = client_of(machine.configured())
        job = client.submit(request)
        notice(f"3/4 speaking: job {job.id}")
        with progress("speaking") as show:
            result = job.wait(on_progress=_watching(machine, show))
        paths = job.download(folder / "demo")
        notice("4/4 stopping")
    timing = result["timing"]
    notice(f"{timing['audio_s']:.1f} s of speech")
    return {"files": [str(path) for path in paths], "result": result}


def _watching(machine: "Machine", show: Callable[[dict[str, Any]], None] | None) -> Callable[[dict[str, Any]], None]:
    """A machine whose workers cannot start must end the wait, so it is looked at whenever the job is."""

    def look(state: dict[str, Any]) -> None:
        machine.check()
        if show:
            show(state)

    return look
