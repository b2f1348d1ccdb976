"""What makes a worker unfit from the start: mistakes in its settings, told at once, before it takes any work.

A broker or a store that does not answer is no mistake: the worker waits for it. Whoever runs containers wants the one
to end the container with a reason, and the other not to.
"""

import os

import redis
import structlog

from config.settings import Settings
from models.fetch import listing
from models.loader import Loader
from pipeline.errors import InvalidSettings, ModelMissing
from tasks.options import QueueOptions
from worker.memory import require_room

log = structlog.get_logger()

_LEAST_LIMIT_MB, _LIMIT_SHARE = 750, 1.4


def check_startup(settings: Settings) -> None:
    """Raise InvalidSettings, UnknownModel, ModelMissing or NoMemory when this worker could never work as it is set up."""
    if settings.storage.kind == "memory":
        raise InvalidSettings(
            "a store in memory is gone with its process: workers and clients share a disk or S3 store"
        )
    _check_scratch(settings)
    _check_memory(settings, _check_models(settings))
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


def _check_models(settings: Settings) -> set[str]:
    """Return the models that are here."""
    folder = settings.models.folder
    try:
        if folder.exists():
            with os.scandir(folder) as entries:
                next(entries, None)
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
    return here


def child_limit_mb(settings: Settings) -> int:
    """Return the memory above which a child is replaced: as set, else well over what the largest model here takes.

    So nothing healthy reaches it, and a leak is bounded. 0: no limit.
    """
    if settings.worker.memory_limit_mb is not None:
        return settings.worker.memory_limit_mb
    largest_mb = max(_needs_mb(settings, _check_models(settings)).values())
    return max(_LEAST_LIMIT_MB, round(_LIMIT_SHARE * largest_mb))


def _needs_mb(settings: Settings, here: set[str]) -> dict[str, int]:
    loader = Loader(settings.models)
    return {model_id: loader.needs_mb(model_id) for model_id in (here - {"tone"}) or {"tone"}}


def _check_memory(settings: Settings, here: set[str]) -> None:
    """Ask for the room of the largest model that is required, of the least when none is.

    The limit must not replace the child after every unit of it.
    """
    needs = _needs_mb(settings, here)
    required = needs.keys() & set(settings.worker.models)
    model = max(required, key=needs.__getitem__) if required else min(needs, key=needs.__getitem__)
    limit_mb = settings.worker.memory_limit_mb
    if limit_mb and limit_mb < needs[model]:
        raise InvalidSettings(
            f"VOICEMILL_WORKER__MEMORY_LIMIT_MB is {limit_mb}, and {model!r} takes up to {needs[model]} MB: its model would "
            "be loaded again for every unit; set it higher, or 0 for no limit",
            given=limit_mb,
            allowed=[0, f">= {needs[model]}"],
        )
    if large := [model_id for model_id, need_mb in sorted(needs.items()) if limit_mb and need_mb > limit_mb]:
        log.warning("memory_limit_low", limit_mb=limit_mb, models=large)
    require_room(needs[model], f"a worker with model {model!r}")


def _check_password(options: QueueOptions) -> None:
    """Only a broker that answers can say that the password is wrong."""
    try:
        with redis.Redis.from_url(options.broker_url, socket_timeout=2, socket_connect_timeout=2) as client:
            client.ping()
    except redis.AuthenticationError as err:
        raise InvalidSettings("the broker refuses the name or password in VOICEMILL_BROKER_URL") from err
    except redis.RedisError:
        return
