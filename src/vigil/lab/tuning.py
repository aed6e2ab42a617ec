"""Fitting the weights of the quick policy by evolution: pairs of opposite mutants play each other. And their file.

Each step tries many random directions. In each direction one mutant goes a little way forward and its twin as far
back; the two play the same deals from all seats, and the weights move along every direction in proportion to what the
forward mutant won more. Only the results of games are used.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from vigil.bots.card_values import quick_policy
from vigil.bots.weights import BadWeights, Tables, Weights, nearest_weights, read_weights
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup, deal
from vigil.files import replacing

from .workers import Workers

if TYPE_CHECKING:
    from vigil.bots.policy import QuickPolicy

FITTED: Final = Weights._fields

MOST_DECISIONS: Final = 5_000


@dataclass(frozen=True)
class Tuning:
    """The table, and the parameters of the evolution."""

    setup: Setup
    steps: int = 60
    directions: int = 32
    blocks: int = 24
    """Deals that each pair of mutants plays, from every seat."""
    reach: float = 0.15
    """How far a mutant goes, as a part of each weight."""
    pace: float = 0.06
    seed: int = 0

    @property
    def games_per_step(self) -> int:
        return self.directions * self.blocks * self.setup.players


@dataclass(frozen=True)
class Trials:
    """The directions of one step, and the first deal of each."""

    tuning: Tuning
    weights: Weights
    directions: list[list[float]]
    deals: list[int]


def play_trial(trials: Trials, number: int) -> float:
    """How much more than its share the forward mutant won in the direction with this number."""
    tuning, direction = trials.tuning, trials.directions[number]
    forward, back = (trials.weights.moved(direction, reach) for reach in (tuning.reach, -tuning.reach))
    return advantage(tuning.setup, forward, back, trials.deals[number], tuning.blocks)


def advantage(setup: Setup, one: Weights, other: Weights, first_deal: int, blocks: int) -> float:
    """How much more than its share the first wins against the other, on average. Both get every seat in every deal."""
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
    """The winners of one deal. A policy reads nothing hidden, so it may get the game itself."""
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
    """The weights after a step, and the root mean square of the advantages of its mutants."""

    number: int
    weights: Weights
    spread: float


def tune(tuning: Tuning, start: Weights, workers: Workers) -> Iterator[Step]:
    """Yields one step after another."""
    random = Random(tuning.seed)
    weights = start
    drift = np.zeros(len(FITTED))
    for number in range(1, tuning.steps + 1):
        drawn = [([random.gauss(0, 1) for _ in FITTED], random.getrandbits(48)) for _ in range(tuning.directions)]
        directions, deals = [list(each) for each in zip(*drawn, strict=True)]
        trials = Trials(tuning, weights, directions, deals)
        results = np.array(list(workers.results_in_order(play_trial, trials, tuning.directions)))
        # Momentum evens out the luck of single steps; the pace decreases to zero.
        drift = 0.7 * drift + results @ np.array(directions) / tuning.directions
        length = float(np.linalg.norm(drift)) or 1.0
        pace = tuning.pace * (1 - (number - 1) / tuning.steps)
        weights = weights.moved((drift / length * min(1.0, length * 8)).tolist(), pace)
        yield Step(number, weights, float(np.sqrt(np.mean(results**2))))


# --- the file of weights

ALL: Final = "all"
HEADER: Final = (
    "# Weights fitted by `vigil tune`, by set and number of players. A weight that is not named is the plain one.\n"
)


def table_name(setup: Setup) -> str:
    """The name of the weights for this table: that of its set, or `all` for all sets together."""
    if len(setup.sets) == 1:
        return setup.sets[0]
    if set(setup.sets) == set(LIBRARY.sets):
        return ALL
    raise BadWeights("Weights are kept for one set or for all of them together: choose one set, or --sets all.")


class WeightsFile:
    """A file with weights by set and number of players. Writing a table keeps all others."""

    def __init__(self, path: Path, must_exist: bool = False) -> None:
        self.path = path
        self._header = HEADER
        self._tables: Tables = {}
        if must_exist or path.exists():
            self._tables = read_weights(path)
            self._header = _header_of(path.read_text(encoding="utf-8"))

    def weights(self, setup: Setup) -> Weights:
        """The weights for this table, or those for the nearest number of players."""
        name = table_name(setup)
        found = self._tables.get(name)
        if not found:
            known = ", ".join(self._tables) or "nothing"
            raise BadWeights(f"{self.path} has no weights for {name}. It has those for {known}.")
        return nearest_weights(found, setup.players)

    def put(self, setup: Setup, weights: Weights) -> None:
        """Writes the weights of this table."""
        values = {name: _round(value) for name, value in weights._asdict().items()}
        self._tables.setdefault(table_name(setup), {})[str(setup.players)] = values
        try:
            with replacing(self.path) as draft:
                draft.write_text("\n".join([self._header, *self._texts()]), encoding="utf-8")
        except OSError as error:
            raise BadWeights(f"{self.path} cannot be written: {error.strerror}.") from None

    def check_writable(self) -> None:
        """Raises now the error that would otherwise come after hours."""
        if not os.access(self.path.parent, os.W_OK):
            raise BadWeights(f"{self.path} cannot be written: {self.path.parent} is not a writable folder.")

    def _texts(self) -> list[str]:
        return [
            f'["{name}".{count}]\n' + "".join(f"{weight} = {_number(value)}\n" for weight, value in weights.items())
            for name, by_players in self._tables.items()
            for count, weights in sorted(by_players.items(), key=lambda each: int(each[0]))
        ]


def _header_of(text: str) -> str:
    """The comment before the first table, which is kept."""
    before_tables = text.partition("\n[")[0] if not text.startswith("[") else ""
    return before_tables.strip() + "\n" if before_tables.strip() else HEADER


def _round(value: float) -> float:
    # Weights are changed by factors, so a weight that is rounded to zero would stay zero.
    return float(f"{value:.3f}" if value >= 0.1 else f"{value:.3g}")


def _number(value: float) -> str:
    short = f"{value:.3f}"
    return short if float(short) == value else repr(value)
