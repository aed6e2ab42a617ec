"""What a game makes of the ratings of its players."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import bot_ratings
from vigil.bots import BOTS
from vigil.ratings.bots import bot_rating
from vigil.ratings.games import PERIOD, RatedGame, RatedPlayer, Standing, rated
from vigil.ratings.glicko import Encounter, Rating, updated
from vigil.ratings.pools import Pool, pool_of

DAY = 86_400.0


def game(places: list[int], pool: Pool = Pool.LIVE, ended: float = 0.0) -> RatedGame:
    """Players a, b, c ... in the order of their seats. In teams the second half sits opposite the first."""
    half = len(places) // 2
    teams = [seat % half if pool == Pool.TEAM else seat for seat in range(len(places))]
    players = (RatedPlayer("abcdef"[seat], "", place, teams[seat]) for seat, place in enumerate(places))
    return RatedGame(pool, ended, tuple(players))


def gains(played: RatedGame, known: dict[str, Standing]) -> dict[str, float]:
    after = rated(played, known)
    return {person: each.rating.value - known.get(person, Standing()).rating.value for person, each in after.items()}


def standing(value: float, deviation: float = 60.0) -> Standing:
    return Standing(Rating(value, deviation), 30)


@pytest.mark.parametrize(
    ("players", "is_team", "is_live", "pool"),
    [
        (2, False, True, Pool.LIVE),
        (2, False, False, Pool.CORRESPONDENCE),
        (3, False, True, Pool.MULTIPLAYER),
        (6, False, False, Pool.MULTIPLAYER),
        (4, True, True, Pool.TEAM),
    ],
)
def test_which_pool_a_game_belongs_to(players: int, is_team: bool, is_live: bool, pool: Pool) -> None:
    assert pool_of(players, is_team, is_live) == pool


def test_two_players_are_rated_by_glicko_2() -> None:
    known = {"a": standing(1600), "b": standing(1500)}
    after = rated(game([2, 1]), known)
    assert after["a"] == Standing(updated(known["a"].rating, [Encounter(known["b"].rating, 0.0)], 0.0), 31)
    assert after["b"].rating.value > 1500


def test_a_game_of_several_says_as_much_as_one_game() -> None:
    """Whoever is in the middle has won one and lost one; the winner gains what a win against one of them brings."""
    known = {person: standing(1500) for person in "abc"}
    several = gains(game([1, 2, 3], Pool.MULTIPLAYER), known)
    two = gains(game([1, 2]), known)
    assert several["a"] == pytest.approx(two["a"])
    assert several["b"] == pytest.approx(0.0, abs=1e-9)
    assert several["c"] == pytest.approx(-several["a"])


@given(st.lists(st.integers(1, 4), min_size=3, max_size=6), st.lists(st.floats(1000, 2000), min_size=6, max_size=6))
def test_players_of_equal_deviation_exchange_points(places: list[int], values: list[float]) -> None:
    known = {person: standing(value) for person, value in zip("abcdef", values, strict=True)}
    assert sum(gains(game(places, Pool.MULTIPLAYER), known).values()) == pytest.approx(0.0, abs=2.0)


def test_a_team_plays_as_the_mean_of_its_members() -> None:
    """A strong player with a weak partner is expected to do as well as two of middling strength."""
    known = {"a": standing(1700), "b": standing(1500), "c": standing(1300), "d": standing(1500)}
    won = gains(game([1, 2, 1, 2], Pool.TEAM), known)
    assert won["a"] == pytest.approx(won["c"])
    assert won["a"] == pytest.approx(-won["b"])
    assert won["b"] == pytest.approx(won["d"])
    # Half of the credit is the partner's.
    assert won["a"] == pytest.approx(gains(game([1, 2]), {"a": standing(1500), "b": standing(1500)})["a"] / 2, rel=0.1)


def test_whoever_left_the_winning_team_has_lost() -> None:
    known = {person: standing(1500) for person in "abcd"}
    won = gains(game([1, 2, 3, 2], Pool.TEAM), known)
    assert won["a"] > 0 > won["c"]
    assert won["b"] < 0


def test_three_teams_meet_each_other() -> None:
    """The team in the middle has beaten one and lost to one."""
    known = {person: standing(1500) for person in "abcdef"}
    won = gains(game([1, 2, 3, 1, 2, 3], Pool.TEAM), known)
    assert won["b"] == pytest.approx(0.0, abs=1e-9)
    assert won["a"] == won["d"] == pytest.approx(-won["c"])
    two = gains(game([1, 2, 1, 2], Pool.TEAM), known)
    assert won["a"] == pytest.approx(two["a"])


def test_a_bot_counts_with_its_fixed_rating_and_never_changes() -> None:
    against = RatedGame(Pool.LIVE, 0.0, (RatedPlayer("a", "", 1, 0), RatedPlayer("", "expert", 2, 1)))
    expert = bot_rating("expert", Pool.LIVE)
    after = rated(against, {})
    assert set(after) == {"a"}
    assert after["a"].rating == updated(Rating(), [Encounter(expert, 1.0)], 0.0)


def test_a_rating_is_less_certain_the_longer_nobody_has_played() -> None:
    """A deviation of 60 is provisional again after a year without games, and at the latest as wide as a newcomer's."""
    before = Standing(Rating(1500, 60), 30, updated=1_000.0)
    assert before.at(1_000.0).deviation == 60
    assert before.at(1_000.0 + 365 * DAY).deviation == pytest.approx(110)
    assert before.at(1_000.0 + 100 * 365 * DAY).deviation == 350
    assert before.at(0.0).deviation == 60
    assert pytest.approx(4.67 * DAY, rel=0.01) == PERIOD


def test_the_opponent_counts_with_the_uncertainty_of_the_moment() -> None:
    known = {"a": Standing(Rating(1500, 60), 30, 0.0), "b": Standing(Rating(1500, 60), 30, 0.0)}
    soon, late = (gains(game([1, 2], ended=when), known)["a"] for when in (0.0, 3 * 365 * DAY))
    assert 0 < soon < late


def test_the_ratings_of_bots_are_those_that_were_measured() -> None:
    assert bot_ratings.MODULE.read_text() == bot_ratings.module(), "Run `make docs`."
    assert bot_ratings.PAGE.read_text() == bot_ratings.page(), "Run `make docs`."


@pytest.mark.parametrize("pool", Pool)
def test_stronger_bots_have_higher_ratings(pool: Pool) -> None:
    values = [bot_rating(level, pool).value for level in BOTS]
    assert values == sorted(values)
    assert bot_rating("player", pool).value == 1500
    assert bot_rating("a level that is gone", pool) == Rating()
