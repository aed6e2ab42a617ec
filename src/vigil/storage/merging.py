"""A guest becomes part of an account: everything that the guest has played is the account's, in one transaction.

Journals are not rewritten. Each table gets an entry, `Merge`, that says who the guest is from then on: workers that
have the table in memory apply it like any other entry, and one that writes at the same moment is told `Conflict`.
`merged_guests` remembers the guest's id, because earlier entries still have it.

While the guest and the account sit at the same unfinished game, they cannot be merged: one person would see both hands.
In a game that is over nothing is hidden any more, and the account has both seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Select, case, delete, exists, func, insert, select, union, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.engine.errors import VigilError
from vigil.table.actions import SERVER, Entry, Merge
from vigil.table.table import Phase

from . import schema
from .announcements import announce
from .daily import merge_attempts
from .database import Database
from .puzzles import merge_tries
from .store import Conflict, entry_row

MOST_TRIES: Final = 20
_AT_ONCE: Final = 200
"""Tables in one statement."""
_OVER: Final = (Phase.FINISHED, Phase.ENDED)

SIMPLE: Final = (
    schema.invitations.c.used_by,
    schema.tokens.c.person,
    schema.sanctions.c.person,
    schema.reports.c.reporter,
    schema.reports.c.person,
    schema.registration_invitations.c.used_by,
    schema.result_seats.c.person,
    schema.reviews.c.requested_by,
)
"""Columns with the id of a person that is exchanged, whatever else is in the table."""
UNIQUE: Final = (
    schema.mutes.c.person,
    schema.mutes.c.muted,
    schema.blocks.c.person,
    schema.blocks.c.blocked,
    schema.hidden_tables.c.person,
    schema.participations.c.person,
)
"""The same where the person is a part of the primary key: the account may have such a row already."""


class GuestGames(Struct, frozen=True):
    """How many games a guest has played or plays, and the unfinished ones at which the account sits too."""

    games: int
    shared: list[str]


class SharedGame(VigilError):
    """The guest and the account play against each other."""


async def guest_games(database: Database, guest: str, account: str) -> GuestGames:
    kept = schema.seatings.c
    async with database.reading() as connection:
        games = await connection.scalar(select(func.count(kept.table_id.distinct())).where(kept.person == guest))
        return GuestGames(games or 0, list(await connection.scalars(_shared(guest, account))))


async def merge_guest(database: Database, guest: str, account: str, now: float) -> dict[str, int]:
    """The guest is gone afterwards. The numbers of the last entries of all tables that have changed."""
    for _ in range(MOST_TRIES):
        try:
            async with database.writing() as connection:
                return await _merge(connection, database.is_postgres, guest, account, now)
        except Conflict:
            # Somebody has acted at one of the tables meanwhile.
            continue
    raise Conflict(f"Too much happens at the tables of guest {guest}.")


async def _merge(
    connection: AsyncConnection, is_postgres: bool, guest: str, account: str, now: float
) -> dict[str, int]:
    kept = schema.people.c
    both = select(kept.id, kept.password).where(kept.id.in_([guest, account])).order_by(kept.id).with_for_update()
    found = {row.id: row.password is None for row in await connection.execute(both)}
    if found != {guest: True, account: False}:
        # It was merged or deleted a moment ago.
        return {}
    if (await connection.scalars(_shared(guest, account))).first() is not None:
        raise SharedGame("The guest and the account sit at the same unfinished game.")
    touched = await connection.execute(_touched_by(guest))
    numbers = {row.id: row.number + 1 for row in touched}
    tables = sorted(numbers)
    for start in range(0, len(tables), _AT_ONCE):
        some = {table_id: numbers[table_id] for table_id in tables[start : start + _AT_ONCE]}
        await _merge_tables(connection, is_postgres, some, Merge(guest, account), now)
    await _merge_belongings(connection, is_postgres, Merge(guest, account))
    await connection.execute(delete(schema.people).where(kept.id == guest))
    await connection.execute(insert(schema.merged_guests), {"id": guest, "person": account, "merged": now})
    return numbers


def _shared(guest: str, account: str) -> Select[tuple[str]]:
    """Unfinished games at which both have a seat."""
    tables, seatings = schema.tables.c, schema.seatings.c
    sits = [exists().where(seatings.table_id == tables.id, seatings.person == each) for each in (guest, account)]
    return select(tables.id).where(tables.phase.not_in(_OVER), *sits).order_by(tables.id)


def _touched_by(guest: str) -> Select[tuple[str, int]]:
    """The tables whose journals, seats or lists know the guest, and the numbers of their last entries."""
    tables = schema.tables.c
    ids = union(
        select(schema.seatings.c.table_id).where(schema.seatings.c.person == guest),
        select(schema.entries.c.table_id).where(schema.entries.c.by == guest),
        select(tables.id).where(tables.owner == guest),
    )
    return select(tables.id, tables.number).where(tables.id.in_(ids))


async def _merge_tables(
    connection: AsyncConnection, is_postgres: bool, numbers: dict[str, int], merge: Merge, now: float
) -> None:
    """In the order in which the store writes, so that the two never wait for each other: first the entries."""
    add = _insert(is_postgres, schema.entries).returning(schema.entries.c.table_id)
    rows = [entry_row(table_id, Entry(number, now, SERVER, merge)) for table_id, number in numbers.items()]
    if len((await connection.execute(add, rows)).all()) < len(rows):
        raise Conflict("One of the tables has changed meanwhile.")
    tables, seatings = schema.tables.c, schema.seatings.c
    await connection.execute(
        update(schema.tables)
        .where(tables.id.in_(numbers))
        .values(number=tables.number + 1, owner=_merged(tables.owner, merge), deciding=_merged(tables.deciding, merge))
    )
    mine = (seatings.table_id.in_(numbers)) & (seatings.person == merge.guest)
    await connection.execute(update(schema.seatings).where(mine).values(person=merge.account))
    if is_postgres:
        await announce(connection, rows)


def _merged(column: Any, merge: Merge) -> Any:
    return case((column == merge.guest, merge.account), else_=column)


async def _merge_belongings(connection: AsyncConnection, is_postgres: bool, merge: Merge) -> None:
    """Everything else that knows the guest. What the account has already stays as it is."""
    for column in SIMPLE:
        change = update(column.table).where(column == merge.guest).values({column.name: merge.account})
        await connection.execute(change)
    for column in UNIQUE:
        rows = (await connection.execute(select(column.table).where(column == merge.guest))).mappings().all()
        if rows:
            await connection.execute(delete(column.table).where(column == merge.guest))
            changed = [{**row, column.name: merge.account} for row in rows]
            await connection.execute(_insert(is_postgres, column.table), changed)
    await connection.execute(delete(schema.mutes).where(schema.mutes.c.person == schema.mutes.c.muted))
    await connection.execute(delete(schema.blocks).where(schema.blocks.c.person == schema.blocks.c.blocked))
    await _merge_cards(connection, is_postgres, merge)
    await merge_tries(connection, merge.guest, merge.account)
    await merge_attempts(connection, merge.guest, merge.account)
    # What was proposed to the guest, or by the guest, has to be proposed again.
    answers = schema.challenge_answers.c
    concerned = select(answers.challenge_id).where(answers.person == merge.guest)
    await connection.execute(delete(schema.challenges).where(schema.challenges.c.id.in_(concerned)))


async def _merge_cards(connection: AsyncConnection, is_postgres: bool, merge: Merge) -> None:
    """What both have acquired is added up."""
    kept = schema.acquired_cards.c
    rows = (await connection.execute(select(schema.acquired_cards).where(kept.person == merge.guest))).mappings().all()
    if rows:
        await connection.execute(delete(schema.acquired_cards).where(kept.person == merge.guest))
        add = (postgresql if is_postgres else sqlite).insert(schema.acquired_cards)
        more = {name: kept[name] + add.excluded[name] for name in ("copies", "games")}
        add = add.on_conflict_do_update(index_elements=[kept.person, kept.card], set_=more)
        await connection.execute(add, sorted(({**row, "person": merge.account} for row in rows), key=_card))


def _card(row: Mapping[str, Any]) -> str:
    return str(row["card"])


def _insert(is_postgres: bool, table: Any) -> Any:
    """What is there already is left out."""
    return (postgresql if is_postgres else sqlite).insert(table).on_conflict_do_nothing()
