"""Settings of the queue, each with its reason."""

from urllib.parse import urlsplit, urlunsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator

QUEUES = ("voicemill", "short", "long")  # in this order: accept jobs, then short ones, then books


class QueueOptions(BaseModel):
    """Broker, leases and retention. Broker, ledger and results are one Redis database (Lua scripts see all of it)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    broker_url: str = Field("redis://127.0.0.1:6379/0", description="Redis or Valkey: broker, ledger and results")

    @field_validator("broker_url")
    @classmethod
    def _redis_url(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in {"redis", "rediss"} or not parts.hostname:
            # not quoted: an address may hold a password
            raise ValueError("must be redis://[:PASSWORD@]HOST[:PORT]/DB, or rediss://… for TLS")
        if parts.scheme == "rediss" and "ssl_cert_reqs" not in parts.query:
            return urlunsplit(parts._replace(query="&".join(filter(None, [parts.query, "ssl_cert_reqs=required"]))))
        return value

    lease_s: float = Field(30.0, ge=1, le=600, description="a unit whose worker is silent for this long is sent again")
    window: int = Field(0, ge=0, le=10_000, description="parts of one job on the queue at once; 0: live workers + 2")
    short_parts: int = Field(4, ge=1, le=1000, description="a job of at most this many parts is short: served first")
    part_s: float = Field(30.0, ge=1, le=600, description="speech in one part, seconds: what a short job may wait for")
    attempts: int = Field(3, ge=1, le=20, description="deaths on one segment before its job fails, naming it")
    ttl_s: int = Field(30 * 86_400, ge=60, description="how long plain Celery results are kept, seconds")
    unit_limit_s: int = Field(
        1800,
        ge=30,
        description="a part that takes longer is killed and tried again; binding and publishing may take 12 times as long",
    )
    store_patience_s: float = Field(600.0, ge=0, description="how long a unit rides out a store that does not answer")
    socket_timeout_s: float = Field(30.0, ge=2, description="a broker silent for this long counts as gone (workers)")
    producer_timeout_s: float = Field(5.0, ge=1, description="the same for producers, who would rather be told")
