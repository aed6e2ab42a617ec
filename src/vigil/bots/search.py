"""Search over sampled worlds: every option is played on in games that could be the real one, and the best is kept.

All options meet the same worlds, so that luck meets them alike. The worse half is dropped again and again, and the
worlds that are left go to the rest (successive halving). Only a clear difference overrules the quick policy that
plays the games on: a search that saw too little does no harm.
"""

from __future__ import annotations

from hashlib import blake2b
from math import ceil, log2, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Final

from .turn_finisher import EvaluationBatch, Playout, TurnFinisher

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView

    from .bot import Budget
    from .network import Network
    from .policy import QuickPolicy

FEWEST_WORLDS: Final = 4
"""Each round meets so many worlds, whatever the budget, if nothing else is said."""
BATCH: Final = 64
"""About so many positions are evaluated at once, between two looks at the clock: the network is quicker that way."""

FIRST_CHECK: Final = 24
BEYOND_DOUBT: Final = 4.0
"""After so many worlds, and whenever they have doubled, it is asked whether one option is so many standard errors
better than all others."""


class Search:
    """`horizons` are numbers of turns: when so many have ended the network evaluates the position, and the mean of what
    it says at all of them counts. Near the option it sees what luck has not blurred yet, farther on what came of it.
    Without a network games are played to their end. `caution` is how many standard errors better than the quick
    policy's choice another option has to be. `fewest` is how many worlds each round meets, whatever the budget.
    A `thorough` search lets the network take part in the rest of the own turn; otherwise the quick policy plays it."""

    def __init__(
        self,
        policy: QuickPolicy,
        seed: int,
        network: Network | None = None,
        horizons: tuple[int, ...] = (),
        caution: float = 1.0,
        fewest: int = FEWEST_WORLDS,
        thorough: bool = False,
    ) -> None:
        self.policy = policy
        self.seed = seed
        self.network = network
        self.horizons = horizons
        self.caution = caution
        self.fewest = fewest
        self.thorough = thorough
        self.nodes = 0
        self._policies: list[QuickPolicy] = []

    def best_of(self, values: dict[Option, list[float]], usual: Option) -> Option:
        leader = max(values, key=lambda option: _mean(values[option]))
        if leader is usual:
            return usual
        # The worlds come in one order for all, so those that both have seen can be compared one by one.
        differences = [mine - theirs for mine, theirs in zip(values[leader], values[usual], strict=False)]
        return leader if _mean(differences) > self.caution * _error(differences) else usual

    def values(self, view: SeatView, decision: Decision, budget: Budget) -> dict[Option, list[float]]:
        """For every option how it went in each world that it met; those that met more worlds looked better.

        It ends before the budget does when one option is beyond doubt.
        """
        found: dict[Option, list[float]] = {option: [] for option in decision.options}
        left = list(found)
        rounds = max(1, ceil(log2(len(left))))
        start = perf_counter()
        world = nodes = 0
        check = FIRST_CHECK
        for number in range(1, rounds + 1):
            worlds = max(self.fewest, self._worlds(budget, nodes, start, number / rounds, len(left)))
            while worlds:
                self._meet(view, range(world, world + worlds), left, found)
                nodes += worlds * len(left)
                world += worlds
                if world >= check:
                    check = 2 * world
                    if _is_settled([found[option] for option in left]):
                        self.nodes += nodes
                        return found
                worlds = self._worlds(budget, nodes, start, number / rounds, len(left))
            left.sort(key=lambda option: -_mean(found[option]))
            left = left[: (len(left) + 1) // 2]
        self.nodes += nodes
        return found

    def _worlds(self, budget: Budget, nodes: int, start: float, share: float, options: int) -> int:
        """How many worlds to meet next. Each round has its share of the budget."""
        most = max(self.fewest, BATCH // options)
        if budget.nodes is not None:
            return max(0, min(most, (int(budget.nodes * share) - nodes) // options))
        return most if perf_counter() - start < (budget.seconds or 0.0) * share else 0

    def _meet(self, view: SeatView, worlds: range, options: list[Option], found: dict[Option, list[float]]) -> None:
        """Plays every option on in each of these worlds."""
        policies = self._policies
        while len(policies) < len(worlds) * len(options):
            policies.append(self.policy.twin())
        playouts: list[Playout] = []
        for world in worlds:
            base = view.sample(world_seed(self.seed, view.version, world)).copy(quiet=True)
            for option in options:
                found[option].append(0.0)
                game = base.copy()
                game.apply(option)
                playouts.append(Playout(game, policies[len(playouts)], found[option], world))
        batch = EvaluationBatch(self.network, view.setup, view.seat)
        if self.network is None:
            for playout in playouts:
                playout.play_to_the_end()
                playout.evaluate(batch, 1.0)
            return
        if self.thorough:
            TurnFinisher(view.seat, self.policy, self.network).finish(playouts, view.turn_number + 1)
        for turns in self.horizons:
            for playout in playouts:
                playout.play_until(view.turn_number + turns)
                playout.evaluate(batch, 1.0 / len(self.horizons))
        batch.settle()


def world_seed(seed: int, version: int, world: int) -> int:
    """The seed of a sampled world, for a position with this version."""
    text = f"{seed},{version},{world}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def means(values: dict[Option, list[float]]) -> dict[Option, float]:
    return {option: _mean(results) for option, results in values.items()}


def _is_settled(results: list[list[float]]) -> bool:
    leader = max(results, key=_mean)
    for others in results:
        if others is not leader:
            differences = [mine - theirs for mine, theirs in zip(leader, others, strict=True)]
            if _mean(differences) <= BEYOND_DOUBT * _error(differences):
                return False
    return True


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _error(values: list[float]) -> float:
    """The standard error of the mean."""
    if len(values) < 2:
        return 1.0
    mean = _mean(values)
    return sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1) / len(values))
