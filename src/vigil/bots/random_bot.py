"""The bot that knows nothing: the floor that every other bot is measured from."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .base import Bot, Budget

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView


class RandomBot(Bot):
    name = "random"
    about = "Takes any option, each as likely as the others."

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self._chance = Random(seed)

    def choose(self, view: SeatView, decision: Decision) -> Option:
        return self._chance.choice(decision.options)
