"""The one error tree of voicemill.

    VoicemillError
    ├── InputError            reject: the request can never succeed as given
    │   ├── InvalidRequest    ├── EmptyText         ├── TextTooLong
    │   ├── UnknownModel      ├── UnknownVoice      ├── UnsupportedLanguage
    │   ├── UnsupportedFormat ├── BadDocument       ├── ExtraMissing
    │   └── InvalidSettings
    ├── SynthesisError        reject: this text fails on this model
    ├── EncodingError         reject: finished audio could not be written in this format
    ├── StorageError          retry: the object store did not answer
    │   ├── ObjectMissing     ├── ObjectDamaged     a miss: made again
    │   └── StorageDenied     quit: the store refuses this worker's key or user
    ├── ScratchFull           retry: no room for a file in the making
    ├── ScratchUnusable       quit: this worker has nowhere to make files
    ├── QueueError            retry: the broker did not answer
    │   ├── JobNotFound       ├── JobCancelled      ├── JobFailed     └── WaitTimeout
    └── ModelError            quit: this worker is unfit (a missing model fails the job, naming the command that pulls it)
        ├── ModelMissing      ├── ModelDamaged      ├── NoMemory
        └── OutOfMemory       strike: the segment may be too large, or this worker too small

Messages say what is wrong, what was given and what is allowed. Adapters translate library exceptions into this tree
once, where they enter. `code` is stable and part of the contract; class names are not.
"""

from typing import Any, Literal

__all__ = [
    "POLICY", "BadDocument", "EmptyText", "EncodingError", "ExtraMissing", "InputError", "InvalidRequest",
    "InvalidSettings", "JobCancelled", "JobFailed", "JobNotFound", "ModelDamaged", "ModelError", "ModelMissing", "NoMemory",
    "ObjectDamaged", "ObjectMissing", "OutOfMemory", "Policy", "QueueError", "ScratchFull", "ScratchUnusable", "StorageDenied", "StorageError", "SynthesisError",
    "TextTooLong", "UnknownModel", "UnknownVoice", "UnsupportedFormat", "UnsupportedLanguage", "VoicemillError", "WaitTimeout",
    "every_error",
]  # fmt: skip

Policy = Literal["reject", "retry", "quit", "strike"]


class VoicemillError(Exception):
    """Raised when voicemill cannot do what was asked; every other error is one of its kinds."""

    code = "voicemill_error"

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details = details  #: JSON-able facts for programs: what was given, what is allowed

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.message, self.details))


def _rebuild(kind: type[VoicemillError], message: str, details: dict[str, Any]) -> VoicemillError:
    return kind(message, **details)


class InputError(VoicemillError):
    """Raised when a request can never succeed as given."""

    code = "input_error"


class InvalidRequest(InputError):
    """Raised when a request has an unknown key, a wrong type or a value out of range."""

    code = "invalid_request"


class EmptyText(InputError):
    """Raised when a text holds nothing that can be spoken."""

    code = "empty_text"


class TextTooLong(InputError):
    """Raised when a text is over the limit for its way in (inline or source)."""

    code = "text_too_long"


class UnknownModel(InputError):
    """Raised when no model of that id is in the catalogue."""

    code = "unknown_model"


class UnknownVoice(InputError):
    """Raised when no voice of that id, or a malformed blend, was named."""

    code = "unknown_voice"


class UnsupportedLanguage(InputError):
    """Raised when the model has no voice or no phonemes for the text's language."""

    code = "unsupported_language"


class UnsupportedFormat(InputError):
    """Raised when an output format or a media type is not one of those offered."""

    code = "unsupported_format"


class BadDocument(InputError):
    """Raised when a source is not the text document it says it is."""

    code = "bad_document"


class ExtraMissing(InputError):
    """Raised when a language or format needs an optional extra that is not installed."""

    code = "extra_missing"


