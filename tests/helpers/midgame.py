"""Tables in the middle of a turn, and bots that answer at them."""

from __future__ import annotations

from typing import Any

from vigil.bots import AdvancedBot
from vigil.cards import LIBRARY
from vigil.engine.state import GameState
from vigil.scenarios import Scenario


def table(**given: Any) -> GameState:
    """The table that a scenario with this `given` begins with; p1 may act."""
    return Scenario("test", "test", ["chronicle-of-the-godslayer"], given, [], {}, 1, []).set_up(LIBRARY)


def choice(game: GameState) -> str:
    """What advanced would do now."""
    decision = game.decision
    assert decision is not None
    return decision.text(AdvancedBot().choose(game.view(decision.seat), decision))


def choices(game: GameState, count: int) -> list[str]:
    """What advanced does for every seat, choice after choice, until the game is over."""
    bot = AdvancedBot()
    taken: list[str] = []
    while game.decision is not None and len(taken) < count:
        decision = game.decision
        option = bot.choose(game.view(decision.seat), decision)
        taken.append(decision.text(option))
        game.choose(option)
    return taken
