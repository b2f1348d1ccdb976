"""`voicemill say`: speech here and now, in this process, without broker or store."""

from pathlib import Path
from typing import Annotated

import typer

from cli import options
from cli.context import loader_of, settings_of
from cli.output import emit
from cli.requests import Choices, read_text, request_for
from pipeline.errors import UnsupportedFormat
from pipeline.request import FORMATS


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
    mp3_kbps: options.Kbps = None,
    json: options.Json = False,
) -> None:
    """Speak in this process, without broker or store."""
    from pipeline.say import say as render

    request = request_for(
        Choices(voice, model, lang, speed, mp3_kbps),
        formats=[_format(output)],
        media_type="text/markdown" if markdown else "text/plain",
    )
    loader = loader_of(settings_of(ctx))
    synthesizer = loader.open(loader.catalogue.resolve(request.voice, request.model).model)
    data = read_text("-") if text == "-" else text.encode()
    made = render(data, request, synthesizer=synthesizer, catalogue=loader.catalogue, output=output)
    emit(made, str(output), as_json=json)


def _format(output: Path) -> str:
    ending = output.suffix.lstrip(".").lower()
    if ending not in FORMATS:
        raise UnsupportedFormat(
            f"cannot tell the format from {output.name!r}; endings: {' '.join('.' + name for name in FORMATS)}",
            given=output.name,
            allowed=list(FORMATS),
        )
    return ending
