"""Setting up the position of a scenario."""

from __future__ import annotations

import re

from vigil.engine.errors import BadPosition
from vigil.engine.library import Library
from vigil.engine.positions import PLAYER_LISTS, PLAYER_NUMBERS, build_position, is_player_key, least_players
from vigil.engine.positions import seat_of as position_seat
from vigil.engine.state import GameState
from vigil.engine.terms import STANDARD

from .loading import Scenario


def seat_of(scenario: Scenario, name: object, count: int) -> int:
    try:
        return position_seat(name, count)
    except BadPosition as error:
        raise scenario.error(str(error), error.near) from None


def set_up(library: Library, scenario: Scenario) -> GameState:
    given = dict(scenario.given)
    given.setdefault("players", least_players(given.get("variant", STANDARD), _highest_player(scenario)))
    try:
        return build_position(library, scenario.sets, given)
    except BadPosition as error:
        raise scenario.error(f"given: {error}", error.near) from None


def _highest_player(scenario: Scenario) -> int:
    """The highest pN that occurs anywhere in the scenario."""
    given, then = scenario.given, scenario.then
    seats = [*(table.get(key) for table in (given, then) for key in ("first", "turn")), then.get("winners")]
    words = [*given, *then, *scenario.steps, *seats]
    return max([0, *(int(each) for word in words for each in re.findall(r"\bp([1-6])\b", str(word)))])


__all__ = ["PLAYER_LISTS", "PLAYER_NUMBERS", "is_player_key", "seat_of", "set_up"]
