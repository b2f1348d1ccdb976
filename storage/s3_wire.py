"""How objects look on the wire: the client's settings, and descriptions as headers."""

import json
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import unquote

import boto3
import botocore.session
from botocore.config import Config
from botocore.exceptions import ClientError
from botocore.utils import parse_timestamp

from pipeline.errors import ObjectDamaged
from pipeline.ports import StoredObject
from storage.content import packed
from storage.options import StorageOptions

_SHA256, _SIZE, _META = "voicemill-sha256", "voicemill-size", "voicemill-meta"


def new_client(options: StorageOptions, endpoint: str | None) -> Any:
    """Return a client. Makes its own session, because the default one is shared and not safe to use from threads."""
    access, secret = options.access_key_id, options.secret_access_key
    core = botocore.session.get_session()
    core.get_component("response_parser_factory").set_parser_defaults(timestamp_parser=_timestamp)
    session = boto3.session.Session(
        botocore_session=core,
        aws_access_key_id=access.get_secret_value() if access else None,
        aws_secret_access_key=secret.get_secret_value() if secret else None,
        region_name=options.region,
    )
    config = Config(
        signature_version="s3v4",  # links for a custom endpoint are signed with version 2 otherwise: refused by many
        s3={"addressing_style": "path"},
        retries={"mode": "standard", "total_max_attempts": 4},
        connect_timeout=options.connect_timeout_s,
        read_timeout=options.read_timeout_s,
        # The default since boto3 1.36 sends trailers that many servers refuse; our own sha256 covers both ways.
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )
    return session.client("s3", endpoint_url=endpoint, config=config)


def _timestamp(text: str) -> datetime:
    """Read a time. Its header's form takes botocore's own parser, which tries all of them, a sixth of a whole GET."""
    try:
        return parsedate_to_datetime(text)
    except (TypeError, ValueError):  # in a listing
        return parse_timestamp(text)


def description(made: StoredObject) -> dict[str, Any]:
    """Return content type and metadata for an upload; what the user named is one packed value."""
    metadata = {_SHA256: made.sha256, _SIZE: str(made.size)}
    if made.metadata:
        metadata[_META] = packed(made.metadata)
    return {"ContentType": made.content_type, "Metadata": metadata}


def stored_object(key: str, answer: Mapping[str, Any]) -> StoredObject:
    """Read the description from an answer to GET or HEAD; an object that was not put here has no sha256."""
    found = answer["Metadata"]
    try:
        size = int(found.get(_SIZE, answer["ContentLength"]))
        metadata = json.loads(unquote(found.get(_META, "{}")))
    except ValueError as err:
        raise ObjectDamaged(f"object {key!r} has a description that voicemill did not write", key=key) from err
    modified = answer["LastModified"].timestamp()
    return StoredObject(key, size, found.get(_SHA256, ""), answer.get("ContentType", ""), metadata, modified)


def reason_of(err: ClientError) -> str:
    """Return the error code of the answer, or the HTTP status as text where there was no body."""
    return str(err.response.get("Error", {}).get("Code", "unknown"))
