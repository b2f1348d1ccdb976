"""What a log line looks like, and what never gets into one."""

import io
import json
import logging
import threading
import warnings

import pytest
import structlog

from config.logs import masked_text, set_up_logging

CANARY = "canary-7f3a"


@pytest.fixture
def stream():
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    yield io.StringIO()
    root.handlers[:], root.level = before
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


def events(stream):
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_one_json_object_with_name_level_and_time(stream):
    set_up_logging(stream=stream)

    structlog.get_logger().info("job_submitted", job_id="j1", token=7)

    (event,) = events(stream)
    assert (event["event"], event["level"], event["job_id"], event["token"]) == ("job_submitted", "info", "j1", 7)
    assert event["timestamp"].endswith("Z")


def test_library_records_come_out_in_the_same_form(stream):
    set_up_logging(stream=stream)

    logging.getLogger("celery.worker").warning("lost %s", "redis://u:" + CANARY + "@h/0")

    (event,) = events(stream)
    assert (event["event"], event["logger"]) == ("lost redis://u:***@h/0", "celery.worker")


def test_every_event_bears_the_given_fields_whichever_thread_it_comes_from(stream):
    set_up_logging(stream=stream, worker="w1")

    for say in (structlog.get_logger().info, logging.getLogger("redis").warning):
        thread = threading.Thread(target=say, args=("something",))
        thread.start()
        thread.join()

    assert [event["worker"] for event in events(stream)] == ["w1", "w1"]


def test_the_level_holds_for_ours_and_theirs(stream):
    set_up_logging("warning", stream=stream)

    structlog.get_logger().info("part_claimed")
    logging.getLogger("celery").info("ready")

    assert stream.getvalue() == ""


def test_chatty_libraries_stay_quiet_at_debug(stream):
    set_up_logging("debug", stream=stream)

    logging.getLogger("botocore.auth").debug("Authorization: %s", CANARY)

    assert stream.getvalue() == ""


def fail():
    raise OSError(f"redis://:{CANARY}@h refused, secret_key='{CANARY}'")


@pytest.mark.parametrize("form", ["json", "text"])
def test_no_secret_and_no_text_leaves_the_process(stream, form):
    set_up_logging("debug", form, stream)
    log = structlog.get_logger()

    log.info("a", url=f"redis://user:{CANARY}@broker:6379/0")
    log.info("b", link=f"https://s3/b/k?X-Amz-Credential={CANARY}%2F1&X-Amz-Signature={CANARY}&x=1")
    log.info("c", secret_key=CANARY, options={"password": CANARY, "nested": [f"amqp://u:{CANARY}@h"]})
    log.info("d", authorization=f"AWS4 {CANARY}", text=f"It was {CANARY}", units=CANARY)
    message = f"e aws_secret_access_key={CANARY} redis://:{CANARY}@h"
    log.info(message)
    logging.getLogger("celery").error("Cannot connect to redis://:%s@h", CANARY)
    try:
        fail()
    except OSError:
        log.exception("f")
        logging.getLogger("kombu").exception("g")

    assert CANARY not in stream.getvalue()
    assert stream.getvalue().count("refused") >= 2  # the rest of the traceback stays readable


def test_warnings_are_routed_too(stream):
    set_up_logging(stream=stream)

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(capture=True)
        warnings.warn("old thing", DeprecationWarning, stacklevel=1)

    assert "old thing" in events(stream)[0]["event"]


def test_what_is_no_secret_stays():
    text = "part 3 of https://host/path?x=1 took 2.5 s, user@host"

    assert masked_text(text) == text
