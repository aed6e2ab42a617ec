"""Bots that look into the future: they play games out that could be the real one."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Final

from vigil.engine.terms import NOTHING, PLAY, USE

from .base import Bot, Budget
from .search import Search
from .sense import instinct_for
from .weights import fitted_weights

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import View

    from .instinct import Instinct
    from .network import Network

SEARCHES_A_TURN: Final = 3
"""A turn asks about so many things that are worth a search."""


class SearchingBot(Bot):
    """`usual` is the budget that it takes without another, `turns` how far it plays games out (0: to the end)."""

    usual: ClassVar[Budget]
    turns: ClassVar[int] = 0
    caution: ClassVar[float] = 1.0
    network: Network | None = None

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self._turn = (NOTHING, NOTHING)
        self._spent = 0.0

    def choose(self, view: View, decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        instinct = instinct_for(view.setup, fitted_weights(view.setup))
        guess = instinct.pick(view.sample(self.seed), decision)
        if _is_routine(decision, guess, instinct):
            return guess
        search = Search(instinct, self.seed, self.network, self.turns, self.caution)
        start = perf_counter()
        found = search.best(view, decision, guess, self._budget_now(view))
        self._spent += perf_counter() - start
        return found

    def values(self, view: View, decision: Decision) -> dict[Option, float]:
        """What each option is thought to be worth, as a chance to win."""
        instinct = instinct_for(view.setup, fitted_weights(view.setup))
        search = Search(instinct, self.seed, self.network, self.turns, self.caution)
        seen = search.values(view, decision, self.budget or self.usual)
        return {option: sum(results) / len(results) for option, results in seen.items()}

    def _budget_now(self, view: View) -> Budget:
        """Seconds are for a turn: each search of it takes its part of what is left."""
        budget = self.budget or self.usual
        if budget.seconds is None:
            return budget
        turn = (view.turn_number, view.seat)
        if turn != self._turn:
            self._turn = turn
            self._spent = 0.0
        return Budget(seconds=max(0.02 * budget.seconds, (budget.seconds - self._spent) / SEARCHES_A_TURN))


class ExpertBot(SearchingBot):
    name = "expert"
    about = "Knows what every card is worth in this game, and plays some possible games out before it buys."
    usual = Budget(nodes=80)


class MasterBot(SearchingBot):
    name = "master"
    about = "Plays hundreds of possible games out in its head before it decides; takes about a second a turn."
    usual = Budget(seconds=1.0)


def _is_routine(decision: Decision, guess: Option, instinct: Instinct) -> bool:
    """Cards are played, and what is free is used: there is nothing to think about."""
    if not decision.is_turn:
        return False
    return guess.verb == PLAY or (guess.verb == USE and instinct.is_free(guess))
