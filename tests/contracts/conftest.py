"""The three stores behind one fixture, each with a way to damage an object behind its back."""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline.ports import ObjectStore
from storage.open import open_store
from storage.options import StorageOptions
from tests.support.seaweed import Seaweed, running_seaweed


@dataclass(frozen=True, slots=True)
class StoreCase:
    """A store under test."""

    kind: str
    store: ObjectStore
    again: Callable[[], ObjectStore]  #: opens the same store once more, as another process would
    overwrite: Callable[[str, bytes], None]  #: changes an object's bytes, and nothing that describes them


@pytest.fixture(scope="session")
def weed(tmp_path_factory) -> Iterator[Seaweed]:
    with running_seaweed(tmp_path_factory.mktemp("weed")) as server:
        yield server


@pytest.fixture(params=["memory", "disk", "s3"])
def case(request: pytest.FixtureRequest, tmp_path: Path) -> StoreCase:
    make = {"memory": _memory, "disk": _disk, "s3": _s3}[request.param]
    return make(request, tmp_path)


def _memory(request: pytest.FixtureRequest, tmp_path: Path) -> StoreCase:
    store = open_store(StorageOptions(kind="memory"))
    objects = store._objects  # type: ignore[attr-defined]  # behind its back is the point

    def overwrite(key: str, data: bytes) -> None:
        objects[key] = (objects[key][0], data)

    return StoreCase("memory", store, lambda: store, overwrite)


def _disk(request: pytest.FixtureRequest, tmp_path: Path) -> StoreCase:
    options = StorageOptions(kind="disk", folder=tmp_path / "store")

    def overwrite(key: str, data: bytes) -> None:
        (tmp_path / "store" / "objects" / key).write_bytes(data)

    return StoreCase("disk", open_store(options), lambda: open_store(options), overwrite)


def _s3(request: pytest.FixtureRequest, tmp_path: Path) -> StoreCase:
    server: Seaweed = request.getfixturevalue("weed")
    options = server.options(bucket="contract", prefix=uuid.uuid4().hex)

    def overwrite(key: str, data: bytes) -> None:
        client, where = server.client(), {"Bucket": "contract", "Key": options.prefix + key}
        described = client.head_object(**where)
        client.put_object(**where, Body=data, Metadata=described["Metadata"], ContentType=described["ContentType"])

    return StoreCase("s3", open_store(options), lambda: open_store(options), overwrite)
