"""`voicemill doctor`: is everything here that a job needs, and what to do if not."""

import typer

from cli import options
from cli.context import settings_of
from cli.exit_codes import FAILED
from cli.output import emit


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(doctor)


def doctor(ctx: typer.Context, json: options.Json = False) -> None:
    """Check broker, workers, queue, store, models, scratch folder and clocks."""
    from worker.doctor import examine

    sound = True
    for finding in examine(settings_of(ctx)):
        sound = sound and finding.ok
        text = f"{'ok  ' if finding.ok else 'BAD '} {finding.name:<8} {finding.said}"
        text += "" if finding.ok else f"\n              {finding.advice}"
        emit(finding.as_dict(), text, as_json=json)
    raise typer.Exit(0 if sound else FAILED)
