"""Weights that are fitted by evolution."""

from __future__ import annotations

import pytest

from vigil.bots.weights import PLAIN_WEIGHTS
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.lab.tuning import FITTED, Tuning, advantage, tune
from vigil.lab.workers import LocalWorkers

SETS = ("chronicle-of-the-godslayer",)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_has_an_advantage_over_an_equal(players: int) -> None:
    setup = Setup(LIBRARY, players, SETS)
    assert advantage(setup, PLAIN_WEIGHTS, PLAIN_WEIGHTS, first_deal=5, blocks=4) == pytest.approx(0)


def test_who_thinks_nothing_of_power_and_honor_loses() -> None:
    foolish = PLAIN_WEIGHTS._replace(power=0.05, defeat=0.05, rune=0.05)
    assert advantage(Setup(LIBRARY, 2, SETS), PLAIN_WEIGHTS, foolish, first_deal=0, blocks=20) > 0.2


def test_a_weight_is_moved_by_a_factor_and_back() -> None:
    direction = tuple(1.0 if name == "draw" else 0.0 for name in FITTED)
    there = PLAIN_WEIGHTS.moved(direction, 0.5)
    assert there.draw > PLAIN_WEIGHTS.draw
    assert there.rune == PLAIN_WEIGHTS.rune
    assert there.moved(direction, -0.5).draw == pytest.approx(PLAIN_WEIGHTS.draw)


def test_the_same_seed_takes_the_same_steps_in_any_number_of_processes() -> None:
    tuning = Tuning(Setup(LIBRARY, sets=SETS), steps=2, directions=3, blocks=2, seed=4)
    alone = list(tune(tuning, PLAIN_WEIGHTS, LocalWorkers()))
    assert (len(alone), tuning.games_per_step) == (2, 12)
    assert alone[-1].weights != PLAIN_WEIGHTS
    with LocalWorkers(2) as workers:
        assert list(tune(tuning, PLAIN_WEIGHTS, workers)) == alone
