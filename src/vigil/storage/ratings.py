"""Ratings of people, and what each rated game made of them.

`write_ratings` is called by the store in the transaction that writes the last entry of a game: a game has been rated if
and only if it is over, and once. Games are rated one after the other, whatever worker ends them, so that the order is
known: `rating_changes.number`. `rerating.py` computes the same from the journals.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, Select, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.ratings.games import PERIOD, RatedGame, Standing, rated
from vigil.ratings.glicko import PROVISIONAL, SCALE, Rating
from vigil.ratings.pools import Pool

from . import schema
from .database import Database

_ONE_AT_A_TIME: Final = 7_164_903
"""The number of the lock that a worker holds while it rates games in a PostgreSQL. SQLite has one writer anyway."""

Known = dict[tuple[str, Pool], Standing]
"""What is known about people in pools."""

_RATING: Final = schema.ratings.c
_CHANGE: Final = schema.rating_changes.c


class Change(NamedTuple):
    """What a game made of somebody's rating."""

    table_id: str
    seat: int
    person: str
    pool: Pool
    ended: float
    before: Rating
    after: Rating
    games: int


class Ranked(NamedTuple):
    """A line of a leaderboard; equal ratings share a rank."""

    rank: int
    person: str
    name: str
    standing: Standing


# --- rating games


