"""`voicemill say`: speech here and now, in this process, without broker or store."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import options
from cli.context import loader_of, settings_of
from cli.output import emit, notice, progress
from cli.requests import Choices, Manner, declared, read_text, request_for
from cli.show import dropped_lines

if TYPE_CHECKING:
    from config.settings import Settings


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("say")(say)


def say(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT|-", help="What to say; - reads standard input.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help=".wav .flac .mp3 or .opus")],
    voice: options.Voice = options.DEFAULT_VOICE,
    model: options.Model = None,
    lang: options.Lang = None,
    speed: options.Speed = 1.0,
    markdown: Annotated[bool, typer.Option("--markdown", help="The text is Markdown.")] = False,
    ssml: options.Ssml = False,
    mp3_kbps: options.Kbps = None,
    seed: options.Seed = 0,
    lexicon: options.Lexicon = None,
    voice_for: options.VoiceFor = None,
    emoji: options.Emoji = "drop",
    pause: options.Pause = None,
    json: options.Json = False,
) -> None:
    """Speak in this process, without broker or store."""
    from pipeline.say import format_of
    from pipeline.say import say as render

    settings = settings_of(ctx)
    manner = Manner(settings.speech.lexicon, lexicon, voice_for, emoji, pause)
    request = request_for(
        Choices(voice, model, lang, speed, mp3_kbps, seed, manner),
        formats=[format_of(output)],
        media_type=declared("text/markdown" if markdown else None, ssml=ssml) or "text/plain",
    )
    loader = loader_of(with_all_cores(settings))
    synthesizer = loader.open(loader.catalogue.resolve(request.voice, request.model).model)
    # An argument that is not in the terminal's encoding arrives as surrogates; its bytes are read as a file's are.
    data = read_text("-") if text == "-" else text.encode(errors="surrogateescape")
    with progress("speaking", "segments") as show:
        made = render(
            data, request, synthesizer=synthesizer, catalogue=loader.catalogue, output=output, on_progress=show
        )
    emit(made, str(output), as_json=json)
    for line in () if json else dropped_lines(made):
        notice(f"voicemill: {line}")


def with_all_cores(settings: "Settings") -> "Settings":
    """Return settings whose sessions use every core, unless somebody said how many: nothing else runs beside `say`."""
    from config.cores import usable_cores

    if "threads" in settings.models.model_fields_set:
        return settings
    models = settings.models.model_copy(update={"threads": usable_cores()})
    return settings.model_copy(update={"models": models})
