"""The `voicemill` command: what it can do, and how it ends.

Commands are a few lines that call the layers below. Nothing heavy is imported before a command runs, so help and shell
completion answer at once. Every error becomes one line (or, with `--json`, one object) and the exit code of its class.
"""

import io
import itertools
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from cli import cache, doctor, failures, health, inspect, jobs, models, say, serve
from cli.exit_codes import INTERRUPTED, OK, USAGE, exit_code
from cli.output import emit, error_object, notice
from pipeline.errors import InputError, VoicemillError

app = typer.Typer(
    name="voicemill",
    help="Books, courses and app text to finished speech: in batch, on cheap CPUs, nothing lost.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for group in (say, inspect, jobs, failures, models, cache, serve, doctor, health):
    group.register(app)

#: What wrong usage raises; typer keeps the class itself under a private name.
_Usage: Any = typer.BadParameter.__base__


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(version("voicemill"))
        except PackageNotFoundError:  # run from a checkout that was never installed
            print("0+checkout")
        raise typer.Exit


@app.callback()
def _application(
    ctx: typer.Context,
    config: Annotated[Path | None, typer.Option("--config", metavar="FILE", help="Settings as TOML.")] = None,
    _show: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Print the version.")
    ] = False,
) -> None:
    ctx.obj = config


def run() -> None:
    """Run the command line of this process and leave with its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a file name or title that the terminal's encoding lacks is no crash
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Run one command. Returns its exit code."""
    as_json = "--json" in itertools.takewhile(lambda word: word != "--", arguments)  # what follows is no flag
    try:
        code = app(args=list(arguments), prog_name="voicemill", standalone_mode=False)
    except VoicemillError as err:
        return _failed(err, as_json=as_json)
    except _Usage as err:
        return _misused(err, as_json=as_json)
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:  # `voicemill jobs | head`: the reader has enough; keep the exit from flushing into it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as err:  # a file that cannot be read or written, named by the user
        return _failed(VoicemillError(f"{err.strerror or err}: {err.filename or ''}".rstrip(": ")), as_json=as_json)
    if code == INTERRUPTED:
        notice("voicemill: interrupted; what was submitted goes on")
    return code if isinstance(code, int) else OK


def _failed(err: VoicemillError, *, as_json: bool) -> int:
    if as_json:
        emit(error_object(err), "", as_json=True)
    else:
        notice(f"voicemill: {err.message}")
    return exit_code(err)


def _misused(err: Any, *, as_json: bool) -> int:
    path = err.ctx.command_path if err.ctx else "voicemill"
    if as_json:
        emit(error_object(InputError(err.format_message(), command=path)), "", as_json=True)
    else:
        notice(f"voicemill: {err.format_message()}\nHow it is used: {path} --help")
    return USAGE


if __name__ == "__main__":
    run()
