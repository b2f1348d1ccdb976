"""`voicemill inspect`: what will be said, before any CPU is spent on speech."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cli import options
from cli.context import loader_of, settings_of, store_of
from cli.requests import Choices, Manner, checked, declared, media_type_of, read_text, request_for

if TYPE_CHECKING:
    from models.loader import Loader


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("inspect")(inspect)


def inspect(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="The text; - reads standard input.")],
    voice: Annotated[
        str | None, typer.Option("--voice", metavar="EXPR", help="Default: the first voice of the language.")
    ] = None,
    model: options.Model = None,
    lang: options.Lang = None,
    speed: options.Speed = 1.0,
    markdown: Annotated[bool, typer.Option("--markdown", help="The text is Markdown.")] = False,
    ssml: options.Ssml = False,
    lexicon: options.Lexicon = None,
    voice_for: options.VoiceFor = None,
    emoji: options.Emoji = "drop",
    pause: options.Pause = None,
    cached: Annotated[bool, typer.Option("--cached", help="Ask the store which segments are there already.")] = False,
    json: options.Json = False,
) -> None:
    """Show what will be said: spoken forms, phonemes, pauses, and what cannot be spoken."""
    from models.inspector import inspector_for

    settings = settings_of(ctx)
    loader = loader_of(settings)
    manner = Manner(settings.speech.lexicon, lexicon, voice_for, emoji, pause)
    chosen = voice or _voice_of(lang, model, loader)
    kind = media_type_of(file, declared("text/markdown" if markdown else None, ssml=ssml))
    choices = Choices(chosen or "none", model, lang, speed, None, manner=manner)
    request = request_for(choices, formats=["wav"], media_type=kind)
    script = checked(file, read_text(file), kind)
    inspector = inspector_for(request, script, loader, voiceless=chosen is None)
    if cached:
        from pipeline.retention import stored_segments

        inspector = inspector.asking(stored_segments(store_of(settings)))
    (inspector.write_json if json else inspector.write_page)(script, sys.stdout)


def _voice_of(language: str | None, model: str | None, loader: "Loader") -> str | None:
    """Return the first voice of a language, or None when no model here has one."""
    if language is None:
        return options.DEFAULT_VOICE if model is None else loader.catalogue.model(model).voices[0].id
    tag = language.lower().replace("_", "-").split("-")[0]
    cards = [loader.catalogue.model(model)] if model else loader.catalogue.models.values()
    spoken = (
        each.id for card in cards if not card.takes_text or model for each in card.voices if each.languages[0] == tag
    )
    return next(spoken, None)
