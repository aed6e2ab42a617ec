"""Elo: the strengths that explain best who won, with a fixed reference.

Of the players at a table each wins in proportion to its strength (Bradley and Terry for two, Plackett and Luce for
more); 400 points of Elo are a factor of ten. Intervals come from resampling whole blocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .estimates import Estimate

REFERENCE_ELO: Final = 1500.0
POINTS: Final = 400 / log(10)
"""Points of Elo for each unit of the logarithm of a strength."""

RESAMPLES: Final = 500
PRIOR_BLOCKS: Final = 0.25
"""So much of a block counts as won by each as often as among equals: a bot that never lost still has a rating."""
CLOSE_ENOUGH: Final = 1e-6
LONGEST_STEP: Final = 2.0
MOST_STEPS: Final = 100

Floats = NDArray[np.float64]
Table = tuple[int, ...]
"""Who sits on the seats of one game."""


def elo(tables: Sequence[Table], blocks: Sequence[Sequence[float]], reference: int) -> list[Estimate]:
    """A rating for each entrant: `tables` are the games of a block, and each block says how many everybody won."""
    par = games_among_equals(tables, len(blocks[0]))
    games = len(blocks) + PRIOR_BLOCKS
    fit = Fit(tables, reference)
    found = fit.strengths(_sums(blocks, par), games, [0.0] * len(par))
    chance = Random(0)
    # Of one who won all or nothing, resampling would draw no other picture: a block among equals is drawn from as well.
    urn = [*blocks, par] if _is_one_sided(tables, blocks) else blocks
    drawn = [
        fit.strengths(_sums(chance.choices(urn, k=len(blocks)), par), games, found)
        for _ in range(RESAMPLES if len(blocks) > 1 else 0)
    ]
    return [
        _estimate(found[who], sorted(each[who] for each in drawn), who == reference, len(blocks))
        for who in range(len(par))
    ]


def games_among_equals(tables: Sequence[Table], entrants: int) -> list[float]:
    """How many games of a block each would win if all were equally strong."""
    return [sum(table.count(who) / len(table) for table in tables) for who in range(entrants)]


def _is_one_sided(tables: Sequence[Table], blocks: Sequence[Sequence[float]]) -> bool:
    """Whether somebody won all games, or none."""
    for who, won in enumerate(zip(*blocks, strict=True)):
        most = len(blocks) * sum(who in table for table in tables)
        if sum(won) in (0, most):
            return True
    return False


def _sums(blocks: Sequence[Sequence[float]], par: Sequence[float]) -> list[float]:
    return [sum(column) + PRIOR_BLOCKS * prior for column, prior in zip(zip(*blocks, strict=True), par, strict=True)]


def _estimate(strength: float, drawn: list[float], is_reference: bool, blocks: int) -> Estimate:
    if is_reference:
        return Estimate(REFERENCE_ELO, REFERENCE_ELO, REFERENCE_ELO, blocks)
    reach = round(0.025 * len(drawn))
    low, high = (drawn[reach], drawn[-1 - reach]) if drawn else (float("-inf"), float("inf"))
    value, low, high = (REFERENCE_ELO + POINTS * each for each in (strength, low, high))
    return Estimate(value, low, high, blocks)


class Fit:
    """Finds the most likely strengths by Newton's method; the likelihood has a single maximum."""

    def __init__(self, tables: Sequence[Table], reference: int) -> None:
        # Rotated seats are the same table here.
        self.tables = [(list(Counter(table).items()), times) for table, times in Counter(map(_sorted, tables)).items()]
        self.reference = reference

    def strengths(self, wins: Sequence[float], blocks: float, start: Sequence[float]) -> list[float]:
        """As logarithms, the reference's being zero."""
        found = np.array(start)
        free = np.arange(len(wins)) != self.reference
        for _ in range(MOST_STEPS if free.any() else 0):
            missing, information = self._slope(found, wins, blocks)
            step = np.linalg.solve(information[np.ix_(free, free)], missing[free])
            longest = np.abs(step).max()
            found[free] += step * min(1.0, LONGEST_STEP / longest if longest else 1.0)
            if longest < CLOSE_ENOUGH:
                break
        return [float(each) for each in found]

    def _slope(self, found: Floats, wins: Sequence[float], blocks: float) -> tuple[Floats, Floats]:
        """The wins that are not explained yet, and how the explained ones change with the strengths."""
        missing = np.array(wins)
        information = np.zeros((len(found), len(found)))
        for table, times in self.tables:
            weights = [(who, seats * exp(found[who])) for who, seats in table]
            whole = sum(weight for _, weight in weights)
            for who, weight in weights:
                expected = times * blocks * weight / whole
                missing[who] -= expected
                information[who, who] += expected
                for other, beside in weights:
                    information[who, other] -= expected * beside / whole
        return missing, information


def _sorted(table: Table) -> Table:
    return tuple(sorted(table))
