"""What several routes need to know about an account: how it is shown, and whether a password is right."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from msgspec import Meta, Struct

from vigil.storage.people import Person
from vigil.storage.usernames import LONGEST_NAME, name_keys
from vigil.table.refusals import Code, Refused

from .services import Services
from .sessions import Visitor

Asked = Request[Any, Any, Any]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
GivenPassword = Annotated[str, Meta(max_length=200)]
"""One that is compared only: a wrong one may be as short as it likes."""


class Me(Struct, frozen=True):
    """You, as the server knows you. `muted` are the ids of the people you have muted. `role` is `operator`,
    `moderator` or empty."""

    id: str
    name: str
    is_guest: bool
    webhook: str | None
    muted: list[str]
    created: float
    role: str


async def shown(services: Services, person: Person) -> Me:
    muted = sorted(await services.people.muted_by(person.id))
    return Me(person.id, person.name, person.is_guest, person.webhook, muted, person.created, person.role)


async def person_of(services: Services, visitor: Visitor) -> Person:
    person = await services.people.person(visitor.id)
    if person is None:
        raise Refused(Code.UNAUTHENTICATED, "This account was deleted.", "Sign in again, or play as a guest.")
    return person


async def check_password(services: Services, me: Visitor, person: Person, password: str) -> None:
    """Whether somebody who is signed in is really there: before changes that cannot be undone."""
    if person.is_guest:
        raise Refused(Code.UNAUTHENTICATED, "A guest has no password.", "Sign in first.")
    services.limits.spend("password", me.address)
    if not await services.passwords.is_right(password, person.password):
        raise Refused(Code.WRONG_PASSWORD, "This is not your password.", "Check it, and try again.")


async def account_called(services: Services, visitor: Visitor, name: str) -> Person | None:
    """Whoever tries to prove to be this account. Each try counts for the address and for the account.

    Strangers who guess wrong on purpose do not lock the owner out of an address that is known.
    """
    services.limits.spend("password", visitor.address)
    person = await services.people.called(name)
    if person is None:
        services.limits.spend("password", f"name:{name_keys(name).small}")
    elif not services.known_addresses.has(person.id, visitor.address):
        services.limits.spend("password", f"account:{person.id}")
    return person


async def end_all_sessions(services: Services, person: str) -> None:
    await services.people.sign_out_everywhere(person)
    await services.look_at_lines()
