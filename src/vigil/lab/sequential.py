"""A sequential test: which of two differences in Elo explains the blocks better? It stops as soon as that is clear.

This is the generalized sequential probability ratio test that testers of chess engines use, on the scores of whole
blocks. Scores are treated as normally distributed with the measured variance, and the test ends when the log likelihood
ratio of the two hypotheses leaves its bounds.
"""

from __future__ import annotations

from math import isfinite, log
from typing import Final

from vigil.engine.errors import VigilError

ERROR_RATE: Final = 0.05
"""The probability of accepting either hypothesis although the other one is true."""
BOUND: Final = log((1 - ERROR_RATE) / ERROR_RATE)

DOUBTED_BLOCKS: Final = 2
"""The number of blocks with the variance of independent games that are added to those played. The first few blocks are
often all alike, and would otherwise decide the test."""


class BadHypotheses(VigilError):
    """The two hypotheses of a sequential test are not valid numbers, or do not differ."""


def expected_score(elo: float, chairs: int = 1, of: int = 2) -> float:
    """The share of the games that a bot wins if it is stronger by `elo` than all others at its table."""
    strength = chairs * 10 ** (elo / 400)
    return float(strength / (strength + of - chairs))


def parse_hypotheses(text: str) -> tuple[float, float]:
    """Two differences in Elo, such as "0,15"."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = 0.0
    if not low < high or not isfinite(high - low):
        raise BadHypotheses(
            f'"{text}" is not a pair of hypotheses. Write two differences in Elo, the smaller one first, such as 0,15.'
        )
    return low, high


class SequentialTest:
    """Is a bot better than the others at its table by `elo0`, or by `elo1`?

    It has `chairs` of the `of` seats and plays `games` games in each block. `accepted` is the accepted difference once
    the test is decided.
    """

    def __init__(self, elo0: float, elo1: float, chairs: int = 1, of: int = 2, games: int = 2) -> None:
        self.elo0 = elo0
        self.elo1 = elo1
        score0, score1 = (expected_score(elo, chairs, of) for elo in (elo0, elo1))
        self._between = score1 - score0
        self._middle = (score0 + score1) / 2
        self._squares = DOUBTED_BLOCKS * self._middle * (1 - self._middle) / games
        self._mean = 0.0
        self.blocks = 0
        self.accepted: float | None = None

    def add(self, score: float) -> None:
        """Adds the score of the next block. Blocks after the decision are ignored."""
        if self.accepted is not None:
            return
        self.blocks += 1
        step = score - self._mean
        self._mean += step / self.blocks
        self._squares += step * (score - self._mean)
        if abs(self.ratio) >= BOUND:
            self.accepted = self.elo1 if self.ratio > 0 else self.elo0

    @property
    def ratio(self) -> float:
        """The log likelihood ratio of `elo1` to `elo0`."""
        return self.blocks**2 * self._between * (self._mean - self._middle) / self._squares
