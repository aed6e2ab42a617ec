"""Guests and accounts, their names and passwords, their data, and whom they have muted."""

from __future__ import annotations

import logging
from typing import Annotated, Any

from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from vigil.storage.personal_data import delete_person, export
from vigil.storage.usernames import BadName
from vigil.table.refusals import Code, Refused

from ..accounts import Asked, GivenPassword, Me, Name, Password, check_password, end_all_sessions, person_of, shown
from ..sessions import InjectedServices, KnownVisitor, signed_in, signed_out
from .registration import require_registration

log = logging.getLogger("vigil.web")


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest who wants to come back from another device takes a name and a password.

    `invitation` is the token of an invitation, where the server asks for one.
    """

    name: Name
    password: Password
    invitation: Annotated[str, Meta(max_length=64)] = ""


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    old: GivenPassword
    new: Password


class Deletion(Struct, frozen=True, forbid_unknown_fields=True):
    """The password confirms that an account is to be deleted; guests need none."""

    password: GivenPassword = ""


@get("/api/me", summary="Show who you are", tags=["people"])
async def who_am_i(services: InjectedServices, me: KnownVisitor) -> Me:
    """Whoever asks for the first time becomes a guest, and gets a cookie."""
    return await shown(services, await person_of(services, me))


@patch("/api/me", summary="Change your name", tags=["people"])
async def rename(services: InjectedServices, me: KnownVisitor, data: JSONBody[Rename]) -> Me:
    """Nobody can take the name of an account, or one that looks like it."""
    await services.people.rename(me.id, data.name)
    services.names.forget(me.id)
    return await shown(services, await person_of(services, me))


@post("/api/me/account", summary="Register: turn a guest into an account", tags=["people"])
async def register(services: InjectedServices, me: KnownVisitor, data: JSONBody[NewAccount]) -> Me:
    """A guest becomes an account, and keeps everything that the guest has played."""
    if not (await person_of(services, me)).is_guest:
        raise Refused(Code.NO_EFFECT, "You have an account already.", "Change its name or its password.")
    services.limits.spend("password", me.address)
    await require_registration(services, me.id, data.invitation)
    await services.people.register(me.id, data.name, await services.passwords.hash(data.password))
    services.known_addresses.add(me.id, me.address)
    services.names.forget(me.id)
    return await shown(services, await person_of(services, me))


@put("/api/me/password", summary="Change your password", tags=["people"])
async def change_password(
    request: Asked, services: InjectedServices, me: KnownVisitor, data: JSONBody[NewPassword]
) -> Me:
    """All other sessions end."""
    person = await person_of(services, me)
    await check_password(services, me, person, data.old)
    await services.people.set_password(me.id, await services.passwords.hash(data.new))
    await end_all_sessions(services, me.id)
    await signed_in(request, services, person)
    return await shown(services, await person_of(services, me))


@get("/api/me/export", summary="Download everything that is stored about you", tags=["people"])
async def export_me(services: InjectedServices, me: KnownVisitor) -> Response[dict[str, Any]]:
    headers = {"content-disposition": 'attachment; filename="vigil-my-data.json"'}
    return Response(await export(services.database, me.id), headers=headers)


@post("/api/me/delete", status_code=204, summary="Delete yourself and your data", tags=["people"])
async def delete_me(request: Asked, services: InjectedServices, me: KnownVisitor, data: JSONBody[Deletion]) -> None:
    """Account, sessions, tokens and everything you wrote. You leave the games that are not over, as with `leave`. The
    games that you played stay, without your name."""
    person = await person_of(services, me)
    if not person.is_guest:
        await check_password(services, me, person, data.password)
    await services.moderation.leave_tables(me.id)
    await delete_person(services.database, me.id)
    services.names.forget(me.id)
    services.mutes.forget(me.id)
    services.presence.end_all_of(me.id, "Your account was deleted.")
    await signed_out(request, services)


# --- muting


@put("/api/me/mutes/{person:str}", status_code=204, summary="Mute somebody", tags=["people"])
async def mute(services: InjectedServices, me: KnownVisitor, person: FromPath[str]) -> None:
    """What they say at tables is not shown to you any more."""
    try:
        await services.people.mute(me.id, person)
    except BadName as error:
        raise Refused(Code.PERSON_NOT_FOUND, "There is nobody with this id.", "Take it from the chat.") from error
    services.mutes.forget(me.id)


@delete("/api/me/mutes/{person:str}", summary="Unmute somebody", tags=["people"])
async def unmute(services: InjectedServices, me: KnownVisitor, person: FromPath[str]) -> None:
    await services.people.unmute(me.id, person)
    services.mutes.forget(me.id)


HANDLERS = [who_am_i, rename, register, change_password, export_me, delete_me, mute, unmute]
