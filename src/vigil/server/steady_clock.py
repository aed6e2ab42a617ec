"""The time of a server: it passes steadily, whatever happens to the system's clock.

A clock that is set an hour ahead would end the time of everybody who plays by the clock; set back, it would give them
an hour. So the system is asked for the date once, when the server starts; from then on seconds are counted. Only a
correction by more than a day is believed: the machine had no date before.
"""

from __future__ import annotations

import os
import time
from typing import Final

START: Final = "VIGIL_CLOCK_START"
"""The variable by which all workers of a server have the same time, even those that are started later."""
MOST: Final = 86_400.0


def _counted() -> float:
    """Seconds since the machine was started, with those that it slept."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class SteadyClock:
    def __init__(self) -> None:
        self._start = float(os.environ.get(START) or time.time() - _counted())

    @property
    def start(self) -> str:
        """For the environment of other workers."""
        return repr(self._start)

    def now(self) -> float:
        """Seconds since 1970."""
        found = self._start + _counted()
        if abs(time.time() - found) > MOST:
            self._start = time.time() - _counted()
            return time.time()
        return found

    def monotonic(self) -> float:
        return time.monotonic()
