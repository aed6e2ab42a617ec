"""What is kept, and for how long: guests and chat.

A guest who has not been seen for `guest_days` is deleted like an account that its owner deletes: name, sessions and
texts go, games stay, without the name. Guests who have a seat at a table that is not over and has changed in the
meantime stay; others leave their tables first, so that nobody waits for them.

A text that was written in the chat is removed `chat_days` after the last change of its table, if the game is over; that
something was said stays, and so do phrases. Chat of games that are not over stays.

0 days mean: for ever. Guests who can never come back and have never done anything are deleted whatever the settings.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import select, update

from vigil.table.actions import REMOVED, Action, Say
from vigil.table.clocks import DAY
from vigil.table.table import Phase

from . import schema
from .audit import AuditLog, Deed, record
from .database import Database
from .people import People
from .personal_data import delete_person

EVERY: Final = DAY
"""Seconds between two prunings by the server."""
AT_ONCE: Final = 500
_OVER: Final = (Phase.FINISHED, Phase.ENDED)
_OPEN: Final = (Phase.LOBBY, Phase.PLAYING)
_SILENT: Final = msgspec.json.encode(Say(text=REMOVED)).decode()
_action: Final = msgspec.json.Decoder(Action)


Leave = Callable[[str], Awaitable[None]]


class Pruned(Struct, frozen=True):
    """How much was removed."""

    guests: int
    texts: int


class Retention:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = People(database)
        self.audit = AuditLog(database)

    async def is_due(self, now: float) -> bool:
        last = await self.audit.last(Deed.PRUNE)
        return last is None or now - last.at >= EVERY

    async def prune(self, guest_days: int, chat_days: int, by: str, now: float, leave: Leave) -> Pruned:
        """Removes what is older than that. `leave` makes somebody leave all tables.

        Doing it twice, or in two workers at once, does no harm.
        """
        guests = await self.people.forget_lost_guests(now)
        for person in await self.old_guests(guest_days, now):
            await leave(person)
            await delete_person(self.database, person)
            guests += 1
        texts = await self._remove_texts(chat_days, now)
        async with self.database.writing() as connection:
            settings = {"guest_days": guest_days, "chat_days": chat_days}
            await record(connection, now, by, Deed.PRUNE, "", "", guests=guests, texts=texts, **settings)
        return Pruned(guests, texts)

    async def old_guests(self, days: int, now: float) -> list[str]:
        if not days:
            return []
        kept, tables, limit = schema.people.c, schema.tables.c, now - days * DAY
        played_on = tables.phase.in_(_OPEN) & (tables.changed > limit)
        seated = select(schema.seatings.c.person).join(schema.tables).where(played_on)
        owners = select(tables.owner).where(played_on)
        wanted = select(kept.id).where(kept.password.is_(None), kept.seen < limit)
        wanted = wanted.where(kept.id.not_in(seated), kept.id.not_in(owners))
        async with self.database.reading() as connection:
            return list(await connection.scalars(wanted))

    async def old_texts(self, days: int, now: float) -> list[tuple[str, int]]:
        """The entries with a text that has been kept for so long: table and number."""
        if not days:
            return []
        kept, tables = schema.entries.c, schema.tables.c
        said = kept.action.contains('"do":"say"', autoescape=True) & (kept.action != _SILENT)
        over = (
            tables.phase.in_(_OVER) & (tables.changed < now - days * DAY) & (tables.changed >= await self._pruned_to())
        )
        wanted = select(kept.table_id, kept.number, kept.action).join(schema.tables).where(over, said)
        async with self.database.reading() as connection:
            rows = (await connection.execute(wanted)).all()
        return [(row.table_id, row.number) for row in rows if getattr(_action.decode(row.action), "text", "")]

    async def _pruned_to(self) -> float:
        """Tables that have not changed since then were looked at before."""
        last = await self.audit.last(Deed.PRUNE)
        days = 0 if last is None else last.detail["chat_days"]
        return last.at - days * DAY if last is not None and days else 0.0

    async def _remove_texts(self, days: int, now: float) -> int:
        found = await self.old_texts(days, now)
        kept = schema.entries.c
        for start in range(0, len(found), AT_ONCE):
            async with self.database.writing() as connection:
                for table_id, number in found[start : start + AT_ONCE]:
                    which = (kept.table_id == table_id) & (kept.number == number)
                    await connection.execute(update(schema.entries).where(which).values(action=_SILENT))
        return len(found)
