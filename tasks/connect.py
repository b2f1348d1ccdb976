"""Opens a client on a broker."""

from pipeline.errors import StorageError
from pipeline.ports import ObjectStore
from pipeline.voices import Catalogue
from tasks.app import make_app
from tasks.client import Client
from tasks.ledger import Ledger
from tasks.options import QueueOptions
from tasks.results import Link


def link_from(store: ObjectStore, expires_s: int) -> Link:
    """Return a function that gives time-limited links, or None where the store has none to give."""

    def link(key: str) -> str | None:
        try:
            return store.link(key, expires_s=expires_s)
        except StorageError:
            return None

    return link


def connect(
    options: QueueOptions, store: ObjectStore, catalogue: Catalogue, *, bucket: str, link_ttl_s: int = 3600
) -> Client:
    """Return a client. Nothing is sent before its first call.

    Args:
        options: where the queue is.
        store: the workers' store.
        catalogue: the models and voices that requests are checked against.
        bucket: of the workers' store: a source `s3://…` must be in it.
        link_ttl_s: how long links in results are valid, at most 3600.
    """
    ledger = Ledger(options, timeout_s=options.producer_timeout_s, retries=1)
    return Client(
        make_app(options, producer=True), ledger, store, catalogue, bucket=bucket, link=link_from(store, link_ttl_s)
    )