class InvalidSettings(InputError):
    """Raised when a setting is misspelt or out of range."""

    code = "invalid_settings"


class SynthesisError(VoicemillError):
    """Raised when this text fails on this model; names the segment and its first words."""

    code = "synthesis_failed"


class EncodingError(VoicemillError):
    """Raised when finished audio cannot be written in a format."""

    code = "encoding_failed"


class StorageError(VoicemillError):
    """Raised when the object store does not answer or refuses."""

    code = "storage_unavailable"


class ObjectMissing(StorageError):
    """Raised when the store has no object under a key that should be there."""

    code = "object_missing"


class ObjectDamaged(StorageError):
    """Raised when what was read back is not what was stored (length or sha256)."""

    code = "object_damaged"


class StorageDenied(StorageError):
    """Raised when the store refuses these credentials, or this user may not write to its folder."""

    code = "storage_denied"


class ScratchFull(VoicemillError):
    """Raised when the folder for files in the making has no room; names what is needed and what is free."""

    code = "scratch_full"


class ScratchUnusable(VoicemillError):
    """Raised when a worker cannot write to its scratch folder, or has waited in vain for any room in it."""

    code = "scratch_unusable"


class QueueError(VoicemillError):
    """Raised when the broker does not answer or refuses."""

    code = "queue_unavailable"


class JobNotFound(QueueError):
    """Raised when the ledger does not know a job id: never submitted, or older than its time to live."""

    code = "job_not_found"


class JobCancelled(QueueError):
    """Raised when the result of a cancelled job is asked for."""

    code = "job_cancelled"


class JobFailed(QueueError):
    """Raised when the result of a failed job is asked for; carries the code of what failed it."""

    code = "job_failed"


class WaitTimeout(QueueError):
    """Raised when a job is not final within the time that a caller was ready to wait."""

    code = "wait_timeout"


class ModelError(VoicemillError):
    """Raised when a model cannot be loaded or run here: this worker is unfit."""

    code = "model_unfit"


class ModelMissing(ModelError):
    """Raised when a model's files are not in the models folder."""

    code = "model_missing"


class ModelDamaged(ModelError):
    """Raised when a model's file is not the one its sha256 names."""

    code = "model_damaged"


class NoMemory(ModelError):
    """Raised when this machine or container has no room in memory for a worker or its model."""

    code = "no_memory"


class OutOfMemory(ModelError):
    """Raised when memory ran out while a segment was spoken."""

    code = "out_of_memory"


#: What a worker does with the unit that raised. `reject`: the job fails at once. `retry`: again with backoff while the
#: lease is kept. `quit`: the unit goes back untouched and the worker leaves. `strike`: the unit goes back, the
#: segment it was at is counted as if it had ended the process, and the process is replaced.
POLICY: dict[type[VoicemillError], Policy] = {
    VoicemillError: "reject", InputError: "reject", InvalidRequest: "reject", EmptyText: "reject",
    TextTooLong: "reject", UnknownModel: "reject", UnknownVoice: "reject", UnsupportedLanguage: "reject",
    UnsupportedFormat: "reject", BadDocument: "reject", ExtraMissing: "reject", InvalidSettings: "reject",
    SynthesisError: "reject", EncodingError: "reject", StorageError: "retry", ObjectMissing: "reject",
    ObjectDamaged: "reject", StorageDenied: "quit", ScratchFull: "retry", ScratchUnusable: "quit", QueueError: "retry",
    JobNotFound: "reject", JobCancelled: "reject", JobFailed: "reject", WaitTimeout: "reject", ModelError: "quit",
    ModelMissing: "reject", ModelDamaged: "quit", NoMemory: "quit", OutOfMemory: "strike",
}  # fmt: skip


def every_error() -> list[type[VoicemillError]]:
    """Return every class of the tree, parents first."""
    found = [VoicemillError]
    for kind in found:
        found.extend(kind.__subclasses__())
    return found
