"""Public hubs, by https: a file's bytes from any offset on, and the sha256 that a hub announces for its files.

Hubs redirect to content networks, answer part of a file when asked for it, and cut long answers off. Some mirrors ignore
the offset: then what comes before it is read and thrown away. A host that does not answer is not asked again; one that
was cut off in the middle is.
"""

import http.client
import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

HUB_TIMEOUT_S = 10.0  # to connect, and between two reads: hubs do not answer on many machines
CHUNK_BYTES = 1 << 20

_HUGGING_FACE = "https://huggingface.co"
_LISTING_BYTES = 4 << 20  # a hub's listing of a model is a few kB
_SHA256 = re.compile(r"[0-9a-f]{64}")


class SourceFailed(Exception):
    """Raised when a source does not give the file; the message says why."""


class Hubs:
    """The hubs of one pull, with the hosts that failed and what the others announced."""

    def __init__(self) -> None:
        self._failed: dict[str, str] = {}
        self._announced: dict[str, dict[str, str]] = {}

    def read(self, url: str, start: int, size: int) -> Iterator[bytes]:
        """Yield a file's bytes from `start` on. Raises SourceFailed, at any piece, unless it has `size` bytes."""
        with self._answer(url, {"Range": f"bytes={start}-"} if start else {}) as answer:
            whole = answer.status != http.HTTPStatus.PARTIAL_CONTENT
            if not whole or answer.headers.get("Content-Length"):
                _check_size(answer.headers, start, size, whole=whole)
            got, skip = (0, start) if whole else (start, 0)
            while chunk := answer.read(CHUNK_BYTES):
                got += len(chunk)
                if piece := chunk[skip:]:
                    yield piece
                skip = max(0, skip - len(chunk))
            if got < size:
                raise SourceFailed(f"was cut off after {got} of {size} bytes")

    def announced(self, listing: str, name: str) -> str:
        """Return the sha256 that a hub's listing gives for a file. Raises SourceFailed."""
        if listing not in self._announced:
            with self._answer(listing, {}) as answer:
                text = answer.read(_LISTING_BYTES)
            self._announced[listing] = _listed(text)
        if name not in self._announced[listing]:
            raise SourceFailed(f"announces no sha256 for {name}")
        return self._announced[listing][name]

    @contextmanager
    def _answer(self, url: str, headers: Mapping[str, str]) -> Iterator[Any]:
        reached = _reachable(url)
        host = urllib.parse.urlsplit(reached).netloc
        if host in self._failed:
            raise SourceFailed(self._failed[host])
        request = urllib.request.Request(reached, headers={"User-Agent": "voicemill", **headers})  # noqa: S310 - as below
        try:
            answer = urllib.request.urlopen(request, timeout=HUB_TIMEOUT_S)  # noqa: S310 - _reachable looks at the scheme
        except urllib.error.HTTPError as err:
            err.close()
            raise SourceFailed(f"HTTP {err.code}") from err
        except (OSError, http.client.HTTPException) as err:  # URLError and time-outs are OSErrors
            if host:
                self._failed[host] = _reason(err)
            raise SourceFailed(_reason(err)) from err
        with answer:
            try:
                yield answer
            except (OSError, http.client.HTTPException) as err:
                raise SourceFailed(_reason(err)) from err


def _reachable(url: str) -> str:
    """Return where a source is asked: HF_ENDPOINT stands for Hugging Face, as for its own client."""
    if urllib.parse.urlsplit(url).scheme not in {"https", "file"}:
        raise SourceFailed(f"a source is https:// or file://, not {url}")
    endpoint = os.environ.get("HF_ENDPOINT", "").rstrip("/") or _HUGGING_FACE
    if urllib.parse.urlsplit(endpoint).scheme not in {"https", "http"}:
        raise SourceFailed(f"HF_ENDPOINT: given {endpoint!r}; allowed: https://HOST or http://HOST")
    return endpoint + url.removeprefix(_HUGGING_FACE) if url.startswith(_HUGGING_FACE + "/") else url


def _check_size(headers: Mapping[str, str], start: int, size: int, *, whole: bool) -> None:
    """Refuse an answer that belongs to a file of another size, before any of it is read."""
    given = headers["Content-Length"] if whole else headers.get("Content-Range", "")
    found = re.fullmatch(r"()(\d+)" if whole else r"bytes (\d+)-\d+/(\d+|\*)", given.strip())
    if not found or (not whole and int(found[1]) != start):
        raise SourceFailed(f"was asked for bytes from {start} on and answered {given!r}")
    if found[2] not in {"*", str(size)}:
        raise SourceFailed(f"holds {found[2]} bytes, not {size}")


def _listed(text: bytes) -> dict[str, str]:
    """Return sha256 by file from the listing of Hugging Face (`lfs.oid`) or of ModelScope (`Sha256`)."""
    try:
        listing = json.loads(text)
        if isinstance(listing, dict):
            pairs = [(file["Path"], file.get("Sha256")) for file in listing["Data"]["Files"]]
        else:
            pairs = [(file["path"], (file.get("lfs") or {}).get("oid")) for file in listing]
    except (ValueError, KeyError, TypeError, AttributeError) as err:
        raise SourceFailed(f"answered no listing of files: {text[:60]!r}") from err
    return {str(name): digest for name, digest in pairs if isinstance(digest, str) and _SHA256.fullmatch(digest)}


def _reason(err: Exception) -> str:
    return str(getattr(err, "reason", None) or err) or type(err).__name__
