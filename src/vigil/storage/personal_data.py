"""Everything that is stored about a person: to be handed out, or to be deleted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.table.actions import REMOVED, Action, Say, Sit

from . import schema
from .database import Database

_FACTS: Final = ("id", "name", "webhook", "created", "seen", "role", "private_profile")
_OWN: Final = {
    "sessions": schema.sessions,
    "tokens": schema.tokens,
    "recovery_codes": schema.recovery_codes,
    "merged_guests": schema.merged_guests,
    "mutes": schema.mutes,
    "ratings": schema.ratings,
    "rating_changes": schema.rating_changes,
    "puzzles": schema.puzzle_tries,
    "sanctions": schema.sanctions,
    "games": schema.participations,
    "acquired_cards": schema.acquired_cards,
    "daily_attempts": schema.daily_attempts,
    "hidden_games": schema.hidden_tables,
    "blocks": schema.blocks,
}
_SECRET: Final = ("hash", "person", "by")


async def export(database: Database, person_id: str) -> dict[str, Any]:
    """Everything, as plain data: without hashes, which are of no use to anybody."""
    async with database.reading() as connection:
        person = (await connection.execute(select(schema.people).filter_by(id=person_id))).mappings().one_or_none()
        if person is None:
            return {}
        data: dict[str, Any] = {name: person[name] for name in _FACTS}
        for name, table in _OWN.items():
            rows = (await connection.execute(select(table).filter_by(person=person_id))).mappings()
            data[name] = [{key: row[key] for key in row if key not in _SECRET} for row in rows]
        accepted = select(schema.invitations).filter_by(used_by=person_id).order_by(schema.invitations.c.created)
        data["invitations"] = [
            {"table": row.table_id, "seat": row.seat, "created": row.created}
            for row in await connection.execute(accepted)
        ]
        wrote = select(schema.reports).filter_by(reporter=person_id).order_by(schema.reports.c.created)
        data["reports"] = [
            {"person": row.person, "table": row.table_id, "text": row.text, "created": row.created}
            for row in await connection.execute(wrote)
        ]
        requested = select(schema.reviews).filter_by(requested_by=person_id).order_by(schema.reviews.c.requested)
        data["reviews"] = [
            {"game": row.table_id, "depth": row.depth, "requested": row.requested}
            for row in await connection.execute(requested)
        ]
        proposed = select(schema.challenges).filter_by(challenger=person_id).order_by(schema.challenges.c.created)
        data["challenges"] = [
            {"settings": msgspec.json.decode(row.settings), "created": row.created, "state": row.state}
            for row in await connection.execute(proposed)
        ]
        acted = schema.entries.c.by.in_(await _ids(connection, person_id))
        entries = select(schema.entries).where(acted).order_by(schema.entries.c.at)
        data["actions"] = [
            {"table": row.table_id, "at": row.at, "action": msgspec.json.decode(row.action)}
            for row in await connection.execute(entries)
        ]
    return data


async def delete_person(database: Database, person_id: str) -> None:
    """Account, sessions, tokens, and every text that the person wrote. Games stay, without a name, and so does
    what they made of the ratings of their players.

    The only change that is ever made to entries: what was said does not belong to the game.
    """
    async with database.writing() as connection:
        ids = await _ids(connection, person_id)
        await connection.execute(delete(schema.people).where(schema.people.c.id == person_id))
        await connection.execute(delete(schema.mutes).where(schema.mutes.c.muted == person_id))
        await connection.execute(delete(schema.acquired_cards).where(schema.acquired_cards.c.person == person_id))
        mine = schema.reviews.c.requested_by.in_(ids)
        await connection.execute(update(schema.reviews).where(mine).values(requested_by=""))
        await _remove_texts(connection, ids)


async def _ids(connection: AsyncConnection, person_id: str) -> list[str]:
    """By which journals know somebody: as whom they play now, and as which guests they have played."""
    merged = await connection.scalars(select(schema.merged_guests.c.id).filter_by(person=person_id))
    return [person_id, *merged]


async def _remove_texts(connection: AsyncConnection, ids: Collection[str]) -> None:
    kept = schema.entries.c
    said = select(kept.table_id, kept.number, kept.action).where(kept.by.in_(ids))
    for row in (await connection.execute(said)).all():
        action = msgspec.json.decode(row.action, type=Action)
        if isinstance(action, Say | Sit) and (removed := _without_text(action)) != action:
            silent = msgspec.json.encode(removed).decode()
            which = (kept.table_id == row.table_id) & (kept.number == row.number)
            await connection.execute(update(schema.entries).where(which).values(action=silent))


def _without_text(action: Say | Sit) -> Say | Sit:
    if isinstance(action, Sit):
        return Sit(action.seat)
    return Say(text=REMOVED) if action.text else action
