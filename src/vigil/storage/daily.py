"""Daily deals: their secrets, the scored attempts of people, and the games of bots.

A deal is drawn when somebody asks for its day for the first time, once for all workers of a database. The primary key
of the attempts allows one for each person and deal, whoever asks at the same moment and wherever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import and_, delete, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.daily.deals import Kind
from vigil.daily.references import Reference
from vigil.daily.results import DealResult
from vigil.table.daily import EndedAttempt
from vigil.table.fairness import Secret

from . import schema
from .database import Database
from .merged_guests import require_unmerged

LEASE: Final = 120.0
"""Seconds that a worker may be silent before another one plays its reference games."""
_DEAL: Final = schema.daily_deals.c
_ATTEMPT: Final = schema.daily_attempts.c
_REFERENCE: Final = schema.daily_references.c


class DailyDeal(Struct, frozen=True):
    """A deal of a day. `referenced`: all games of bots are there."""

    date: str
    kind: Kind
    secret: Secret
    referenced: bool


class Attempt(Struct, frozen=True):
    """The scored attempt of a person; without a `result` while it runs, and where it was not ended in time."""

    person: str
    date: str
    kind: Kind
    table_id: str
    started: float
    result: DealResult | None


class DailyDeals:
    def __init__(self, database: Database) -> None:
        self.database = database
        self._insert: Any = postgresql.insert if database.is_postgres else sqlite.insert

    # --- deals

    async def draw(self, date: str, now: float) -> list[DailyDeal]:
        """The deals of a day; what is missing is drawn now."""
        found = await self.of(date)
        if len(found) == len(Kind):
            return found
        rows = [_deal_row(date, kind, Secret.fresh(), now) for kind in Kind]
        async with self.database.writing() as connection:
            await connection.execute(self._insert(schema.daily_deals).on_conflict_do_nothing(), rows)
        return await self.of(date)

    async def of(self, date: str) -> list[DailyDeal]:
        """The deals of a day that were drawn, in the order of their kinds."""
        async with self.database.reading() as connection:
            rows = (await connection.execute(select(schema.daily_deals).where(_DEAL.date == date))).all()
        found = {row.kind: row for row in rows}
        return [_deal(found[kind]) for kind in Kind if kind in found]

    async def dates(self, first: str, last: str) -> list[str]:
        """The days from the first to the last that have deals."""
        wanted = select(_DEAL.date).where(_DEAL.date.between(first, last)).distinct().order_by(_DEAL.date)
        async with self.database.reading() as connection:
            return list(await connection.scalars(wanted))

    # --- attempts

    async def start(self, date: str, kind: Kind, person: str, table_id: str, now: float) -> Attempt:
        """The attempt of this person: the one that there is, or a new one at this table."""
        row = {
            **{"person": person, "date": date, "kind": kind, "table_id": table_id, "started": now, "ended": None},
            **{"own": 0, "other": 0, "won": False, "given_up": False},
        }
        async with self.database.writing() as connection:
            await require_unmerged(connection, {person})
            await connection.execute(self._insert(schema.daily_attempts).on_conflict_do_nothing(), row)
        found = await self.attempt(date, kind, person)
        assert found is not None
        return found

    async def attempt(self, date: str, kind: Kind, person: str) -> Attempt | None:
        mine = (_ATTEMPT.date == date) & (_ATTEMPT.kind == kind) & (_ATTEMPT.person == person)
        return next(iter(await self._attempts(mine)), None)

    async def attempts_at(self, date: str) -> list[Attempt]:
        """Everybody's, in the order in which they started."""
        return await self._attempts(_ATTEMPT.date == date)

    async def attempts_of(self, person: str, first: str = "", last: str = "~") -> list[Attempt]:
        """Those of a person, from the first to the last of these days."""
        return await self._attempts((_ATTEMPT.person == person) & _ATTEMPT.date.between(first, last))

    async def _attempts(self, which: Any) -> list[Attempt]:
        wanted = select(schema.daily_attempts).where(which).order_by(_ATTEMPT.date, _ATTEMPT.started, _ATTEMPT.table_id)
        async with self.database.reading() as connection:
            return [_attempt(row) for row in await connection.execute(wanted)]

    # --- games of bots

    async def references(self, date: str) -> dict[Kind, list[Reference]]:
        wanted = select(schema.daily_references).where(_REFERENCE.date == date)
        found: dict[Kind, list[Reference]] = {kind: [] for kind in Kind}
        async with self.database.reading() as connection:
            for row in await connection.execute(wanted.order_by(_REFERENCE.level, _REFERENCE.number)):
                result = DealResult(row.own, row.other, row.won)
                found[Kind(row.kind)].append(Reference(row.level, row.number, result))
        return found

    async def claim(self, lease: str, now: float) -> DailyDeal | None:
        """A deal that somebody plays and that lacks games of bots; it belongs to the holder of the lease from now on.
        The newest one goes first."""
        played = exists().where(_ATTEMPT.date == _DEAL.date, _ATTEMPT.kind == _DEAL.kind)
        is_free = and_(_DEAL.referenced.is_(False), _DEAL.lease_until < now, played)
        wanted = select(schema.daily_deals).where(is_free).order_by(_DEAL.date.desc(), _DEAL.kind).limit(1)
        async with self.database.reading() as connection:
            # Workers look every few seconds: as long as there is nothing to do, nobody has to wait for them.
            if (await connection.execute(wanted)).first() is None:
                return None
        async with self.database.writing() as connection:
            row = (await connection.execute(wanted.with_for_update(skip_locked=True))).first()
            if row is None:
                return None
            await connection.execute(
                update(schema.daily_deals).where(_is(row.date, row.kind)).values(lease=lease, lease_until=now + LEASE)
            )
            return _deal(row)

    async def add_reference(self, deal: DailyDeal, lease: str, found: Reference, now: float) -> bool:
        """Keeps a game, and renews the lease. False if another worker has taken over."""
        result = found.result
        row = {
            **{"date": deal.date, "kind": deal.kind, "level": found.level, "number": found.number},
            **{"own": result.own, "other": result.other, "won": result.won},
        }
        async with self.database.writing() as connection:
            await connection.execute(self._insert(schema.daily_references).on_conflict_do_nothing(), row)
            return await _change(connection, deal, lease, lease_until=now + LEASE)

    async def finish(self, deal: DailyDeal, lease: str) -> None:
        async with self.database.writing() as connection:
            await _change(connection, deal, lease, referenced=True)

    async def give_back(self, lease: str) -> None:
        """The worker stops: others may go on at once."""
        async with self.database.writing() as connection:
            mine = (_DEAL.lease == lease) & _DEAL.referenced.is_(False)
            await connection.execute(update(schema.daily_deals).where(mine).values(lease="", lease_until=0.0))


