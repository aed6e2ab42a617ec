"""Signing in and out, the devices that somebody is signed in on, and the guest that somebody was before."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from vigil.storage.ids import token_hash
from vigil.storage.merging import SharedGame, guest_games, merge_guest
from vigil.storage.store import Conflict
from vigil.storage.usernames import LONGEST_NAME
from vigil.table.refusals import Code, Refused

from ..accounts import Asked, GivenPassword, Me, account_called, end_all_sessions, person_of, shown
from ..services import Services
from ..sessions import (
    AnyVisitor,
    InjectedServices,
    KnownVisitor,
    Visitor,
    earlier_guest,
    forget_guest,
    keep_guest,
    signed_in,
    signed_out,
)


class SessionNow(Struct, frozen=True):
    """`me` is null for a stranger. `accounts_only` says whether people need an account to play or watch here."""

    me: Me | None
    accounts_only: bool


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    password: GivenPassword


class SessionLine(Struct, frozen=True):
    """`device` is the browser and the system, empty where they are unknown; `used` is exact to the hour."""

    id: str
    device: str
    created: float
    used: float
    current: bool


class EarlierGuest(Struct, frozen=True):
    """`games` is 0 where there is nothing to merge. `shared` are the tables of unfinished games in which both the guest
    and the account play: the two can be merged when these are over."""

    name: str
    games: int
    shared: list[str]


class MergedGames(Struct, frozen=True):
    """How many games now belong to the account."""

    games: int


@get("/api/session", summary="Show who is signed in", tags=["sessions"])
async def session_now(services: InjectedServices, visitor: AnyVisitor) -> SessionNow:
    """Unlike `GET /api/me` this makes no guest of a stranger."""
    me = None if visitor.person is None else await shown(services, visitor.person)
    return SessionNow(me, services.settings.accounts_only)


@post("/api/session", summary="Sign in", tags=["sessions"])
async def sign_in(request: Asked, services: InjectedServices, visitor: AnyVisitor, data: JSONBody[SignIn]) -> Me:
    """A guest who has played is remembered: see `GET /api/session/guest`."""
    person = await account_called(services, visitor, data.name)
    is_right = await services.passwords.is_right(data.password, None if person is None else person.password)
    if person is None or person.password is None or not is_right:
        raise Refused(Code.WRONG_PASSWORD, "Name and password do not belong together.", "Check both of them.")
    if services.passwords.is_outdated(person.password):
        await services.people.set_password(person.id, await services.passwords.hash(data.password))
    await leave_earlier_session(request, services, visitor)
    await signed_in(request, services, person)
    services.known_addresses.add(person.id, visitor.address)
    return await shown(services, person)


async def leave_earlier_session(request: Asked, services: Services, visitor: Visitor) -> None:
    """Before somebody signs in: a guest who has played is kept for later, everybody else is signed out."""
    if visitor.person is None:
        return
    if visitor.person.is_guest and (await guest_games(services.database, visitor.id, "")).games:
        keep_guest(request, services, visitor.proof)
    else:
        await services.people.sign_out(visitor.proof)


@delete("/api/session", summary="Sign out", tags=["sessions"])
async def sign_out(request: Asked, services: InjectedServices, visitor: AnyVisitor) -> None:
    """Whoever had played as a guest before signing in on this device is that guest again."""
    if visitor.proof:
        await services.people.sign_out(visitor.proof)
        await services.look_at_lines()
    await signed_out(request, services)


@get("/api/sessions", summary="List the devices that you are signed in on", tags=["sessions"])
async def list_sessions(services: InjectedServices, me: KnownVisitor) -> list[SessionLine]:
    current = token_hash(me.proof)
    found = await services.people.sessions_of(me.id, services.clock.now())
    return [SessionLine(each.hash, each.device, each.created, each.used, each.hash == current) for each in found]


@delete("/api/sessions/{session_id:str}", summary="Sign out one device", tags=["sessions"])
async def end_session(services: InjectedServices, me: KnownVisitor, session_id: FromPath[str]) -> None:
    await services.people.end_session(me.id, session_id)
    await services.look_at_lines()


@delete("/api/sessions", summary="Sign out everywhere", tags=["sessions"])
async def sign_out_everywhere(request: Asked, services: InjectedServices, me: KnownVisitor) -> None:
    """Personal tokens stay valid; they are revoked one by one."""
    await end_all_sessions(services, me.id)
    await signed_out(request, services)


@get("/api/session/guest", summary="Show the guest you were before you signed in", tags=["sessions"])
async def guest_before(request: Asked, services: InjectedServices, me: KnownVisitor) -> EarlierGuest:
    """On this device, as its cookie says."""
    guest = await earlier_guest(request, services)
    if guest is None or guest.person is None:
        return EarlierGuest("", 0, [])
    found = await guest_games(services.database, guest.id, me.id)
    return EarlierGuest(guest.person.name, found.games, found.shared)


@post("/api/session/guest", status_code=200, summary="Merge the guest's games into your account", tags=["sessions"])
async def merge(request: Asked, services: InjectedServices, me: KnownVisitor) -> MergedGames:
    """Seats, chat, invitations, tokens and mutes are yours from then on, and the guest is gone: all of it or nothing.

    Refused as long as you and the guest sit at the same unfinished game.
    """
    guest = await earlier_guest(request, services)
    if guest is None or (await person_of(services, me)).is_guest:
        raise Refused(Code.NO_EFFECT, "There is nothing to merge.", "Play as a guest, then sign in.")
    found = await guest_games(services.database, guest.id, me.id)
    try:
        numbers = await merge_guest(services.database, guest.id, me.id, services.clock.now())
    except SharedGame:
        raise Refused(
            Code.GAME_NOT_OVER,
            "You play against this guest in a game that is not over.",
            "Finish or leave that game first.",
        ) from None
    except Conflict:
        raise Refused(Code.UNAVAILABLE, "Too much happens at the guest's tables.", "Try again.") from None
    forget_guest(request, services)
    await services.host.follow(numbers)
    services.names.forget(guest.id)
    services.mutes.forget(me.id)
    await services.look_at_lines()
    return MergedGames(found.games)


HANDLERS = [session_now, sign_in, sign_out, list_sessions, end_session, sign_out_everywhere, guest_before, merge]
