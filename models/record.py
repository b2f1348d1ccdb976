"""The sha256 that a hub announced for a file that no catalogue pins, kept beside it in the form of `sha256sum`.

From then on it is what the file must be: a hub that announces another one is refused.
"""

import re
from pathlib import Path

from models.files import whole_file

_LINE = re.compile(r"^([0-9a-f]{64}) [ *]", re.MULTILINE)


def record_path(path: Path) -> Path:
    """Return where the record of a file is."""
    return path.with_name(f"{path.name}.sha256")


def recorded(path: Path) -> str:
    """Return the sha256 recorded for a file; "" when there is none."""
    try:
        found = _LINE.search(record_path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""
    return found[1] if found else ""


def record(path: Path, digest: str, source: str) -> None:
    """Write down what a source announced for a file."""
    with whole_file(record_path(path)) as file:
        file.write(f"# announced by {source}\n{digest}  {path.name}\n".encode())
