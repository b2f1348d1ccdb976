"""kombu's Redis channel, except that a broker that is full neither loses a message nor stops the work.

kombu pops a message and then notes it as unacknowledged. A full broker refuses that note; the consumer dies of it, and
the message is gone. And what jobs need to go on, and so to make room, is refused as well. Here the writes of a
worker are scripts whose first write frees memory: what follows such a write passes. New jobs are refused by the ledger.
"""

import contextlib
import json
from time import time
from typing import Any

from kombu.transport import redis, virtual
from redis.exceptions import OutOfMemoryError

_ROOM = "redis.call('DEL', KEYS[1] .. ':nothing') "
_NOTE = _ROOM + "redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2]) redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])"
_PUT = _ROOM + "redis.call('LPUSH', KEYS[1], ARGV[1])"
_BIND = _ROOM + "redis.call('SADD', KEYS[1], ARGV[1]) redis.call('SADD', KEYS[2], ARGV[1])"


class QoS(redis.QoS):
    """Notes of unacknowledged messages."""

    def append(self, message: Any, delivery_tag: str) -> None:
        """Note a message that was popped."""
        where = message.delivery_info
        note = json.dumps([message._raw, where["exchange"], where["routing_key"]])  # noqa: SLF001 — as kombu's own does
        with self.channel.conn_or_acquire() as client:
            client.eval(_NOTE, 2, self.unacked_index_key, self.unacked_key, time(), delivery_tag, note)
        virtual.QoS.append(self, message, delivery_tag)  # type: ignore[no-untyped-call]  # kombu has no types

    def restore_visible(self, start: int = 0, num: int = 10, interval: int = 10) -> None:
        """Put back what dead workers had in hand; its lock is refused by a full broker, and then the next turn does it."""
        with contextlib.suppress(OutOfMemoryError):
            super().restore_visible(start, num, interval)  # type: ignore[no-untyped-call]


class RoomChannel(redis.Channel):
    """A channel for queues that are direct, never expire and are not grouped into batches, as ours are."""

    QoS = QoS

    def _put(self, queue: str, message: Any, **_options: Any) -> None:
        priority = self._get_message_priority(message, reverse=False)  # type: ignore[no-untyped-call]
        key = self._q_for_pri(queue, priority)  # type: ignore[no-untyped-call]
        with self.conn_or_acquire() as client:
            client.eval(_PUT, 1, key, json.dumps(message))

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        member = self.sep.join([routing_key or "", pattern or "", queue or ""])
        keys = self.keyprefix_queue % (exchange,), self.keyprefix_binding_permanent % (exchange,)
        with self.conn_or_acquire() as client:
            client.eval(_BIND, 2, *keys, member)
