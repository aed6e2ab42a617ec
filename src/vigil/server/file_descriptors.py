"""File descriptors: every connection takes one, and a process has only so many.

When none is left, the event loop drops new connections without a word, those that ask for /health among them. So the
limit is raised as far as the system allows, and some are kept free: before they are used up no more WebSockets are
accepted.
"""

from __future__ import annotations

import logging
import os
import time
from typing import Final

try:
    import resource
except ImportError:  # Windows has no such limit.
    resource = None  # type: ignore[assignment]

ENOUGH: Final = 65_536
KEPT_FREE: Final = 0.1
"""This part of the descriptors is for requests, the database and the bots."""
FREE_AGAIN: Final = 0.2
"""Once they were short, this part has to be free."""
LOOK_EVERY: Final = 1.0
"""Seconds: counting takes longer the more there are."""
_OPEN: Final = "/dev/fd"
"""Linux and macOS list the descriptors of a process here."""

log = logging.getLogger("vigil.web")


def raise_limit() -> None:
    """More than the usual 256 or 1,024, where the system allows it without asking."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(ENOUGH, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError) as error:
            log.warning("the limit of file descriptors cannot be raised", extra={"fields": {"reason": str(error)}})


class Descriptors:
    """How many are open, as of a moment ago."""

    def __init__(self) -> None:
        self.open = 0
        self.limit = 0
        self._looked = -LOOK_EVERY
        self._asked = 0
        self._are_short = False

    def are_short(self) -> bool:
        """Whether too few are left for another connection. It is logged when that begins."""
        # Whoever asks may have opened one.
        self._asked += 1
        if time.monotonic() - self._looked >= LOOK_EVERY or self.open + self._asked > self._allowed:
            self._look()
        return self._are_short

    @property
    def _allowed(self) -> float:
        return self.limit * (1 - (FREE_AGAIN if self._are_short else KEPT_FREE))

    def _look(self) -> None:
        self._looked, self._asked = time.monotonic(), 0
        if resource is None or not os.path.isdir(_OPEN):
            return
        self.limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        try:
            self.open = len(os.listdir(_OPEN))
        except OSError:
            self.open = self.limit
        before, self._are_short = self._are_short, self.limit > 0 and self.open > self._allowed
        if self._are_short and not before:
            log.error("file descriptors run out", extra={"fields": {"open": self.open, "limit": self.limit}})
