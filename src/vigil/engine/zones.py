"""Zones: open cards on the table or in a hand. A zone never changes; a card that moves makes two new ones.

So copies of a game share all their zones, and a copy is a handful of references.
"""

from __future__ import annotations

from typing import TypeVar

Zone = tuple[int, ...]
T = TypeVar("T")


def without(zone: Zone, card: int) -> Zone:
    """The same cards but for one copy of this one."""
    for place, each in enumerate(zone):
        if each == card:
            return zone[:place] + zone[place + 1 :]
    raise ValueError(f"card {card} is not among {zone}")


def without_place(zone: Zone, place: int) -> Zone:
    return zone[:place] + zone[place + 1 :]


def replaced(zone: tuple[T, ...], place: int, new: T) -> tuple[T, ...]:
    return (*zone[:place], new, *zone[place + 1 :])


def sorted_with(zone: Zone, card: int) -> Zone:
    return tuple(sorted((*zone, card)))
