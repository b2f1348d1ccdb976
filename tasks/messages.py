"""Requests as they come over the wire: checked against the committed schema's rules, made into the domain's Request.

`schema/request.json` is the contract; this model says the same (a test holds them together) with messages for people.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from pipeline.errors import EmptyText, InvalidRequest, TextTooLong, UnsupportedFormat
from pipeline.lexicon import ENTRIES_MOST, ENTRY_MOST, PHRASE, Entry, fault_of_phrase
from pipeline.request import (
    FORMATS,
    INLINE_MOST_BYTES,
    MEDIA_TYPES,
    PauseReason,
    RenderOptions,
    Request,
    options_to_json,
)

JOB_ID = r"^[A-Za-z0-9][A-Za-z0-9_.-]{2,63}$"
SOURCE = r"^(inbox/[A-Za-z0-9][A-Za-z0-9_.-]*/[A-Za-z0-9][A-Za-z0-9_.-]*|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/.+)$"
Voice = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
Seconds = Annotated[float, Field(ge=0, le=30)]
Kbps = Literal[32, 40, 48, 56, 64, 80, 96, 112, 128, 160]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class EntryMessage(_Strict):
    """One pronunciation."""

    word: str = Field(min_length=1, max_length=ENTRY_MOST, pattern=PHRASE)
    say: str | None = Field(None, min_length=1, max_length=ENTRY_MOST)
    ipa: str | None = Field(None, min_length=1, max_length=ENTRY_MOST)
    language: str | None = Field(None, pattern=r"^[a-z]{2,3}$")
    case: bool = False

    @model_validator(mode="after")
    def _one(self) -> "EntryMessage":
        if (self.say is None) == (self.ipa is None):
            raise ValueError("a pronunciation has exactly one of 'say' and 'ipa'")
        if crowded := fault_of_phrase(self.word):
            raise ValueError(crowded)
        return self


class OptionsMessage(_Strict):
    """The `options` of a request."""

    seed: int = Field(0, ge=0, le=2**32 - 1)
    pauses_s: dict[PauseReason, Seconds] = Field(default_factory=dict)
    mp3_kbps: Kbps | None = None
    book: bool = False
    voices: dict[Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")], Voice] = Field(
        default_factory=dict, max_length=20
    )
    lexicon: list[EntryMessage] = Field(default_factory=list, max_length=ENTRIES_MOST)
    emoji: Literal["drop", "name"] = "drop"


class RequestMessage(_Strict):
    """A request, version 1."""

    version: Literal[1]
    id: str | None = Field(None, pattern=JOB_ID)
    text: str | None = None
    source: str | None = Field(None, pattern=SOURCE, max_length=2000)
    media_type: str = "text/plain"
    language: str | None = Field(None, max_length=100)
    model: str | None = Field(None, max_length=200)
    voice: str = Field(min_length=1, max_length=1000)
    speed: float = Field(1.0, ge=0.5, le=2.0)
    formats: list[str] = Field(default_factory=lambda: ["mp3"], min_length=1)
    options: OptionsMessage = Field(default_factory=OptionsMessage)
    metadata: dict[
        Annotated[str, StringConstraints(max_length=100)], Annotated[str, StringConstraints(max_length=1000)]
    ] = Field(default_factory=dict, max_length=32)
    priority: Literal["auto", "short", "long"] = "auto"
    webhook: None = None
    ttl_s: int = Field(30 * 86_400, ge=60, le=365 * 86_400)


def parse_request(data: object) -> Request:
    """Check a request and return it in the domain's form.

    Raises InvalidRequest (naming each key that is wrong), EmptyText, TextTooLong or UnsupportedFormat.
    """
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except (TypeError, ValueError) as err:  # a lone surrogate, or what is no JSON at all
        raise InvalidRequest(f"the request cannot be written as JSON in UTF-8: {err}"[:300]) from err
    if isinstance(data, dict) and "version" not in data:
        raise InvalidRequest("the request has no 'version'; this is version 1", allowed=[1])
    try:
        message = RequestMessage.model_validate(data)
    except ValidationError as err:
        faults = [f"{'.'.join(map(str, fault['loc'])) or 'request'}: {_said(fault)}" for fault in err.errors()]
        raise InvalidRequest(f"bad request: {'; '.join(faults)}", faults=faults) from err
    if (message.text is None) == (message.source is None):
        raise InvalidRequest("a request has exactly one of 'text' and 'source'")
    if message.text is not None:
        check_inline(message.text)
    _check_offered("format", set(message.formats), FORMATS)
    _check_offered("media type", {message.media_type}, MEDIA_TYPES)
    return Request(
        voice=message.voice,
        text=message.text,
        source=message.source,
        media_type=message.media_type,
        language=message.language,
        model=message.model,
        speed=message.speed,
        formats=tuple(dict.fromkeys(message.formats)),
        options=_options(message.options),
        priority=message.priority,
        ttl_s=message.ttl_s,
        metadata=message.metadata,
    )


def _options(message: OptionsMessage) -> RenderOptions:
    lexicon = tuple(Entry(**entry.model_dump()) for entry in message.lexicon)
    return RenderOptions(**(dict(message) | {"lexicon": lexicon}))


def request_to_json(request: Request) -> dict[str, Any]:
    """Return the wire form of a request; `parse_request` of it gives the request back."""
    data: dict[str, Any] = {
        "version": 1,
        "media_type": request.media_type,
        "voice": request.voice,
        "speed": request.speed,
        "formats": list(request.formats),
        "options": options_to_json(request.options),
        "metadata": dict(request.metadata),
        "priority": request.priority,
        "ttl_s": request.ttl_s,
    }
    optional = {
        "text": request.text,
        "source": request.source,
        "language": request.language,
        "model": request.model,
    }
    return data | {key: value for key, value in optional.items() if value is not None}


def check_inline(text: str) -> None:
    """Raise EmptyText or TextTooLong for an inline text that cannot be taken."""
    if not text.strip():
        raise EmptyText("the text is empty")
    try:
        size = len(text.encode())
    except UnicodeEncodeError as err:
        raise InvalidRequest(f"the text is not valid Unicode: {err.reason} at {err.start}") from err
    if size > INLINE_MOST_BYTES:
        raise TextTooLong(
            f"the text has {size:,} bytes; inline text may have {INLINE_MOST_BYTES:,}: hand it over as a source",
            given=size,
            allowed=INLINE_MOST_BYTES,
        )


def _check_offered(what: str, given: set[str], allowed: tuple[str, ...]) -> None:
    if wrong := sorted(given - set(allowed)):
        raise UnsupportedFormat(
            f"{what} {', '.join(map(repr, wrong))} is not offered; offered: {', '.join(allowed)}",
            given=wrong,
            allowed=list(allowed),
        )


def _said(fault: Any) -> str:
    if fault["type"] == "extra_forbidden":
        known = ", ".join(RequestMessage.model_fields if len(fault["loc"]) == 1 else OptionsMessage.model_fields)
        return f"unknown key; known: {known}"
    return f"{fault['msg']} (given {fault['input']!r:.80})"
