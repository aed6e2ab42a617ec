"""Who plays the seats that the agent does not play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from vigil.engine.errors import ImpossibleTable
from vigil.engine.options import Decision, Option
from vigil.engine.view import SeatView
from vigil.public.play import BotLike, bot_name, seated

Choose = Callable[[SeatView, Decision], Option]


@runtime_checkable
class BatchPolicy(Protocol):
    """A policy that answers for many games in one call: a network, or an earlier version of the agent."""

    def act(self, observations: NDArray[np.int16], masks: NDArray[np.int8]) -> Sequence[int] | NDArray[np.integer]:
        """An action that the mask allows, for each row."""


Opponent = BotLike | BatchPolicy
"""A batch policy, or any bot that `vigil.play` takes: a name, a `Bot`, a bot class, a function."""


class Opponents:
    """A pool of opponents. For every game one of them is drawn, who plays all seats except the agent's.

    The list `pool` may be changed between games: a league adds earlier versions of the agent to it.
    """

    def __init__(self, opponents: Opponent | Sequence[Opponent]) -> None:
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        self.pool: list[Opponent] = list(opponents) if several else [opponents]  # type: ignore[arg-type, list-item]
        if not self.pool:
            raise ImpossibleTable("The pool of opponents is empty. Name at least one.")
        for each in self.pool:
            if not isinstance(each, BatchPolicy):
                bot_name(each)

    def seat(self, random: Random, players: int) -> list[Choose | BatchPolicy]:
        """One opponent, as a player for every seat."""
        chosen = random.choice(self.pool)
        if isinstance(chosen, BatchPolicy):
            return [chosen] * players
        return [seated(chosen, seat, random.getrandbits(64)) for seat in range(players)]
