from ssl import CERT_REQUIRED

import pytest
from kombu.transport.redis import Mutex
from pydantic import ValidationError

from tasks.app import make_app
from tasks.options import QueueOptions


@pytest.mark.parametrize("url", ["foo", "amqp://host/", "unix:///run/redis.sock", "redis://", "http://host:6379/0"])
def test_a_broker_that_is_not_redis_is_refused_without_quoting_its_password(url):
    with pytest.raises(ValidationError, match=r"must be redis://"):
        QueueOptions(broker_url=url)


def test_tls_checks_certificates_unless_somebody_said_otherwise():
    assert QueueOptions(broker_url="rediss://host:6379/0").broker_url.endswith("/0?ssl_cert_reqs=required")
    relaxed = "rediss://host/0?ssl_cert_reqs=none"
    assert QueueOptions(broker_url=relaxed).broker_url == relaxed


def test_a_worker_that_dies_while_it_brings_messages_back_stops_the_others_for_seconds_only(options):
    app = make_app(options)
    with app.connection() as connection:
        channel = connection.default_channel
        with (
            channel.conn_or_acquire() as client,
            Mutex(client, channel.unacked_mutex_key, channel.unacked_mutex_expire),
        ):
            assert 0 < client.ttl("unacked_mutex") <= 10
    app.close()


@pytest.mark.parametrize("producer", [True, False])
def test_tls_reaches_the_connection_of_producers_and_workers(producer):
    app = make_app(QueueOptions(broker_url="rediss://:secret@host:6390/2"), producer=producer)
    connection = app.connection_for_read()
    assert (connection.ssl, connection.port, connection.virtual_host) == ({"ssl_cert_reqs": CERT_REQUIRED}, 6390, "2")
    assert (connection.transport.driver_type, connection.password) == ("redis", "secret")
    assert "redis" in connection.as_uri()
    assert "secret" not in connection.as_uri()
    app.close()
