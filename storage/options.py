"""Where objects are kept and how the store is reached; `VOICEMILL_STORAGE__…` in the environment."""

from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

Kind = Literal["disk", "s3", "memory"]


class StorageOptions(BaseModel):
    """Settings of the object store."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Kind = "disk"
    folder: Path = Path("var/store")  #: disk: created when missing
    bucket: str = Field(default="voicemill", pattern=r"^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$")
    prefix: str = ""  #: s3: before every key, so that a bucket can be shared
    endpoint_url: str | None = None  #: s3: None = AWS
    public_endpoint_url: str | None = None  #: s3: links are signed for it, because the host is part of the signature
    region: str = Field(default="us-east-1", min_length=1)
    access_key_id: SecretStr | None = None  #: s3: both unset = the AWS chain
    secret_access_key: SecretStr | None = None
    link_ttl_s: int = Field(default=3600, ge=1, le=3600)  #: of the links that go out with results
    create_bucket: bool = True  #: s3: create the bucket at first use when it is missing
    connect_timeout_s: float = Field(default=3.0, gt=0, le=60)
    read_timeout_s: float = Field(default=30.0, gt=0, le=600)

    @field_validator("prefix")
    @classmethod
    def _slashes(cls, value: str) -> str:
        value = value.strip("/")
        if any(part in {"", ".", ".."} for part in value.split("/")) and value:
            raise ValueError(f"prefix {value!r} has an empty part, '.' or '..'; like 'team/voicemill'")
        return f"{value}/" if value else ""

    @field_validator("endpoint_url", "public_endpoint_url")
    @classmethod
    def _endpoint(cls, value: str | None) -> str | None:
        if not value:
            return None
        parts = urlsplit(value)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or "@" in parts.netloc:
            # Not quoted: an address with a password in it would land in a log.
            raise ValueError("must be http://HOST[:PORT] or https://HOST[:PORT], without credentials or a query")
        return value.rstrip("/")

    @model_validator(mode="after")
    def _both_keys(self) -> Self:
        if (self.access_key_id is None) != (self.secret_access_key is None):
            raise ValueError("access_key_id and secret_access_key are set together, or neither (the AWS chain)")
        return self