async def write_attempts(connection: AsyncConnection, ended: Sequence[EndedAttempt]) -> None:
    """Results of scored attempts, in the transaction that writes the ends of their games."""
    for each in ended:
        result = each.result
        values = {"own": result.own, "other": result.other, "won": result.won, "given_up": result.given_up}
        # An attempt that was dropped when a guest became part of an account is not there any more.
        mine = (_ATTEMPT.table_id == each.table_id) & _ATTEMPT.ended.is_(None)
        await connection.execute(update(schema.daily_attempts).where(mine).values(ended=each.ended, **values))


async def merge_attempts(connection: AsyncConnection, guest: str, account: str) -> None:
    """One person has one attempt: where both have one, the one that was started first counts."""
    rows = (await connection.execute(select(schema.daily_attempts).where(_ATTEMPT.person == guest))).mappings().all()
    for row in rows:
        other = and_(_ATTEMPT.person == account, _ATTEMPT.date == row["date"], _ATTEMPT.kind == row["kind"])
        started = await connection.scalar(select(_ATTEMPT.started).where(other))
        await connection.execute(delete(schema.daily_attempts).where(_ATTEMPT.table_id == row["table_id"]))
        if started is None or row["started"] < started:
            await connection.execute(delete(schema.daily_attempts).where(other))
            await connection.execute(insert(schema.daily_attempts), {**row, "person": account})


async def _change(connection: AsyncConnection, deal: DailyDeal, lease: str, **values: Any) -> bool:
    mine = _is(deal.date, deal.kind) & (_DEAL.lease == lease)
    return bool((await connection.execute(update(schema.daily_deals).where(mine).values(**values))).rowcount)


def _is(date: str, kind: str) -> Any:
    return and_(_DEAL.date == date, _DEAL.kind == kind)


def _deal_row(date: str, kind: Kind, secret: Secret, now: float) -> dict[str, Any]:
    return {
        **{"date": date, "kind": kind, "created": now, "lease": "", "lease_until": 0.0, "referenced": False},
        **{"seed": str(secret.seed), "salt": secret.salt, "commitment": secret.commitment},
    }


def _deal(row: Any) -> DailyDeal:
    return DailyDeal(row.date, Kind(row.kind), Secret(int(row.seed), row.salt), row.referenced)


def _attempt(row: Any) -> Attempt:
    result = None if row.ended is None else DealResult(row.own, row.other, row.won, row.given_up)
    return Attempt(row.person, row.date, Kind(row.kind), row.table_id, row.started, result)
