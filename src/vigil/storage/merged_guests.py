"""Guests who have become part of an account (`merging.py`): whoever still acts as such a guest comes too late."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.engine.errors import VigilError

from . import schema


class GuestMerged(VigilError):
    """The guest is part of an account by now."""


async def require_unmerged(connection: AsyncConnection, people: Collection[str]) -> None:
    """Checked before somebody gets a table or a seat, in the transaction that writes it.

    A merge locks the guest's row first. So it is either over, and the guest is found here; or it begins when this
    transaction has ended, and finds what was written. SQLite writes one transaction at a time anyway.
    """
    wanted = sorted(people)
    kept, merged = schema.people.c, schema.merged_guests.c
    lock = select(kept.id).where(kept.id.in_(wanted)).order_by(kept.id).with_for_update(read=True, key_share=True)
    await connection.execute(lock)
    if (await connection.scalars(select(merged.id).where(merged.id.in_(wanted)).limit(1))).first() is not None:
        raise GuestMerged("You have signed in to an account, and what you played as a guest belongs to it.")
