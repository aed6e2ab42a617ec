"""Bans, mutes and closed tables: what is stored, and what follows from it at the tables.

    moderation = Moderation(host)
    await moderation.ban(person_id, "Insults", until, by)       cannot do anything, and leaves all tables
    await moderation.close_table(table_id, "Abandoned", by)

The server and `vigil admin` share it. Workers notice what another process has done by following the audit log.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from vigil.storage.administration import FOREVER, Administration, SanctionKind
from vigil.storage.audit import Deed, record
from vigil.storage.people import Person
from vigil.table import actions as do
from vigil.table.refusals import Code, Refused

from .host import Host

log = logging.getLogger("vigil.web")


class Moderation:
    def __init__(self, host: Host) -> None:
        self._host = host
        self._database = host.store.database
        self.administration = Administration(self._database)

    # --- what people may not do

    async def require_not_banned(self, person: Person) -> None:
        now = self._host.clock.now()
        if person.banned_until is not None and person.banned_until > now:
            reason = await self._reason(person.id, SanctionKind.BAN)
            raise Refused(Code.BANNED, f"You are banned {_until(person.banned_until)}.", reason)

    async def require_not_muted(self, person: Person | None) -> None:
        now = self._host.clock.now()
        if person is not None and person.muted_until is not None and person.muted_until > now:
            reason = await self._reason(person.id, SanctionKind.MUTE)
            raise Refused(Code.MUTED, f"You cannot write in the chat {_until(person.muted_until)}.", reason)

    async def _reason(self, person_id: str, kind: SanctionKind) -> str:
        sanction = await self.administration.sanction_in_force(person_id, kind, self._host.clock.now())
        return f"Reason: {sanction.reason}" if sanction is not None else ""

    # --- what moderators do

    async def ban(self, person_id: str, reason: str, until: float | None, by: str) -> None:
        """Nobody waits for somebody who is banned: a bot takes over, or the game ends, as with `leave`."""
        await self.administration.impose(person_id, SanctionKind.BAN, reason, until, by, self._host.clock.now())
        await self.leave_tables(person_id)

    async def mute(self, person_id: str, reason: str, until: float | None, by: str) -> None:
        await self.administration.impose(person_id, SanctionKind.MUTE, reason, until, by, self._host.clock.now())

    async def close_table(self, table_id: str, reason: str, by: str) -> None:
        """The game ends without a result."""
        await self._host.act(table_id, do.SERVER, do.Close())
        async with self._database.writing() as connection:
            await record(connection, self._host.clock.now(), by, Deed.CLOSE_TABLE, table_id, reason)

    async def leave_tables(self, person_id: str) -> None:
        for table_id in await self._host.store.unfinished_tables_of(person_id):
            try:
                await self._host.act(table_id, person_id, do.Leave())
            except Refused:
                # The game is over by now, a bot plays there already, or its custom set is missing.
                continue
            except Exception:
                # A table that cannot be read must not keep anybody from being banned or deleted.
                log.exception("table %s: somebody could not leave", table_id)


def _until(end: float) -> str:
    if end >= FOREVER:
        return "on this server"
    return f"until {datetime.fromtimestamp(end, UTC):%Y-%m-%d %H:%M} UTC"
