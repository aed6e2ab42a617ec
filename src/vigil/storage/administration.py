"""What operators and moderators do: roles, bans and mutes, reports, and invitations to register.

Every change is written together with its entry in the audit log. `by` is the id of whoever does it; see `audit.CLI`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .audit import Deed, record
from .database import Database
from .ids import fresh_id, fresh_token, is_id, token_hash
from .usernames import visible_text

FOREVER: Final = 253_402_300_800.0
"""The end of a sanction without an end: the year 10000."""


class Role(StrEnum):
    """Moderators look after people and tables; operators also after roles, passwords and invitations."""

    NONE = ""
    MODERATOR = "moderator"
    OPERATOR = "operator"


class SanctionKind(StrEnum):
    """A `ban`: cannot sign in or do anything. A `mute`: cannot write in the chat."""

    BAN = "ban"
    MUTE = "mute"


_IMPOSED: Final = {SanctionKind.BAN: Deed.BAN, SanctionKind.MUTE: Deed.MUTE}
_LIFTED: Final = {SanctionKind.BAN: Deed.LIFT_BAN, SanctionKind.MUTE: Deed.LIFT_MUTE}
_SUMMARY: Final = {SanctionKind.BAN: "banned_until", SanctionKind.MUTE: "muted_until"}


class Sanction(Struct, frozen=True):
    """`until` is nothing for one without an end; `lifted` is set where it ended earlier."""

    id: str
    kind: SanctionKind
    reason: str
    by: str
    created: float
    until: float | None
    lifted: float | None


class PersonSummary(Struct, frozen=True):
    """A person in a list for moderators. The times are nothing where there is no sanction."""

    id: str
    name: str
    is_guest: bool
    role: Role
    created: float
    seen: float
    banned_until: float | None
    muted_until: float | None


class Report(Struct, frozen=True):
    """Something that a player reported. It is open until it is `resolved`."""

    id: str
    reporter: str
    person: str
    table_id: str
    text: str
    created: float
    resolved: float | None
    resolved_by: str | None
    resolution: str | None


class RegistrationInvitation(Struct, frozen=True):
    """An invitation to register, without its token."""

    id: str
    label: str
    by: str
    created: float
    expires: float
    used_by: str


class Administration:
    def __init__(self, database: Database) -> None:
        self.database = database

    # --- people

    async def people(
        self, search: str = "", only: str = "", now: float = 0.0, offset: int = 0, limit: int = 50
    ) -> list[PersonSummary]:
        """By a part of the name, or by the id; the newest first. `only`: accounts, guests, staff or sanctioned."""
        kept = schema.people.c
        wanted = select(schema.people).order_by(kept.created.desc(), kept.id).offset(offset).limit(limit)
        text = search.strip()
        if text:
            wanted = wanted.where(or_(func.lower(kept.name).contains(text.lower(), autoescape=True), kept.id == text))
        if only == "accounts":
            wanted = wanted.where(kept.password.is_not(None))
        elif only == "guests":
            wanted = wanted.where(kept.password.is_(None))
        elif only == "staff":
            wanted = wanted.where(kept.role != "")
        elif only == "sanctioned":
            wanted = wanted.where(or_(kept.banned_until > now, kept.muted_until > now))
        async with self.database.reading() as connection:
            return [_person(row) for row in await connection.execute(wanted)]

    async def person(self, person_id: str) -> PersonSummary | None:
        if not is_id(person_id):
            return None
        async with self.database.reading() as connection:
            row = (await connection.execute(select(schema.people).filter_by(id=person_id))).one_or_none()
        return None if row is None else _person(row)

    async def set_role(self, person_id: str, role: Role, by: str, reason: str, now: float) -> None:
        async with self.database.writing() as connection:
            await _update_person(connection, person_id, role=str(role))
            deed = Deed.GRANT_ROLE if role else Deed.REVOKE_ROLE
            await record(connection, now, by, deed, person_id, reason, role=str(role))

    # --- bans and mutes

    async def impose(
        self, person_id: str, kind: SanctionKind, reason: str, until: float | None, by: str, now: float
    ) -> None:
        """Replaces a sanction of the same kind. A ban ends all sessions of an account.

        Those of a guest stay, because without one the guest could never come back. While the ban lasts, neither they
        nor personal tokens are accepted.
        """
        end = FOREVER if until is None else until
        row = {"id": fresh_id(), "person": person_id, "kind": str(kind), "reason": reason, "by": by}
        async with self.database.writing() as connection:
            await _end_sanctions(connection, person_id, kind, now)
            await connection.execute(insert(schema.sanctions), {**row, "created": now, "until": end})
            await _update_person(connection, person_id, **{_SUMMARY[kind]: end})
            if kind == SanctionKind.BAN:
                account = (
                    select(schema.people.c.id).filter_by(id=person_id).where(schema.people.c.password.is_not(None))
                )
                await connection.execute(delete(schema.sessions).where(schema.sessions.c.person.in_(account)))
            await record(connection, now, by, _IMPOSED[kind], person_id, reason, until=until)

    async def lift(self, person_id: str, kind: SanctionKind, by: str, reason: str, now: float) -> bool:
        """Whether there was anything to lift."""
        async with self.database.writing() as connection:
            if not await _end_sanctions(connection, person_id, kind, now):
                return False
            await _update_person(connection, person_id, **{_SUMMARY[kind]: None})
            await record(connection, now, by, _LIFTED[kind], person_id, reason)
        return True

    async def sanctions_of(self, person_id: str) -> list[Sanction]:
        """All there ever were, the newest first."""
        wanted = select(schema.sanctions).filter_by(person=person_id).order_by(schema.sanctions.c.created.desc())
        async with self.database.reading() as connection:
            return [_sanction(row) for row in await connection.execute(wanted)]

    async def sanction_in_force(self, person_id: str, kind: SanctionKind, now: float) -> Sanction | None:
        found = await self.sanctions_of(person_id)
        for each in found:
            is_over = each.lifted is not None or (each.until is not None and each.until <= now)
            if each.kind == kind and not is_over:
                return each
        return None

    # --- reports

    async def reports(self, resolved: bool = False, person: str = "", offset: int = 0, limit: int = 50) -> list[Report]:
        """Open ones, the oldest first; or resolved ones, the newest first."""
        kept = schema.reports.c
        if resolved:
            wanted = select(schema.reports).where(kept.resolved.is_not(None)).order_by(kept.resolved.desc())
        else:
            wanted = select(schema.reports).where(kept.resolved.is_(None)).order_by(kept.created)
        if person:
            wanted = wanted.where(kept.person == person)
        async with self.database.reading() as connection:
            rows = (await connection.execute(wanted.offset(offset).limit(limit))).mappings()
            return [Report(**{name: row[name] for name in Report.__struct_fields__}) for row in rows]

    async def open_reports(self) -> int:
        wanted = select(func.count()).select_from(schema.reports).where(schema.reports.c.resolved.is_(None))
        async with self.database.reading() as connection:
            return await connection.scalar(wanted) or 0

    async def resolve(self, report_id: str, by: str, resolution: str, now: float) -> bool:
        """Whether the report was open: of two moderators the first one resolves it."""
        kept = schema.reports.c
        changed = update(schema.reports).where(kept.id == report_id, kept.resolved.is_(None))
        values = {"resolved": now, "resolved_by": by, "resolution": resolution}
        async with self.database.writing() as connection:
            if not (await connection.execute(changed.values(values))).rowcount:
                return False
            await record(connection, now, by, Deed.RESOLVE_REPORT, report_id, resolution)
        return True

    # --- invitations to register

    async def invite(self, label: str, expires: float, by: str, now: float) -> tuple[str, RegistrationInvitation]:
        """A token that lets one person register, shown once."""
        token = fresh_token()
        made = RegistrationInvitation(fresh_id(), visible_text(label), by, now, expires, "")
        row = {name: getattr(made, name) for name in RegistrationInvitation.__struct_fields__}
        async with self.database.writing() as connection:
            await connection.execute(insert(schema.registration_invitations), {**row, "hash": token_hash(token)})
            await record(connection, now, by, Deed.INVITE, made.id, made.label, expires=expires)
        return token, made

    async def invitations(self, offset: int = 0, limit: int = 50) -> list[RegistrationInvitation]:
        kept = schema.registration_invitations
        wanted = select(kept).order_by(kept.c.created.desc()).offset(offset).limit(limit)
        async with self.database.reading() as connection:
            rows = (await connection.execute(wanted)).mappings()
            names = RegistrationInvitation.__struct_fields__
            return [RegistrationInvitation(**{name: row[name] for name in names}) for row in rows]

    async def revoke_invitation(self, invitation_id: str, by: str, reason: str, now: float) -> bool:
        """Whether there was one that nobody has used."""
        kept = schema.registration_invitations.c
        unused = delete(schema.registration_invitations).where(kept.id == invitation_id, kept.used_by == "")
        async with self.database.writing() as connection:
            if not (await connection.execute(unused)).rowcount:
                return False
            await record(connection, now, by, Deed.REVOKE_INVITATION, invitation_id, reason)
        return True

    async def is_invited(self, token: str, now: float) -> bool:
        """Whether somebody could still register with it."""
        kept = schema.registration_invitations.c
        wanted = select(kept.id).where(kept.hash == token_hash(token), kept.used_by == "", kept.expires > now)
        async with self.database.reading() as connection:
            return (await connection.scalar(wanted)) is not None

    async def claim_invitation(self, token: str, person_id: str, now: float) -> bool:
        """From now on nobody else can use it. Whoever could not register (a name was taken) may try again."""
        kept = schema.registration_invitations.c
        mine = (kept.hash == token_hash(token)) & kept.used_by.in_(["", person_id]) & (kept.expires > now)
        async with self.database.writing() as connection:
            taken = update(schema.registration_invitations).where(mine).values(used_by=person_id)
            return bool((await connection.execute(taken)).rowcount)


async def _update_person(connection: AsyncConnection, person_id: str, **values: Any) -> None:
    await connection.execute(update(schema.people).where(schema.people.c.id == person_id).values(values))


async def _end_sanctions(connection: AsyncConnection, person_id: str, kind: SanctionKind, now: float) -> bool:
    kept = schema.sanctions.c
    in_force = (kept.person == person_id) & (kept.kind == str(kind)) & kept.lifted.is_(None) & (kept.until > now)
    ended = await connection.execute(update(schema.sanctions).where(in_force).values(lifted=now))
    return bool(ended.rowcount)


def _person(row: Any) -> PersonSummary:
    return PersonSummary(
        row.id, row.name, row.password is None, Role(row.role), row.created, row.seen, row.banned_until, row.muted_until
    )


def _sanction(row: Any) -> Sanction:
    until = None if row.until >= FOREVER else row.until
    return Sanction(row.id, SanctionKind(row.kind), row.reason, row.by, row.created, until, row.lifted)
