"""Rated games: which tables may have one, and what their results are for the ratings.

    require_rateable(settings)              Refused, where such a game cannot be rated
    game = rated_game(table, entry)         nothing, unless this entry has ended a game that counts

Whoever left a rated game or ran out of time is behind everybody who stayed; docs/ratings.md has the rules.
"""

from __future__ import annotations

from vigil.custom_sets import loaded_names
from vigil.engine.scoring import scores
from vigil.engine.terms import NOTHING, TEAM
from vigil.ratings.games import RatedGame, RatedPlayer
from vigil.ratings.pools import Pool, pool_of

from .actions import Entry
from .clocks import DaysPerTurn, Untimed
from .refusals import Code, Refused
from .settings import STAND_IN, TableSettings
from .table import Phase, Table


def require_rateable(settings: TableSettings) -> None:
    """Checked when a table is opened. `TableSettings` itself refuses what could never be rated."""
    if not settings.rated:
        return
    if isinstance(settings.clock, Untimed):
        raise Refused(Code.NOT_IN_RATED_GAMES, "A rated game needs a clock.", "Choose one, or play unrated.")
    if settings.stand_in != STAND_IN:
        raise Refused(
            Code.NOT_IN_RATED_GAMES,
            f'In a rated game the bot "{STAND_IN}" takes the seat of whoever leaves.',
            "Leave stand_in out.",
        )
    if custom := set(settings.sets) & set(loaded_names()):
        raise Refused(
            Code.NOT_IN_RATED_GAMES,
            f"Rated games have printed cards only, not {', '.join(sorted(custom))}.",
            "Play unrated.",
        )


def pool(settings: TableSettings) -> Pool:
    """The ratings that a game with these settings is compared by."""
    is_live = not isinstance(settings.clock, (Untimed, DaysPerTurn))
    return pool_of(settings.players, settings.variant == TEAM, is_live)


def rated_game(table: Table, entry: Entry) -> RatedGame | None:
    """The result for the ratings, if this entry has ended a rated game."""
    has_ended = table.ended_by == entry.number and table.game is not None
    if not has_ended or not table.settings.rated or table.is_aborted:
        return None
    if table.phase == Phase.ENDED and table.left_by == NOTHING:
        # The server has closed it.
        return None
    places = _team_places(table) if table.settings.variant == TEAM else _places(table)
    players = (
        # A person whose seat a bot has kept is rated; the bot is not.
        RatedPlayer(seat.person, "" if seat.person else seat.bot, places[place], table.side(place))
        for place, seat in enumerate(table.seats)
    )
    return RatedGame(pool(table.settings), entry.at, tuple(players))


def _places(table: Table) -> list[int]:
    """First those who stayed, by their scores; of equal scores the later player's is better. Then who left, the last
    one first. Where nobody is left to compare scores, those who stayed share the first place."""
    game, count = table.playing, len(table.seats)
    points = scores(game) if table.phase == Phase.FINISHED else [0] * count
    lateness = [(place - game.first) % count if game.over else 0 for place in range(count)]

    def key(place: int) -> tuple[int, int, int]:
        if place in table.forfeits:
            return (table.forfeits.index(place) - count, 0, 0)
        return (0, points[place], lateness[place])

    keys = [key(place) for place in range(count)]
    return [1 + sum(other > own for other in keys) for own in keys]


def _team_places(table: Table) -> list[int]:
    """That of the team; for whoever left, behind all teams."""
    game, count = table.playing, len(table.seats)
    sides: dict[int, list[int]] = {}
    for place in range(count):
        sides.setdefault(table.side(place), []).append(place)
    points = scores(game) if table.phase == Phase.FINISHED else [0] * count
    lateness = [(place - game.first) % count if game.over else 0 for place in range(count)]

    def key(members: list[int]) -> tuple[int, int, int]:
        if all(place in table.forfeits for place in members):
            return (max(table.forfeits.index(place) for place in members) - count, 0, 0)
        return (0, sum(points[place] for place in members), max(lateness[place] for place in members))

    keys = {side: key(members) for side, members in sides.items()}
    ranks = {side: 1 + sum(other > own for other in keys.values()) for side, own in keys.items()}
    return [ranks[table.side(place)] + len(sides) * (place in table.forfeits) for place in range(count)]