async def lock_ratings(connection: AsyncConnection) -> None:
    """Until the transaction ends nobody else rates a game."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))


async def write_ratings(connection: AsyncConnection, games: Sequence[tuple[str, RatedGame]]) -> None:
    """Rates games in the transaction of the connection, each with the id of its table."""
    if not games:
        return
    await lock_ratings(connection)
    people = {person for _, game in games for person in game.people()}
    known = await _standings(connection, people)
    guests = await guests_among(connection, people)
    number = await connection.scalar(select(func.coalesce(func.max(_CHANGE.number), 0))) or 0
    changes = list(rate_all(games, known, guests))
    if changes:
        await add_changes(connection, changes, number)
        await put_standings(connection, {(each.person, each.pool): known[each.person, each.pool] for each in changes})


def rate_all(games: Iterable[tuple[str, RatedGame]], known: Known, guests: Collection[str]) -> Iterable[Change]:
    """The changes that games make, one after the other; `known` is kept up to date. With a guest a game is unrated: in
    journals from before accounts were asked for there are some."""
    for table_id, game in games:
        people = game.people()
        if any(person in guests for person in people):
            continue
        pool = game.pool
        after = rated(game, {person: known[person, pool] for person in people if (person, pool) in known})
        for seat, player in enumerate(game.players):
            if player.person:
                before = known.get((player.person, pool), Standing()).at(game.ended)
                now = known[player.person, pool] = after[player.person]
                yield Change(table_id, seat, player.person, pool, game.ended, before, now.rating, now.games)


async def guests_among(connection: AsyncConnection, people: Collection[str]) -> set[str]:
    found: set[str] = set()
    for some in _in_pieces(list(people)):
        guests = select(schema.people.c.id).where(schema.people.c.id.in_(some), schema.people.c.password.is_(None))
        found.update(await connection.scalars(guests))
    return found


async def add_changes(connection: AsyncConnection, changes: Sequence[Change], number: int) -> None:
    """Games are counted on from `number`."""
    numbers = {table_id: number + place for place, table_id in enumerate(dict.fromkeys(c.table_id for c in changes), 1)}
    rows = [
        {
            "table_id": each.table_id,
            "seat": each.seat,
            "number": numbers[each.table_id],
            "person": each.person,
            "pool": str(each.pool),
            "ended": each.ended,
            "rating_before": each.before.value,
            "deviation_before": each.before.deviation,
            "volatility_before": each.before.volatility,
            "rating": each.after.value,
            "deviation": each.after.deviation,
            "volatility": each.after.volatility,
            "games": each.games,
        }
        for each in changes
    ]
    await connection.execute(insert(schema.rating_changes), rows)


async def put_standings(connection: AsyncConnection, standings: Mapping[tuple[str, Pool], Standing]) -> None:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    put = dialect.insert(schema.ratings)
    fresh = {name: put.excluded[name] for name in ("rating", "deviation", "volatility", "games", "updated")}
    rows = [
        {
            "person": person,
            "pool": str(pool),
            "rating": each.rating.value,
            "deviation": each.rating.deviation,
            "volatility": each.rating.volatility,
            "games": each.games,
            "updated": each.updated,
        }
        for (person, pool), each in standings.items()
    ]
    await connection.execute(put.on_conflict_do_update(index_elements=["person", "pool"], set_=fresh), rows)


async def _standings(connection: AsyncConnection, people: Iterable[str]) -> Known:
    found: Known = {}
    for some in _in_pieces(list(people)):
        rows = await connection.execute(select(schema.ratings).where(_RATING.person.in_(some)))
        found.update({(row.person, Pool(row.pool)): standing_of(row) for row in rows})
    return found


def standing_of(row: Row[Any]) -> Standing:
    return Standing(Rating(row.rating, row.deviation, row.volatility), row.games, row.updated)


def _in_pieces(keys: list[str], size: int = 500) -> Iterable[list[str]]:
    return (keys[start : start + size] for start in range(0, len(keys), size))


# --- looking


class Ratings:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, people: Collection[str]) -> dict[str, dict[Pool, Standing]]:
        """Everybody's ratings by pool; whoever has none is left out."""
        async with self.database.reading() as connection:
            known = await _standings(connection, people)
        found: dict[str, dict[Pool, Standing]] = {}
        for (person, pool), standing in known.items():
            found.setdefault(person, {})[pool] = standing
        return found

    async def changes_at(self, tables: Collection[str]) -> dict[str, dict[int, Change]]:
        """What rated games that are over made of the ratings of their players, by table and seat."""
        found: dict[str, dict[int, Change]] = {}
        for change in await self._changes(select(schema.rating_changes).where(_CHANGE.table_id.in_(list(tables)))):
            found.setdefault(change.table_id, {})[change.seat] = change
        return found

    async def history(self, person: str, pool: Pool, limit: int) -> list[Change]:
        """The last games of somebody in a pool, the oldest first."""
        wanted = select(schema.rating_changes).where(_CHANGE.person == person, _CHANGE.pool == pool)
        return (await self._changes(wanted.order_by(_CHANGE.number.desc()).limit(limit)))[::-1]

    async def _changes(self, wanted: Select[Any]) -> list[Change]:
        async with self.database.reading() as connection:
            return [change_of(row) for row in await connection.execute(wanted)]

    async def leaderboard(self, pool: Pool, now: float, offset: int, limit: int) -> tuple[int, list[Ranked]]:
        """How many have an established rating, and some of them, the best first. Times in the future do not matter.
        People with a private profile are left out."""
        growth = (SCALE**2 / PERIOD) * _RATING.volatility * _RATING.volatility * (now - _RATING.updated)
        established = (
            select(schema.ratings, schema.people.c.name, func.rank().over(order_by=_RATING.rating.desc()).label("rank"))
            .join(schema.people, schema.people.c.id == _RATING.person)
            .where(schema.people.c.private_profile.is_(False), _RATING.pool == pool)
            .where(_RATING.deviation * _RATING.deviation + growth <= PROVISIONAL**2)
        )
        page = established.order_by(_RATING.rating.desc(), _RATING.person).offset(offset).limit(limit)
        async with self.database.reading() as connection:
            total = await connection.scalar(select(func.count()).select_from(established.subquery())) or 0
            rows = (await connection.execute(page)).all()
        return total, [Ranked(row.rank, row.person, row.name, standing_of(row)) for row in rows]


def change_of(row: Row[Any]) -> Change:
    return Change(
        row.table_id,
        row.seat,
        row.person,
        Pool(row.pool),
        row.ended,
        Rating(row.rating_before, row.deviation_before, row.volatility_before),
        Rating(row.rating, row.deviation, row.volatility),
        row.games,
    )
