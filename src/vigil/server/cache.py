"""What is looked up often and changes seldom: people's names, and whom they do not want to hear."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from random import uniform
from typing import Final, Generic, TypeVar

from .host import Clock

Value = TypeVar("Value")

MOST: Final = 20_000
LASTS: Final = 60.0
"""Seconds: so late does another worker learn of a change. The one that makes the change forgets at once."""
SOON: Final = LASTS / 4
MOST_RENEWED: Final = 500
"""Keys that are looked up together with one that has expired: those that are in use and would expire soon."""


class _Kept(Generic[Value]):
    """A value, or None where there is none, until when it may be used, and whether it was used."""

    __slots__ = ("is_used", "until", "value")

    def __init__(self, value: Value | None, until: float) -> None:
        self.value = value
        self.until = until
        self.is_used = False


class Cache(Generic[Value]):
    """`look_up` finds what it can; what it does not find is remembered as missing."""

    def __init__(self, look_up: Callable[[list[str]], Awaitable[Mapping[str, Value]]], clock: Clock) -> None:
        self._look_up = look_up
        self._clock = clock
        self._kept: dict[str, _Kept[Value]] = {}
        self._forgotten = 0

    def known(self, keys: Collection[str]) -> dict[str, Value] | None:
        """The values, if none of them has to be looked up."""
        now = self._clock.monotonic()
        found: dict[str, Value] = {}
        for key in keys:
            kept = self._kept.get(key)
            if kept is None or kept.until <= now:
                return None
            kept.is_used = True
            if kept.value is not None:
                found[key] = kept.value
        return found

    async def of(self, keys: Collection[str]) -> dict[str, Value]:
        found = self.known(keys)
        if found is not None:
            return found
        now, forgotten = self._clock.monotonic(), self._forgotten
        missing = {key: None for key in keys if key not in self._kept or self._kept[key].until <= now}
        found = {key: value for key in keys if key not in missing and (value := self._kept[key].value) is not None}
        wanted = [*missing, *self._expiring(now, missing)]
        values = await self._look_up(wanted)
        if len(self._kept) + len(missing) > MOST:
            self._kept.clear()
        if forgotten == self._forgotten:
            # Otherwise a value may have changed since it was looked up.
            for key in wanted:
                # Those who come together do not all have to be looked up again together.
                self._kept[key] = _Kept(values.get(key), now + LASTS * uniform(0.5, 1.0))
        return {**found, **{key: values[key] for key in missing if key in values}}

    def forget(self, key: str) -> None:
        self._forgotten += 1
        self._kept.pop(key, None)

    def _expiring(self, now: float, missing: Collection[str]) -> list[str]:
        """What else is worth looking up, where something has expired: many queries for one key each cost much more."""
        if not any(key in self._kept for key in missing):
            return []
        due = [key for key, kept in self._kept.items() if kept.until <= now + SOON and key not in missing]
        for key in [key for key in due if not self._kept[key].is_used]:
            del self._kept[key]
        return [key for key in due if key in self._kept][:MOST_RENEWED]
