"""How often somebody may do something: a bucket for each kind of thing and each person or address.

A bucket holds a short burst and fills again at a steady rate. Buckets that are full again are thrown away, so that
nobody can fill the memory with addresses.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Final, NamedTuple

from vigil.table.refusals import Code, Refused

from .host import Clock
from .settings import ServerSettings

MOST_BUCKETS: Final = 50_000
FILES: Final = 20
"""So many times as many parts of the page may be fetched as anything else."""


class RateLimited(Refused):
    def __init__(self, wait: float) -> None:
        self.seconds = max(1, ceil(wait))
        unit = "second" if self.seconds == 1 else "seconds"
        super().__init__(Code.RATE_LIMITED, "Too many requests.", f"Wait {self.seconds} {unit}.")


class Rate(NamedTuple):
    """`a_second` may be 0: no limit."""

    a_second: float
    burst: float


class Limits:
    def __init__(self, settings: ServerSettings, clock: Clock) -> None:
        self._clock = clock
        self._rates = {
            "request": Rate(settings.requests_a_second, settings.requests_a_second * 5),
            # A browser fetches all parts of the page at once, so that it works without a network.
            "file": Rate(settings.requests_a_second * FILES, settings.requests_a_second * 5 * FILES),
            "action": Rate(settings.actions_a_second, settings.actions_a_second * 5),
            "chat": Rate(settings.chats_a_minute / 60, max(1.0, settings.chats_a_minute / 4)),
            "table": Rate(settings.tables_an_hour / 3600, max(1.0, settings.tables_an_hour / 3)),
            "guest": Rate(settings.guests_an_hour / 3600, max(1.0, settings.guests_an_hour / 3)),
            "password": Rate(settings.guests_an_hour / 3600, max(1.0, settings.guests_an_hour / 12)),
            "report": Rate(settings.guests_an_hour / 3600, max(1.0, settings.guests_an_hour / 12)),
            "review": Rate(settings.reviews_an_hour / 3600, max(1.0, settings.reviews_an_hour / 3)),
            "webhook": Rate(settings.guests_an_hour / 3600, max(1.0, settings.guests_an_hour / 12)),
            "position": Rate(settings.actions_a_second / 4, max(1.0, settings.actions_a_second)),
            "thought": Rate(settings.actions_a_second / 10, max(1.0, settings.actions_a_second / 2)),
        }
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def spend(self, kind: str, who: str) -> None:
        """Takes one from the bucket; where nothing is left, `RateLimited`."""
        rate, burst = self._rates[kind]
        if not rate:
            return
        now = self._clock.monotonic()
        left, then = self._buckets.get((kind, who), (burst, now))
        left = min(burst, left + (now - then) * rate)
        if left < 1:
            raise RateLimited((1 - left) / rate)
        self._buckets[kind, who] = (left - 1, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._throw_away(now)

    def _throw_away(self, now: float) -> None:
        kept = {
            (kind, who): (left, then)
            for (kind, who), (left, then) in self._buckets.items()
            if left + (now - then) * self._rates[kind].a_second < self._rates[kind].burst
        }
        # More addresses than that in so short a time are one attack: everybody starts anew.
        self._buckets = kept if len(kept) < MOST_BUCKETS * 0.9 else {}


def address_key(address: str) -> str:
    """One household is one address: in IPv6 that is a network of 64 bits."""
    try:
        known = ip_address(address.split("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or IPv6Address(int(known) >> 64 << 64))
    return str(known)
