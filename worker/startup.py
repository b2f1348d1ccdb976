"""What makes a worker unfit from the start: mistakes in its settings, told at once, before it takes any work.

A broker or a store that does not answer is no mistake: the worker waits for it. Whoever runs containers wants the one
to end the container with a reason, and the other not to.
"""

import os

import redis

from config.settings import Settings
from models.fetch import listing
from models.loader import Loader
from pipeline.errors import InvalidSettings, ModelMissing
from tasks.options import QueueOptions


def check_startup(settings: Settings) -> None:
    """Raise InvalidSettings, UnknownModel or ModelMissing when this worker could never work as it is set up."""
    if settings.storage.kind == "memory":
        raise InvalidSettings(
            "a store in memory is gone with its process: workers and clients share a disk or S3 store"
        )
    _check_scratch(settings)
    _check_models(settings)
    _check_password(settings.queue)


def _check_scratch(settings: Settings) -> None:
    folder = settings.worker.scratch
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".startup.{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as err:
        raise InvalidSettings(
            f"the scratch folder {folder} cannot be written: {err.strerror}; set VOICEMILL_WORKER__SCRATCH to one that can",
            given=str(folder),
        ) from err


def _check_models(settings: Settings) -> None:
    folder = settings.models.folder
    try:
        if folder.exists():
            next(os.scandir(folder), None)
        here = {model.id for model in listing(settings.models) if model.here}
    except OSError as err:
        raise InvalidSettings(
            f"the models folder {folder} cannot be read: {err.strerror}; set VOICEMILL_MODELS__FOLDER to one that can",
            given=str(folder),
        ) from err
    for model_id in settings.worker.models:
        Loader(settings.models).catalogue.model(model_id)  # a misspelt one is told with those that there are
        if model_id not in here:
            raise ModelMissing(
                f"model {model_id!r}, which VOICEMILL_WORKER__MODELS requires, is not in {folder}: "
                f"voicemill models pull {model_id}",
                given=model_id,
            )


def _check_password(options: QueueOptions) -> None:
    """Only a broker that answers can say that the password is wrong."""
    try:
        with redis.Redis.from_url(options.broker_url, socket_timeout=2, socket_connect_timeout=2) as client:
            client.ping()
    except redis.AuthenticationError as err:
        raise InvalidSettings("the broker refuses the name or password in VOICEMILL_BROKER_URL") from err
    except redis.RedisError:
        return
