"""Recovery codes, and a new password for somebody who has forgotten the old one."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from vigil.storage.recovery import CodesLeft
from vigil.storage.usernames import LONGEST_NAME
from vigil.table.refusals import Code, Refused

from ..accounts import Asked, GivenPassword, Me, Password, account_called, check_password, person_of, shown
from ..sessions import AnyVisitor, InjectedServices, KnownVisitor, signed_in
from .sessions import leave_earlier_session


class Confirmation(Struct, frozen=True, forbid_unknown_fields=True):
    password: GivenPassword


class FreshCodes(Struct, frozen=True):
    """Each of them works once."""

    codes: list[str]


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """`code` may be typed in small letters, and without its dashes."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    code: Annotated[str, Meta(max_length=60)]
    password: Password


@get("/api/me/recovery-codes", summary="Count your recovery codes", tags=["recovery"])
async def codes_left(services: InjectedServices, me: KnownVisitor) -> CodesLeft:
    return await services.recovery.left(me.id)


@post("/api/me/recovery-codes", summary="Make new recovery codes", tags=["recovery"])
async def new_codes(services: InjectedServices, me: KnownVisitor, data: JSONBody[Confirmation]) -> FreshCodes:
    """They are shown this once. Codes that were made before stop working."""
    await check_password(services, me, await person_of(services, me), data.password)
    return FreshCodes(await services.recovery.renew(me.id, services.clock.now()))


@post("/api/session/recovery", summary="Set a new password with a recovery code", tags=["recovery"])
async def recover(request: Asked, services: InjectedServices, visitor: AnyVisitor, data: JSONBody[Recovery]) -> Me:
    """The code is used up, every session of the account ends, and you are signed in. Limited like passwords."""
    person = await account_called(services, visitor, data.name)
    wrong = Refused(
        Code.WRONG_PASSWORD, "Name and recovery code do not belong together.", "Check both; each code works once."
    )
    if person is None or not await services.recovery.is_right(person.id, data.code):
        raise wrong
    hashed = await services.passwords.hash(data.password)
    if not await services.recovery.redeem(person.id, data.code, hashed):
        raise wrong
    await services.look_at_lines()
    await leave_earlier_session(request, services, visitor)
    await signed_in(request, services, person)
    services.known_addresses.add(person.id, visitor.address)
    return await shown(services, person)


HANDLERS = [codes_left, new_codes, recover]
