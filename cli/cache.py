"""The commands about what the store keeps."""

import time
from typing import Annotated, Any

import typer

from cli import options
from cli.context import settings_of, store_of
from cli.output import emit, size

group = typer.Typer(help="Stored segments and renderings: count, prune.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(group, name="cache")


@group.command()
def stats(ctx: typer.Context, json: options.Json = False) -> None:
    """Show number, bytes and age of what is stored."""
    from pipeline.retention import stats as count

    found = count(store_of(settings_of(ctx)), now_s=time.time())
    emit(found, _text(found), as_json=json)


@group.command()
def prune(
    ctx: typer.Context,
    older_than_days: Annotated[
        float | None, typer.Option("--older-than-days", metavar="N", min=0, help="Segments older than this go.")
    ] = None,
    max_bytes: Annotated[
        int | None, typer.Option("--max-bytes", metavar="N", min=0, help="Oldest segments go until this is left.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    json: options.Json = False,
) -> None:
    """Delete what is past its time and in no job's use."""
    from pipeline.retention import Limits
    from tasks.ledger import Ledger
    from worker.pruning import limits_of, prune_store

    settings = settings_of(ctx)
    usual = limits_of(settings.worker)
    limits = Limits(
        usual.older_than_days if older_than_days is None else older_than_days,
        usual.max_bytes if max_bytes is None else max_bytes,
    )
    ledger = Ledger(settings.queue, timeout_s=settings.queue.producer_timeout_s, retries=1)
    gone = prune_store(ledger, store_of(settings), limits, dry_run=dry_run)
    emit(gone, _text(gone), as_json=json)


def _text(found: dict[str, dict[str, Any]]) -> str:
    return "\n".join(f"{name:<12} {row['objects']:>8} objects {size(row['bytes']):>10}" for name, row in found.items())
