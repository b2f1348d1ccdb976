from collections.abc import Iterator

import pytest

from tasks.ledger import Ledger
from tasks.options import QueueOptions
from tests.support.broker import Broker, running_broker


@pytest.fixture(scope="session")
def broker() -> Iterator[Broker]:
    with running_broker() as server:
        yield server


@pytest.fixture
def options(broker: Broker) -> QueueOptions:
    with broker.client() as client:
        client.flushall()
    return QueueOptions(broker_url=broker.url, lease_s=1.0, window=3)


@pytest.fixture
def ledger(options: QueueOptions) -> Iterator[Ledger]:
    ledger = Ledger(options)
    yield ledger
    ledger.close()
