"""Zones: open cards on the table or in a hand. A zone never changes; a card that moves makes two new ones.

So copies of a game share all their zones, and a copy is a handful of references.
"""

from __future__ import annotations

from typing import Final, TypeVar

Zone = tuple[int, ...]
T = TypeVar("T")

_ALONE: Final[list[Zone]] = [(card,) for card in range(512)]
"""The zones of one card, for the cards of all but huge libraries: made once, because cards move all the time."""


def added(zone: Zone, card: int) -> Zone:
    """The same cards, and this one after them."""
    return zone + (_ALONE[card] if card < len(_ALONE) else (card,))


def without(zone: Zone, card: int) -> Zone:
    """The same cards but for one copy of this one."""
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


def insert_sorted(cards: list[int], card: int) -> None:
    """Puts the card where it belongs in a sorted list. A hand is so short that looking for the place is quick."""
    place = len(cards)
    while place and cards[place - 1] > card:
        place -= 1
    cards.insert(place, card)


def sorted_with(zone: Zone, card: int) -> Zone:
    """A sorted zone, and the card where it belongs."""
    cards = list(zone)
    insert_sorted(cards, card)
    return tuple(cards)
