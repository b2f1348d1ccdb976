"""From flags and files to the request message, which the queue's own parser then checks."""

import contextlib
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pipeline.errors import InputError, InvalidRequest
from pipeline.lexicon import Entry
from pipeline.request import SOURCE_MOST_BYTES, Request, entry_to_json
from pipeline.script import Script

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
    manner: "Manner | None" = None


@dataclass(frozen=True, slots=True)
class Manner:
    """How it is said; `None` is a flag that was not given."""

    project: Path | None  #: the project's lexicon
    lexicon: Sequence[Path] | None = None  #: files; later ones win, and all of them over the project's
    voice_for: Sequence[str] | None = None  #: LANG=VOICE
    emoji: str = "drop"
    pause: Sequence[str] | None = None  #: REASON=SECONDS

    def options(self) -> dict[str, Any]:
        """Return it as a request has it."""
        files = [*([self.project] if self.project else ()), *(self.lexicon or ())]
        pauses = key_values(self.pause or (), "--pause", "REASON=SECONDS")
        return {
            "voices": key_values(self.voice_for or (), "--voice-for", "LANG=VOICE"),
            "emoji": self.emoji,
            "pauses_s": {reason: _seconds(given) for reason, given in pauses.items()},
            "lexicon": [entry_to_json(entry) for entry in _pronunciations(files)],
        }


def request_for(choices: Choices, *, formats: list[str], media_type: str, **more: Any) -> Request:
    """Check everything but the text and return the request without one.

    Raises InvalidRequest and its kin, exactly as for a message from the queue.
    """
    from tasks.messages import parse_request

    options = {
        "mp3_kbps": choices.mp3_kbps,
        "seed": choices.seed,
        "book": more.pop("book", False),
    } | (choices.manner.options() if choices.manner else {})
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
    found = []
    for name in names:
        text, kind = read_text(name), media_type_of(name, media_type)
        checked(name, text, kind)
        found.append((text, kind))
    return found


def checked(name: str, text: bytes, media_type: str) -> Script:
    """Return the script of a text. Raises an InputError that names the file."""
    from tasks.door import check_text

    try:
        return check_text(text, media_type)
    except InputError as err:
        raise type(err)(f"{name}: {err.message}", **(err.details | {"file": name})) from err


def declared(media_type: str | None, *, ssml: bool) -> str | None:
    """Return the media type that the flags name. Raises InvalidRequest when --ssml and another one are given."""
    if ssml and media_type not in {None, SSML}:
        raise InvalidRequest(f"--ssml says that the text is {SSML}, given {media_type} as well", given=media_type)
    return SSML if ssml else media_type


def media_type_of(name: str, given: str | None) -> str:
    """Return the media type: the one given, else by the file's ending."""
    return given or _ENDINGS.get(Path(name).suffix.lower(), "text/plain")


def _pronunciations(files: Iterable[Path]) -> list[Entry]:
    """Read lexicons; of two entries for one word of a language the later one counts."""
    from pipeline.lexicon_files import read_lexicon

    found = {(e.word, e.language): e for file in files for e in read_lexicon(read_text(str(file)), str(file))}
    return list(found.values())


def _seconds(given: str) -> float:
    try:
        return float(given)
    except ValueError as err:
        raise InvalidRequest(f"--pause takes REASON=SECONDS, given {given!r} for the seconds", given=given) from err


def key_values(pairs: Iterable[str], flag: str = "--meta", form: str = "KEY=VALUE") -> dict[str, str]:
    """Parse `KEY=VALUE` flags."""
    found = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InvalidRequest(f"{flag} takes {form}, given {pair!r}", given=pair)
        found[key] = value
    return found
