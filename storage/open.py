"""The one place where a store is chosen."""

from pipeline.ports import ObjectStore
from storage.disk import DiskStore
from storage.memory import MemoryStore
from storage.options import StorageOptions


def open_store(options: StorageOptions) -> ObjectStore:
    """Return the store that the options name. Touches neither disk nor network yet."""
    if options.kind == "s3":
        from storage.s3 import S3Store  # noqa: PLC0415  boto3 is 30 MB and 150 ms: only for those who need it

        return S3Store(options)
    if options.kind == "memory":
        return MemoryStore()
    return DiskStore(options.folder)
