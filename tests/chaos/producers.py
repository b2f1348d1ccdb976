"""Those who ask: our client, plain Celery applications, and producers that die between the ledger and the message.

All behave as the documentation tells them to: whoever got no answer, or sees no state, asks again with the same id.
"""

import contextlib
import threading
import time
from dataclasses import dataclass, field, replace
from typing import Any

from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from pipeline.errors import JobNotFound, QueueError, StorageError
from tasks.client import Client
from tasks.door import Door
from tasks.ledger import Ledger
from tasks.messages import request_to_json
from tests.chaos.machine import BUCKET, Machine
from tests.chaos.orders import Order

_OUTAGES = (QueueError, StorageError, OperationalError, RedisError)
_AGAIN_S = 5.0  #: a plain producer that sees no state for this long sends again
_CANCELLED = "CANCELLED"


@dataclass(slots=True)
class Producers:
    """Submits and cancels the orders at their times, in one thread."""

    machine: Machine
    orders: list[Order]
    retried: dict[str, str] = field(default_factory=dict)  #: cancelled job -> the job that asks for it again
    answers: dict[str, str] = field(default_factory=dict)  #: job -> the state that its cancellation was answered with
    sent_again: int = 0
    broken: list[str] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None
    _started_s: float = field(default_factory=time.monotonic)

    def start(self) -> None:
        """Begin."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether all was submitted, and cancelled where it was to be."""
        return self._thread is not None and not self._thread.is_alive()

    def stop(self) -> None:
        """Give up what is not over."""
        self._stop.set()

    def _run(self) -> None:
        with contextlib.closing(_Desk(self.machine)) as desk:
            pending: list[_Errand] = [_Errand(order.at_s, order) for order in self.orders]
            while pending and not self._stop.wait(0.02):
                now_s = time.monotonic() - self._started_s
                for errand in [each for each in pending if each.at_s <= now_s]:
                    pending.remove(errand)
                    try:
                        pending.extend(self._do(desk, errand, now_s))
                    except _OUTAGES:
                        pending.append(replace(errand, at_s=now_s + 0.5))
                    except Exception as err:  # noqa: BLE001 - told at the end of the run
                        self.broken.append(f"{errand.order.job_id}: {type(err).__name__}: {err}")

    def _do(self, desk: "_Desk", errand: "_Errand", now_s: float) -> list["_Errand"]:
        """Do one thing; return what is to be done later."""
        order = errand.order
        if errand.what == "submit":
            desk.submit(order)
            then = [_Errand(now_s + order.stop_after_s, order, "stop")] if order.stop else []
            return [*then, _Errand(now_s + _AGAIN_S, order, "look")] if order.way == "celery" else then
        if errand.what == "look":
            if not desk.unseen(order.job_id):
                return []
            self.sent_again += 1
            desk.submit(order)
            return [replace(errand, at_s=now_s + _AGAIN_S)]
        if errand.what == "stop":
            state = desk.cancel(order)
            if state == "":  # only asked for, or not known yet: look again
                return [replace(errand, at_s=now_s + 1.0)]
            self.answers[order.job_id] = state
            return [replace(errand, what="retry")] if order.stop == "cancel_and_retry" and state == _CANCELLED else []
        self.retried[order.job_id] = desk.client.retry(order.job_id).id
        return []


@dataclass(frozen=True, slots=True)
class _Errand:
    at_s: float
    order: Order
    what: str = "submit"


class _Desk:
    """What the producers have opened."""

    def __init__(self, machine: Machine) -> None:
        self.client: Client = machine.client()
        self._ledger = Ledger(machine.settings.queue, timeout_s=2.0, retries=1)
        self._door = Door(self._ledger, machine.store, machine.catalogue, BUCKET)
        self._plain = plain_celery(machine)

    def close(self) -> None:
        self._ledger.close()
        self._plain.close()

    def submit(self, order: Order) -> None:
        if order.way == "celery":
            data = request_to_json(order.request)
            self._plain.send_task(
                "voicemill.narrate", queue="voicemill", kwargs={"request": data}, task_id=order.job_id, retry=False
            )
        elif order.way == "unpublished":
            self._door.accept(order.job_id, order.request)  # and here the producer dies
        else:
            self.client.submit(asked(order), document=document(order), job_id=order.job_id)

    def unseen(self, job_id: str) -> bool:
        return bool(self._plain.AsyncResult(job_id).state == "PENDING")

    def cancel(self, order: Order) -> str:
        """Cancel in the order's way; return the job's final state, "" while it is not known."""
        if order.stop == "cancel_message":
            with contextlib.suppress(JobNotFound):
                if (state := self._ledger.job(order.job_id)["state"]) not in ("QUEUED", "RUNNING"):
                    return state
            self._plain.send_task("voicemill.cancel", queue="voicemill", args=[order.job_id], retry=False)
            return ""
        try:
            return self.client.cancel(order.job_id)
        except JobNotFound:
            return ""


def asked(order: Order) -> Any:
    """Return the request as it is handed over."""
    return replace(order.request, text=None) if order.way == "inbox" else order.request


def document(order: Order) -> bytes | None:
    """Return the text as bytes that go through the store: what is not UTF-8 does."""
    return (order.request.text or "").encode("utf-16") if order.way == "inbox" else None


def plain_celery(machine: Machine) -> Celery:
    """Return a Celery application that knows nothing of ours."""
    app = Celery(broker=machine.broker.url, backend=machine.broker.url, set_as_current=False)
    app.conf.broker_transport_options = {"socket_timeout": 2, "socket_connect_timeout": 2}
    app.conf.redis_socket_timeout = app.conf.redis_socket_connect_timeout = 2
    app.conf.result_backend_transport_options = {"retry_policy": {"max_retries": 1, "interval_max": 0.2}}
    app.conf.result_extended = False
    return app
