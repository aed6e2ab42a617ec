"""Checks of arguments: numbers of any integer type (numpy's too) are accepted, everything else is refused by name."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

from vigil.engine.errors import ImpossibleTable, UnknownName
from vigil.engine.library import fold
from vigil.engine.state import GameState
from vigil.engine.view import SPECTATOR, SeatView


def whole(name: str, value: int) -> int:
    """The value of the argument with this name, as an int."""
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}.") from None


def optional_whole(name: str, value: int | None) -> int | None:
    return None if value is None else whole(name, value)


def string(name: str, value: str) -> str:
    """The value of the argument with this name, which must be a string."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, not {value!r}.")
    return value


def seat_in(state: GameState | SeatView, seat: int | None) -> int:
    """The engine's number of a seat, which must exist. None is a spectator."""
    if seat is None:
        return SPECTATOR
    number = whole("seat", seat)
    if not 0 <= number < len(state.players):
        raise UnknownName(f"There is no seat {number}: choose 0 to {len(state.players) - 1}.")
    return number


def variant_name(variant: str) -> str:
    """The name of a variant in lower case."""
    if not isinstance(variant, str):
        raise TypeError(f'variant must be "standard", "team" or "solitaire", not {variant!r}.')
    return fold(variant)


def player_names(names: str | Sequence[str], players: int) -> list[str]:
    """The names of all players: a list, a comma-separated string, or nothing."""
    found = [each.strip() for each in names.split(",")] if isinstance(names, str) and names else list(names)
    for each in found:
        if not isinstance(each, str):
            raise TypeError(f"A player's name must be a string, not {each!r}.")
    if len(found) not in (0, players):
        raise ImpossibleTable(f"{players} players need {players} names, not {len(found)}.")
    return found
