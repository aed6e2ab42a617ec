"""Simulated seasons: players whose strengths are known play many games, and their ratings are compared with them.

    season = simulated(Pool.LIVE, players=200, games=10_000, seed=1)
    season.order, season.drift, season.error

`python -m vigil.ratings.season` prints the table of docs/ratings.md.
"""

from __future__ import annotations

from math import log
from random import Random
from statistics import correlation, fmean
from typing import Final, NamedTuple

from .games import RatedGame, RatedPlayer, Standing, rated
from .glicko import START
from .pools import Pool

SPREAD: Final = 200.0
"""The standard deviation of the players' strengths, in points."""
DAY: Final = 86_400.0
DAYS: Final = 90
POINTS: Final = 400 / log(10)


class Season(NamedTuple):
    """The strength and the rating of each player, and how many have played enough for an established rating."""

    strengths: list[float]
    ratings: list[float]
    deviations: list[float]
    established: int

    @property
    def order(self) -> float:
        """Spearman's rank correlation of strengths and ratings: 1 where all ratings are in the order of strength."""
        return correlation(_ranks(self.strengths), _ranks(self.ratings))

    @property
    def drift(self) -> float:
        """By how much the mean rating is above the rating of newcomers."""
        return fmean(self.ratings) - START

    @property
    def covered(self) -> float:
        """The share of players whose strength lies within two deviations of the rating."""
        near = zip(self.strengths, self.ratings, self.deviations, strict=True)
        return fmean(abs(strength - rating) <= 2 * deviation for strength, rating, deviation in near)


def _ranks(values: list[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    return [rank for _, rank in sorted(zip(order, range(len(order)), strict=True))]


def simulated(pool: Pool, players: int, games: int, seed: int) -> Season:
    """Strengths have a mean of START. Of twice as many players as are needed those with the nearest ratings play."""
    chance = Random(seed)
    strengths = [chance.gauss(START, SPREAD) for _ in range(players)]
    middle = fmean(strengths) - START
    strengths = [each - middle for each in strengths]
    standings = {str(each): Standing() for each in range(players)}
    for number in range(games):
        who = _table(chance, pool, standings)
        ended = DAY * DAYS * number / games
        standings.update(rated(_played(chance, pool, ended, who, strengths), standings))
    end = [standing.at(DAY * DAYS) for standing in standings.values()]
    established = sum(not each.is_provisional for each in end)
    return Season(strengths, [each.value for each in end], [each.deviation for each in end], established)


def _table(chance: Random, pool: Pool, standings: dict[str, Standing]) -> list[int]:
    seats = {Pool.TEAM: 4, Pool.MULTIPLAYER: chance.choice((3, 4, 4, 5))}.get(pool, 2)
    first = chance.randrange(len(standings))
    others = [each for each in range(len(standings)) if each != first]
    own = standings[str(first)].rating.value
    free = chance.sample(others, 2 * (seats - 1))
    free.sort(key=lambda each: abs(standings[str(each)].rating.value - own))
    return [first, *free[: seats - 1]]


def _played(chance: Random, pool: Pool, ended: float, who: list[int], strengths: list[float]) -> RatedGame:
    """Everybody's luck is added to their strength; the better sums win, which for two players is the formula of Elo."""
    luck = [strengths[each] / POINTS - log(-log(1 - chance.random())) for each in who]
    teams = list(range(len(who)))
    if pool == Pool.TEAM:
        teams = [0, 1, 0, 1]
        sides = [fmean(strengths[each] for each in who[side::2]) / POINTS for side in (0, 1)]
        luck = [side - log(-log(1 - chance.random())) for side in sides]
    places = [1 + sum(other > luck[team] for other in luck) for team in teams]
    seated = zip(who, places, teams, strict=True)
    return RatedGame(pool, ended, tuple(RatedPlayer(str(each), "", place, team) for each, place, team in seated))


def main() -> None:
    print("| pool | players | games | order | drift of the mean | within two deviations | established |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    # Both pools of two players follow the same rule.
    for pool in (Pool.LIVE, Pool.MULTIPLAYER, Pool.TEAM):
        for players in (100, 400):
            season = simulated(pool, players, 10_000, seed=2013)
            print(
                f"| {pool} | {players} | 10,000 | {season.order:.3f} | {season.drift:+.1f} | "
                f"{100 * season.covered:.0f} % | {100 * season.established / players:.0f} % |"
            )


if __name__ == "__main__":
    main()
