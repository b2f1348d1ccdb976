"""What a worker's parent and child tell each other, in memory they share across the fork.

It works while the broker does not: a drain must reach the child in an outage, and the parent must know what the child
is at. Each field has one writer, and 8 aligned bytes are read and written whole.
"""

import mmap
import os
import struct
import time
from dataclasses import dataclass

_DRAINING, _UNFIT = 0, 1
_WORK, _STORE, _NAME, _END = 8, 32, 40, 160  # offsets: three doubles, one double, up to 118 bytes after their count


@dataclass(frozen=True, slots=True)
class Work:
    """What the child is at. Times are the monotonic clock's, which all processes of a machine share."""

    starts: int  #: tasks begun since the worker started
    since: float | None  #: begin of the task under work; None: idle
    limit_s: float  #: how long that task may take
    name: str
    store_silent_since: float | None  #: the task waits for a store that does not answer


class Flags:
    """Made in the parent before the fork."""

    def __init__(self) -> None:
        self.parent = os.getpid()
        self._memory = mmap.mmap(-1, _END)  # anonymous and shared: a child's writes are seen by its parent

    @property
    def draining(self) -> bool:
        """Whether the worker is leaving: the child gives its part back after the segment it is at."""
        return self._memory[_DRAINING] == 1

    @property
    def unfit(self) -> bool:
        """Whether the child found that this worker cannot do the work."""
        return self._memory[_UNFIT] == 1

    def drain(self) -> None:
        """Say that the worker is leaving."""
        self._memory[_DRAINING] = 1

    def give_up(self) -> None:
        """Say that the worker is unfit; it is leaving, too."""
        self._memory[_UNFIT] = 1
        self._memory[_DRAINING] = 1

    def began(self, name: str, limit_s: float) -> None:
        """Say that the child began a task."""
        short = name.encode(errors="replace")[: _END - _NAME - 2]
        struct.pack_into(f"<H{len(short)}s", self._memory, _NAME, len(short), short)
        starts, _, _ = struct.unpack_from("<3d", self._memory, _WORK)
        struct.pack_into("<3d", self._memory, _WORK, starts + 1, time.monotonic(), limit_s)

    def idle(self) -> None:
        """Say that the child is at nothing: it ended its task, or has just started."""
        struct.pack_into("<d", self._memory, _WORK + 8, 0.0)
        self.store_answers()

    def store_silent(self) -> None:
        """Say that the task waits for the store."""
        if struct.unpack_from("<d", self._memory, _STORE) == (0.0,):
            struct.pack_into("<d", self._memory, _STORE, time.monotonic())

    def store_answers(self) -> None:
        """Say that the store is there."""
        struct.pack_into("<d", self._memory, _STORE, 0.0)

    def work(self) -> Work:
        """Return what the child is at."""
        starts, since, limit_s = struct.unpack_from("<3d", self._memory, _WORK)
        (silent,) = struct.unpack_from("<d", self._memory, _STORE)
        (length,) = struct.unpack_from("<H", self._memory, _NAME)
        name = self._memory[_NAME + 2 : _NAME + 2 + length].decode(errors="replace")
        return Work(int(starts), since or None, limit_s, name if since else "", silent or None)
