"""The connection to the ledger's database, and the Lua scripts of `lua/`, each with the same prelude before it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry

from pipeline.errors import QueueError
from tasks.options import QueueOptions

_FOLDER = Path(__file__).parent / "lua"


class Scripts:
    """One process's connection to the ledger's database, and the scripts that change it."""

    def __init__(self, options: QueueOptions, *, timeout_s: float | None = None, retries: int = 3) -> None:
        self.options = options
        self._timeout_s = timeout_s or options.socket_timeout_s
        # typed for bytes or text; decode_responses makes it text
        self._redis: Any = redis.Redis.from_url(
            options.broker_url,
            decode_responses=True,
            socket_timeout=self._timeout_s,
            socket_connect_timeout=min(5.0, self._timeout_s),
            socket_keepalive=True,
            # a dropped connection is tried again; silence is not, or a time-out of 5 s would take 10
            retry=Retry(ExponentialWithJitterBackoff(cap=1.0, base=0.05), retries, (redis.ConnectionError,)),
        )
        prelude = (_FOLDER / "prelude.lua").read_text(encoding="utf-8")
        self._scripts: dict[str, Callable[..., Any]] = {
            path.stem: self._redis.register_script(prelude + path.read_text(encoding="utf-8"))
            for path in _FOLDER.glob("*.lua")
            if path.stem != "prelude"
        }

    def _run(self, script: str, *args: object) -> Any:
        with self._translated():
            return self._scripts[script](keys=[], args=list(args))

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except redis.exceptions.OutOfMemoryError as err:
            raise QueueError(
                f"the broker at {self.address} is full (its maxmemory is reached): nothing was changed; try again when some "
                "jobs are done, or give it more",
                broker=self.address,
            ) from err
        except redis.RedisError as err:
            if isinstance(err, redis.AuthenticationError) or "NOAUTH" in str(err):
                raise QueueError(
                    f"the broker at {self.address} refuses the name or password in VOICEMILL_BROKER_URL, or wants one",
                    broker=self.address,
                ) from err
            raise QueueError(
                f"the broker at {self.address} did not answer ({err}); is it running? `voicemill up` starts one",
                broker=self.address,
            ) from err

    @property
    def address(self) -> str:
        """Host, port and database, without secrets."""
        where = self._redis.connection_pool.connection_kwargs
        return f"{where.get('host', where.get('path', '?'))}:{where.get('port', '')}/{where.get('db', 0)}"

    def close(self) -> None:
        """Close the connections."""
        self._redis.close()

    def read_many(self, keys: Sequence[str], fields: Sequence[str]) -> list[list[str | None]]:
        """Return these fields of many hashes, in one round trip."""
        with self._translated(), self._redis.pipeline(transaction=False) as pipe:
            for key in keys:
                pipe.hmget(key, fields)
            found: list[list[str | None]] = pipe.execute()
        return found
