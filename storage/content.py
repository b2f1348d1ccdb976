"""What the three stores share: which keys are fine, what an object is, and the check of what is read back.

Keys are made of fingerprints and ids. They are checked all the same, because a request may name its source by key:
a key never leaves its folder or its prefix.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote

from pipeline.errors import InvalidRequest, ObjectDamaged
from pipeline.ports import StoredObject

CHUNK_BYTES = 1 << 20
LINK_MOST_S = 3600  #: a link is a key to the object for whoever finds it in a log or a history
_KEY_MOST_BYTES = 1024  # the limit of S3
_PART_MOST_BYTES = 240  # file systems allow 255; the record's ending comes on top
_METADATA_MOST_BYTES = 1800  # S3 allows 2,048 bytes, with the sha256 and the size


def check_key(key: str) -> str:
    """Return the key. Raises InvalidRequest for one that is empty, absolute, too long, or has `..` or control codes."""
    try:
        size = len(key.encode())
    except UnicodeEncodeError:
        size = 0
    parts = key.split("/")
    if (
        not 0 < size <= _KEY_MOST_BYTES
        or any(part in {"", ".", ".."} or len(part.encode()) > _PART_MOST_BYTES for part in parts)
        or "\\" in key
        or not key.isprintable()
    ):
        raise InvalidRequest(
            f"object key {key[:80]!r} is refused: printable characters, at most {_KEY_MOST_BYTES} bytes, parts "
            f"separated by single slashes of at most {_PART_MOST_BYTES} bytes, no '.', '..' or backslash",
            given=key[:80].encode(errors="replace").decode(),
        )
    return key


def check_expiry(expires_s: int) -> int:
    """Return the life time of a link. Raises InvalidRequest when it is out of range."""
    if not 1 <= expires_s <= LINK_MOST_S:
        raise InvalidRequest(f"a link cannot live {expires_s} s; 1 to {LINK_MOST_S}", given=expires_s)
    return expires_s


def describe(
    key: str, data: bytes | Path, content_type: str, metadata: Mapping[str, str] | None, sha256: str = ""
) -> StoredObject:
    """Measure what is to be stored, unless its `sha256` is known. Raises InvalidRequest for a bad key or too much metadata."""
    kept = dict(metadata or {})
    size = len(packed(kept))
    if size > _METADATA_MOST_BYTES:
        raise InvalidRequest(f"metadata of {size} bytes for {key!r}; at most {_METADATA_MOST_BYTES}", given=size)
    if isinstance(data, bytes):
        size, digest = len(data), sha256 or hashlib.sha256(data).hexdigest()
    else:
        with data.open("rb") as file:
            size, digest = os.fstat(file.fileno()).st_size, sha256 or hashlib.file_digest(file, "sha256").hexdigest()
    return StoredObject(check_key(key), size, digest, content_type, kept)


def packed(metadata: Mapping[str, str]) -> str:
    """Return metadata as one ASCII line: as headers of their own, names would lose their case and values their accents.

    Raises InvalidRequest when it is not Unicode text.
    """
    text = json.dumps(dict(metadata), ensure_ascii=False, separators=(",", ":"))
    try:
        return quote(text, safe='{}":,')  # no spaces either: signing folds runs of them
    except UnicodeEncodeError as err:
        raise InvalidRequest("metadata holds a character that is not Unicode text (a lone surrogate)") from err


def copy_verified(chunks: Iterable[bytes], into: BinaryIO, expected: StoredObject) -> str:
    """Write the chunks to `into` and return their sha256.

    Raises:
        ObjectDamaged: length or sha256 differ from `expected` (an empty sha256 there is not compared).
    """
    digest = hashlib.sha256()
    size = 0
    for chunk in chunks:
        into.write(chunk)
        digest.update(chunk)
        size += len(chunk)
    found = digest.hexdigest()
    if size != expected.size or (expected.sha256 and found != expected.sha256):
        raise ObjectDamaged(
            f"object {expected.key!r} is damaged: {size} bytes with sha256 {found[:12]}…, stored were "
            f"{expected.size} bytes with {expected.sha256[:12]}…",
            key=expected.key,
        )
    return found
