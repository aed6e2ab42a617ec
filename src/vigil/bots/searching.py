"""Bots that look into the future: they play games on that could be the real one."""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Final

from vigil.engine.terms import NOTHING

from .base import Bot, Budget
from .instinct import PATIENCE
from .search import FEWEST_WORLDS, Search, means
from .weights import find_weights

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.setup import Setup
    from vigil.engine.view import SeatView

    from .network import Network

NETWORK: Final = "VIGIL_NETWORK"
"""In the environment: the file of another network than the one that comes with the package."""

SEARCHES_A_TURN: Final = 3
"""A turn asks about so many things that are worth a search."""

CAUTION_ALONE: Final = 1.0


class SearchingBot(Bot):
    """`usual` is the budget that it takes without another. The network judges when the own turn has ended, and again
    after each of so many `rounds`; one that is `thorough` lets it take part in the rest of the own turn, too. `large`
    says which of the package's networks it is.

    `alone` is the budget against the Cult: there is nobody whose chances the network could weigh, so games are played
    to their end, at least so many `worlds_alone` for an option. Without its network a bot plays like the one `below`,
    and at the end of that line by judgement alone."""

    usual: ClassVar[Budget]
    alone: ClassVar[Budget]
    below: ClassVar[type[SearchingBot] | None] = None
    large: ClassVar[bool] = True
    rounds: ClassVar[int] = 0
    thorough: ClassVar[bool] = False
    caution: ClassVar[float] = 1.0
    fewest: ClassVar[int] = FEWEST_WORLDS
    worlds_alone: ClassVar[int] = FEWEST_WORLDS

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self._turn = (NOTHING, NOTHING)
        self._asked = 0
        self._spent = 0.0
        self._saw: dict[Option, float] = {}
        self._saw_at = NOTHING
        self.plays_like = type(self)
        self.network, reason = find_network(self.large, os.environ.get(NETWORK))
        if reason and self.below is not None:
            self.plays_like = self.below
            self.network, _ = find_network(self.below.large)
        if reason:
            how = f"like {self.plays_like.name}" if self.network else "by quick judgement alone"
            self.notice = f"{reason} Until then {self.name} plays {how}."
        _, reason = find_weights()
        if reason:
            self.notice = f"{self.notice} {reason} Until then {self.name} has the weights of the package.".lstrip()

    def choose(self, view: SeatView, decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        self._note_turn(view)
        guess = self.guess(view, decision)
        # No turn goes on for ever.
        if self.instinct(view.setup).is_routine(decision, guess) or (decision.is_turn and self._asked > PATIENCE):
            return guess
        if self.network is None and not view.setup.solitaire:
            return guess
        start = perf_counter()
        search = self._search(view.setup)
        values = search.values(view, decision, self._budget_now(view.setup))
        self._spent += perf_counter() - start
        self._saw = means(values)
        self._saw_at = view.version
        return search.best_of(values, guess)

    def _note_turn(self, view: SeatView) -> None:
        turn = (view.turn_number, view.seat)
        if turn != self._turn:
            self._turn = turn
            self._asked = 0
            self._spent = 0.0
        self._asked += 1

    def saw(self, view: SeatView, decision: Decision, option: Option) -> str:
        chance = self._saw.get(option)
        return "" if chance is None or view.version != self._saw_at else f"about {chance:.0%} to win"

    def values(self, view: SeatView, decision: Decision) -> dict[Option, float]:
        """What each option is thought to be worth, as a chance to win."""
        return means(self._search(view.setup).values(view, decision, self._budget(view.setup)))

    def _search(self, setup: Setup) -> Search:
        kind = self.plays_like
        if setup.solitaire:
            return Search(self.judgement(setup), self.seed, None, (), CAUTION_ALONE, kind.worlds_alone)
        horizons = tuple(1 + setup.players * rounds for rounds in range(kind.rounds + 1))
        return Search(
            self.judgement(setup), self.seed, self.network, horizons, kind.caution, kind.fewest, kind.thorough
        )

    def _budget(self, setup: Setup) -> Budget:
        if self.budget is not None:
            return self.budget
        return self.plays_like.alone if setup.solitaire else self.plays_like.usual

    def _budget_now(self, setup: Setup) -> Budget:
        """Seconds are for a turn: each search of it takes its part of what is left."""
        budget = self._budget(setup)
        if budget.seconds is None:
            return budget
        return Budget(seconds=max(0.02 * budget.seconds, (budget.seconds - self._spent) / SEARCHES_A_TURN))


class ExpertBot(SearchingBot):
    name = "expert"
    about = "Knows what every card is worth in this game, and looks at a few ways to end its turn before it buys."
    usual = Budget(nodes=16)
    alone = Budget(nodes=12)
    worlds_alone = 2
    large = False
    # It trusts its judgement of cards: only what is beyond doubt overrules that.
    caution = 5.0


class MasterBot(SearchingBot):
    name = "master"
    about = "Thinks ahead through hundreds of possible games before it decides; takes about a second a turn."
    usual = alone = Budget(seconds=1.0)
    takes_time = True
    below = ExpertBot
    rounds = 1
    thorough = True
    caution = 0.5


def find_network(large: bool, named: str | None = None) -> tuple[Network | None, str]:
    """The network of the file that is named, or else one of those of the package; or why there is none."""
    # Numpy takes a while to come, and most commands can do without.
    from .network import LARGE, SMALL, BadNetwork, load_network, own_network

    try:
        return load_network(Path(named)) if named else own_network(LARGE if large else SMALL), ""
    except BadNetwork as error:
        return None, str(error)
