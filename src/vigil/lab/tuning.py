"""Fitting the weights of the quick policy by evolution: pairs of opposite mutants play each other.

In each step many random directions are tried. In each direction one mutant goes a little way forward and its twin as
far back; the two play the same deals from all seats, and the weights move along every direction as far as the forward
mutant won more. Nothing but the results of games goes in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from vigil.bots.card_values import quick_policy
from vigil.bots.weights import Weights
from vigil.engine.setup import Setup, deal

from .workers import Workers

if TYPE_CHECKING:
    from vigil.bots.policy import QuickPolicy

FITTED: Final = Weights._fields

MOST_DECISIONS: Final = 5_000


@dataclass(frozen=True)
class Tuning:
    """What is fitted, and how hard."""

    setup: Setup
    steps: int = 60
    directions: int = 32
    blocks: int = 24
    """Deals that each pair of mutants plays, from every seat."""
    reach: float = 0.15
    """How far a mutant goes, as a part of each weight."""
    pace: float = 0.06
    seed: int = 0


@dataclass(frozen=True)
class Trials:
    """The directions of one step, and the first deal of each."""

    tuning: Tuning
    weights: Weights
    directions: list[list[float]]
    deals: list[int]


def play_trial(trials: Trials, number: int) -> float:
    """How much more than its share the forward mutant won in the direction of that number."""
    tuning, direction = trials.tuning, trials.directions[number]
    forward, back = (trials.weights.moved(direction, reach) for reach in (tuning.reach, -tuning.reach))
    return advantage(tuning.setup, forward, back, trials.deals[number], tuning.blocks)


def advantage(setup: Setup, one: Weights, other: Weights, first_deal: int, blocks: int) -> float:
    """What the one wins more than its share against the other, on average; both have every seat in every deal."""
    count = setup.players
    policies = (quick_policy(setup, one), quick_policy(setup, other))
    total = 0.0
    for number in range(first_deal, first_deal + blocks):
        for turn in range(count):
            mine = {(turn + step) % count for step in range(count // 2)}
            winners = play_out(setup, number, [policies[0] if seat in mine else policies[1] for seat in range(count)])
            share = sum(seat in mine for seat in winners) / len(winners)
            total += share - len(mine) / count
    return total / (blocks * count)


def play_out(setup: Setup, number: int, policies: list[QuickPolicy]) -> tuple[int, ...]:
    """The winners of one deal. Judgement reads nothing hidden, so it may look at the game itself."""
    game = deal(setup, number).copy(quiet=True)
    for each in policies:
        each.begin()
    for _ in range(MOST_DECISIONS):
        decision = game.decision
        if decision is None:
            break
        game.apply(policies[decision.seat].pick(game, decision))
    return game.winners or tuple(range(setup.players))


@dataclass(frozen=True)
class Step:
    """Where the weights stand after a step, and how far the mutants differed."""

    number: int
    weights: Weights
    spread: float
    games: int


def tune(tuning: Tuning, start: Weights, workers: Workers) -> Iterator[Step]:
    """One step after the other, as soon as it is taken."""
    random = Random(tuning.seed)
    weights = start
    drift = [0.0] * len(FITTED)
    for number in range(1, tuning.steps + 1):
        drawn = [([random.gauss(0, 1) for _ in FITTED], random.getrandbits(48)) for _ in range(tuning.directions)]
        directions, deals = [list(each) for each in zip(*drawn, strict=True)]
        trials = Trials(tuning, weights, directions, deals)
        results = list(workers.results_in_order(play_trial, trials, tuning.directions))
        slope = [
            sum(result * direction[place] for direction, result in zip(directions, results, strict=True))
            / tuning.directions
            for place in range(len(FITTED))
        ]
        # Part of the last steps is kept, which evens out the luck of single ones; the pace slows down to nothing.
        drift = [0.7 * old + new for old, new in zip(drift, slope, strict=True)]
        slower = tuning.pace * (1 - (number - 1) / tuning.steps)
        length = sqrt(sum(each * each for each in drift)) or 1.0
        weights = weights.moved([each / length * min(1.0, length * 8) for each in drift], slower)
        spread = sqrt(sum(result * result for result in results) / len(results))
        yield Step(number, weights, spread, tuning.directions * tuning.blocks * tuning.setup.players)
