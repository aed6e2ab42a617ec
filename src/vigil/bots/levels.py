"""The levels, from random to master: configurations of the quick policy, the search and the networks."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from vigil.engine.terms import NOTHING, PLAY

from .bot import Bot, Budget
from .card_values import quick_policy
from .policy import PATIENCE
from .search import FEWEST_WORLDS, Search, means
from .weights import PLAIN_WEIGHTS, Weights, find_weights

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.setup import Setup
    from vigil.engine.view import SeatView

    from .network import Network
    from .policy import QuickPolicy

NETWORK: Final = "VIGIL_NETWORK"
"""The environment variable with the file of another network than the package's."""

OPINIONS: Final = 0.25
"""The standard deviation of the weights of an advanced bot, as a fraction of each."""

SEARCHES_A_TURN: Final = 3
"""The usual number of decisions in a turn that are searched."""

SHORTEST_SEARCH: Final = 0.02
"""The part of the time for a turn that every search has, however much is spent already."""

CAUTION_ALONE: Final = 1.0


class RandomBot(Bot):
    name = "random"
    about = "Takes any option, each as likely as the others."

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self._chance = Random(seed)

    def choose(self, view: SeatView, decision: Decision) -> Option:
        return self._chance.choice(decision.options)


# --- bots that choose by the quick policy alone


