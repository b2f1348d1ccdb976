"""Values that hold over stretches of a text: nested ones become flat, so that a look-up is a bisection."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Layer(Generic[T]):
    """Disjoint stretches in order, each with a value."""

    pieces: tuple[tuple[int, int, T], ...] = ()
    starts: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "starts", tuple(start for start, _, _ in self.pieces))

    def __bool__(self) -> bool:
        return bool(self.pieces)

    def value(self, at: int) -> T | None:
        """Return what holds at a position."""
        found = bisect_right(self.starts, at) - 1
        return self.pieces[found][2] if found >= 0 and at < self.pieces[found][1] else None

    def within(self, start: int, end: int) -> tuple[tuple[int, int, T], ...]:
        """Return the stretches that touch `start` to `end`."""
        first = max(0, bisect_right(self.starts, start) - 1)
        last = bisect_left(self.starts, end)
        return tuple(piece for piece in self.pieces[first:last] if piece[1] > start)

    def edges(self, start: int, end: int) -> list[int]:
        """Return `start`, every place in between where a value begins or ends, and `end`."""
        inner = {at for piece in self.within(start, end) for at in piece[:2] if start < at < end}
        return [start, *sorted(inner), end]


def innermost(spans: Iterable[tuple[int, int, T]]) -> Layer[T]:
    """Return the layer in which every place has the value of the innermost span over it."""
    flat: list[tuple[int, int, T]] = []
    opened: list[tuple[int, T]] = []
    at = 0
    for start, end, value in sorted(spans, key=lambda span: (span[0], -span[1])):
        at = _close(opened, start, at, flat)
        if opened and at < start:
            flat.append((at, start, opened[-1][1]))
        at = max(at, start)
        opened.append((end, value))
    _close(opened, max((end for end, _ in opened), default=0), at, flat)
    return Layer(tuple(flat))


def _close(opened: list[tuple[int, T]], until: int, at: int, flat: list[tuple[int, int, T]]) -> int:
    while opened and opened[-1][0] <= until:
        end, value = opened.pop()
        if at < end:
            flat.append((at, end, value))
            at = end
    return at
