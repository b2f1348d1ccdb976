"""From flags and files to the request message, which the queue's own parser then checks."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.errors import InvalidRequest, TextTooLong
from pipeline.request import SOURCE_MOST_BYTES, Request

if TYPE_CHECKING:
    from pipeline.ports import ObjectStore  # loads numpy, which help and completion must not wait for

MARKDOWN_ENDINGS = (".md", ".markdown")


@dataclass(frozen=True, slots=True)
class Choices:
    """What `say` and `submit` have in common."""

    voice: str
    model: str | None
    language: str | None
    speed: float
    mp3_kbps: int | None


def request_for(choices: Choices, *, formats: list[str], media_type: str, **more: Any) -> Request:
    """Check everything but the text and return the request without one.

    Raises InvalidRequest and its kin, exactly as for a message from the queue.
    """
    from tasks.messages import parse_request

    options = {"mp3_kbps": choices.mp3_kbps, "book": more.pop("book", False)}
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
    """Read a file, or standard input for `-`."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def media_type_of(name: str, given: str | None) -> str:
    """Return the media type: the one given, else by the file's ending."""
    return given or ("text/markdown" if name.lower().endswith(MARKDOWN_ENDINGS) else "text/plain")


def with_text(request: Request, data: bytes, *, store: "ObjectStore", job_id: str) -> Request:
    """Put the text into the request; bytes that are not UTF-8 go to the store, where the reader finds out what they are.

    Raises TextTooLong above the limit of a source, StorageError when the store does not take it.
    """
    if len(data) > SOURCE_MOST_BYTES:
        raise TextTooLong(
            f"the text has {len(data):,} bytes; a text may have {SOURCE_MOST_BYTES:,}: split it into volumes",
            given=len(data),
            allowed=SOURCE_MOST_BYTES,
        )
    try:
        return replace(request, text=data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        key = f"inbox/{job_id}/text"
        store.put(key, data, content_type=request.media_type, metadata={"ttl_s": str(request.ttl_s)})
        return replace(request, source=key)


def key_values(pairs: list[str]) -> dict[str, str]:
    """Parse `KEY=VALUE` flags."""
    found = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InvalidRequest(f"--meta takes KEY=VALUE, given {pair!r}", given=pair)
        found[key] = value
    return found