class PolicyBot(Bot):
    """Plays by the quick policy with its own weights. `slips` is how often it chooses at random instead."""

    weights: Weights = PLAIN_WEIGHTS
    far_sighted = True
    slips: ClassVar[float] = 0.0

    def choose(self, view: SeatView, decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        found = self.quick_choice(view, decision)
        # A slip never forgets to play a card.
        if not self.slips or found.verb == PLAY:
            return found
        # A slip depends on the position, not on how often the bot was asked.
        random = Random(f"{self.seed},{view.version}")
        return random.choice(decision.options) if random.random() < self.slips else found

    def make_policy(self, setup: Setup) -> QuickPolicy:
        return quick_policy(setup, self.weights, self.far_sighted)


class PlayerBot(PolicyBot):
    name = "player"
    about = "Plays everything, buys the dearest cards that it can pay for, fights what it can, and overlooks little."
    far_sighted = False
    slips = 0.05


class AdvancedBot(PolicyBot):
    name = "advanced"
    about = "Weighs what a card will bring in the turns that are left, and counts down to the end. Has opinions."

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        random = Random(f"opinions of {seed}")
        self.weights = PLAIN_WEIGHTS.moved([random.gauss(0, 1) for _ in Weights._fields], OPINIONS)


class Style(NamedTuple):
    """The weights of a casual bot that overrates something. `about` describes it to its opponents in a sentence."""

    name: str
    weights: Weights
    about: str


STYLES: Final = (
    Style(
        "rusher", PLAIN_WEIGHTS._replace(power=1.6, defeat=1.5, rune=0.7), "Loves a fight, and goes for monsters first."
    ),
    Style(
        "collector",
        PLAIN_WEIGHTS._replace(lasts=1.4, rune=1.3, mechana_rune=0.9),
        "Collects constructs and runes that last.",
    ),
    Style(
        "thinner", PLAIN_WEIGHTS._replace(banish=2.6, slack=0.6, draw=1.8), "Banishes everything that is not needed."
    ),
    Style(
        "hoarder",
        PLAIN_WEIGHTS._replace(crowded=1.1, banish=0.3, slack=0.05),
        "Keeps every card, and never has enough of them.",
    ),
)


def style_of(seed: int) -> Style:
    """The style of the casual bot with this seed."""
    return STYLES[seed % len(STYLES)]


class CasualBot(PolicyBot):
    name = "casual"
    about = "A friendly partner for a first game: has a style of its own, and slips now and then."
    slips = 0.25

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self.style = style_of(seed)
        self.weights = self.style.weights
        self.manner = self.style.about


# --- bots that search: they play possible games to their end


class SearchingBot(Bot):
    """`usual` is the default budget. The network evaluates positions at the end of the bot's turn, and again after each
    of `rounds` rounds; a `thorough` bot also uses it during the rest of the turn. `large` says which of the package's
    networks it uses.

    `alone` is the budget in solitaire: the network cannot evaluate the chances against the Cult, so games are played to
    their end, at least `worlds_alone` for each option. Without its network a bot plays like the one `below`, and the
    last one by the quick policy alone."""

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
        self._found: tuple[int, dict[Option, float]] = (NOTHING, {})
        self.plays_like = type(self)
        self.network, reason = find_network(self.large, os.environ.get(NETWORK))
        if reason and self.below is not None:
            self.plays_like = self.below
            self.network, _ = find_network(self.below.large)
        if reason:
            how = f"like {self.plays_like.name}" if self.network else "by the quick policy alone"
            self.notice = f"{reason} Until then {self.name} plays {how}."
        _, reason = find_weights()
        if reason:
            self.notice = f"{self.notice} {reason} Until then {self.name} has the weights of the package.".lstrip()

    def choose(self, view: SeatView, decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        self._note_turn(view)
        usual = self.quick_choice(view, decision)
        # A turn must not go on forever.
        if self.policy(view.setup).is_routine(decision, usual) or (decision.is_turn and self._asked > PATIENCE):
            return usual
        if self.network is None and not view.setup.solitaire:
            return usual
        start = perf_counter()
        search = self._search(view.setup)
        values = search.values(view, decision, self._budget_now(view.setup))
        self._spent += perf_counter() - start
        self._found = (view.version, means(values))
        return search.best_of(values, usual)

    def _note_turn(self, view: SeatView) -> None:
        turn = (view.turn_number, view.seat)
        if turn != self._turn:
            self._turn = turn
            self._asked = 0
            self._spent = 0.0
        self._asked += 1

    def finding(self, view: SeatView, decision: Decision, option: Option) -> str:
        version, chances = self._found
        return f"about {chances[option]:.0%} to win" if version == view.version and option in chances else ""

    def last_values(self, view: SeatView) -> dict[Option, float]:
        version, chances = self._found
        return chances if version == view.version else {}

    def values(self, view: SeatView, decision: Decision) -> dict[Option, float]:
        """The value of each option as a probability of winning."""
        return means(self._search(view.setup).values(view, decision, self._budget(view.setup)))

    def _search(self, setup: Setup) -> Search:
        kind = self.plays_like
        if setup.solitaire:
            return Search(self.make_policy(setup), self.seed, None, (), CAUTION_ALONE, kind.worlds_alone)
        horizons = tuple(1 + setup.players * rounds for rounds in range(kind.rounds + 1))
        return Search(
            self.make_policy(setup), self.seed, self.network, horizons, kind.caution, kind.fewest, kind.thorough
        )

    def _budget(self, setup: Setup) -> Budget:
        if self.budget is not None:
            return self.budget
        return self.plays_like.alone if setup.solitaire else self.plays_like.usual

    def _budget_now(self, setup: Setup) -> Budget:
        """The budget of one search: of the seconds for a turn, each search takes its share of what is left."""
        budget = self._budget(setup)
        if budget.seconds is None:
            return budget
        left = budget.seconds * self.time_share - self._spent
        return Budget(seconds=max(SHORTEST_SEARCH * budget.seconds, left / SEARCHES_A_TURN))


class ExpertBot(SearchingBot):
    name = "expert"
    about = "Knows what every card is worth in this game, and looks at a few ways to end its turn before it buys."
    usual = Budget(nodes=16)
    alone = Budget(nodes=12)
    worlds_alone = 2
    large = False
    # It prefers the choice of its quick policy unless another one is clearly better.
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
    """The network in the named file, or else one of the package's; or None with the reason."""
    # Importing numpy takes a while, and most commands do not need it.
    from .network import LARGE, SMALL, BadNetwork, load_network, own_network

    try:
        return load_network(Path(named)) if named else own_network(LARGE if large else SMALL), ""
    except BadNetwork as error:
        return None, str(error)
