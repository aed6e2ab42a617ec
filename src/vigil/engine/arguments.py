"""Checks of what a declaration is made with: a mistake is refused where it is written, with what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import BadCard

if TYPE_CHECKING:
    from .effect import Effect


def amount(word: str, name: str, value: int, least: int = 1) -> int:
    """The value, unless it is too small to be played."""
    if value < least:
        raise BadCard(f"{word}({name}={value}) is impossible: {name} must be {least} or more.")
    return value


def some(word: str, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The effects, unless there are none."""
    if not effects:
        raise BadCard(f"{word} has no effect: name at least one, such as Draw(1).")
    return effects
