"""A rated game, and what it makes of the ratings of its players.

    after = rated(game, known)          a Standing for each person, by their ids

Every game is a period of its own for those who played it. Who plays against several others has met each of them, with
a weight of 1/(n - 1): together they say as much as one game. A team plays as the mean of its members.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from .bots import bot_rating
from .glicko import MOST_DEVIATION, Encounter, Rating, mean, updated
from .pools import Pool

PERIOD: Final = 86_400 * 365 * (173.7178 * 0.06) ** 2 / (110.0**2 - 60.0**2)
"""Seconds. A player with the usual volatility and a deviation of 60 is provisional again after a year: 4.7 days."""


class Standing(NamedTuple):
    """What is known about a person in a pool; `updated` is when the last game ended, in seconds since 1970."""

    rating: Rating = Rating()
    games: int = 0
    updated: float = 0.0

    def at(self, now: float) -> Rating:
        """The rating as it is now, with the uncertainty that has grown since the last game."""
        return self.rating.aged(self.periods(now)) if self.games else self.rating

    def periods(self, now: float) -> float:
        """How many have passed since the last game. A clock that was set back lets none pass."""
        return max(0.0, now - self.updated) / PERIOD if self.games else 0.0


class RatedPlayer(NamedTuple):
    """A person by their id, or a bot by its level. The best `place` is 1; equal places are a draw.

    Players with the same `team` win together: the best place among them is that of the team. One who left has a place
    behind all teams.
    """

    person: str
    bot: str
    place: int
    team: int


class RatedGame(NamedTuple):
    """`ended` is in seconds since 1970."""

    pool: Pool
    ended: float
    players: tuple[RatedPlayer, ...]

    def people(self) -> list[str]:
        return [player.person for player in self.players if player.person]


def rated(game: RatedGame, known: Mapping[str, Standing]) -> dict[str, Standing]:
    """What the game makes of its people. Whoever is not `known` has the rating of a newcomer; bots do not change."""
    ratings = [_rating_of(player, game, known) for player in game.players]
    after = {}
    for seat, player in enumerate(game.players):
        if player.person:
            before = known.get(player.person, Standing())
            meets = _against_teams if game.pool == Pool.TEAM else _against_each
            rating = updated(before.rating, meets(game, seat, ratings), before.periods(game.ended))
            after[player.person] = Standing(rating, before.games + 1, max(before.updated, game.ended))
    return after


def _rating_of(player: RatedPlayer, game: RatedGame, known: Mapping[str, Standing]) -> Rating:
    if player.person:
        return known.get(player.person, Standing()).at(game.ended)
    return bot_rating(player.bot, game.pool)


def _against_each(game: RatedGame, seat: int, ratings: Sequence[Rating]) -> list[Encounter]:
    own = game.players[seat].place
    weight = 1 / (len(ratings) - 1)
    return [
        Encounter(ratings[other], _score(own, player.place), weight)
        for other, player in enumerate(game.players)
        if other != seat
    ]


def _against_teams(game: RatedGame, seat: int, ratings: Sequence[Rating]) -> list[Encounter]:
    """For each of the other teams one opponent, who is as far above or below this player as that team is above or below
    the own one."""
    teams: dict[int, list[int]] = {}
    for each, player in enumerate(game.players):
        teams.setdefault(player.team, []).append(each)
    own = teams.pop(game.players[seat].team)
    ours = mean([ratings[each] for each in own])
    # What is uncertain about the partners is as uncertain as the opponents.
    partners = max(0.0, ours.deviation**2 - (ratings[seat].deviation / len(own)) ** 2)
    encounters = []
    for members in teams.values():
        theirs = mean([ratings[each] for each in members])
        opponent = Rating(
            theirs.value + ratings[seat].value - ours.value, min(sqrt(theirs.deviation**2 + partners), MOST_DEVIATION)
        )
        score = _score(game.players[seat].place, min(game.players[each].place for each in members))
        encounters.append(Encounter(opponent, score, 1 / len(teams), 1 / len(own)))
    return encounters


def _score(own: int, other: int) -> float:
    return 1.0 if own < other else 0.5 if own == other else 0.0
