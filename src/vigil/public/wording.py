"""Small pieces of text that the objects of the library print."""

from __future__ import annotations

from collections.abc import Iterable

from vigil.messages import counted_names

from .cards import Card


def amount(number: int, noun: str) -> str:
    """`1 rune`, `2 runes`"""
    return f"{number} {noun if number == 1 else noun + 's'}"


def counted(cards: Iterable[Card]) -> str:
    """`Apprentice ×3, Militia`"""
    return ", ".join(counted_names(card.name for card in cards)) or "nothing"
