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
from .glicko import Encounter, Rating, mean, updated
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

    Players with the same `team` win together; the `place` of one who left says that it is lost all the same.
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
            meets = _against_team if game.pool == Pool.TEAM else _against_each
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
        Encounter(ratings[other], (1.0 if own < player.place else 0.5 if own == player.place else 0.0), weight)
        for other, player in enumerate(game.players)
        if other != seat
    ]


def _against_team(game: RatedGame, seat: int, ratings: Sequence[Rating]) -> list[Encounter]:
    """One opponent who is as far above or below this player as the other team is above or below the own one."""
    team = game.players[seat].team
    own = [rating for rating, player in zip(ratings, game.players, strict=True) if player.team == team]
    others = mean([rating for rating, player in zip(ratings, game.players, strict=True) if player.team != team])
    ours = mean(own)
    value = others.value + ratings[seat].value - ours.value
    # What is uncertain about the own team, apart from this player, is as uncertain as the other one.
    spread = max(0.0, ours.deviation**2 - (ratings[seat].deviation / len(own)) ** 2)
    opponent = Rating(value, sqrt(others.deviation**2 + spread))
    return [Encounter(opponent, 1.0 if game.players[seat].place == 1 else 0.0, share=1 / len(own))]
