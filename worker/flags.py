"""Two words between a worker's parent and its child, in memory they share across the fork.

They work while the broker does not: a drain must reach the child in an outage, too.
"""

import mmap
import os

_DRAINING, _UNFIT = 0, 1


class Flags:
    """Made in the parent before the fork."""

    def __init__(self) -> None:
        self.parent = os.getpid()
        self._memory = mmap.mmap(-1, 2)  # anonymous and shared: a child's writes are seen by its parent

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
