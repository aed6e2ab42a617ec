"""Pages about people, and whom somebody does not want to meet."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from vigil.storage.history import Favourite, Opponent, Statistics, Streaks, Tally
from vigil.storage.people import Person
from vigil.table.refusals import Code, Refused
from vigil.table.table import ANONYMOUS

from ..services import Services
from ..sessions import AnyVisitor, InjectedServices, KnownVisitor
from .history import Count, Cursor, GamePages, OpponentName, Result, Since, Until, filters_of, game_pages

LONGEST_REPORT: Final = 1_000


class OpponentLine(Struct, frozen=True):
    """`bot` is the level of a bot, whose `person` is empty. People who want to be private have no name here."""

    person: str
    name: str
    bot: str
    has_profile: bool
    record: Tally


class ProfileStatistics(Struct, frozen=True):
    """Practice games, and games that somebody played against themselves, are not counted."""

    total: Tally
    by_set: dict[str, Tally]
    by_opponent: list[OpponentLine]
    favourite_cards: list[Favourite]
    streaks: Streaks


class Profile(Struct, frozen=True):
    """Of somebody with an account. Others see no `statistics` where the profile is `private`.

    `you_blocked` says whether you have blocked the person, `may_challenge` whether you may challenge them.
    """

    id: str
    name: str
    created: float
    private: bool
    is_you: bool
    you_blocked: bool
    may_challenge: bool
    statistics: ProfileStatistics | None


@get("/api/people/{name:str}", summary="Somebody's profile", tags=["people"])
async def profile(services: InjectedServices, visitor: AnyVisitor, name: FromPath[str]) -> Profile:
    person = await _known(services, name)
    is_you = visitor.id == person.id
    is_private = person.id in await services.history.private([person.id])
    blocked = await services.blocks.between(visitor.id, [person.id]) if visitor.id else set()
    own = person.id in await services.blocks.blocked_by(visitor.id) if visitor.id else False
    statistics = None
    if is_you or not is_private:
        statistics = await _statistics(services, await services.history.statistics(person.id), is_you)
    return Profile(
        person.id, person.name, person.created, is_private, is_you, own, not is_you and not blocked, statistics
    )


@get("/api/people/{name:str}/games", summary="Games of somebody that you may see", tags=["people"])
async def games_of_person(
    services: InjectedServices,
    visitor: AnyVisitor,
    name: FromPath[str],
    set_name: Annotated[str, QueryParameter(name="set", description="Games with this set.")] = "",
    opponent: OpponentName = "",
    result: Result = None,
    since: Since = None,
    until: Until = None,
    cursor: Cursor = "",
    count: Count = 30,
) -> GamePages:
    """Games at public tables and rated games, and those that you have played yourself. Of somebody whose profile is
    private, only the latter."""
    person = await _known(services, name)
    filters = filters_of(set_name, opponent, result, since, until, cursor)
    return await game_pages(services, person.id, filters, count, visitor.id)


async def _known(services: Services, name: str) -> Person:
    person = await services.people.called(name)
    if person is None:
        raise Refused(Code.PERSON_NOT_FOUND, "There is nobody with an account of this name.", "Check the name.")
    return person


async def _statistics(services: Services, found: Statistics, is_you: bool) -> ProfileStatistics:
    people = {each.person for each in found.by_opponent} - {""}
    private = set() if is_you else await services.history.private(people)
    names = await services.names.of(people)
    accounts = await services.history.accounts(people)
    lines: list[OpponentLine] = []
    nameless = Tally(0, 0, 0)
    for each in found.by_opponent:
        if each.person and (each.person in private or each.person not in names):
            nameless = _added(nameless, each)
        else:
            name = names[each.person] if each.person else ""
            lines.append(OpponentLine(each.person, name, each.bot, each.person in accounts, each.tally))
    if nameless.games:
        lines.append(OpponentLine("", ANONYMOUS, "", False, nameless))
    return ProfileStatistics(found.total, found.by_set, lines, found.favourites, found.streaks)


def _added(tally: Tally, more: Opponent) -> Tally:
    return Tally(tally.won + more.tally.won, tally.lost + more.tally.lost, tally.none + more.tally.none)


class ProfileSettings(Struct, frozen=True, forbid_unknown_fields=True):
    private: bool


@get("/api/me/profile", summary="The settings of your profile", tags=["people"])
async def profile_settings(services: InjectedServices, me: KnownVisitor) -> ProfileSettings:
    return ProfileSettings(bool(await services.history.private([me.id])))


@put("/api/me/profile", summary="Make your profile private, or public", tags=["people"])
async def change_profile(
    services: InjectedServices, me: KnownVisitor, data: JSONBody[ProfileSettings]
) -> ProfileSettings:
    """Others then see neither what you have played nor your name among the opponents of somebody else. Your games
    stay where those who played them can see them."""
    await services.history.set_private(me.id, data.private)
    return data


# --- whom one does not want to meet


class BlockedPerson(Struct, frozen=True):
    person: str
    name: str


class BlockedPeople(Struct, frozen=True):
    people: list[BlockedPerson]


@get("/api/me/blocks", summary="Whom you have blocked", tags=["people"])
async def blocks(services: InjectedServices, me: KnownVisitor) -> BlockedPeople:
    found = await services.blocks.blocked_by(me.id)
    names = await services.names.of(found)
    return BlockedPeople([BlockedPerson(each, names.get(each, ANONYMOUS)) for each in found])


@put("/api/me/blocks/{person:str}", status_code=204, summary="Block somebody", tags=["people"])
async def block(services: InjectedServices, me: KnownVisitor, person: FromPath[str]) -> None:
    """Neither of you hears the other, can challenge the other, or can sit down at a table of the other."""
    if person == me.id:
        raise Refused(Code.NO_EFFECT, "That is you.", "Block somebody else.")
    await _check_person(services, person)
    await services.blocks.add(me.id, person, services.clock.now())
    _forget_mutes(services, me.id, person)
    for ended in await services.challenges.end_between(me.id, person, services.clock.now()):
        services.notices.tell(ended.people())


@delete("/api/me/blocks/{person:str}", summary="Unblock somebody", tags=["people"])
async def unblock(services: InjectedServices, me: KnownVisitor, person: FromPath[str]) -> None:
    await services.blocks.remove(me.id, person)
    _forget_mutes(services, me.id, person)


def _forget_mutes(services: Services, *people: str) -> None:
    for each in people:
        services.mutes.forget(each)


async def _check_person(services: Services, person: str) -> None:
    if await services.people.person(person) is None:
        raise Refused(Code.PERSON_NOT_FOUND, "There is nobody with this id.", "Take it from a profile or a table.")


# --- reports


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """`person` is an id. `table` is where it happened, if it happened at a table."""

    person: Annotated[str, Meta(max_length=32)]
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_REPORT)]
    table: Annotated[str, Meta(max_length=32)] = ""


class ReportReceived(Struct, frozen=True):
    id: str


@post("/api/me/reports", summary="Report somebody to the moderators", tags=["people"])
async def report(services: InjectedServices, me: KnownVisitor, data: JSONBody[NewReport]) -> ReportReceived:
    services.limits.spend("report", me.bucket)
    await _check_person(services, data.person)
    if data.table:
        await services.host.table(data.table)
    text = data.text.strip()
    if not text or not text.replace("\n", "").replace("\u200d", "").isprintable():
        raise Refused(Code.INVALID_REQUEST, "Nobody could read that.", "Say what happened, in words.")
    return ReportReceived(await services.reports.add(me.id, data.person, data.table, text, services.clock.now()))


HANDLERS = [profile, games_of_person, profile_settings, change_profile, blocks, block, unblock, report]
