"""What a finished game is worth to each seat."""

from __future__ import annotations

import pytest

from vigil.cards import new_state
from vigil.engine.rollout import RandomPolicy, rollout
from vigil.engine.scoring import scores
from vigil.engine.state import GameState
from vigil.learn.rewards import rewards

ALL_SETS = ["chronicle-of-the-godslayer", "rise-of-vigil", "war-of-shadows", "gift-of-the-elements"]


def played(players: int, seed: int, variant: str = "standard") -> GameState:
    game = new_state(players, ALL_SETS, variant, seed, honor_pool=8)
    rollout(game, RandomPolicy(seed))
    return game


def test_nobody_has_anything_before_the_end() -> None:
    assert rewards(new_state(players=3, seed=1)) == [0, 0, 0]


@pytest.mark.parametrize(("players", "worth"), [(2, [-1, 1]), (3, [-1, 0, 1]), (4, [-1, -1 / 3, 1 / 3, 1])])
def test_places_are_worth_the_same_steps_and_nothing_together(players: int, worth: list[float]) -> None:
    for seed in range(20):
        game = played(players, seed)
        found = rewards(game)
        assert sorted(found) == pytest.approx(worth)
        assert found[game.winners[0]] == 1
        better = sorted(range(players), key=found.__getitem__)
        assert [scores(game)[seat] for seat in better] == sorted(scores(game))


def test_of_equal_scores_the_later_seat_is_ahead() -> None:
    ties = [game for game in (played(2, seed) for seed in range(300)) if len(set(scores(game))) == 1]
    assert ties
    for game in ties:
        assert rewards(game)[1 - game.first] == 1


def test_whoever_wins_on_the_spot_is_first_whatever_the_points_say() -> None:
    game = new_state(players=3, seed=1)
    game.players[1].honor = 50
    game.over, game.winners = True, (2,)
    assert rewards(game)[1:] == [0, 1]


@pytest.mark.parametrize(("players", "worth"), [(4, [-1, -1, 1, 1]), (6, [-1, -1, 0, 0, 1, 1])])
def test_teammates_share_a_place(players: int, worth: list[float]) -> None:
    for seed in range(10):
        game = played(players, seed, "team")
        found = rewards(game)
        assert sorted(found) == worth
        assert found[: players // 2] == found[players // 2 :]
        assert [seat for seat in range(players) if found[seat] == 1] == sorted(game.winners)


def test_alone_there_is_victory_or_defeat() -> None:
    games = [played(1, seed, "solitaire") for seed in range(30)]
    assert {rewards(game)[0] for game in games if game.winners} <= {1.0}
    assert {rewards(game)[0] for game in games if not game.winners} == {-1.0}
