"""The Celery app: every setting with its reason (measured; see docs/adr/0001 and 0002)."""

import logging
from typing import Any

from celery import Celery
from kombu.entity import Queue
from kombu.exceptions import OperationalError

from tasks.ledger import Sends
from tasks.options import QUEUES, QueueOptions
from tasks.units import TASK_OF

PRUNE = "voicemill.prune"
log = logging.getLogger("voicemill")  # also in producers: quiet unless its user wants to hear


def make_app(options: QueueOptions, *, producer: bool = False, memory_limit_mb: int = 0) -> Celery:
    """Return an app on the broker of `options`; a producer is told of a silent broker sooner than a worker."""
    timeout_s = options.producer_timeout_s if producer else options.socket_timeout_s
    transport: dict[str, Any] = {
        # only accepting and cancelling jobs is acknowledged late; both take milliseconds
        "visibility_timeout": 60,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        # of who brings messages back; one that was killed or timed out meanwhile must not keep the others from it
        "unacked_mutex_expire": 10,
        # a worker empties `voicemill`, then `short`, before it looks at `long`
        "queue_order_strategy": "priority",
        "socket_timeout": timeout_s,
        "socket_connect_timeout": min(5.0, timeout_s),
        "socket_keepalive": True,
    }
    app = Celery("voicemill", broker=options.broker_url, backend=options.broker_url, set_as_current=False)
    if not producer:
        app.conf.broker_transport = (
            "tasks.transport:redis"  # lives through a full broker, and items that are no messages
        )
    app.conf.update(
        accept_content=["json"],  # nothing that arrives is ever executed
        task_serializer="json",
        result_serializer="json",
        result_accept_content=["json"],
        result_expires=options.ttl_s,
        # a result that cannot be stored now is stored by the reaper: do not wait 20 tries for it
        result_backend_transport_options={"retry_policy": {"max_retries": 2, "interval_max": 0.2}},
        redis_socket_timeout=timeout_s,
        redis_socket_connect_timeout=min(5.0, timeout_s),
        redis_socket_keepalive=True,
        broker_transport_options=transport,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,  # a worker outlives any broker outage
        broker_connection_timeout=min(5.0, timeout_s),
        task_queues=[Queue(name) for name in QUEUES],  # type: ignore[no-untyped-call]  # kombu has no types
        task_default_queue="voicemill",
        task_create_missing_queues=False,
        task_acks_late=False,  # the ledger alone brings lost units back
        task_ignore_result=True,
        task_time_limit=options.unit_limit_s,
        task_publish_retry=False,  # the ledger knows of the unit; the reaper rings again
        worker_prefetch_multiplier=1,
        worker_disable_prefetch=True,  # a busy worker reserves nothing that another could start
        worker_enable_remote_control=False,  # whoever reaches the broker could shut workers down
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        worker_proc_alive_timeout=120.0,  # the child opens its connections first; 4 s is too short on a busy machine
        worker_cancel_long_running_tasks_on_connection_loss=False,  # the running unit finishes through an outage
        worker_max_memory_per_child=memory_limit_mb * 1000 or None,
    )
    return app


def send_units(app: Celery, sends: Sends) -> None:
    """Publish the messages of units. What does not get through is sent by the reaper: the ledger knows of it."""
    try:
        for unit, queue in sends:
            app.send_task(TASK_OF[unit.split("/")[1]], kwargs={"unit": unit}, queue=queue, ignore_result=True)
    except OperationalError as err:
        log.warning("%d messages were not published; the reaper will send them: %s", len(sends), err)


def send_prune(app: Celery) -> None:
    """Have one worker delete what is past its time: on the queue whose length says nothing about units."""
    app.send_task(PRUNE, queue="voicemill", ignore_result=True)
