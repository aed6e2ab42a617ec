"""Glicko-2 by Mark Glickman, with three additions: elapsed time in fractions of a period, weights, and shares
of a team.

    after = updated(Rating(1500, 200), [Encounter(Rating(1400, 30), 1.0)], periods=1.0)

The steps and letters are those of http://www.glicko.net/glicko/glicko2.pdf.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

START: Final = 1500.0
LEAST: Final = 100.0
"""Nobody is rated lower."""
SCALE: Final = 173.7178
"""Points for each unit of the scale that the formulas use."""
LEAST_DEVIATION: Final = 45.0
MOST_DEVIATION: Final = 350.0
MOST_VOLATILITY: Final = 0.1
TAU: Final = 0.5
"""How much volatilities may change."""
CLOSE_ENOUGH: Final = 1e-6
PROVISIONAL: Final = 110.0
"""A larger deviation says that little is known about a player."""


class Rating(NamedTuple):
    """With 95 % confidence a player's strength lies within two deviations of the rating."""

    value: float = START
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL

    def aged(self, periods: float) -> Rating:
        """The same rating after some time without games: it is less certain."""
        grown = sqrt(self.deviation**2 + periods * (SCALE * self.volatility) ** 2)
        return self._replace(deviation=min(grown, MOST_DEVIATION))


class Encounter(NamedTuple):
    """A game against one opponent: 1 is a win, 0 a loss. One of `weight` 0.5 says half as much as a whole game.

    `share` is how much of the difference in strength is the player's own: a half in a team of two.
    """

    opponent: Rating
    score: float
    weight: float = 1.0
    share: float = 1.0


def expected_score(rating: Rating, opponent: Rating) -> float:
    return _expected((rating.value - opponent.value) / SCALE, _attenuation(opponent.deviation / SCALE))


def updated(rating: Rating, encounters: Iterable[Encounter], periods: float) -> Rating:
    """The rating after these games; `periods` have passed since the ones before them."""
    mu, phi = (rating.value - START) / SCALE, rating.deviation / SCALE
    information = surprise = 0.0
    for opponent, score, weight, share in encounters:
        g = _attenuation(opponent.deviation / SCALE)
        expected = _expected(mu - (opponent.value - START) / SCALE, g)
        information += weight * (share * g) ** 2 * expected * (1 - expected)
        surprise += weight * share * g * (score - expected)
    if not information:
        return rating.aged(periods)
    variance = 1 / information
    volatility = _new_volatility(rating.volatility, phi, variance, variance * surprise)
    before = rating._replace(volatility=volatility).aged(periods).deviation / SCALE
    deviation = 1 / sqrt(1 / before**2 + information)
    value = START + SCALE * (mu + deviation**2 * surprise)
    return Rating(max(value, LEAST), min(max(SCALE * deviation, LEAST_DEVIATION), MOST_DEVIATION), volatility)


def mean(ratings: Sequence[Rating]) -> Rating:
    """A team as one player: the mean of its members' strengths. Its volatility is of no use to anybody."""
    count = len(ratings)
    deviation = sqrt(sum(each.deviation**2 for each in ratings)) / count
    return Rating(sum(each.value for each in ratings) / count, deviation)


def _attenuation(phi: float) -> float:
    """g: what a game says less because the strength of the opponent is uncertain."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _expected(difference: float, g: float) -> float:
    """E, kept away from 0 and 1: the largest differences leave something to learn."""
    return min(max(1 / (1 + exp(min(-g * difference, 700.0))), 1e-9), 1 - 1e-9)


def _new_volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the Illinois algorithm finds where f is zero."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        whole = phi * phi + variance + e
        return e * (delta * delta - whole) / (2 * whole * whole) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        high = a - TAU
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return min(exp(low / 2), MOST_VOLATILITY)
