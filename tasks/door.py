"""The one way in: whoever hands over a request (our client, or `narrate` for plain Celery producers) comes through here.

Everything that can be refused is refused before anything is written; then the ledger is written, and only then is a
message published, so that a crash in between loses nothing.
"""

import contextlib
import json
import re
from dataclasses import dataclass, replace

from pipeline.documents.read import read_script
from pipeline.errors import EmptyText, InvalidRequest, StorageError, TextTooLong
from pipeline.fingerprint import render_key, text_sha256
from pipeline.ports import ObjectStore
from pipeline.recipe import directed, make_recipe, read_source, source_key
from pipeline.request import INLINE_MOST_BYTES, SOURCE_MOST_BYTES, Request
from pipeline.retention import LAST_USE
from pipeline.script import Script
from pipeline.voices import Catalogue
from tasks.ledger import Ledger, Submission
from tasks.messages import JOB_ID, request_to_json


@dataclass(frozen=True, slots=True)
class Door:
    """Checks requests and records jobs."""

    ledger: Ledger
    store: ObjectStore
    catalogue: Catalogue
    bucket: str

    def accept(self, job_id: str, request: Request, document: bytes | None = None) -> Submission:
        """Record a job. Raises an InputError for what can never be spoken; then nothing was written.

        Args:
            job_id: a job that is known already stays as it is.
            request: with a text, with a source, or with neither when there is a `document`.
            document: the text as bytes of any encoding that the readers know. What is over the inline limit, or is not
                UTF-8, is handed over through the store.
        """
        if not re.fullmatch(JOB_ID, job_id):
            raise InvalidRequest(f"{job_id!r} cannot be a job id: 3 to 64 of A–Z a–z 0–9 . _ -", given=job_id)
        _check_unicode(request)
        source = source_key(request.source, self.bucket) if request.source else None
        if document is None:
            document = read_source(self.store, source) if source else (request.text or "").encode()
        request = directed(request, check_text(document, request.media_type), self.catalogue)
        recipe = make_recipe(request, document, self.catalogue, source)
        if source is None:
            inline, source = self._handed_over(job_id, request, document)
            recipe = replace(recipe, text=inline, source=source)
        self._forget_if_gone(recipe.fingerprint)
        kept = request_to_json(replace(request, text=None, source=None))
        submission = self.ledger.submit(
            job_id,
            recipe.fingerprint,
            request=kept,
            recipe=recipe.to_json(),
            ttl_s=request.ttl_s,
            # planning a book takes seconds: short jobs do not wait for it
            plan_queue="long" if len(document) > INLINE_MOST_BYTES and request.priority != "short" else "short",
        )
        if submission.outcome in ("joined", "reused"):
            self._keep(recipe.fingerprint)
        return submission

    def _handed_over(self, job_id: str, request: Request, document: bytes) -> tuple[str | None, str | None]:
        """Return the text if it is small, to be kept in the ledger, or the key in the store that it was put under."""
        if len(document) <= INLINE_MOST_BYTES:
            with contextlib.suppress(UnicodeDecodeError):
                return document.decode(), None
        key = f"inbox/{job_id}/{text_sha256(document)[:16]}"  # another text under the same id is another object
        self.store.put(key, document, content_type=request.media_type, metadata={"ttl_s": str(request.ttl_s)})
        return None, key

    def _keep(self, fingerprint: str) -> None:
        """Have the rendering's objects live as long as the longest-lived of its jobs."""
        ttl_s = self.ledger.rendering(fingerprint).get("ttl_s", "")
        key = render_key(fingerprint, LAST_USE)
        with contextlib.suppress(StorageError):  # the job is recorded: nothing that comes after may refuse it
            self.store.put(key, b"{}", content_type="application/json", metadata={"ttl_s": ttl_s}, replace=True)

    def _forget_if_gone(self, fingerprint: str) -> None:
        """A finished rendering answers at once, but only while its artifacts are there."""
        rendering = self.ledger.rendering(fingerprint)
        if rendering.get("state") == "DONE":
            artifacts = json.loads(rendering["result"])["artifacts"]
            found = [self.store.head(artifact["key"]) for artifact in artifacts]
            if any(
                there is None or there.sha256 != want["sha256"] for there, want in zip(found, artifacts, strict=True)
            ):
                self.ledger.forget(fingerprint)


def _check_unicode(request: Request) -> None:
    try:
        json.dumps(request_to_json(request), ensure_ascii=False).encode()
    except UnicodeEncodeError as err:
        raise InvalidRequest(f"the request is not valid Unicode: {err.reason}", given=err.object[err.start]) from err


def check_text(text: bytes, media_type: str) -> Script:
    """Return the script of a text. Raises EmptyText, TextTooLong, BadDocument or UnsupportedFormat for what cannot be spoken."""
    if len(text) > SOURCE_MOST_BYTES:
        raise TextTooLong(
            # how many there are nobody knows: of a file or a pipe no more is read than tells that it is too long
            f"the text has more than {SOURCE_MOST_BYTES:,} bytes, the most that one may have: split it into volumes",
            allowed=SOURCE_MOST_BYTES,
        )
    if not text.strip():
        raise EmptyText("the text is empty")
    return read_script(text, media_type)
