"""Measured numbers with their 95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Final

import numpy as np

from vigil.extras import needed

NORMAL_95: Final = 1.959964
"""The two-sided 95 % quantile of the normal distribution."""


@dataclass(frozen=True)
class Estimate:
    """A measured number, the interval that contains the true one, and the number of observations."""

    value: float
    low: float
    high: float
    count: int

    def minus(self, base: float) -> Estimate:
        return Estimate(self.value - base, self.low - base, self.high - base, self.count)

    @property
    def certainty(self) -> float:
        """The distance of the interval from zero; 0 if it contains zero."""
        away = max(self.low, -self.high)
        return away if away > 1e-9 else 0.0


def wilson_interval(wins: float, games: float, quantile: float = NORMAL_95) -> tuple[float, float]:
    """Wilson's interval of a share, which is also correct near 0 and 1."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    squared = quantile * quantile / games
    middle = (share + squared / 2) / (1 + squared)
    reach = quantile * sqrt(share * (1 - share) / games + squared / (4 * games)) / (1 + squared)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def student_95(degrees: int) -> float:
    """The two-sided 95 % quantile of Student's t distribution."""
    return float(needed("scipy.special", "lab", "A confidence interval").stdtrit(degrees, 0.975))


def share(part: float, whole: float, weight: float | None = None) -> Estimate | None:
    """A share with Wilson's interval; `weight` is the number of independent observations if that is not `whole`."""
    if not whole:
        return None
    trials = max(1, round(whole if weight is None else weight))
    low, high = wilson_interval(part / whole * trials, trials)
    return Estimate(part / whole, low, high, round(whole))


def mean(count: int, total: float, squares: float) -> Estimate | None:
    """The mean of many numbers, from their sum and the sum of their squares."""
    if not count:
        return None
    middle = total / count
    spread = max(0.0, squares / count - middle * middle) * count / (count - 1) if count > 1 else 0.0
    reach = NORMAL_95 * sqrt(spread / count)
    return Estimate(middle, middle - reach, middle + reach, count)


def mean_of_blocks(values: Sequence[float]) -> Estimate:
    """The mean of one value per block, with Student's interval."""
    count, middle = len(values), float(np.mean(values))
    reach = student_95(count - 1) * sqrt(_variance_of_mean(values)) if count > 1 else inf
    return Estimate(middle, middle - reach, middle + reach, count)


def share_of_blocks(scores: Sequence[float], games: int) -> Estimate:
    """A share of games that were played in blocks of `games`, each block being one observation.

    The variance between the blocks says how many independent games they are worth; Wilson's interval for that number
    stays within 0 and 1. If all blocks are alike, each counts as the number of its games.
    """
    count, middle = len(scores), float(np.mean(scores))
    if count < 2:
        return Estimate(middle, 0.0, 1.0, count)
    variance = _variance_of_mean(scores)
    worth = middle * (1 - middle) / variance if variance > 1e-12 else float(count * games)
    low, high = wilson_interval(middle * worth, worth, student_95(count - 1))
    return Estimate(middle, low, high, count)


def _variance_of_mean(values: Sequence[float]) -> float:
    return float(np.var(values, ddof=1)) / len(values)
