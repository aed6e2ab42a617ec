"""Simulated seasons: ratings come out in the order of strength, and their mean stays where it began."""

from __future__ import annotations

import pytest

from vigil.ratings.pools import Pool
from vigil.ratings.season import simulated

DRIFT = 25.0
"""Points: docs/ratings.md promises this."""


@pytest.mark.parametrize("pool", [Pool.LIVE, Pool.MULTIPLAYER, Pool.TEAM])
def test_a_season_of_ten_thousand_games(pool: Pool) -> None:
    season = simulated(pool, players=100, games=10_000, seed=5)
    assert season.order > 0.97
    assert abs(season.drift) < DRIFT
    assert season.covered > 0.85
    assert season.established == 100


def test_a_season_is_the_same_every_time() -> None:
    assert simulated(Pool.LIVE, 20, 200, seed=1) == simulated(Pool.LIVE, 20, 200, seed=1)
    assert simulated(Pool.LIVE, 20, 200, seed=1) != simulated(Pool.LIVE, 20, 200, seed=2)
