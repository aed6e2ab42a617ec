"""What is looked up often and changes seldom: people's names, and whom they do not want to hear."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from math import inf
from random import uniform
from typing import Final, Generic, TypeVar

from .host import Clock

Value = TypeVar("Value")

MOST: Final = 20_000
LASTS: Final = 60.0
"""Seconds: so late does another worker learn of a change. The one that makes the change forgets at once."""

_NEVER: Final = (-inf, None)


class Cache(Generic[Value]):
    """`look_up` finds what it can; what it does not find is remembered as missing."""

    def __init__(self, look_up: Callable[[list[str]], Awaitable[Mapping[str, Value]]], clock: Clock) -> None:
        self._look_up = look_up
        self._clock = clock
        self._kept: dict[str, tuple[float, Value | None]] = {}

    async def of(self, keys: Collection[str]) -> dict[str, Value]:
        now = self._clock.monotonic()
        missing = [key for key in keys if self._kept.get(key, _NEVER)[0] <= now]
        if missing:
            found = await self._look_up(missing)
            if len(self._kept) + len(missing) > MOST:
                self._kept.clear()
                return {**await self._look_up([key for key in keys if key not in missing]), **found}
            for key in missing:
                # Those who come together do not all have to be looked up again together.
                self._kept[key] = (now + LASTS * uniform(0.5, 1.0), found.get(key))
        return {key: value for key in keys if (value := self._kept[key][1]) is not None}

    def forget(self, key: str) -> None:
        self._kept.pop(key, None)
