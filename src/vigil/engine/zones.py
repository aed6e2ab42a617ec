"""Zones: open cards on the table or in a hand. A zone never changes; a card that moves makes two new ones.

So copies of a game share all their zones, and a copy is a handful of references. The busiest loops read the cards of a
zone as `i64`, which the compiler unpacks on the spot.
"""

from __future__ import annotations

from typing import Final, TypeVar

from mypy_extensions import i64

Zone = tuple[int, ...]
T = TypeVar("T")

_ALONE: Final[list[Zone]] = [(card,) for card in range(512)]
"""The zones of one card, for the cards of all but huge libraries: made once, because cards move all the time."""


def added(zone: Zone, card: int) -> Zone:
    """The same cards, and this one after them."""
    return zone + (_ALONE[card] if card < len(_ALONE) else (card,))


def without(zone: Zone, card: int) -> Zone:
    """The same cards but for one copy of this one."""
    each: i64
    for place, each in enumerate(zone):
        if each == card:
            return zone[:place] + zone[place + 1 :]
    raise ValueError(f"card {card} is not among {zone}")


def without_place(zone: Zone, place: int) -> Zone:
    return zone[:place] + zone[place + 1 :]


def replaced(zone: tuple[T, ...], place: int, new: T) -> tuple[T, ...]:
    changed = list(zone)
    changed[place] = new
    return tuple(changed)


def sorted_with(zone: Zone, card: int) -> Zone:
    return tuple(sorted((*zone, card)))
