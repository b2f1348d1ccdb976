"""Which error ends the command with which exit code; the table of `docs/reference/errors.md`."""

from pipeline import errors

OK, FAILED, USAGE, JOB, NOT_FOUND, UNAVAILABLE, TIMED_OUT, INTERRUPTED = 0, 1, 2, 3, 4, 5, 124, 130

EXIT_CODE: dict[type[errors.VoicemillError], int] = {
    errors.VoicemillError: FAILED,
    errors.InputError: USAGE,
    errors.InvalidRequest: USAGE,
    errors.EmptyText: USAGE,
    errors.TextTooLong: USAGE,
    errors.UnknownModel: USAGE,
    errors.UnknownVoice: USAGE,
    errors.UnsupportedLanguage: USAGE,
    errors.UnsupportedFormat: USAGE,
    errors.BadDocument: USAGE,
    errors.ExtraMissing: USAGE,
    errors.InvalidSettings: USAGE,
    errors.SynthesisError: JOB,
    errors.EncodingError: FAILED,
    errors.StorageError: UNAVAILABLE,
    errors.ObjectMissing: NOT_FOUND,
    errors.ObjectDamaged: FAILED,
    errors.StorageDenied: UNAVAILABLE,
    errors.ScratchFull: FAILED,
    errors.ScratchUnusable: FAILED,
    errors.QueueError: UNAVAILABLE,
    errors.JobNotFound: NOT_FOUND,
    errors.JobCancelled: JOB,
    errors.JobFailed: JOB,
    errors.WaitTimeout: TIMED_OUT,
    errors.ModelError: FAILED,
    errors.ModelMissing: FAILED,
    errors.ModelDamaged: FAILED,
    errors.NoMemory: FAILED,
    errors.OutOfMemory: FAILED,
}


def exit_code(err: errors.VoicemillError) -> int:
    """Return the exit code of an error: that of its class, or of the nearest above it."""
    return next((EXIT_CODE[kind] for kind in type(err).__mro__ if kind in EXIT_CODE), FAILED)
