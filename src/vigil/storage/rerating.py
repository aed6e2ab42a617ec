"""Computes all ratings again from the journals: `vigil admin rerate`.

    report = await rerate(store, CLI, now)

Journals are replayed before anything is locked; games that end meanwhile are added while nobody else rates any. Then
everything is written in one transaction, so a server may go on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from math import inf

from msgspec import Struct
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.ratings.games import RatedGame, Standing
from vigil.ratings.pools import Pool
from vigil.table.actions import Entry
from vigil.table.fairness import Secret
from vigil.table.rated import rated_game
from vigil.table.table import Phase, Table

from . import schema
from .audit import Deed, record
from .ratings import (
    Change,
    Known,
    add_changes,
    change_of,
    guests_among,
    lock_ratings,
    put_standings,
    rate_all,
    standing_of,
)
from .store import Store, read_journal


class Rerated(Struct, frozen=True):
    """How many games count now, how many of them changed a rating by another amount than before, and how many counted
    before. `ratings` are those that changed, by person and pool: before and after."""

    games: int
    games_before: int
    changed: int
    ratings: dict[tuple[str, Pool], tuple[Standing | None, Standing | None]]

    @property
    def is_same(self) -> bool:
        return not self.changed and not self.ratings


async def rerate(store: Store, by: str, now: float) -> Rerated:
    """The order of games that were rated before stays; others take their place by the time when they ended. What has
    changed goes into the audit log, with who asked for it."""
    games: dict[str, RatedGame | None] = {}
    async with store.database.reading() as connection:
        await _replay(connection, games)
    async with store.database.writing() as connection:
        await lock_ratings(connection)
        await _replay(connection, games)
        before, numbers = await _stored(connection)
        counted = [(table_id, game) for table_id, game in games.items() if game is not None]
        guests = await guests_among(connection, {person for _, game in counted for person in game.people()})
        known: Known = {}
        changes = list(rate_all(in_order(counted, numbers), known, guests))
        ratings_before = await _standings(connection)
        found = _compared(before, changes, ratings_before, known)
        if not found.is_same:
            await _replace(connection, changes, known)
            detail = {"games": found.games, "changed": found.changed, "ratings": len(found.ratings)}
            await record(connection, now, by, Deed.RERATE, "", "", **detail)
    return found


def _compared(
    before: Mapping[tuple[str, int], Change], changes: list[Change], ratings_before: Known, known: Known
) -> Rerated:
    after = {(each.table_id, each.seat): each for each in changes}
    return Rerated(
        games=len({each.table_id for each in changes}),
        games_before=len({table_id for table_id, _ in before}),
        changed=len({key[0] for key in before.keys() | after.keys() if before.get(key) != after.get(key)}),
        ratings={
            key: (ratings_before.get(key), known.get(key))
            for key in ratings_before.keys() | known.keys()
            if ratings_before.get(key) != known.get(key)
        },
    )


def in_order(games: list[tuple[str, RatedGame]], numbers: Mapping[str, int]) -> list[tuple[str, RatedGame]]:
    """Games in the order of their numbers; those without one where the time of their end belongs."""
    latest = -inf
    times: dict[str, float] = {}
    for table_id, game in sorted(games, key=lambda each: numbers.get(each[0], inf)):
        if table_id in numbers:
            # Clocks may disagree with the order in which games were rated: then the order counts.
            latest = max(latest, game.ended)
        times[table_id] = latest if table_id in numbers else game.ended
    return sorted(games, key=lambda each: (times[each[0]], numbers.get(each[0], inf), each[0]))


async def _replay(connection: AsyncConnection, games: dict[str, RatedGame | None]) -> None:
    """Adds the rated games that are over, and are not among these yet."""
    kept = schema.tables.c
    over = select(kept.id).where(kept.rated.is_(True), kept.phase.in_([Phase.FINISHED, Phase.ENDED]))
    for table_id in list(await connection.scalars(over)):
        if table_id not in games:
            found = await read_journal(connection, table_id)
            assert found is not None
            games[table_id] = await asyncio.to_thread(_result, table_id, *found)


def _result(table_id: str, secret: Secret, entries: list[Entry]) -> RatedGame | None:
    """What the journal says about the end of the game; nothing, where it does not count."""
    table = Table(table_id, secret, entries[0])
    for entry in entries[1:]:
        table.apply(entry)
        if table.is_over:
            return rated_game(table, entry)
    return None


async def _stored(connection: AsyncConnection) -> tuple[dict[tuple[str, int], Change], dict[str, int]]:
    rows = (await connection.execute(select(schema.rating_changes))).all()
    return {(row.table_id, row.seat): change_of(row) for row in rows}, {row.table_id: row.number for row in rows}


async def _standings(connection: AsyncConnection) -> Known:
    rows = await connection.execute(select(schema.ratings))
    return {(row.person, Pool(row.pool)): standing_of(row) for row in rows}


async def _replace(connection: AsyncConnection, changes: list[Change], known: Known) -> None:
    await connection.execute(delete(schema.rating_changes))
    await connection.execute(delete(schema.ratings))
    if changes:
        await add_changes(connection, changes, 0)
        await put_standings(connection, known)
