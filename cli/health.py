"""`voicemill health`: is the worker of this container, or are all workers of this machine, able to work."""

from typing import Annotated

import typer

from cli import options
from cli.exit_codes import FAILED
from cli.output import emit


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(health)


def health(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Only the workers of that name.")] = None,
    json: options.Json = False,
) -> None:
    """Judge the workers that run here by their last sign of life; exit 1 when one is unwell, or none is here."""
    from config.scratch import scratch_folder
    from worker.health import examine

    found = examine(scratch_folder(ctx.find_root().obj), name)
    for each in found:
        emit(each.as_dict(), each.text, as_json=json)
    raise typer.Exit(0 if all(each.healthy for each in found) else FAILED)
