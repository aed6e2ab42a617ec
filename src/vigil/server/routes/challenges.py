"""Challenging people by name, answering, and playing a game again with the same people."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from vigil.bots import bot_kind
from vigil.storage.challenges import Challenge, PlannedSeat, State, expiry
from vigil.storage.ids import fresh_id
from vigil.storage.usernames import LONGEST_NAME
from vigil.table.rated import require_rateable
from vigil.table.refusals import Code, Refused
from vigil.table.settings import TableSettings
from vigil.table.table import Table
from vigil.table.validation import require_rated_bot

from ..challenges import begin
from ..notices import ChallengeNow, challenge_now
from ..services import Services
from ..sessions import InjectedServices, KnownVisitor
from .games import game_that_is_over
from .play import require_account
from .tables import ME

THEM: Final = "them"


class NewChallenge(Struct, frozen=True, forbid_unknown_fields=True):
    """`name` is that of an account. `seats` says who sits where: `me`, `them`, or the level of a bot; without it you
    sit at the first seat and they at the second."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    settings: TableSettings = TableSettings()
    seats: Annotated[list[str], Meta(max_length=6)] | None = None


class ChallengeList(Struct, frozen=True):
    """Challenges of yours and to you that wait for an answer, and those whose game has just begun."""

    challenges: list[ChallengeNow]


@post("/api/challenges", summary="Challenge somebody", tags=["challenges"])
async def challenge(services: InjectedServices, me: KnownVisitor, data: JSONBody[NewChallenge]) -> ChallengeNow:
    """The game begins when the challenge is accepted. A game with a clock waits ten minutes for an answer, one without
    or with days for a turn two weeks."""
    services.limits.spend("table", me.bucket)
    if data.settings.rated:
        require_rateable(data.settings)
        await require_account(services, me)
    other = await services.people.called(data.name)
    if other is None:
        raise Refused(
            Code.PERSON_NOT_FOUND, f'Nobody here is called "{data.name}".', "Challenge somebody with an account."
        )
    if other.id == me.id:
        raise Refused(Code.NO_EFFECT, "That is you.", "Challenge somebody else.")
    await _check_blocks(services, me.id, [other.id])
    planned = [ME, THEM] if data.seats is None else data.seats
    if data.settings.players != len(planned) or planned.count(ME) != 1 or planned.count(THEM) != 1:
        raise Refused(
            Code.INVALID_REQUEST, "The seats do not fit.", "Name one seat for each player: me, them, and bots by level."
        )
    people = {ME: me.id, THEM: other.id}
    seats = [PlannedSeat(people[each]) if each in people else PlannedSeat(bot=bot_kind(each).name) for each in planned]
    for each in seats:
        if each.bot:
            require_rated_bot(data.settings, each.bot)
    now = services.clock.now()
    made = Challenge(fresh_id(), me.id, data.settings, seats, now, expiry(data.settings, now))
    await services.challenges.add(made, now)
    return await _told(services, made.id)


@get("/api/challenges", summary="Your challenges", tags=["challenges"])
async def challenges(services: InjectedServices, me: KnownVisitor) -> ChallengeList:
    found = await services.challenges.of(me.id, services.clock.now())
    names = await services.names.of({person for each in found for person in each.people()})
    return ChallengeList([challenge_now(each, names) for each in found])


@post("/api/challenges/{challenge_id:str}/accept", status_code=200, summary="Accept a challenge", tags=["challenges"])
async def accept(services: InjectedServices, me: KnownVisitor, challenge_id: FromPath[str]) -> ChallengeNow:
    """When everybody has accepted, the game begins: `table` is its id. Accepting again changes nothing."""
    return await _accept(services, me.id, challenge_id)


@delete("/api/challenges/{challenge_id:str}", summary="Decline or withdraw a challenge", tags=["challenges"])
async def end(services: InjectedServices, me: KnownVisitor, challenge_id: FromPath[str]) -> None:
    """It is over for everybody."""
    found = await services.challenges.end(challenge_id, me.id, services.clock.now())
    if found is None:
        raise _no_such_challenge()
    if found.state in (State.ACCEPTED, State.STARTED):
        raise Refused(Code.STALE, "The game has begun.", "Leave it if you do not want to play.")
    services.notices.tell(found.people())


@post("/api/games/{table_id:str}/rematch", status_code=200, summary="Play a game again", tags=["challenges"])
async def rematch(services: InjectedServices, me: KnownVisitor, table_id: FromPath[str]) -> ChallengeNow:
    """With the same people, settings and seats. It begins when everybody who played has asked for it."""
    table = await game_that_is_over(services, table_id)
    if not table.seats_of(me.id):
        raise Refused(Code.NOT_SEATED, "You did not play this game.", "Open a table of your own.")
    services.limits.spend("action", me.bucket)
    made = _rematch_of(services, table, me.id)
    await _check_blocks(services, me.id, made.people())
    if await services.challenges.add(made, made.created):
        services.limits.spend("table", me.bucket)
    return await _accept(services, me.id, made.id)


def _rematch_of(services: Services, table: Table, person: str) -> Challenge:
    # The id follows from the game: whoever asks second finds what the first has asked for.
    seats = [
        PlannedSeat(seat.person, name=seat.name) if seat.person else PlannedSeat(bot=seat.bot) for seat in table.seats
    ]
    now = services.clock.now()
    made = services.signature(f"rematch:{table.id}")
    return Challenge(made, person, table.settings, seats, now, expiry(table.settings, now), table.id)


async def _accept(services: Services, person: str, challenge_id: str) -> ChallengeNow:
    found = await services.challenges.accept(challenge_id, person, services.clock.now())
    if found is None:
        raise _no_such_challenge()
    if found.state == State.ACCEPTED:
        await begin(services, found)
    elif found.state in (State.DECLINED, State.WITHDRAWN):
        raise Refused(Code.STALE, "This challenge was withdrawn or declined.", "Challenge them yourself.")
    elif person not in found.accepted:
        raise Refused(Code.STALE, "This challenge has expired.", "Challenge them yourself.")
    return await _told(services, challenge_id)


async def _told(services: Services, challenge_id: str) -> ChallengeNow:
    """The challenge as it is now; everybody whom it concerns hears of it."""
    found = await services.challenges.find(challenge_id)
    if found is None:
        raise _no_such_challenge()
    services.notices.tell(found.people())
    return challenge_now(found, await services.names.of(found.people()))


async def _check_blocks(services: Services, person: str, others: list[str]) -> None:
    if await services.blocks.between(person, others):
        raise Refused(Code.BLOCKED, "One of you has blocked the other.", "Challenge somebody else.")


def _no_such_challenge() -> Refused:
    return Refused(Code.CHALLENGE_NOT_FOUND, "There is no such challenge for you.", "It may be long over.")


HANDLERS = [challenge, challenges, accept, end, rematch]
