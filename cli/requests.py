"""From flags and files to the request message, which the queue's own parser then checks."""

import contextlib
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pipeline.errors import InputError, InvalidRequest
from pipeline.request import SOURCE_MOST_BYTES, Request

SSML = "application/ssml+xml"
_ENDINGS = {".md": "text/markdown", ".markdown": "text/markdown", ".ssml": SSML}


@dataclass(frozen=True, slots=True)
class Choices:
    """What `say` and `submit` have in common."""

    voice: str
    model: str | None
    language: str | None
    speed: float
    mp3_kbps: int | None
    seed: int = 0


def request_for(choices: Choices, *, formats: list[str], media_type: str, **more: Any) -> Request:
    """Check everything but the text and return the request without one.

    Raises InvalidRequest and its kin, exactly as for a message from the queue.
    """
    from tasks.messages import parse_request

    options = {"mp3_kbps": choices.mp3_kbps, "seed": choices.seed, "book": more.pop("book", False)}
    data = {
        "version": 1,
        "voice": choices.voice,
        "text": "-",  # the parser wants one; the real text has a limit of its own here
        "media_type": media_type,
        "language": choices.language,
        "model": choices.model,
        "speed": choices.speed,
        "formats": formats,
        "options": options,
        **more,
    }
    return replace(parse_request({key: value for key, value in data.items() if value is not None}), text=None)


def read_text(name: str) -> bytes:
    """Read a file, or standard input for `-`; no more of it than a text may have, plus a byte that tells.

    Raises InvalidRequest for a file that cannot be read.
    """
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            return file.read(SOURCE_MOST_BYTES + 1)
    except OSError as err:
        raise InvalidRequest(f"cannot read {name!r}: {err.strerror}", given=name) from err


def checked_texts(names: Iterable[str], media_type: str | None) -> list[tuple[bytes, str]]:
    """Read texts and check that each can be spoken; return them with their media types.

    Raises an InputError that names the file.
    """
    from tasks.door import check_text

    found = []
    for name in names:
        text, kind = read_text(name), media_type_of(name, media_type)
        try:
            check_text(text, kind)
        except InputError as err:
            raise type(err)(f"{name}: {err.message}", **(err.details | {"file": name})) from err
        found.append((text, kind))
    return found


def declared(media_type: str | None, *, ssml: bool) -> str | None:
    """Return the media type that the flags name. Raises InvalidRequest when --ssml and another one are given."""
    if ssml and media_type not in {None, SSML}:
        raise InvalidRequest(f"--ssml says that the text is {SSML}, given {media_type} as well", given=media_type)
    return SSML if ssml else media_type


def media_type_of(name: str, given: str | None) -> str:
    """Return the media type: the one given, else by the file's ending."""
    return given or _ENDINGS.get(Path(name).suffix.lower(), "text/plain")


def key_values(pairs: list[str]) -> dict[str, str]:
    """Parse `KEY=VALUE` flags."""
    found = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InvalidRequest(f"--meta takes KEY=VALUE, given {pair!r}", given=pair)
        found[key] = value
    return found
