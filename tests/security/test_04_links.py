"""Row 4: a presigned link serves its object for its time and nothing else, on a server that checks signatures.

Expired, tampered and anonymous, each for the store alone: tests/contracts/test_store_s3.py. Here: a job's own link.
"""

import urllib.error
import urllib.request

import pytest
from celery import Celery

from storage.open import open_store
from tests.support.cluster import running_cluster, wait_until

pytestmark = pytest.mark.system


def status_of(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as found:
            return int(found.status)
    except urllib.error.HTTPError as err:
        return err.code


def test_the_link_in_a_result_serves_that_artifact_until_it_expires_and_nothing_else(broker, seaweed, tmp_path):
    variables = seaweed.environment(bucket="links", link_ttl_s=8)
    with running_cluster(broker, variables, tmp_path) as cluster:
        cluster.start(1)
        job = cluster.submit("A link leads to this sentence.")
        audio, manifest = job.wait(60)["artifacts"]
        url = cluster.store.link(audio["key"], expires_s=60)
        assert status_of(url) == 200
        wrong = {
            "another object": url.replace(audio["key"], manifest["key"]),
            "a longer time": url.replace("X-Amz-Expires=60", "X-Amz-Expires=3600"),
            "a forged signature": url[:-1] + ("0" if url[-1] != "0" else "1"),
            "no signature": url.split("?", maxsplit=1)[0],
        }
        assert {name: status_of(bad) for name, bad in wrong.items()} == dict.fromkeys(wrong, 403)

        stranger = open_store(seaweed.options(bucket="links", secret_access_key="somebody-elses"))
        assert status_of(stranger.link(audio["key"], expires_s=60)) == 403

        with Celery(broker=broker.url, backend=broker.url, set_as_current=False) as plain:
            short = plain.AsyncResult(job.id).get(timeout=10)["artifacts"][0]["url"]
        assert status_of(short) == 200
        wait_until(lambda: status_of(short) == 403, 30, "the end of the link's time")
