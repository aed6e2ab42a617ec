"""Elo: known strengths are found again, and nobody is infinitely strong."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import log10
from random import Random

import pytest

from vigil.lab.elo import Table, elo

PAIRS: list[Table] = [table for pair in combinations(range(4), 2) for table in (pair, pair[::-1])]


def simulated(tables: Sequence[Table], strengths: Sequence[float], blocks: int, seed: int) -> list[list[float]]:
    """How many games of each block everybody won, by chance and strength alone."""
    chance = Random(seed)
    found = []
    for _ in range(blocks):
        wins = [0.0] * len(strengths)
        for table in tables:
            weights = [10 ** (strengths[who] / 400) for who in table]
            wins[chance.choices(table, weights)[0]] += 1
        found.append(wins)
    return found


def test_two_bots_against_the_formula() -> None:
    # 3 wins of 4 are a factor of three: 400 log10(3) = 190.8. The quarter block among equals pulls it in a little.
    [one, other] = elo([(0, 1), (1, 0)], [[1.5, 0.5]] * 1000, reference=1)
    assert one.value == pytest.approx(1690.8, abs=0.2)
    assert (other.value, other.low, other.high) == (1500, 1500, 1500)


def test_known_strengths_are_found_again() -> None:
    truth = [1500, 1620, 1350, 1800]
    found = elo(PAIRS, simulated(PAIRS, truth, 400, seed=5), reference=0)
    for rating, true in zip(found, truth, strict=True):
        assert rating.value == pytest.approx(true, abs=45)
        assert rating.low <= true <= rating.high


def test_intervals_hold_the_truth_nineteen_times_of_twenty() -> None:
    tables: list[Table] = [(0, 1), (1, 0)]
    held = 0
    for seed in range(100):
        rating = elo(tables, simulated(tables, [1500, 1600], 100, seed), reference=0)[1]
        held += rating.low <= 1600 <= rating.high
    assert 89 <= held <= 99


def test_one_against_three_of_a_kind() -> None:
    tables: list[Table] = [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert elo(tables, [[1.0, 3.0]] * 50, reference=1)[0].value == pytest.approx(1500)
    found = elo(tables, simulated(tables, [1700, 1500], 400, seed=2), reference=1)[0]
    assert found.value == pytest.approx(1700, abs=30)


def test_three_at_a_table() -> None:
    tables: list[Table] = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    found = elo(tables, simulated(tables, [1400, 1500, 1650], 600, seed=8), reference=1)
    assert [rating.value for rating in found] == pytest.approx([1400, 1500, 1650], abs=40)


def test_the_reference_moves_everybody_alike() -> None:
    blocks = simulated(PAIRS, [1500, 1620, 1350, 1800], 50, seed=1)
    one, other = elo(PAIRS, blocks, reference=0), elo(PAIRS, blocks, reference=3)
    shift = other[0].value - one[0].value
    assert [each.value + shift for each in one] == pytest.approx([each.value for each in other])


def test_who_never_lost_is_strong_but_not_without_end() -> None:
    few, many = (elo([(0, 1), (1, 0)], [[2.0, 0.0]] * count, reference=1)[0] for count in (10, 1000))
    assert few.value == pytest.approx(1500 + 400 * log10(20.25 / 0.25))
    assert many.value == pytest.approx(1500 + 400 * log10(2000.25 / 0.25))
    # 20 games won of 20 leave room for a true share of 84 % (Wilson), which is 285 Elo.
    assert 1650 < few.low < 1800


def test_the_same_blocks_have_the_same_intervals() -> None:
    blocks = simulated(PAIRS, [1500, 1500, 1500, 1500], 20, seed=9)
    assert elo(PAIRS, blocks, 0) == elo(PAIRS, blocks, 0)


def test_one_block_has_no_interval() -> None:
    assert elo([(0, 1), (1, 0)], [[1.0, 1.0]], 0)[1].high == float("inf")
