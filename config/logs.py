"""Logging set-up: one stream of events on standard error, ours and the libraries' in one form.

An event is a name in the past tense with fields (`docs/reference/events.md`). JSON when nobody watches, text on a
terminal. Two things never leave the process: secrets (passwords in URLs, signatures of links, fields that are named like
one) and what is being spoken (fields that carry text). The filter runs last, after tracebacks were written out.
"""

import logging
import re
import sys
from collections.abc import Mapping
from typing import Any, Literal, TextIO

import structlog
from structlog.types import EventDict, Processor

from config.settings import WorkerOptions

MASK = "***"

_URL_PASSWORD = re.compile(r"(?<=://)([^\s/@:]*):[^\s/@]+(?=@)")
_SIGNED = re.compile(r"(?i)\b((?:X-Amz-)?(?:Signature|Credential|Security-Token))(=|%3D)[^&\s,\"']+")
_ASSIGNED = re.compile(
    r"(?i)\b((?:aws_)?(?:secret(?:_access)?_key|secret|password|passwd|session_token))(['\"]?\s*[=:]\s*['\"]?)[^\s,;&'\"]+"
)
_SECRET_NAME = re.compile(r"(?i)(secret|passw|authorization|credential|signature|session_token|access_key|api_key)")
_TEXT_NAMES = frozenset({"text", "spoken", "units", "phonemes"})
#: their lower levels repeat whole requests and messages, headers and texts included, or what our own events say
_CHATTY = (
    "botocore", "boto3", "s3transfer", "urllib3", "kombu", "amqp", "celery.redirected", "celery.pool", "celery.app.trace"
)  # fmt: skip
#: after a paragraph that says what is wrong with a message, they write out the message
_TELLING = "celery.worker.consumer"


def configure_logging(options: WorkerOptions, worker_id: str) -> None:
    """Set logging up as the settings say, on standard error; every event names the worker, also of threads and children."""
    set_up_logging(options.log_level, options.log_format, worker=worker_id)


def set_up_logging(
    level: Literal["debug", "info", "warning", "error"] = "info",
    form: Literal["auto", "json", "text"] = "auto",
    stream: TextIO | None = None,
    **fields: str,
) -> None:
    """Route structlog and the standard library's logging to `stream` (default: standard error), with fields in each."""
    target = stream or sys.stderr
    as_json = form == "json" or (form == "auto" and not target.isatty())
    shared: list[Processor] = [
        lambda _logger, _method, event: {**fields, **event},
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(target)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=_last(as_json=as_json))
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in _CHATTY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    logging.captureWarnings(capture=True)


def _last(*, as_json: bool) -> list[Processor]:
    steps: list[Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        mask_secrets,
    ]
    if as_json:
        return [*steps, structlog.processors.JSONRenderer(ensure_ascii=False, default=str)]
    return [*steps, structlog.dev.ConsoleRenderer(colors=False)]


def mask_secrets(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Mask every value of an event; a structlog processor."""
    if str(event.get("logger", "")).startswith(_TELLING):
        event["event"] = str(event["event"]).split("\n\n")[0]
    return {key: _masked(key, value) for key, value in event.items()}


def _masked(key: str, value: Any) -> Any:
    if isinstance(value, (bool, int, float)) or value is None:  # a fencing token and a token count are numbers
        return value
    if _SECRET_NAME.search(key):
        return MASK
    if key in _TEXT_NAMES and isinstance(value, str):
        return f"<{len(str(value))} characters>"
    if isinstance(value, Mapping):
        return {str(name): _masked(str(name), item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_masked("", item) for item in value]
    return masked_text(str(value))


def masked_text(text: str) -> str:
    """Mask what looks like a secret inside a text: URL passwords, link signatures, `secret_key=…`."""
    text = _URL_PASSWORD.sub(rf"\1:{MASK}", text)
    text = _SIGNED.sub(rf"\1\2{MASK}", text)
    return _ASSIGNED.sub(rf"\1\2{MASK}", text)
