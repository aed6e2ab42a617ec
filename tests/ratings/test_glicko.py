"""Glicko-2: the published example, and what holds for all ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vigil.ratings.glicko import (
    LEAST,
    LEAST_DEVIATION,
    MOST_DEVIATION,
    MOST_VOLATILITY,
    Encounter,
    Rating,
    expected_score,
    updated,
)

ratings = st.builds(
    Rating, st.floats(LEAST, 3500), st.floats(LEAST_DEVIATION, MOST_DEVIATION), st.floats(0.01, MOST_VOLATILITY)
)
encounters = st.lists(
    st.builds(Encounter, ratings, st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.1, 1), st.floats(0.3, 1)), max_size=6
)
periods = st.floats(0, 500)


def test_the_example_of_the_paper() -> None:
    """The paper rounds on the way: without that the rating is 1464.0507."""
    player = Rating(1500, 200, 0.06)
    games = [Encounter(Rating(1400, 30), 1.0), Encounter(Rating(1550, 100), 0.0), Encounter(Rating(1700, 300), 0.0)]
    after = updated(player, games, periods=1.0)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_makes_a_rating_less_certain() -> None:
    """The formula of the paper for somebody who did not play."""
    after = updated(Rating(1500, 200, 0.06), [], periods=1.0)
    assert after == Rating(1500, pytest.approx((200**2 + (173.7178 * 0.06) ** 2) ** 0.5), 0.06)


@given(ratings, encounters, periods)
def test_ratings_stay_within_their_bounds(player: Rating, games: list[Encounter], passed: float) -> None:
    after = updated(player, games, passed)
    assert after.value >= LEAST
    assert LEAST_DEVIATION <= after.deviation <= MOST_DEVIATION
    assert 0 < after.volatility <= MOST_VOLATILITY


@given(ratings, ratings, periods)
def test_a_win_never_costs_points_and_a_loss_never_brings_any(one: Rating, other: Rating, passed: float) -> None:
    won, lost = (updated(one, [Encounter(other, score)], passed).value for score in (1.0, 0.0))
    assert lost <= one.value <= won


@given(ratings, ratings)
def test_games_make_a_rating_more_certain_and_time_less(one: Rating, other: Rating) -> None:
    assert updated(one, [Encounter(other, 1.0)], 0.0).deviation <= one.deviation
    assert one.aged(10).deviation >= one.deviation


@given(ratings, ratings)
def test_what_one_is_expected_to_win_the_other_is_expected_to_lose(one: Rating, other: Rating) -> None:
    alike = other._replace(deviation=one.deviation)
    assert expected_score(one, alike) + expected_score(alike, one) == pytest.approx(1.0)


@given(ratings, ratings)
def test_two_half_games_say_as_much_as_one(one: Rating, other: Rating) -> None:
    halves = updated(one, [Encounter(other, 1.0, 0.5)] * 2, 1.0)
    assert halves == pytest.approx(updated(one, [Encounter(other, 1.0)], 1.0))
