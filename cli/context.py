"""What commands start from: settings, the store, the catalogue, the queue's client.

Each function imports what it needs when it is called, so that `voicemill --help` loads none of the adapters.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pipeline.errors import InvalidSettings

if TYPE_CHECKING:  # the real imports happen inside the functions
    from config.settings import Settings
    from models.loader import Loader
    from pipeline.ports import ObjectStore
    from tasks.client import Client


def settings_of(ctx: typer.Context, *, serving: bool = False) -> "Settings":
    """Read the settings (`--config FILE` is in the context) and set up logging on standard error.

    A command that a person waits for logs warnings only, unless a level was asked for; one that serves logs as set.
    """
    from config.logs import set_up_logging
    from config.settings import load_settings

    config: Path | None = ctx.find_root().obj
    settings = load_settings(config)
    asked = serving or "log_level" in settings.worker.model_fields_set
    set_up_logging(settings.worker.log_level if asked else "warning", settings.worker.log_format)
    return settings


def loader_of(settings: "Settings") -> "Loader":
    """Return what opens models and knows their voices."""
    from models.loader import Loader

    return Loader(settings.models)


def store_of(settings: "Settings") -> "ObjectStore":
    """Open the object store."""
    from storage.open import open_store

    return open_store(settings.storage)


def client_of(settings: "Settings") -> "Client":
    """Connect to the queue, with the store and the catalogue that check a request before it is queued."""
    from tasks.connect import connect

    storage = settings.storage
    if storage.kind == "memory":
        raise InvalidSettings(
            "a store in memory is gone with its process: workers and clients share a disk or S3 store"
        )
    catalogue = loader_of(settings).catalogue
    return connect(settings.queue, store_of(settings), catalogue, bucket=storage.bucket, link_ttl_s=storage.link_ttl_s)
