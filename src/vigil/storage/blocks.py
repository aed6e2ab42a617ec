"""Whom somebody does not want to meet, and what somebody reports to the moderators."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from . import schema
from .database import Database
from .ids import fresh_id

_KEPT = schema.blocks.c


class Blocks:
    """A block works both ways: neither of the two hears, challenges or joins the other."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, person: str, other: str, now: float) -> None:
        dialect = postgresql if self.database.is_postgres else sqlite
        row = {"person": person, "blocked": other, "created": now}
        async with self.database.writing() as connection:
            await connection.execute(dialect.insert(schema.blocks).on_conflict_do_nothing(), row)

    async def remove(self, person: str, other: str) -> None:
        async with self.database.writing() as connection:
            await connection.execute(delete(schema.blocks).where(_KEPT.person == person, _KEPT.blocked == other))

    async def blocked_by(self, person: str) -> list[str]:
        """The latest first."""
        wanted = select(_KEPT.blocked).where(_KEPT.person == person).order_by(_KEPT.created.desc(), _KEPT.blocked)
        async with self.database.reading() as connection:
            return list(await connection.scalars(wanted))

    async def between(self, person: str, others: Collection[str]) -> set[str]:
        """Those of the others whom the person has blocked, or who have blocked the person."""
        mine = select(_KEPT.blocked).where(_KEPT.person == person, _KEPT.blocked.in_(list(others)))
        theirs = select(_KEPT.person).where(_KEPT.blocked == person, _KEPT.person.in_(list(others)))
        async with self.database.reading() as connection:
            return set(await connection.scalars(mine.union(theirs)))

    async def unheard_by(self, people: Collection[str]) -> dict[str, set[str]]:
        """For each of these people everybody whom they do not hear: they have muted or blocked them, or were blocked
        by them."""
        wanted, mutes = list(people), schema.mutes.c
        muted = select(mutes.person.label("person"), mutes.muted.label("other")).where(mutes.person.in_(wanted))
        mine = select(_KEPT.person, _KEPT.blocked).where(_KEPT.person.in_(wanted))
        theirs = select(_KEPT.blocked, _KEPT.person).where(_KEPT.blocked.in_(wanted))
        found: dict[str, set[str]] = {person: set() for person in wanted}
        async with self.database.reading() as connection:
            for row in await connection.execute(muted.union_all(mine, theirs)):
                found[row.person].add(row.other)
        return found


class Reports:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, reporter: str, person: str, table_id: str, text: str, now: float) -> str:
        row = {
            "id": fresh_id(),
            "reporter": reporter,
            "person": person,
            "table_id": table_id,
            "text": text,
            "created": now,
        }
        async with self.database.writing() as connection:
            await connection.execute(insert(schema.reports), row)
        return str(row["id"])
