from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.broker import Broker, running_broker
from tests.support.cluster import Cluster, running_cluster
from tests.support.seaweed import Seaweed, running_seaweed


@pytest.fixture(scope="session")
def broker() -> Iterator[Broker]:
    with running_broker() as server:
        yield server


@pytest.fixture(scope="session")
def seaweed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seaweed]:
    with running_seaweed(tmp_path_factory.mktemp("seaweed")) as server:
        yield server


@pytest.fixture
def cluster(broker: Broker, tmp_path: Path) -> Iterator[Cluster]:
    """Workers on the real broker with a store on disk."""
    variables = {"VOICEMILL_STORAGE__FOLDER": str(tmp_path / "store")}
    with running_cluster(broker, variables, tmp_path) as running:
        yield running
