"""The worker's side of the broker's lists: an item that is no message is dropped and told, and the worker lives.

Whoever reaches the broker can push anything onto a list. kombu and Celery take a list's items for their own and let
what they raise end the worker, one worker after the other when a supervisor starts them again. So an item is looked at
before it is delivered: the checks are those that keep Celery's own reading of it from raising.
"""

import base64
import json
from typing import Any

import structlog
from kombu.transport import redis as kombu_redis

from tasks.room import RoomChannel

log = structlog.get_logger()
#: what decoding an item that is not ours can raise: no JSON, no UTF-8, too deep, or kombu's own typed values in JSON
_UNREADABLE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)
_TYPES: dict[str, type | tuple[type, ...]] = {
    "eta": (str, type(None)),
    "expires": (str, int, float, type(None)),
    "retries": (int, type(None)),
    "compression": type(None),
    "stamped_headers": (list, type(None)),
    "root_id": (str, type(None)),
    "parent_id": (str, type(None)),
    "group": (str, type(None)),
}


def fault_of(item: Any) -> str | None:
    """Return why an item of a queue is no message of Celery's, or None when it is one."""
    if not isinstance(item, dict):
        return "it is not an object"
    headers, properties = item.get("headers"), item.get("properties")
    if not (isinstance(headers, dict) and isinstance(headers.get("task"), str) and isinstance(headers.get("id"), str)):
        return "it has no headers with task and id"
    if not (isinstance(properties, dict) and isinstance(properties.get("delivery_tag"), str)):
        return "it has no properties with a delivery tag"
    address = properties.get("delivery_info")
    if not (isinstance(address, dict) and all(isinstance(address.get(n), str) for n in ("exchange", "routing_key"))):
        return "it has no delivery_info with exchange and routing_key"
    wrong = [name for name, types in _TYPES.items() if not isinstance(headers.get(name), types)]
    limits = headers.get("timelimit") or [None, None]
    if not (isinstance(limits, list) and len(limits) == 2 and all(isinstance(n, int | float | None) for n in limits)):
        wrong.append("timelimit")
    if wrong:
        return f"its header {wrong[0]!r} is of another type"
    return _fault_of_body(item, properties.get("body_encoding"))


def _fault_of_body(item: dict[str, Any], encoding: Any) -> str | None:
    if item.get("content-type") != "application/json" or item.get("content-encoding") != "utf-8":
        return "it is not JSON in UTF-8"  # a pickle would be refused by Celery, which logs it whole
    try:
        body = item["body"].encode()
        match json.loads(base64.b64decode(body) if encoding == "base64" else body):
            case [list(), dict(), dict()]:
                return None
    except _UNREADABLE:
        pass
    return "its body is not [arguments, named arguments, options]"


class Channel(RoomChannel):
    """Reads the queues."""

    def _brpop_read(self, **options: Any) -> Any:
        self.connection.delivering = False
        try:
            return super()._brpop_read(**options)  # type: ignore[no-untyped-call]  # kombu has no types
        except _UNREADABLE as err:
            if self.connection.delivering:  # not the item's decoding: somebody's bug
                raise
            reason = f"it cannot be decoded ({type(err).__name__})"
            log.error("message_dropped", reason=reason)  # noqa: TRY400 — a traceback would repeat the item
            return True


class Transport(kombu_redis.Transport):
    """Delivers messages."""

    Channel = Channel
    delivering = False

    def _deliver(self, message: Any, queue: str) -> None:
        self.delivering = True
        if fault := fault_of(message):
            log.error("message_dropped", queue=queue, reason=fault)
        else:
            super()._deliver(message, queue)  # type: ignore[no-untyped-call]


redis = Transport  # Celery shows a transport by this name: `tasks.transport:redis://…`
