"""Speak a text through voicemill from any Celery application: nothing of voicemill is imported here.

    python examples/plain_celery_producer.py "Hello, mill." [--voice af_heart] [--broker redis://127.0.0.1:6379/0]

What a job's `AsyncResult` says: PENDING = not accepted yet, or unknown; PROGRESS = accepted, `info` has the progress;
SUCCESS = done, `result` is the result; FAILURE = failed or cancelled, the exception's args are (code, message, details).
A job that stays PENDING may be sent again with the same task id as often as you like: it is the same job.
"""

import argparse
import json
import sys
import time
import uuid

from celery import Celery

SEND_AGAIN_S = 30.0  #: a message can be lost with a broker that dies; a repeated one does no harm
POLL_S = 0.5
#: Without these a send waits for as long as the broker hangs; with them it raises within ten seconds.
TOLD_IN_TIME = {
    "broker_transport_options": {"socket_timeout": 5.0, "socket_connect_timeout": 5.0},
    "redis_socket_timeout": 5.0,
    "redis_socket_connect_timeout": 5.0,
    "result_backend_transport_options": {"retry_policy": {"max_retries": 0}},
    "task_publish_retry": False,
}


def main() -> int:
    """Send one text, show its progress, print the result. Returns 0, or 3 when the job failed."""
    parser = argparse.ArgumentParser(description="Speak a text through voicemill.")
    parser.add_argument("text")
    parser.add_argument("--voice", default="af_heart")
    parser.add_argument("--format", default="mp3")
    parser.add_argument("--broker", default="redis://127.0.0.1:6379/0")
    given = parser.parse_args()

    app = Celery(broker=given.broker, backend=given.broker)
    app.conf.update(TOLD_IN_TIME)
    request = {"version": 1, "text": given.text, "voice": given.voice, "formats": [given.format]}
    job_id = str(uuid.uuid4())

    def send() -> float:
        app.send_task("voicemill.narrate", queue="voicemill", kwargs={"request": request}, task_id=job_id)
        return time.monotonic()

    sent, job, shown = send(), app.AsyncResult(job_id), None
    while not job.ready():
        told = app.backend.get_task_meta(job_id)  # read at once: between `state` and `info` the job may end
        if told["status"] == "PENDING" and time.monotonic() - sent > SEND_AGAIN_S:
            sent = send()
        if told["status"] == "PROGRESS" and told["result"] != shown:
            shown = told["result"]
            print(f"{shown['done']} of {shown['total'] or '?'} segments", file=sys.stderr)
        time.sleep(POLL_S)

    if job.state == "SUCCESS":
        print(json.dumps(job.result, indent=2, ensure_ascii=False))
        return 0
    code, message, details = job.result.args
    print(json.dumps({"code": code, "message": message, "details": details}, ensure_ascii=False), file=sys.stderr)
    return 3


if __name__ == "__main__":
    sys.exit(main())
