"""Who somebody is: guests and accounts, signing in and out, the own data, and whom one does not want to hear."""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from typing import Annotated, Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from litestar import Request, Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from .. import actions as do
from ..names import LONGEST_NAME, BadName, name_key
from ..people import Person
from ..refusals import Code, Refused
from .house import House
from .identity import Anybody, Somebody, TheHouse, Visitor, signed_in, signed_out

Asked = Request[Any, Any, Any]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]

_hasher: Final = PasswordHasher()

log = logging.getLogger("vigil.web")


class Me(Struct, frozen=True):
    """You, as the server knows you. `muted` are the people whom you do not want to hear."""

    id: str
    name: str
    is_guest: bool
    webhook: str | None
    muted: list[str]
    created: float


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest who wants to come back from another device takes a name and a password."""

    name: Name
    password: Password


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    password: Annotated[str, Meta(max_length=200)]


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    old: Annotated[str, Meta(max_length=200)]
    new: Password


class Goodbye(Struct, frozen=True, forbid_unknown_fields=True):
    """An account is deleted by whoever knows its password; guests need none."""

    password: Annotated[str, Meta(max_length=200)] = ""


@cache
def _nobodys() -> str:
    """Compared with where there is no such account: so it takes as long as a wrong password."""
    return _hasher.hash("nobody has this password")


async def _hashed(house: House, password: str) -> str:
    async with house.hashing:
        return await asyncio.to_thread(_hasher.hash, password)


async def _is_right(house: House, password: str, hashed: str | None) -> bool:
    def compare() -> bool:
        try:
            return _hasher.verify(hashed or _nobodys(), password) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False

    async with house.hashing:
        return await asyncio.to_thread(compare)


async def _shown(house: House, person: Person) -> Me:
    muted = sorted(await house.people.muted_by(person.id))
    return Me(person.id, person.name, person.is_guest, person.webhook, muted, person.created)


async def _me(house: House, visitor: Visitor) -> Person:
    person = await house.people.person(visitor.id)
    if person is None:
        raise Refused(Code.WHO_ARE_YOU, "You are not known here any more.", "Come again as somebody new.")
    return person


@get("/api/me", summary="Who you are", tags=["people"])
async def who_am_i(house: TheHouse, me: Somebody) -> Me:
    """Whoever asks for the first time becomes a guest, and gets a cookie."""
    return await _shown(house, await _me(house, me))


@patch("/api/me", summary="Be called something else", tags=["people"])
async def rename(house: TheHouse, me: Somebody, data: JSONBody[Rename]) -> Me:
    await house.people.rename(me.id, data.name)
    house.names.forget(me.id)
    return await _shown(house, await _me(house, me))


@post("/api/me/account", summary="Make an account of a guest", tags=["people"])
async def register(house: TheHouse, me: Somebody, data: JSONBody[NewAccount]) -> Me:
    if not (await _me(house, me)).is_guest:
        raise Refused(Code.NOTHING_CHANGES, "You have an account already.", "Change its name or its password.")
    house.limits.spend("password", me.address)
    await house.people.register(me.id, data.name, await _hashed(house, data.password))
    house.known_addresses.add(me.id, me.address)
    house.names.forget(me.id)
    return await _shown(house, await _me(house, me))


@put("/api/me/password", summary="Change the password", tags=["people"])
async def change_password(request: Asked, house: TheHouse, me: Somebody, data: JSONBody[NewPassword]) -> Me:
    """All other sessions end."""
    person = await _me(house, me)
    await _check_password(house, me, person, data.old)
    await house.people.set_password(me.id, await _hashed(house, data.new))
    await _leave_everywhere(house, me.id)
    await signed_in(request, house, person)
    return await _shown(house, await _me(house, me))


@post("/api/session", summary="Sign in", tags=["people"])
async def sign_in(request: Asked, house: TheHouse, visitor: Anybody, data: JSONBody[SignIn]) -> Me:
    house.limits.spend("password", visitor.address)
    person = await house.people.called(data.name)
    if person is None:
        house.limits.spend("password", f"name:{name_key(data.name)}")
    elif not house.known_addresses.has(person.id, visitor.address):
        house.limits.spend("password", f"account:{person.id}")
    is_right = await _is_right(house, data.password, None if person is None else person.password)
    if person is None or not is_right:
        raise Refused(Code.WRONG_PASSWORD, "Name and password do not belong together.", "Check both of them.")
    if visitor.proof:
        await house.people.sign_out(visitor.proof)
    await signed_in(request, house, person)
    house.known_addresses.add(person.id, visitor.address)
    return await _shown(house, person)


@delete("/api/session", summary="Sign out", tags=["people"])
async def sign_out(request: Asked, house: TheHouse, visitor: Anybody) -> None:
    if visitor.proof:
        await house.people.sign_out(visitor.proof)
        await house.look_at_lines()
    signed_out(request, house)


@delete("/api/sessions", summary="Sign out everywhere", tags=["people"])
async def sign_out_everywhere(request: Asked, house: TheHouse, me: Somebody) -> None:
    """Personal tokens stay; they are taken back one by one."""
    await _leave_everywhere(house, me.id)
    signed_out(request, house)


@get("/api/me/export", summary="Everything that is kept about you", tags=["people"])
async def export(house: TheHouse, me: Somebody) -> Response[dict[str, Any]]:
    headers = {"content-disposition": 'attachment; filename="vigil-my-data.json"'}
    return Response(await house.people.export(me.id), headers=headers)


@post("/api/me/delete", status_code=204, summary="Be forgotten", tags=["people"])
async def forget_me(request: Asked, house: TheHouse, me: Somebody, data: JSONBody[Goodbye]) -> None:
    """Account, sessions, tokens and everything you wrote. You leave the games that are not over, as with `leave`. The
    games that you played stay, without your name."""
    person = await _me(house, me)
    if not person.is_guest:
        await _check_password(house, me, person, data.password)
    await _leave_tables(house, me.id)
    await house.people.forget(me.id)
    house.names.forget(me.id)
    house.mutes.forget(me.id)
    house.presence.end_all_of(me.id, "You were forgotten.")
    signed_out(request, house)


async def _check_password(house: House, me: Visitor, person: Person, password: str) -> None:
    house.limits.spend("password", me.address)
    if not await _is_right(house, password, person.password):
        raise Refused(Code.WRONG_PASSWORD, "This is not your password.", "Check it.")


async def _leave_everywhere(house: House, person: str) -> None:
    await house.people.sign_out_everywhere(person)
    await house.look_at_lines()


async def _leave_tables(house: House, person: str) -> None:
    """So that nobody waits for somebody who cannot come back."""
    for table_id in await house.store.unfinished_tables_of(person):
        try:
            await house.host.act(table_id, person, do.Leave())
        except Refused:
            # The game is over by now, or a bot plays there already.
            continue
        except Exception:
            # A table that cannot be read must not keep anybody from being forgotten.
            log.exception("table %s: a deleted player could not leave", table_id)


# --- whom one does not want to hear


@put("/api/me/mutes/{person:str}", status_code=204, summary="Mute somebody", tags=["people"])
async def mute(house: TheHouse, me: Somebody, person: FromPath[str]) -> None:
    """What they say at tables is not told to you any more."""
    try:
        await house.people.mute(me.id, person)
    except BadName as error:
        raise Refused(Code.NO_SUCH_PERSON, "There is nobody with this id.", "Take it from the chat.") from error
    house.mutes.forget(me.id)


@delete("/api/me/mutes/{person:str}", summary="Hear somebody again", tags=["people"])
async def unmute(house: TheHouse, me: Somebody, person: FromPath[str]) -> None:
    await house.people.unmute(me.id, person)
    house.mutes.forget(me.id)


HANDLERS = [
    who_am_i,
    rename,
    register,
    change_password,
    sign_in,
    sign_out,
    sign_out_everywhere,
    export,
    forget_me,
    mute,
    unmute,
]
