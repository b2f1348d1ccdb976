"""What a command prints: data on standard output, everything else on standard error.

With `--json` one object a command, or one a line for lists, and nothing else on standard output.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pipeline.errors import VoicemillError


def emit(data: Mapping[str, Any], text: str, *, as_json: bool) -> None:
    """Print one result: as a JSON line, or as the text that a person reads."""
    ascii_only = (sys.stdout.encoding or "").lower() not in {"utf-8", "utf8"}
    print(json.dumps(data, ensure_ascii=ascii_only, default=str) if as_json else text, flush=True)


def emit_rows(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], *, as_json: bool) -> None:
    """Print a list: one JSON object a line, or a table of these columns."""
    if as_json:
        for row in rows:
            emit(row, "", as_json=True)
        return
    cells = [[name.upper() for name in columns], *([_cell(row.get(name)) for name in columns] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    for line in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def notice(text: str) -> None:
    """Say something to the person at the terminal."""
    print(text, file=sys.stderr, flush=True)


def error_object(err: VoicemillError) -> dict[str, Any]:
    """Return the JSON form of an error."""
    return {"error": {"code": err.code, "message": err.message, "details": err.details}}


@contextmanager
def progress(title: str, unit: str = "segments") -> Iterator[Callable[[dict[str, Any]], None] | None]:
    """Show a bar on standard error while the block runs; yields what takes `{"done", "total"}`, or None.

    Only on a terminal: in a log a bar is noise. Rich respects NO_COLOR.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(unit))
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda state: bar.update(task, completed=state.get("done", 0), total=state.get("total") or None)


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value)


def size(count: float) -> str:
    """Write a number of bytes for a person."""
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"
