"""What a chaos run asks for: a seeded mix of jobs, each with what its manifest must say in the end."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pipeline.request import RenderOptions, Request
from tests.support.cluster import sentences

POISON = "number 66600 "  #: in one sentence of one job; the tone synthesizer's process dies of it
Way = Literal["client", "celery", "inbox", "unpublished"]
Stop = Literal["", "cancel", "cancel_message", "cancel_and_retry"]
FORMATS = (("wav",), ("wav", "mp3"), ("flac", "wav"), ("opus",), ("wav", "opus"))


@dataclass(frozen=True, slots=True)
class Order:
    """One job to be submitted."""

    job_id: str
    request: Request
    chapters: tuple[tuple[str, ...], ...]  #: the sentences of each chapter as its manifest must list them
    kind: str  #: short, book, twin (of an earlier job), cousin (the same sentences in another format), poison
    #: celery: a plain producer; inbox: handed over through the store; unpublished: written to the ledger by a producer
    #: that died before it sent the message
    way: Way = "client"
    stop: Stop = ""
    at_s: float = 0.0  #: when it is submitted
    stop_after_s: float = 0.0
    poisoned_segment: int | None = field(default=None)


class _Writer:
    """Writes texts; no sentence comes twice."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._next = 1000

    def said(self, least: int, most: int) -> list[str]:
        count = self._rng.randint(least, most)
        self._next += count
        return sentences(count, start=self._next - count)

    def short(self, job_id: str) -> Order:
        text = self.said(1, 5)
        formats = self._rng.choice(FORMATS)
        return Order(job_id, Request(text=" ".join(text), voice="tone", formats=formats), (tuple(text),), "short")

    def book(self, job_id: str) -> Order:
        chapters = [(f"Chapter {n}", *self.said(3, 8)) for n in range(1, self._rng.randint(3, 5))]
        text = "\n\n".join(f"# {title}\n\n{' '.join(said)}" for title, *said in chapters)
        options = RenderOptions(book=self._rng.random() < 0.5)
        formats = self._rng.choice(FORMATS)
        request = Request(text=text, voice="tone", formats=formats, media_type="text/markdown", options=options)
        return Order(job_id, request, tuple(chapters), "book")

    def poison(self, job_id: str) -> Order:
        text = self.said(4, 6)
        at = self._rng.randrange(1, len(text))
        text[at] = f"This is the sentence of {POISON}and no worker gets past it."
        request = Request(text=" ".join(text), voice="tone", formats=("wav",))
        return Order(job_id, request, (tuple(text),), "poison", poisoned_segment=at)


def draw_orders(rng: random.Random, count: int, span_s: float) -> list[Order]:
    """Return `count` orders over `span_s` seconds, in the order of their submission; the first ones come at once."""
    writer = _Writer(rng)
    books = max(1, count // 6)
    kinds = ["book"] * books + ["short"] * (count - books - 2 * max(1, count // 10) - 1) + ["poison"]
    rng.shuffle(kinds)
    orders = [getattr(writer, kind)(f"job-{n:03}-{kind}") for n, kind in enumerate(kinds)]
    for kind in ["twin", "cousin"] * max(1, count // 10):
        orders.append(_relative(rng, kind, f"job-{len(orders):03}-{kind}", orders))
    originals = len(kinds)
    times = sorted(rng.uniform(-0.3 * span_s, 0.8 * span_s) for _ in range(originals))
    timed = [replace(order, at_s=max(0.0, at_s)) for order, at_s in zip(orders, times, strict=False)]
    by_text = {order.request.text: order.at_s for order in timed}
    timed += [  # soon after the one it is like, mostly while that one runs
        replace(order, at_s=by_text[order.request.text] + rng.uniform(0.0, 3.0)) for order in orders[originals:]
    ]
    return sorted(_with_ways(rng, timed), key=lambda order: order.at_s)


def _relative(rng: random.Random, kind: str, job_id: str, orders: Sequence[Order]) -> Order:
    like = rng.choice([order for order in orders if order.kind in ("short", "book")])
    if kind == "twin":
        return replace(like, job_id=job_id, kind=kind)
    other = ("flac",) if like.request.formats != ("flac",) else ("wav",)
    return replace(like, job_id=job_id, kind=kind, request=replace(like.request, formats=other))


def _with_ways(rng: random.Random, orders: list[Order]) -> list[Order]:
    """A third of the jobs come from plain Celery producers, some are never published, some are cancelled."""
    count = len(orders)
    plain = [n for n, order in enumerate(orders) if order.kind in ("short", "book")]
    rng.shuffle(plain)
    few = max(1, count // 10)
    shares: list[tuple[Way, int]] = [("celery", max(1, count // 4)), ("unpublished", few), ("inbox", few)]
    for n, way in zip(plain, [way for way, share in shares for _ in range(share)], strict=False):
        orders[n] = replace(orders[n], way=way)
    stops: list[Stop] = ["cancel", "cancel_message", "cancel_and_retry"]
    for n, stop in zip(plain[-few:], stops * count, strict=False):
        orders[n] = replace(orders[n], stop=stop, stop_after_s=rng.uniform(0.0, 3.0))
    return orders
