"""Journals and lists of tables, in SQLite or PostgreSQL.

    store = await Store.open("sqlite:///vigil.sqlite")
    await store.create(table, opening)
    await store.append(table, entry)        the table as it is after the entry; Conflict if somebody was first
    secret, entries = await store.load(table_id)

An append that has returned is durable. The number of an entry is unique at its table: of two workers that write the
same number one is told `Conflict`, loads what it does not know yet, and judges anew. Appends that arrive while another
one is being written are written together in one transaction: a thousand tables share the cost of making it durable.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import CompoundSelect, Select, bindparam, case, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.engine.errors import VigilError
from vigil.engine.terms import NOTHING
from vigil.ratings.games import RatedGame
from vigil.table import actions as do
from vigil.table.actions import Action, Entry
from vigil.table.clocks import DAY
from vigil.table.daily import EndedAttempt, attempt_after
from vigil.table.fairness import Secret
from vigil.table.rated import rated_game
from vigil.table.results import GameResult, result_after
from vigil.table.settings import TableSettings
from vigil.table.table import Phase, Seat, Table

from . import schema
from .announcements import announce
from .daily import write_attempts
from .database import Database
from .history import record_results
from .ids import fresh_token, is_id
from .merged_guests import require_unmerged
from .ratings import write_ratings
from .sqlite_writer import Row

REST: Final = 0.01
"""Seconds between two writes where many want to write."""
MOST_AT_ONCE: Final = 200
_SEATS_CHANGE: Final = (do.Sit, do.Stand, do.SeatBot, do.Leave, do.Return, do.Expire)
_actions: Final = msgspec.json.Decoder(Action)
_settings: Final = msgspec.json.Decoder(TableSettings)


class Conflict(VigilError):
    """Another worker has written an entry with this number."""


class Listed(Struct, frozen=True):
    """A table in a list. `deciding` is the person who has to decide."""

    id: str
    owner: str
    phase: Phase
    settings: TableSettings
    number: int
    open_seats: int
    deciding: str
    deadline: float | None
    created: float
    changed: float
    seats: list[Seat]

    def people(self) -> set[str]:
        """Everybody whose name is shown with the table."""
        return {self.owner, self.deciding, *(seat.person for seat in self.seats)} - {""}


class _Write(Struct):
    table_id: str
    row: dict[str, Any]
    summary: dict[str, Any]
    seatings: list[dict[str, Any]] | None
    result: GameResult | None
    rated: RatedGame | None
    attempt: EndedAttempt | None
    takes_seat: bool
    done: asyncio.Future[bool]


class Store:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.announce: Callable[[Sequence[Row]], None] = lambda entries: None
        """Called with the entries that were written, except on PostgreSQL, which tells the other workers itself."""
        self._waiting: list[_Write] = []
        self._writer: asyncio.Task[None] | None = None
        dialect = postgresql if database.is_postgres else sqlite
        self._add_key = dialect.insert(schema.keys).on_conflict_do_nothing()
        self._add_entries = dialect.insert(schema.entries).on_conflict_do_nothing().returning(schema.entries.c.table_id)

    @staticmethod
    async def open(url: str) -> Store:
        """Connects, and brings the schema up to date."""
        store = Store(Database(url))
        await store.database.migrate()
        return store

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer
        await self.database.close()

    async def key(self, name: str) -> bytes:
        """A secret of the server: drawn once for each database, the same for all of its workers."""
        async with self.database.writing() as connection:
            await connection.execute(self._add_key, {"name": name, "value": fresh_token()})
            value = await connection.scalar(select(schema.keys.c.value).filter_by(name=name))
        return str(value).encode()

    # --- journals

    async def create(self, table: Table, opening: Entry) -> None:
        """Writes a new table; Conflict if there is one with this id."""
        secret = table.secret
        settings = table.settings
        fixed = {
            "public": settings.public,
            "rated": settings.rated,
            "settings": msgspec.json.encode(settings).decode(),
            "commitment": secret.commitment,
            "created": table.opened,
        }
        try:
            async with self.database.writing() as connection:
                await require_unmerged(connection, {table.owner})
                await connection.execute(insert(schema.tables), {"id": table.id, **fixed, **_summary(table)})
                await connection.execute(
                    insert(schema.seeds), {"table_id": table.id, "seed": str(secret.seed), "salt": secret.salt}
                )
                await connection.execute(insert(schema.entries), entry_row(table.id, opening))
                await connection.execute(insert(schema.seatings), _seatings(table))
        except IntegrityError:
            raise Conflict(f"There is a table {table.id} already.") from None

    async def append(self, table: Table, entry: Entry) -> None:
        """Writes the entry, the summary of the table as it is then, and the result if the entry has ended its game."""
        seatings = (
            _seatings(table) if table.ended_by == entry.number or isinstance(entry.action, _SEATS_CHANGE) else None
        )
        result, rated = result_after(table, entry), rated_game(table, entry)
        row, done = entry_row(table.id, entry), asyncio.get_running_loop().create_future()
        takes_seat = isinstance(entry.action, do.Sit)
        attempt = attempt_after(table, entry)
        self._waiting.append(_Write(table.id, row, _summary(table), seatings, result, rated, attempt, takes_seat, done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        if not await done:
            raise Conflict(f"Entry {entry.number} of table {table.id} was written by somebody else.")

    async def load(self, table_id: str, after: int = 0) -> tuple[Secret, list[Entry]] | None:
        """The secret and the entries after a number; nothing where there is no such table."""
        if not is_id(table_id):
            return None
        async with self.database.reading() as connection:
            return await read_journal(connection, table_id, after)

    # --- writing together

    async def _write_all(self) -> None:
        while self._waiting:
            batch = self._next_batch()
            try:
                await self._write(batch)
            except Exception as error:
                await self._write_one_by_one(batch, error)
            if len(batch) > 1:
                # Where much is written, a moment's rest lets more of it go together: the disk is asked less often.
                await asyncio.sleep(REST)

    def _next_batch(self) -> list[_Write]:
        """One entry of each table at the most: what was written is told apart by its table."""
        batch: dict[str, _Write] = {}
        later: list[_Write] = []
        for each in self._waiting:
            if each.table_id in batch or len(batch) == MOST_AT_ONCE:
                later.append(each)
            else:
                batch[each.table_id] = each
        self._waiting = later
        # In one order everywhere, or two workers could wait for each other.
        return sorted(batch.values(), key=lambda each: each.table_id)

    async def _write_one_by_one(self, batch: list[_Write], error: Exception) -> None:
        """One write that fails must not take its neighbours with it."""
        for each in batch:
            try:
                if len(batch) == 1:
                    raise error
                await self._write([each])
            except Exception as reason:
                if not each.done.done():
                    each.done.set_exception(reason)

    async def _write(self, batch: list[_Write]) -> None:
        new = None
        if not any(each.seatings or each.rated for each in batch):
            new = await self.database.write_quickly([each.row for each in batch], [each.summary for each in batch])
        if new is None:
            new = await self._write_carefully(batch)
        if not self.database.is_postgres:
            self.announce([each.row for each in batch if each.table_id in new])
        for each in batch:
            if not each.done.done():
                each.done.set_result(each.table_id in new)

    async def _write_carefully(self, batch: list[_Write]) -> set[str]:
        """Writes what is new, and says of which tables that was."""
        seated = {each.row["by"] for each in batch if each.takes_seat}
        async with self.database.writing() as connection:
            if seated:
                await require_unmerged(connection, seated)
            rows = await connection.execute(self._add_entries, [each.row for each in batch])
            new = {row.table_id for row in rows}
            written = [each for each in batch if each.table_id in new]
            if written:
                await self._summarise(connection, written)
        return new

    async def _summarise(self, connection: AsyncConnection, written: list[_Write]) -> None:
        await connection.execute(_SUMMARISE, [{"of_table": each.table_id, **each.summary} for each in written])
        moved = [each for each in written if each.seatings is not None]
        if moved:
            ids = [each.table_id for each in moved]
            await connection.execute(delete(schema.seatings).where(schema.seatings.c.table_id.in_(ids)))
            await connection.execute(insert(schema.seatings), [row for each in moved for row in each.seatings or ()])
        await record_results(connection, [each.result for each in written if each.result is not None])
        await write_attempts(connection, [each.attempt for each in written if each.attempt is not None])
        # Last of all: whoever rates games waits for nothing else.
        await write_ratings(connection, [(each.table_id, each.rated) for each in written if each.rated is not None])
        if self.database.is_postgres:
            await announce(connection, [each.row for each in written])

    # --- lists

    async def open_tables(self, now: float, limit: int = 100) -> list[Listed]:
        """Public tables that wait for players, the newest first. Where nothing happens for a day, nobody waits."""
        kept = schema.tables.c
        return await self._listed(
            select(schema.tables)
            .where(kept.phase == Phase.LOBBY, kept.public.is_(True), kept.open_seats > 0, kept.changed > now - DAY)
            .order_by(kept.changed.desc())
            .limit(limit)
        )

    async def running_tables(self, limit: int = 100) -> list[Listed]:
        """Public games that can be watched."""
        kept = schema.tables.c
        wanted = select(schema.tables).where(kept.phase == Phase.PLAYING, kept.public.is_(True))
        return await self._listed(wanted.order_by(kept.changed.desc()).limit(limit))

    async def unfinished_games_of(
        self, person: str, limit: int = 100, hidden: bool = False, waiting: bool = False
    ) -> list[Listed]:
        """The tables of somebody that are not over. First those that wait for this person, the nearest deadline first;
        then the others, the latest change first. Those that the person has hidden are left out; with `hidden`, they
        are all that is wanted. With `waiting`, only those that wait for the person."""
        kept = schema.tables.c
        concealed = select(schema.hidden_tables.c.table_id).where(schema.hidden_tables.c.person == person)
        is_hidden = kept.id.in_(concealed)
        wanted = select(schema.tables).where(is_hidden if hidden else ~is_hidden)
        mine = kept.deciding == person
        wanted = wanted.where(mine if waiting else kept.id.in_(_unfinished(person)))
        order = (mine.desc(), case((mine, kept.deadline), else_=None).nulls_last(), kept.changed.desc(), kept.id)
        return await self._listed(wanted.order_by(*order).limit(limit))

    async def all_tables(self, phase: Phase | None, person: str, offset: int, limit: int) -> list[Listed]:
        """Whatever there is, for moderators; the latest change first."""
        kept = schema.tables.c
        wanted = select(schema.tables)
        if phase is not None:
            wanted = wanted.where(kept.phase == phase)
        if person:
            seated = select(schema.seatings.c.table_id).where(schema.seatings.c.person == person)
            wanted = wanted.where(kept.id.in_(seated) | (kept.owner == person))
        return await self._listed(wanted.order_by(kept.changed.desc(), kept.id).offset(offset).limit(limit))

    async def unfinished_tables_of(self, person: str) -> list[str]:
        """Tables that are not over, where somebody sits or which somebody owns."""
        return await self._ids(_unfinished(person))

    async def overdue(self, now: float, limit: int = 100, without: Collection[str] = ()) -> list[str]:
        """Tables where somebody's time is over, except for those in `without`."""
        kept = schema.tables.c
        wanted = select(kept.id).where(kept.deadline <= now).order_by(kept.deadline)
        return await self._ids(wanted.where(kept.id.not_in(without)) if without else wanted, limit)

    async def waiting_for_bots(self, limit: int = 1_000) -> list[str]:
        """Tables where people wait for a bot: after a start they are to be taken up again."""
        return await self._ids(select(schema.tables.c.id).where(schema.tables.c.deciding_bot != ""), limit)

    async def numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The last entry of each of these tables, for whoever may have missed some."""
        kept = schema.tables.c
        found: dict[str, int] = {}
        async with self.database.reading() as connection:
            for start in range(0, len(table_ids), 1_000):
                some = select(kept.id, kept.number).where(kept.id.in_(table_ids[start : start + 1_000]))
                found.update({row.id: row.number for row in await connection.execute(some)})
        return found

    async def _ids(self, wanted: Any, limit: int | None = None) -> list[str]:
        async with self.database.reading() as connection:
            return list(await connection.scalars(wanted.limit(limit)))

    async def _listed(self, wanted: Any) -> list[Listed]:
        async with self.database.reading() as connection:
            rows = (await connection.execute(wanted)).all()
            places = select(schema.seatings).where(schema.seatings.c.table_id.in_([row.id for row in rows]))
            seated = (await connection.execute(places.order_by(schema.seatings.c.seat))).all()
        seats: dict[str, list[Seat]] = {row.id: [] for row in rows}
        for each in seated:
            seats[each.table_id].append(Seat(each.person, each.bot))
        return [
            Listed(
                row.id,
                row.owner,
                Phase(row.phase),
                _settings.decode(row.settings),
                row.number,
                row.open_seats,
                row.deciding,
                row.deadline,
                row.created,
                row.changed,
                seats[row.id],
            )
            for row in rows
        ]


async def read_journal(connection: AsyncConnection, table_id: str, after: int = 0) -> tuple[Secret, list[Entry]] | None:
    kept = schema.entries.c
    wanted = select(kept.number, kept.at, kept.by, kept.action, kept.key)
    wanted = wanted.where(kept.table_id == table_id, kept.number > after).order_by(kept.number)
    seed = (await connection.execute(select(schema.seeds).filter_by(table_id=table_id))).one_or_none()
    if seed is None:
        return None
    rows = (await connection.execute(wanted)).all()
    journal = [Entry(row.number, row.at, row.by, _actions.decode(row.action), row.key) for row in rows]
    return Secret(int(seed.seed), seed.salt), journal


_SUMMARISE: Final = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("of_table"))
    .values({name: bindparam(name) for name in schema.SUMMARY_COLUMNS})
)


def _summary(table: Table) -> dict[str, Any]:
    """What lists need to know about a table."""
    seat = table.seats[table.deciding] if table.deciding != NOTHING else None
    return {
        "owner": table.owner,
        "phase": str(table.phase),
        "number": table.number,
        "open_seats": sum(each.is_open for each in table.seats),
        "deciding": seat.person if seat is not None and not seat.bot else "",
        "deciding_bot": seat.bot if seat is not None and table.humans() else "",
        "deadline": table.deadline,
        "changed": table.changed,
    }


def entry_row(table_id: str, entry: Entry) -> dict[str, Any]:
    """An entry as the database keeps it."""
    return {
        "table_id": table_id,
        "number": entry.number,
        "at": entry.at,
        "by": entry.by,
        "key": entry.key,
        "action": msgspec.json.encode(entry.action).decode(),
    }


def _unfinished(person: str) -> Select[Any] | CompoundSelect[Any]:
    """The ids of the tables that are not over, where somebody sits or which somebody owns."""
    tables, seats = schema.tables.c, schema.seatings.c
    owned = select(tables.id).where(tables.owner == person, tables.phase.in_([Phase.LOBBY, Phase.PLAYING]))
    return select(seats.table_id).where(seats.person == person, seats.over.is_(False)).union(owned)


def _seatings(table: Table) -> list[dict[str, Any]]:
    return [
        {"table_id": table.id, "seat": place, "person": seat.person, "bot": seat.bot, "over": table.is_over}
        for place, seat in enumerate(table.seats)
    ]
