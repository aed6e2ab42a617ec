"""What a finished game is worth to each seat."""

from __future__ import annotations

from math import atanh

import numpy as np
import pytest

from vigil.cards import new_state
from vigil.engine.rollout import RandomPolicy, rollout
from vigil.engine.scoring import scores
from vigil.engine.state import GameState
from vigil.learn import Games, table
from vigil.learn.rewards import honor_potential, margins, network_potential, rewards

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


# --- margins and potentials


def test_a_margin_is_the_lead_over_the_best_other_seat() -> None:
    game = played(3, seed=4)
    points = scores(game)
    leads = [points[seat] - max(points[:seat] + points[seat + 1 :]) for seat in range(3)]
    assert [20 * atanh(each) for each in margins(game)] == pytest.approx(leads)


def test_teammates_share_a_margin() -> None:
    found = margins(played(4, seed=2, variant="team"))
    assert found[:2] == found[2:]
    assert found[0] == -found[1]


def test_the_network_prefers_the_better_deck() -> None:
    game = new_state(players=2, seed=1)
    even = network_potential([game])[0]
    game.players[1].honor = 30
    ahead = network_potential([game])[0]
    assert ahead[1] > even[1]
    assert sum(ahead) == pytest.approx(0, abs=1e-5)
    assert honor_potential([game])[0][1] > 0.9


@pytest.mark.parametrize("potential", ["honor", "network"])
def test_shaping_adds_nothing_over_a_whole_game_but_the_potential_of_its_beginning(potential: str) -> None:
    """The sum telescopes, so a policy that is best with it is best without it."""
    games = Games(table(honor_pool=6), 3, seed=2, potential=potential)
    random = np.random.default_rng(1)
    gained, beginning = np.zeros((3, 2)), games._stood.copy()
    ended = 0
    while ended < 6:
        _, _, done, _, infos = games.step(games.sample(random))
        gained += infos["rewards"]
        for place in np.flatnonzero(done).tolist():
            result = infos["final_info"]["rewards"][place]
            assert gained[place] == pytest.approx(result - beginning[place], abs=1e-4)
            gained[place], beginning[place] = 0, games._stood[place]
            ended += 1
