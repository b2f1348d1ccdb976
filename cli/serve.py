"""The commands that run something: worker, up, demo."""

import time
from pathlib import Path
from typing import Annotated, Literal, cast

import typer

from cli import options
from cli.context import settings_of
from cli.output import emit, notice
from pipeline.errors import InputError

DEFAULT_DIR = Path("var")
QUEUES = ("voicemill", "short", "long")  # as tasks/options.py has them; a default must not load the settings' models


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (worker, up, demo):
        app.command()(command)


def worker(
    ctx: typer.Context,
    queues: Annotated[str, typer.Option("--queues", metavar="LIST", help="Served in this order.")] = ",".join(QUEUES),
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Default: the host's name.")] = None,
) -> None:
    """Start one worker: prefork with one child."""
    served = _queues(queues)
    from worker.main import run_worker

    raise typer.Exit(run_worker(settings_of(ctx, serving=True), queues=served, name=name))


def up(
    ctx: typer.Context,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, help="Default: one per core, at most 2.")
    ] = None,
    folder: options.Folder = DEFAULT_DIR,
    store: Annotated[str | None, typer.Option("--store", metavar="disk|s3", help="Default: disk.")] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="N", min=1, max=65535, help="Of the broker.")] = None,
    json: options.Json = False,
) -> None:
    """Start broker, store and workers here, until Ctrl-C."""
    from worker.embedded import Layout, Machine, terminates_like_interrupt

    settings = settings_of(ctx)
    if port is not None and "broker_url" in settings.queue.model_fields_set:
        raise InputError(
            "--port is for a broker that `up` starts, but the settings name one (VOICEMILL_BROKER_URL): leave out one of "
            "the two",
            given=port,
        )
    layout = Layout(folder, workers or _cores(), _store(store), port, ctx.find_root().obj, notice)
    try:
        with terminates_like_interrupt(), Machine(layout, settings) as machine:
            lines = [f"export {name}={value}" for name, value in machine.environ.items()]
            emit({"environ": machine.environ, "workers": layout.workers}, "\n".join(lines), as_json=json)
            notice(f"{layout.workers} workers are up; logs: {folder / 'logs'}; Ctrl-C stops everything")
            while True:
                time.sleep(0.5)
                machine.check()
    except KeyboardInterrupt:
        notice("stopped")


def demo(
    ctx: typer.Context,
    voice: options.Voice = options.DEFAULT_VOICE,
    folder: options.Folder = DEFAULT_DIR,
    json: options.Json = False,
) -> None:
    """Speak a sample chapter through the queue on this machine."""
    from cli.demo import play

    made = play(settings_of(ctx), voice, folder, workers=_cores(), config=ctx.find_root().obj)
    emit(made, "\n".join(made["files"]), as_json=json)


def _cores() -> int:
    from config.cores import usable_cores

    return min(2, usable_cores())


def _queues(given: str) -> str:
    names = [name.strip() for name in given.split(",")]
    if unknown := [name for name in names if name not in QUEUES]:
        raise InputError(
            f"no queue {unknown[0]!r}; --queues lists some of {', '.join(QUEUES)}", given=given, allowed=list(QUEUES)
        )
    return ",".join(names)


def _store(name: str | None) -> Literal["disk", "s3"] | None:
    if name not in {None, "disk", "s3"}:
        raise typer.BadParameter(f"--store is disk or s3, given {name!r}")
    return cast("Literal['disk', 's3'] | None", name)
