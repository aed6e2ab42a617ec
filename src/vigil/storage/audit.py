"""The audit log: who did what to whom, when and why. It can only grow.

An entry is written in the transaction that makes the change, so that there is no change without an entry. Workers
follow the log to learn what another process has done: numbers are in the order of the commits.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .database import Database

CLI: Final = "cli"
"""Who acts for `vigil admin`: whoever has access to the database."""
SERVER: Final = "server"
"""Who acts for the server itself, such as its daily pruning."""
_ONE_AT_A_TIME: Final = 7_164_902
"""The number of the lock that a writer holds in PostgreSQL; SQLite has one writer at a time anyway."""


class Deed(StrEnum):
    """What was done."""

    GRANT_ROLE = "grant_role"
    REVOKE_ROLE = "revoke_role"
    BAN = "ban"
    MUTE = "mute"
    LIFT_BAN = "lift_ban"
    LIFT_MUTE = "lift_mute"
    RESET_PASSWORD = "reset_password"
    CLOSE_TABLE = "close_table"
    RESOLVE_REPORT = "resolve_report"
    INVITE = "invite"
    REVOKE_INVITATION = "revoke_invitation"
    PRUNE = "prune"
    RERATE = "rerate"


class AuditEntry(Struct, frozen=True):
    """`by` and `target` are ids. `detail` is what else there is to know, such as the end of a ban."""

    number: int
    at: float
    by: str
    action: str
    target: str
    reason: str
    detail: dict[str, Any]


async def record(
    connection: AsyncConnection, at: float, by: str, action: Deed, target: str, reason: str, **detail: Any
) -> None:
    """Writes an entry in the transaction of the change."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
    last = await connection.scalar(select(func.max(schema.audit.c.number)))
    row = {
        "number": (last or 0) + 1,
        "at": at,
        "by": by,
        "action": str(action),
        "target": target,
        "reason": reason,
        "detail": msgspec.json.encode(detail).decode(),
    }
    await connection.execute(insert(schema.audit), row)


class AuditLog:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def last_number(self) -> int:
        async with self.database.reading() as connection:
            return await connection.scalar(select(func.max(schema.audit.c.number))) or 0

    async def entries(self, before: int = 0, target: str = "", limit: int = 50) -> list[AuditEntry]:
        """The newest first; with `before` those with lower numbers, with `target` those about it."""
        wanted = select(schema.audit).order_by(schema.audit.c.number.desc()).limit(limit)
        if before:
            wanted = wanted.where(schema.audit.c.number < before)
        if target:
            wanted = wanted.where(schema.audit.c.target == target)
        return await self._read(wanted)

    async def last(self, action: Deed) -> AuditEntry | None:
        wanted = select(schema.audit).where(schema.audit.c.action == action)
        found = await self._read(wanted.order_by(schema.audit.c.number.desc()).limit(1))
        return found[0] if found else None

    async def _read(self, wanted: Any) -> list[AuditEntry]:
        async with self.database.reading() as connection:
            rows = (await connection.execute(wanted)).mappings()
            return [AuditEntry(**{**row, "detail": msgspec.json.decode(row["detail"])}) for row in rows]
