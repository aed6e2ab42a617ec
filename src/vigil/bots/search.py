"""Search over sampled worlds: every option is played out in games that could be the real one, and the best is kept.

All options meet the same worlds, so that luck meets them alike. The worse half is dropped again and again, and the
worlds that are left go to the rest (successive halving). Only a clear difference overrules the quick judgement that
plays the games out: a search that saw too little does no harm.
"""

from __future__ import annotations

from hashlib import blake2b
from math import ceil, exp, log2, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Final

from vigil.engine.rollout import play_turns, rollout
from vigil.engine.scoring import scores
from vigil.engine.solitaire import cult_score

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.state import Game
    from vigil.engine.view import View

    from .base import Budget
    from .instinct import Instinct

MOST_DECISIONS: Final = 3_000
"""A game that is played out for longer is judged as it stands."""

FEWEST_WORLDS: Final = 4
CLEAR: Final = 8.0
"""A lead of so many points is as good as a win, nearly."""


class Search:
    """`turns` is how many turns are played out before a position is judged (0: the whole game); `caution` is how many
    standard errors better than the quick judgement's choice another option has to be."""

    def __init__(self, instinct: Instinct, seed: int, turns: int = 0, caution: float = 1.0) -> None:
        self.instinct = instinct
        self.seed = seed
        self.turns = turns
        self.caution = caution
        self.nodes = 0

    def best(self, view: View, decision: Decision, guess: Option, budget: Budget) -> Option:
        values = self.values(view, decision, budget)
        leader = max(values, key=lambda option: _mean(values[option]))
        if leader is guess:
            return guess
        # The worlds come in one order for all, so those that both have seen can be compared one by one.
        differences = [mine - theirs for mine, theirs in zip(values[leader], values[guess], strict=False)]
        return leader if _mean(differences) > self.caution * _error(differences) else guess

    def values(self, view: View, decision: Decision, budget: Budget) -> dict[Option, list[float]]:
        """For every option how it went in each world that it met; those that met more worlds looked better."""
        found: dict[Option, list[float]] = {option: [] for option in decision.options}
        left = list(found)
        rounds = max(1, ceil(log2(len(left))))
        start = perf_counter()
        world = nodes = 0
        for number in range(1, rounds + 1):
            fewest = world + FEWEST_WORLDS
            while world < fewest or self._may_go_on(budget, nodes, start, number / rounds, len(left)):
                self._meet(view, world, left, found)
                nodes += len(left)
                world += 1
            left.sort(key=lambda option: -_mean(found[option]))
            left = left[: (len(left) + 1) // 2]
        self.nodes += nodes
        return found

    def _may_go_on(self, budget: Budget, nodes: int, start: float, share: float, options: int) -> bool:
        """Each round has its share of the budget."""
        if budget.nodes is not None:
            return nodes + options <= budget.nodes * share
        return perf_counter() - start < (budget.seconds or 0.0) * share

    def _meet(self, view: View, world: int, options: list[Option], found: dict[Option, list[float]]) -> None:
        base = view.sample(self._seed_of(view.version, world)).copy(quiet=True)
        for option in options:
            game = base.copy()
            game.apply(option)
            self.instinct.begin()
            if self.turns:
                play_turns(game, self.instinct, base.turn_number + self.turns - game.turn_number, MOST_DECISIONS)
            else:
                rollout(game, self.instinct, MOST_DECISIONS)
            found[option].append(self._value(game, view.seat))

    def _seed_of(self, version: int, world: int) -> int:
        text = f"{self.seed},{version},{world}"
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")

    def _value(self, game: Game, seat: int) -> float:
        """Half of it is who wins, half by how much: a lead tells more of a position than one game's result."""
        if not game.over:
            self.instinct.forget()
            points = [self.instinct.prospects(game, each) for each in range(len(game.players))]
            return _chance(self._lead(game, seat, points))
        won = (seat in game.winners) / (1 if game.setup.team else len(game.winners) or 1)
        return 0.5 * won + 0.5 * _chance(self._lead(game, seat, [float(each) for each in scores(game)]))

    def _lead(self, game: Game, seat: int, points: list[float]) -> float:
        """How far the seat is ahead of the best of the others; in a team both count."""
        if game.setup.solitaire:
            return points[seat] - cult_score(game)
        others = game.opponents(seat)
        if game.setup.team:
            return points[seat] + points[game.teammate(seat)] - sum(points[each] for each in others) / (len(others) / 2)
        return points[seat] - max(points[each] for each in others)


def _chance(lead: float) -> float:
    return 1.0 / (1.0 + exp(-max(-60.0, min(60.0, lead / CLEAR))))


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _error(values: list[float]) -> float:
    """The standard error of the mean."""
    if len(values) < 2:
        return 1.0
    mean = _mean(values)
    return sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1) / len(values))
