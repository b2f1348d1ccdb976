"""The commands about voices and models."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import options
from cli.context import loader_of, settings_of
from cli.exit_codes import FAILED
from cli.output import emit, emit_rows, notice, progress

if TYPE_CHECKING:
    from models.export.cosyvoice.export import Progress as Step
    from models.fetch import Progress

group = typer.Typer(help="The models: list, fetch, export, verify.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(voices)
    app.add_typer(group, name="models")


def voices(
    ctx: typer.Context, lang: options.Lang = None, model: options.Model = None, json: options.Json = False
) -> None:
    """List voices with model, language and licence."""
    catalogue = loader_of(settings_of(ctx)).catalogue
    cards = [catalogue.model(model)] if model else list(catalogue.models.values())
    primary = lang.lower().replace("_", "-").split("-")[0] if lang else None
    rows = [
        {"voice": voice.id, "model": card.id, "languages": list(voice.languages), "licence": voice.licence,
         "gender": voice.gender, "sample_rate": voice.sample_rate}
        for card in cards
        for voice in card.voices
        if primary is None or primary in voice.languages
    ]  # fmt: skip
    emit_rows(rows, ["voice", "model", "languages", "licence"], as_json=json)


@group.command("list")
def list_models(ctx: typer.Context, json: options.Json = False) -> None:
    """List the catalogue and what of it is here."""
    from models.fetch import listing

    rows = [asdict(state) for state in listing(settings_of(ctx).models)]
    emit_rows(rows, ["id", "revision", "size_bytes", "licence", "here"], as_json=json)
    for row in rows:
        for told in (*([row["problem"]] if row["problem"] else []), *row["notes"]):
            notice(f"voicemill: {row['id']}: {told}")


@group.command()
def pull(
    ctx: typer.Context,
    model_ids: Annotated[list[str], typer.Argument(metavar="ID", help="Models of the catalogue.")],
    checkpoint: Annotated[
        bool, typer.Option("--checkpoint", help="Also what an exported model was made of, to export it anew.")
    ] = False,
    clones: Annotated[bool, typer.Option("--clones", help="Also the networks for cloned voices.")] = False,
    json: options.Json = False,
) -> None:
    """Fetch models, check every sha256 and prepare the graphs."""
    from models.catalog import Part, entry_of
    from models.fetch import pull as fetch

    settings = settings_of(ctx).models
    asked: dict[Part, bool] = {"checkpoint": checkpoint, "clones": clones}
    for model_id in model_ids:
        with progress(model_id, "bytes") as show:
            fetched = fetch(model_id, settings, pull_progress(show), [part for part in asked if asked[part]])
        entry = entry_of(model_id, settings)
        digests = {file.path: file.sha256 for file in (*entry.files, *entry.extras)}
        for path in [file.path for file in fetched.files if not file.pinned]:
            notice(f"voicemill: {model_id}/{path}: sha256 {digests[path]} as its hub announced it; none is pinned")
        if entry.problem:
            notice(f"voicemill: {model_id}: {entry.problem}")
        emit({"id": model_id, "folder": str(entry.folder)}, f"{model_id} {entry.folder}", as_json=json)


@group.command()
def verify(
    ctx: typer.Context,
    model_ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Default: all that are here.")] = None,
    json: options.Json = False,
) -> None:
    """Check the sha256 of every file that is here."""
    from models.fetch import verify as check

    rows = [asdict(state) for state in check(settings_of(ctx).models, model_ids or ())]
    emit_rows(rows, ["model", "path", "state"], as_json=json)
    wrong = [row for row in rows if row["state"] != "ok"]
    for row in wrong:
        if row["problem"]:
            notice(f"voicemill: {row['model']}: {row['problem']}")
    if fetched := [row for row in wrong if row["pulled"]]:
        flags = [f" --{part}" for part in sorted({row["part"] for row in fetched if row["part"]})]
        notice(f"voicemill: files are not as they must be; fetch them again: voicemill models pull ID{''.join(flags)}")
    for model in sorted({row["model"] for row in wrong if not row["pulled"] and not row["problem"]}):
        notice(f"voicemill: {model}: files are not as they were exported; export it again: voicemill models export")
    if wrong:
        raise typer.Exit(FAILED)


@group.command()
def export(
    ctx: typer.Context,
    model_id: Annotated[str, typer.Argument(metavar="ID", help="cosyvoice-300m-sft")],
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="DIR", help="The published files. Default: those that pull fetched."),
    ] = None,
    profile: Annotated[str, typer.Option("--profile", metavar="full|balanced|lite")] = "balanced",
    output: Annotated[
        Path | None, typer.Option("--output", metavar="DIR", help="Default: the model's place in the models folder.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Make a checkpoint of PyTorch into what is run, and compare both; needs torch."""
    from models.checkpoints import FOLDER
    from models.export.choice import complete, export_model

    settings = settings_of(ctx).models
    own = settings.folder / model_id
    folder = output or own
    with progress(model_id, "steps") as show:
        made = export_model(model_id, checkpoint or own / FOLDER, (folder, profile), export_progress(show))
    left = complete(made, settings)
    for note in (*made.notes, *([left] if left else [])):
        notice(f"voicemill: {note}")
    emit(
        {"id": model_id, "profile": profile, "folder": str(folder), "size_bytes": made.bundle.size_bytes,
         "differences": [asdict(each) for each in made.differences]},
        made.told, as_json=json,
    )  # fmt: skip


def export_progress(show: Callable[[dict[str, Any]], None] | None) -> "Callable[[Step], None]":
    """Return what an export reports to: the bar, or lines for a log."""

    def report(step: "Step") -> None:
        if show:
            show({"done": step.done, "total": step.total})
        else:
            notice(f"voicemill: {step.graph} {step.state} ({step.done}/{step.total})")

    return report


def pull_progress(show: Callable[[dict[str, Any]], None] | None) -> "Callable[[Progress], None]":
    """Return what a pull reports to: the bar, or nothing."""

    def report(state: "Progress") -> None:
        if show:
            show({"done": state.done_bytes, "total": state.total_bytes})

    return report
