"""Zones: immutable tuples of cards. Moving a card creates two new tuples.

Copies of a game therefore share their zones, and copying one only copies references.
"""

from __future__ import annotations

from typing import TypeVar

Zone = tuple[int, ...]
T = TypeVar("T")


def without(zone: Zone, card: int) -> Zone:
    """The zone without one copy of the card."""
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
