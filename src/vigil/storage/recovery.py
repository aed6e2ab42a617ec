"""Recovery codes: what somebody who has forgotten the password proves who they are with.

    codes = await recovery.renew(person_id, now)            shown once; the codes before do not work any more
    await recovery.redeem(person_id, code, password_hash)   once for each code

A code has 80 random bits, so a plain hash protects it as well as a slow one would.
"""

from __future__ import annotations

import secrets
from typing import Final

from msgspec import Struct
from sqlalchemy import delete, exists, func, insert, select, update

from . import schema
from .audit import Deed, record
from .database import Database
from .ids import token_hash

COUNT: Final = 8
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter is taken for another or for a digit."""
_MISREAD: Final = str.maketrans("OIL", "011")
_LENGTH: Final = 16
_GROUP: Final = 4


class CodesLeft(Struct, frozen=True):
    """`created` is when they were made; nothing where there are none."""

    left: int
    created: float | None


def fresh_code() -> str:
    """`7K2M-Q9XD-4TVB-0HWN`"""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    return "-".join(letters[start : start + _GROUP] for start in range(0, _LENGTH, _GROUP))


def code_hash(person_id: str, code: str) -> str:
    """Of the code however it was typed: small letters, spaces, no dashes, an O for a zero. Of this person only."""
    letters = "".join(each for each in code.upper() if each.isalnum()).translate(_MISREAD)
    return token_hash(f"recovery:{person_id}:{letters}")


class RecoveryCodes:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def renew(self, person_id: str, now: float) -> list[str]:
        codes = [fresh_code() for _ in range(COUNT)]
        rows = [{"hash": code_hash(person_id, code), "person": person_id, "created": now} for code in codes]
        async with self.database.writing() as connection:
            await connection.execute(delete(schema.recovery_codes).filter_by(person=person_id))
            await connection.execute(insert(schema.recovery_codes), rows)
        return codes

    async def add(self, person_id: str, by: str, reason: str, now: float) -> str:
        """One more code, made by an operator for somebody who has lost theirs. The audit log says so."""
        code = fresh_code()
        row = {"hash": code_hash(person_id, code), "person": person_id, "created": now}
        async with self.database.writing() as connection:
            await connection.execute(insert(schema.recovery_codes), row)
            await record(connection, now, by, Deed.RESET_PASSWORD, person_id, reason)
        return code

    async def left(self, person_id: str) -> CodesLeft:
        kept = schema.recovery_codes.c
        wanted = select(func.count(), func.max(kept.created)).where(kept.person == person_id)
        async with self.database.reading() as connection:
            count, created = (await connection.execute(wanted)).one()
        return CodesLeft(count, created)

    async def is_right(self, person_id: str, code: str) -> bool:
        wanted = select(exists().where(schema.recovery_codes.c.hash == code_hash(person_id, code)))
        async with self.database.reading() as connection:
            return bool(await connection.scalar(wanted))

    async def redeem(self, person_id: str, code: str, password: str) -> bool:
        """The code is used up, the password (a hash) is set, and all sessions end; or nothing of it."""
        spent = delete(schema.recovery_codes).where(schema.recovery_codes.c.hash == code_hash(person_id, code))
        async with self.database.writing() as connection:
            if not (await connection.execute(spent)).rowcount:
                return False
            changed = update(schema.people).where(schema.people.c.id == person_id).values(password=password)
            await connection.execute(changed)
            await connection.execute(delete(schema.sessions).filter_by(person=person_id))
        return True
