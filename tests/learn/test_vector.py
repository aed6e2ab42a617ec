"""Many games at once: the same games as one by one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from vigil.engine.errors import IllegalChoice, ImpossibleTable
from vigil.learn import Games, table


def random_actions(games: Games, random: Random) -> list[int]:
    return [random.choice(np.flatnonzero(mask).tolist()) for mask in games.masks]


@pytest.mark.parametrize(
    ("sets", "players", "variant"),
    [("chronicle", 2, "standard"), ("all", 3, "standard"), ("rise,gift", 4, "team"), ("all", 1, "solitaire")],
)
def test_every_row_shows_what_the_decider_sees(sets: str, players: int, variant: str) -> None:
    games = Games(table(sets, players, variant), count=5, seed=1)
    random = Random(2)
    for _ in range(80):
        for place in range(5):
            game = games.game(place)
            assert game.decision is not None
            assert games.seats[place] == game.decision.seat
            assert np.array_equal(games.observations[place], games.encoding.observe(game.view(game.decision.seat)))
            assert np.array_equal(games.masks[place], games.encoding.mask(game.decision))
        games.step(random_actions(games, random))


def test_finished_games_are_rewarded_and_dealt_anew() -> None:
    games = Games(table(honor_pool=5), count=4, seed=3)
    random = Random(4)
    ended = 0
    while ended < 10:
        before = [games.game(place) for place in range(4)]
        won, done = games.step(random_actions(games, random))
        for place in range(4):
            assert done[place] == before[place].over
            assert (games.game(place) is before[place]) != done[place]
            expected = [1 if seat in before[place].winners else -1 for seat in range(2)] if done[place] else [0, 0]
            assert won[place].tolist() == expected
        ended += int(done.sum())
        assert games.masks.any(axis=1).all(), "everybody can always go on"
    assert games.finished == ended


def test_the_arrays_stay_where_they_are() -> None:
    games = Games(table(), count=3)
    arrays = games.observations, games.masks, games.seats
    games.step(random_actions(games, Random(1)))
    assert all(one is other for one, other in zip(arrays, (games.observations, games.masks, games.seats), strict=True))


def test_what_a_game_plays_does_not_depend_on_the_others() -> None:
    few, many = Games(table("gift"), count=2, seed=9), Games(table("gift"), count=6, seed=9)
    assert np.array_equal(few.observations, many.observations[:2])
    assert not np.array_equal(many.observations[0], many.observations[1])
    other = Games(table("gift"), count=2, seed=10)
    assert not np.array_equal(few.observations, other.observations)


def test_an_illegal_action_moves_no_game() -> None:
    games = Games(table(), count=3, seed=5)
    before = games.observations.copy(), games.masks.copy()
    actions = random_actions(games, Random(1))
    actions[2] = int(np.flatnonzero(games.masks[2] == 0)[0])
    with pytest.raises(IllegalChoice, match="On offer"):
        games.step(np.array(actions))
    assert np.array_equal(before[0], games.observations)
    assert np.array_equal(before[1], games.masks)


def test_every_game_needs_an_action() -> None:
    with pytest.raises(IllegalChoice, match="3 games need 3 actions, not 2"):
        Games(table(), count=3).step([0, 0])
    with pytest.raises(ImpossibleTable, match="0 games at once"):
        Games(table(), count=0)
