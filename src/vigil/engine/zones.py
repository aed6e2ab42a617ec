"""Zones: immutable tuples of cards. Moving a card creates two new tuples.

Copies of a game therefore share their zones, and copying one only copies references. Hot loops read the cards of a zone
as `i64`, which mypyc unboxes.
"""

from __future__ import annotations

from typing import Final, TypeVar

from mypy_extensions import i64

Zone = tuple[int, ...]
T = TypeVar("T")

_ALONE: Final[list[Zone]] = [(card,) for card in range(512)]
"""Zones of a single card, made once because cards move all the time. Libraries of more cards work, only slower."""


def added(zone: Zone, card: int) -> Zone:
    """The zone with the card at its end."""
    return zone + (_ALONE[card] if card < len(_ALONE) else (card,))


def without(zone: Zone, card: int) -> Zone:
    """The zone without one copy of the card."""
    each: i64
    for index, each in enumerate(zone):
        if each == card:
            return zone[:index] + zone[index + 1 :]
    raise ValueError(f"card {card} is not among {zone}")


def without_index(zone: Zone, index: int) -> Zone:
    return zone[:index] + zone[index + 1 :]


def replaced(zone: tuple[T, ...], index: int, new: T) -> tuple[T, ...]:
    changed = list(zone)
    changed[index] = new
    return tuple(changed)


def sorted_with(zone: Zone, card: int) -> Zone:
    return tuple(sorted((*zone, card)))
