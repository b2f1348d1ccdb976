"""The flags that several commands share, declared once."""

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Voice = Annotated[str, typer.Option("--voice", metavar="EXPR", help="A voice id or a blend: af_heart:0.6+af_bella:0.4")]
Model = Annotated[str | None, typer.Option("--model", metavar="ID", help="The model, when two have that voice.")]
Lang = Annotated[str | None, typer.Option("--lang", metavar="TAG", help="Base language; default: the voice's own.")]
Speed = Annotated[float, typer.Option("--speed", metavar="X", help="0.5 to 2.0")]
Kbps = Annotated[int | None, typer.Option("--mp3-kbps", metavar="N", help="Constant bit rate; default: variable.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Another number: another take of the same text.")]
Ssml = Annotated[bool, typer.Option("--ssml", help="The text is SSML.")]
Lexicon = Annotated[
    list[Path] | None, typer.Option("--lexicon", metavar="FILE", help="Pronunciations: YAML, CSV or PLS; repeatable.")
]
VoiceFor = Annotated[
    list[str] | None,
    typer.Option("--voice-for", metavar="LANG=VOICE", help="Voice of longer stretches of a language; repeatable."),
]
Emoji = Annotated[str, typer.Option("--emoji", metavar="drop|name", help="Leave emoji out, or say their names.")]
Pause = Annotated[
    list[str] | None,
    typer.Option("--pause", metavar="REASON=S", help="Seconds of silence after a sentence, paragraph …; repeatable."),
]
Id = Annotated[str, typer.Argument(metavar="ID", help="The job's id, or how it begins.")]
Ids = Annotated[list[str], typer.Argument(metavar="ID", help="Job ids, or how they begin.")]
Folder = Annotated[Path, typer.Option("--dir", metavar="DIR", help="Where broker and store keep their data.")]

DEFAULT_VOICE = "af_heart"
