"""A try at a puzzle rates the player and the puzzle."""

from __future__ import annotations

from random import Random

import pytest

from vigil.ratings.games import PERIOD, Standing
from vigil.ratings.glicko import Encounter, Rating, expected_score, updated
from vigil.ratings.puzzles import rated_try


def test_a_try_is_a_game_between_the_player_and_the_puzzle() -> None:
    player, puzzle = Rating(1500, 200), Rating(1400, 30)
    after = rated_try(Standing(player, 3, 50.0), puzzle, solved=True, now=50.0)
    assert after.player == Standing(updated(player, [Encounter(puzzle, 1.0)], 0.0), 4, 50.0)
    assert after.puzzle == updated(puzzle, [Encounter(player, 0.0)], 0.0)


@pytest.mark.parametrize(("solved", "direction"), [(True, 1), (False, -1)])
def test_who_solves_gains_what_the_puzzle_loses(solved: bool, direction: int) -> None:
    after = rated_try(Standing(), Rating(), solved=solved, now=0.0)
    assert (after.player.rating.value - 1500) * direction > 0
    assert after.player.rating.value - 1500 == pytest.approx(1500 - after.puzzle.value)


def test_a_player_becomes_less_certain_with_time_and_a_puzzle_does_not() -> None:
    known = Standing(Rating(1500, 60), 20, 0.0)
    soon = rated_try(known, Rating(1500, 60), solved=True, now=0.0)
    late = rated_try(known, Rating(1500, 60), solved=True, now=PERIOD * 200)
    assert late.player.rating.deviation > soon.player.rating.deviation
    assert late.puzzle.deviation < 60, "It has learnt something from the try, and forgotten nothing."


def test_ratings_find_strengths_that_are_known() -> None:
    """Players and puzzles whose strengths are drawn: after many tries the ratings are near them."""
    chance = Random(4)
    players = [chance.gauss(1500, 200) for _ in range(60)]
    puzzles = [chance.gauss(1500, 200) for _ in range(60)]
    standings = [Standing() for _ in players]
    ratings = [Rating() for _ in puzzles]
    for player, strength in enumerate(players):
        for place, puzzle in enumerate(chance.sample(range(60), 60)):
            certain = (Rating(strength, 0.001), Rating(puzzles[puzzle], 0.001))
            solved = chance.random() < expected_score(*certain)
            standings[player], ratings[puzzle] = rated_try(
                standings[player], ratings[puzzle], solved=solved, now=float(place)
            )
    ours = [abs(each.rating.value - strength) for each, strength in zip(standings, players, strict=True)]
    theirs = [abs(each.value - strength) for each, strength in zip(ratings, puzzles, strict=True)]
    assert sum(ours) / 60 < 80
    assert sum(theirs) / 60 < 80
