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

from vigil.storage.people import Person
from vigil.storage.usernames import LONGEST_NAME, BadName, name_key
from vigil.table import actions as do
from vigil.table.refusals import Code, Refused

from ..services import Services
from ..sessions import AnyVisitor, InjectedServices, KnownVisitor, Visitor, signed_in, signed_out

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


async def _hashed(services: Services, password: str) -> str:
    async with services.hashing:
        return await asyncio.to_thread(_hasher.hash, password)


async def _is_right(services: Services, password: str, hashed: str | None) -> bool:
    def compare() -> bool:
        try:
            return _hasher.verify(hashed or _nobodys(), password) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False

    async with services.hashing:
        return await asyncio.to_thread(compare)


async def _shown(services: Services, person: Person) -> Me:
    muted = sorted(await services.people.muted_by(person.id))
    return Me(person.id, person.name, person.is_guest, person.webhook, muted, person.created)


async def _me(services: Services, visitor: Visitor) -> Person:
    person = await services.people.person(visitor.id)
    if person is None:
        raise Refused(Code.UNAUTHENTICATED, "Your account no longer exists.", "Reload the page to become a guest.")
    return person


@get("/api/me", summary="Show who you are", tags=["people"])
async def who_am_i(services: InjectedServices, me: KnownVisitor) -> Me:
    """Whoever asks for the first time becomes a guest, and gets a cookie."""
    return await _shown(services, await _me(services, me))


@patch("/api/me", summary="Change your name", tags=["people"])
async def rename(services: InjectedServices, me: KnownVisitor, data: JSONBody[Rename]) -> Me:
    await services.people.rename(me.id, data.name)
    services.names.forget(me.id)
    return await _shown(services, await _me(services, me))


@post("/api/me/account", summary="Register: turn a guest into an account", tags=["people"])
async def register(services: InjectedServices, me: KnownVisitor, data: JSONBody[NewAccount]) -> Me:
    if not (await _me(services, me)).is_guest:
        raise Refused(Code.NO_EFFECT, "You already have an account.", "Change its name or its password.")
    services.limits.spend("password", me.address)
    await services.people.register(me.id, data.name, await _hashed(services, data.password))
    services.known_addresses.add(me.id, me.address)
    services.names.forget(me.id)
    return await _shown(services, await _me(services, me))


@put("/api/me/password", summary="Change your password", tags=["people"])
async def change_password(
    request: Asked, services: InjectedServices, me: KnownVisitor, data: JSONBody[NewPassword]
) -> Me:
    """All other sessions end."""
    person = await _me(services, me)
    await _check_password(services, me, person, data.old)
    await services.people.set_password(me.id, await _hashed(services, data.new))
    await _leave_everywhere(services, me.id)
    await signed_in(request, services, person)
    return await _shown(services, await _me(services, me))


@post("/api/session", summary="Sign in", tags=["people"])
async def sign_in(request: Asked, services: InjectedServices, visitor: AnyVisitor, data: JSONBody[SignIn]) -> Me:
    services.limits.spend("password", visitor.address)
    person = await services.people.called(data.name)
    if person is None:
        services.limits.spend("password", f"name:{name_key(data.name)}")
    elif not services.known_addresses.has(person.id, visitor.address):
        services.limits.spend("password", f"account:{person.id}")
    is_right = await _is_right(services, data.password, None if person is None else person.password)
    if person is None or not is_right:
        raise Refused(Code.WRONG_PASSWORD, "The name or the password is wrong.", "Check both.")
    if visitor.proof:
        await services.people.sign_out(visitor.proof)
    await signed_in(request, services, person)
    services.known_addresses.add(person.id, visitor.address)
    return await _shown(services, person)


@delete("/api/session", summary="Sign out", tags=["people"])
async def sign_out(request: Asked, services: InjectedServices, visitor: AnyVisitor) -> None:
    if visitor.proof:
        await services.people.sign_out(visitor.proof)
        await services.look_at_lines()
    signed_out(request, services)


@delete("/api/sessions", summary="Sign out everywhere", tags=["people"])
async def sign_out_everywhere(request: Asked, services: InjectedServices, me: KnownVisitor) -> None:
    """Personal tokens stay; they are taken back one by one."""
    await _leave_everywhere(services, me.id)
    signed_out(request, services)


@get("/api/me/export", summary="Export everything that is stored about you", tags=["people"])
async def export(services: InjectedServices, me: KnownVisitor) -> Response[dict[str, Any]]:
    headers = {"content-disposition": 'attachment; filename="vigil-my-data.json"'}
    return Response(await services.people.export(me.id), headers=headers)


@post("/api/me/delete", status_code=204, summary="Delete yourself and your data", tags=["people"])
async def forget_me(request: Asked, services: InjectedServices, me: KnownVisitor, data: JSONBody[Goodbye]) -> None:
    """Account, sessions, tokens and everything you wrote. You leave the games that are not over, as with `leave`. The
    games that you played stay, without your name."""
    person = await _me(services, me)
    if not person.is_guest:
        await _check_password(services, me, person, data.password)
    await _leave_tables(services, me.id)
    await services.people.forget(me.id)
    services.names.forget(me.id)
    services.mutes.forget(me.id)
    services.presence.end_all_of(me.id, "Your account was deleted.")
    signed_out(request, services)


async def _check_password(services: Services, me: Visitor, person: Person, password: str) -> None:
    services.limits.spend("password", me.address)
    if not await _is_right(services, password, person.password):
        raise Refused(Code.WRONG_PASSWORD, "The password is wrong.", "Check it.")


async def _leave_everywhere(services: Services, person: str) -> None:
    await services.people.sign_out_everywhere(person)
    await services.look_at_lines()


async def _leave_tables(services: Services, person: str) -> None:
    """So that nobody waits for somebody who cannot come back."""
    for table_id in await services.store.unfinished_tables_of(person):
        try:
            await services.host.act(table_id, person, do.Leave())
        except Refused:
            # The game is over by now, or a bot plays there already.
            continue
        except Exception:
            # A table that cannot be read must not keep anybody from being forgotten.
            log.exception("table %s: a deleted player could not leave", table_id)


# --- whom one does not want to hear


@put("/api/me/mutes/{person:str}", status_code=204, summary="Mute somebody", tags=["people"])
async def mute(services: InjectedServices, me: KnownVisitor, person: FromPath[str]) -> None:
    """What they say at tables is not told to you any more."""
    try:
        await services.people.mute(me.id, person)
    except BadName as error:
        raise Refused(Code.PERSON_NOT_FOUND, "There is nobody with this id.", "Take the id from the chat.") from error
    services.mutes.forget(me.id)


@delete("/api/me/mutes/{person:str}", summary="Unmute somebody", tags=["people"])
async def unmute(services: InjectedServices, me: KnownVisitor, person: FromPath[str]) -> None:
    await services.people.unmute(me.id, person)
    services.mutes.forget(me.id)


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
