"""Elo ratings: the strengths that explain best who won, relative to a fixed reference.

Each player at a table wins in proportion to its strength (the model of Bradley and Terry for two players, of Plackett
and Luce for more); 400 points of Elo are a factor of ten. Intervals come from resampling whole blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .intervals import Estimate

REFERENCE_ELO: Final = 1500.0
POINTS: Final = 400 / log(10)
"""Points of Elo for each unit of the logarithm of a strength."""

RESAMPLES: Final = 500
PRIOR_BLOCKS: Final = 0.25
"""The part of a block among equals that is added to the results, so that a bot that never lost has a rating."""
TOLERANCE: Final = 1e-6
LONGEST_STEP: Final = 2.0
MOST_STEPS: Final = 100

Floats = NDArray[np.float64]
Table = tuple[int, ...]
"""The entrants on the seats of one game."""


def elo(tables: Sequence[Table], blocks: Sequence[Sequence[float]], reference: int) -> list[Estimate]:
    """The rating of each entrant. `tables` are the games of a block; each block holds the number of wins by entrant."""
    wins = np.array(blocks)
    count, entrants = wins.shape
    par = np.array(games_among_equals(tables, entrants))
    samples = [wins.sum(axis=0)]
    if count > 1:
        total, played = wins.sum(axis=0), [count * sum(who in table for table in tables) for who in range(entrants)]
        # If an entrant won all games or none, all samples would be alike: a block among equals is drawn from, too.
        urn = np.vstack([wins, par]) if ((total == 0) | (total == played)).any() else wins
        drawn = np.random.default_rng(0).integers(len(urn), size=(RESAMPLES, count))
        samples += list(urn[drawn].sum(axis=1))
    seats = np.array([[table.count(who) for who in range(entrants)] for table in tables])
    strengths = _strengths(seats, np.array(samples) + PRIOR_BLOCKS * par, count + PRIOR_BLOCKS, reference)
    values = REFERENCE_ELO + POINTS * strengths
    lows, highs = np.quantile(values[1:], (0.025, 0.975), axis=0) if count > 1 else (values[0] - inf, values[0] + inf)
    intervals = zip(values[0].tolist(), lows.tolist(), highs.tolist(), strict=True)
    return [Estimate(value, low, high, count) for value, low, high in intervals]


def games_among_equals(tables: Sequence[Table], entrants: int) -> list[float]:
    """How many games of a block each entrant would win if all were equally strong."""
    return [sum(table.count(who) / len(table) for table in tables) for who in range(entrants)]


def _strengths(seats: NDArray[np.int_], wins: Floats, blocks: float, reference: int) -> Floats:
    """The most likely logarithms of the strengths for each sample of wins, by Newton's method.

    The likelihood has a single maximum. `seats` counts the seats of each entrant at each table.
    """
    found = np.zeros_like(wins)
    free = np.arange(wins.shape[1]) != reference
    for _ in range(MOST_STEPS):
        weights = seats * np.exp(found)[:, None, :]
        shares = weights / weights.sum(axis=2, keepdims=True)
        expected = shares.sum(axis=1)
        information = expected[:, :, None] * np.eye(wins.shape[1]) - np.einsum("sti,stj->sij", shares, shares)
        missing = wins / blocks - expected
        step = np.linalg.solve(information[:, free][:, :, free], missing[:, free, None])[:, :, 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        found[:, free] += step * np.minimum(1.0, LONGEST_STEP / np.maximum(longest, TOLERANCE))
        if longest.max() < TOLERANCE:
            break
    return found
