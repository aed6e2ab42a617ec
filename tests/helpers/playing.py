"""Games for the tests of the environments: played at random, but by players who do something before they end a turn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from vigil.engine.options import Decision
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState
from vigil.engine.terms import END_TURN


def decisions(setup: Setup, seed: int, most: int = 2_000) -> Iterator[tuple[GameState, Decision]]:
    """Every decision of one game, before it is taken."""
    random = Random(seed)
    game = deal(setup, seed)
    for _ in range(most):
        decision = game.decision
        if decision is None:
            return
        yield game, decision
        busy = [each for each in decision.options if each.verb != END_TURN]
        game.choose(random.choice(busy or decision.options))
