import pytest
from pydantic import ValidationError

from tasks.options import QueueOptions


@pytest.mark.parametrize("url", ["foo", "amqp://host/", "unix:///run/redis.sock", "redis://", "http://host:6379/0"])
def test_a_broker_that_is_not_redis_is_refused_without_quoting_its_password(url):
    with pytest.raises(ValidationError, match=r"must be redis://"):
        QueueOptions(broker_url=url)


def test_tls_checks_certificates_unless_somebody_said_otherwise():
    assert QueueOptions(broker_url="rediss://host:6379/0").broker_url.endswith("/0?ssl_cert_reqs=required")
    relaxed = "rediss://host/0?ssl_cert_reqs=none"
    assert QueueOptions(broker_url=relaxed).broker_url == relaxed
