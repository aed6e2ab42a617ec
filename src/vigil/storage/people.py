"""People, their sessions and tokens, whom they have muted, and invitations to a seat.

Everybody has an id, guests too. Journals know people by their ids alone: a name is looked up when it is shown, so
whoever was deleted is nameless everywhere at once. A session, a token or an invitation is a random text that only
its owner has; its hash is stored here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, bindparam, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from . import schema
from .database import Database
from .ids import fresh_id, fresh_token, is_id, token_hash
from .usernames import BadName, NameTaken, checked_name, name_keys, plain_key, visible_text

MINUTE: Final = 60.0
HOUR: Final = 3600.0


class Person(Struct, frozen=True):
    """`password` is a hash; guests have none. `banned_until` and `muted_until` may lie in the past."""

    id: str
    name: str
    created: float
    password: str | None = None
    webhook: str | None = None
    seen: float = 0.0
    role: str = ""
    banned_until: float | None = None
    muted_until: float | None = None

    @property
    def is_guest(self) -> bool:
        return self.password is None


class Session(Struct, frozen=True):
    """Somebody signed in on a device, without the token that proves it."""

    hash: str
    device: str
    created: float
    used: float


class Token(Struct, frozen=True):
    """A personal token, without the token itself."""

    hash: str
    label: str
    created: float
    used: float | None


class People:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def add_guest(self, name: str, now: float) -> Person:
        """The name comes from the server, not from the guest: `rename` checks what people choose."""
        person = Person(fresh_id(), visible_text(name), now)
        row = {"id": person.id, "name": person.name, "created": now, "seen": now}
        async with self.database.writing() as connection:
            await connection.execute(insert(schema.people), row)
        return person

    async def person(self, person_id: str) -> Person | None:
        return await self._one(schema.people.c.id == person_id) if is_id(person_id) else None

    async def called(self, name: str) -> Person | None:
        """Somebody with an account, by its name or one that looks like it."""
        is_other = schema.people.c.name_key != plain_key(name)
        return await self._first(select(schema.people).where(_has_key(name)).order_by(is_other))

    async def names(self, ids: Iterable[str]) -> dict[str, str]:
        kept = schema.people.c
        async with self.database.reading() as connection:
            rows = await connection.execute(select(kept.id, kept.name).where(kept.id.in_(list(ids))))
            return {row.id: row.name for row in rows}

    async def register(self, person_id: str, name: str, password: str) -> None:
        """A guest gets an account; `password` is a hash."""
        name = await self.free_name(person_id, name)
        await self._change_name(person_id, name=name, password=password, **_keys(name))

    async def set_password(self, person_id: str, password: str) -> None:
        await self._change(person_id, password=password)

    async def rename(self, person_id: str, name: str) -> None:
        """Guests may share a name, but nobody may take the name of another account, or one that looks like it."""
        person = await self.person(person_id)
        if person is None or person.name == name:
            return
        name = await self.free_name(person_id, name)
        keys = {} if person.is_guest else _keys(name)
        await self._change_name(person_id, name=name, **keys)

    async def free_name(self, person_id: str, text: str) -> str:
        """The name as it is shown. `NameTaken` if another account has it, or one that looks like it."""
        name = checked_name(text)
        if await self._first(select(schema.people).where(_has_key(name), schema.people.c.id != person_id)) is not None:
            raise NameTaken(name)
        return name

    async def _change_name(self, person_id: str, **values: Any) -> None:
        try:
            await self._change(person_id, **values)
        except IntegrityError:
            # Somebody else took it just now.
            raise NameTaken(values["name"]) from None

    async def update_keys(self) -> None:
        """Keys of accounts follow the present rules for names that look alike. Where two do, one keeps its old keys."""
        kept = schema.people.c
        accounts = select(schema.people).where(kept.name_key.is_not(None)).order_by(kept.created)
        async with self.database.writing() as connection:
            rows = (await connection.execute(accounts)).all()
            changes = [{"account": row.id, **found} for row, found in _new_keys(rows)]
            if changes:
                values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in ("name_key", "capital_key")}
                changed = update(schema.people).where(kept.id == bindparam("account")).values(values)
                await connection.execute(changed, changes)

    async def set_webhook(self, person_id: str, webhook: str | None) -> None:
        await self._change(person_id, webhook=webhook)

    async def _change(self, person_id: str, **values: Any) -> None:
        async with self.database.writing() as connection:
            await connection.execute(update(schema.people).where(schema.people.c.id == person_id).values(values))

    async def _one(self, which: Any) -> Person | None:
        return await self._first(select(schema.people).where(which))

    async def _first(self, wanted: Any) -> Person | None:
        async with self.database.reading() as connection:
            row = (await connection.execute(wanted.limit(1))).one_or_none()
        return None if row is None else _person(row)

    # --- sessions and tokens

    async def open_session(self, person_id: str, now: float, lasts: float, device: str = "") -> str:
        """Signs somebody in: the token for the cookie."""
        token = fresh_token()
        row = {
            "hash": token_hash(token),
            "person": person_id,
            "created": now,
            "expires": now + lasts,
            "device": device,
            "used": now,
        }
        async with self.database.writing() as connection:
            await connection.execute(delete(schema.sessions).where(schema.sessions.c.expires <= now))
            await connection.execute(insert(schema.sessions), row)
        return token

    async def of_session(self, token: str, now: float) -> Person | None:
        """Whose session it is. When it was last used is noted, to the hour."""
        kept = schema.sessions.c
        mine = kept.hash == token_hash(token)
        wanted = select(schema.people, kept.used).join(schema.sessions).where(mine, kept.expires > now)
        async with self.database.reading() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            return None
        if row.used is None or now - row.used > HOUR:
            async with self.database.writing() as connection:
                await connection.execute(update(schema.sessions).where(mine).values(used=now))
                await connection.execute(update(schema.people).where(schema.people.c.id == row.id).values(seen=now))
        return _person(row)

    async def sessions_of(self, person_id: str, now: float) -> list[Session]:
        """The latest first."""
        kept = schema.sessions.c
        wanted = select(schema.sessions).where(kept.person == person_id, kept.expires > now)
        async with self.database.reading() as connection:
            rows = (await connection.execute(wanted.order_by(kept.created.desc()))).all()
        return [
            Session(row.hash, row.device, row.created, row.created if row.used is None else row.used) for row in rows
        ]

    async def end_session(self, person_id: str, hashed: str) -> None:
        kept = schema.sessions.c
        await self._delete(schema.sessions, (kept.person == person_id) & (kept.hash == hashed))

    async def live_sessions(self, tokens: Collection[str], now: float) -> set[str]:
        """Which of these tokens, of sessions or of programs, still prove something: not those of banned people."""
        by_hash = {token_hash(token): token for token in tokens}
        kept, hashes = schema.sessions.c, list(by_hash)
        welcome = func.coalesce(schema.people.c.banned_until, 0.0) <= now
        live = select(kept.hash).join(schema.people).where(kept.expires > now, welcome)
        usable = select(schema.tokens.c.hash).join(schema.people).where(welcome)
        found: set[str] = set()
        async with self.database.reading() as connection:
            for start in range(0, len(hashes), 1_000):
                some = hashes[start : start + 1_000]
                found.update(await connection.scalars(live.where(kept.hash.in_(some))))
                found.update(await connection.scalars(usable.where(schema.tokens.c.hash.in_(some))))
        return {by_hash[each] for each in found}

    async def sign_out(self, token: str) -> None:
        await self._delete(schema.sessions, schema.sessions.c.hash == token_hash(token))

    async def sign_out_everywhere(self, person_id: str) -> None:
        await self._delete(schema.sessions, schema.sessions.c.person == person_id)

    async def add_token(self, person_id: str, label: str, now: float) -> str:
        """A personal token, for programs. It is shown once."""
        token = fresh_token()
        row = {"hash": token_hash(token), "person": person_id, "label": visible_text(label), "created": now}
        async with self.database.writing() as connection:
            await connection.execute(insert(schema.tokens), row)
        return token

    async def of_token(self, token: str, now: float) -> Person | None:
        kept = schema.tokens.c
        which = kept.hash == token_hash(token)
        async with self.database.reading() as connection:
            row = (await connection.execute(select(kept.person, kept.used).where(which))).one_or_none()
        if row is None:
            return None
        # A program asks many times a second; what is shown to people needs no more than minutes.
        if row.used is None or now - row.used > MINUTE:
            async with self.database.writing() as connection:
                await connection.execute(update(schema.tokens).where(which).values(used=now))
        return await self.person(row.person)

    async def tokens_of(self, person_id: str) -> list[Token]:
        wanted = select(schema.tokens).filter_by(person=person_id).order_by(schema.tokens.c.created)
        async with self.database.reading() as connection:
            return [Token(row.hash, row.label, row.created, row.used) for row in await connection.execute(wanted)]

    async def drop_token(self, person_id: str, hashed: str) -> None:
        kept = schema.tokens.c
        await self._delete(schema.tokens, (kept.person == person_id) & (kept.hash == hashed))

    async def _delete(self, table: Any, which: Any) -> None:
        async with self.database.writing() as connection:
            await connection.execute(delete(table).where(which))

    # --- whom somebody does not want to hear

    async def mute(self, person_id: str, other: str) -> None:
        if await self.person(other) is None:
            raise BadName("There is nobody who could be muted by that name. Use a person's id.")
        await self.unmute(person_id, other)
        async with self.database.writing() as connection:
            await connection.execute(insert(schema.mutes), {"person": person_id, "muted": other})

    async def unmute(self, person_id: str, other: str) -> None:
        kept = schema.mutes.c
        await self._delete(schema.mutes, (kept.person == person_id) & (kept.muted == other))

    async def muted_by(self, person_id: str) -> set[str]:
        async with self.database.reading() as connection:
            return set(await connection.scalars(select(schema.mutes.c.muted).filter_by(person=person_id)))

    # --- invitations

    async def invite(self, table_id: str, seat: int, now: float) -> str:
        """A token that gives one person exactly this seat."""
        token = fresh_token()
        row = {"hash": token_hash(token), "table_id": table_id, "seat": seat, "created": now, "used_by": ""}
        async with self.database.writing() as connection:
            await connection.execute(insert(schema.invitations), row)
        return token

    async def invitation(self, token: str) -> tuple[str, int] | None:
        """The table and the seat that it is for."""
        wanted = select(schema.invitations).filter_by(hash=token_hash(token))
        async with self.database.reading() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else (row.table_id, row.seat)

    async def accept(self, token: str, person_id: str) -> tuple[str, int] | None:
        """The table and the seat; nothing if the invitation is unknown, or somebody else has used it."""
        kept = schema.invitations.c
        mine = (kept.hash == token_hash(token)) & kept.used_by.in_(["", person_id])
        taken = update(schema.invitations).where(mine).values(used_by=person_id).returning(kept.table_id, kept.seat)
        async with self.database.writing() as connection:
            row = (await connection.execute(taken)).one_or_none()
        return None if row is None else (row.table_id, row.seat)

    async def forget_lost_guests(self, now: float) -> int:
        """Removes guests who can never come back, and have never done anything. Says how many there were."""
        kept = schema.people.c
        lost = (
            kept.password.is_(None),
            ~exists().where(schema.sessions.c.person == kept.id, schema.sessions.c.expires > now),
            ~exists().where(schema.tokens.c.person == kept.id),
            ~exists().where(schema.entries.c.by == kept.id),
        )
        async with self.database.writing() as connection:
            return (await connection.execute(delete(schema.people).where(*lost))).rowcount


def _person(row: Any) -> Person:
    return Person(**{name: getattr(row, name) for name in Person.__struct_fields__})


def _keys(name: str) -> dict[str, str]:
    keys = name_keys(name)
    return {"name_key": keys.small, "capital_key": keys.capital}


def _has_key(name: str) -> ColumnElement[bool]:
    """Accounts with this name, or one that looks like it. A few from earlier versions are stored by their plain key."""
    keys = name_keys(name)
    is_small = schema.people.c.name_key.in_({plain_key(name), keys.small})
    return or_(is_small, schema.people.c.capital_key == keys.capital)


def _new_keys(accounts: Sequence[Any]) -> Iterator[tuple[Any, dict[str, str | None]]]:
    """The accounts whose keys change, and what they become. A key that somebody else has is not taken."""
    small = {row.name_key for row in accounts}
    capital = {row.capital_key for row in accounts if row.capital_key}
    for row in accounts:
        keys = name_keys(row.name)
        found = (
            keys.small if keys.small not in small else row.name_key,
            keys.capital if keys.capital not in capital else row.capital_key,
        )
        if found != (row.name_key, row.capital_key):
            small.add(found[0])
            capital.add(found[1])
            yield row, {"new_name_key": found[0], "new_capital_key": found[1]}
