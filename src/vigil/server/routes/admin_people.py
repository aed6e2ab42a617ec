"""Administration of people: finding them, roles, bans and mutes, reset passwords. Signed-in staff only; no tokens."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from litestar import get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from vigil.storage.administration import FOREVER, PersonSummary, Report, Role, SanctionKind
from vigil.table.refusals import Code, Refused

from ..services import Services
from ..sessions import InjectedServices, Staff, Visitor

PAGE: Final = 50
"""People, tables or entries that are listed at a time."""
LONGEST_REASON: Final = 500
HOUR: Final = 3_600.0

Reason = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON)]
Page = Annotated[int, QueryParameter(ge=0, le=100_000, description="Which page, from 0.")]


class AdminPerson(Struct, frozen=True):
    """`banned_until` and `muted_until` are nothing where there is no sanction, and 0 where it has no end."""

    id: str
    name: str
    is_guest: bool
    role: Role
    created: float
    seen: float
    banned_until: float | None
    muted_until: float | None


class AdminPeople(Struct, frozen=True):
    """A page of people; `more` says whether there is another one."""

    people: list[AdminPerson]
    more: bool


class AdminSanction(Struct, frozen=True):
    """`until` is nothing for one without an end; `lifted` is set where it ended earlier."""

    kind: SanctionKind
    reason: str
    by: str
    by_name: str
    created: float
    until: float | None
    lifted: float | None


class AdminPersonPage(Struct, frozen=True):
    """Somebody, with all sanctions there ever were and the reports about them that are open."""

    person: AdminPerson
    sanctions: list[AdminSanction]
    open_reports: int
    unfinished_tables: list[str]


class NewRole(Struct, frozen=True, forbid_unknown_fields=True):
    role: Role
    reason: Reason


class NewSanction(Struct, frozen=True, forbid_unknown_fields=True):
    """Without `hours` it has no end."""

    reason: Reason
    hours: Annotated[float, Meta(gt=0, le=876_000)] | None = None


class Because(Struct, frozen=True, forbid_unknown_fields=True):
    reason: Reason


async def names_of(services: Services, ids: set[str]) -> dict[str, str]:
    return await services.names.of(ids - {""})


def shown(person: PersonSummary, now: float) -> AdminPerson:
    def end(until: float | None) -> float | None:
        if until is None or until <= now:
            return None
        return 0.0 if until >= FOREVER else until

    return AdminPerson(
        person.id,
        person.name,
        person.is_guest,
        person.role,
        person.created,
        person.seen,
        end(person.banned_until),
        end(person.muted_until),
    )


async def _found(services: Services, person_id: str) -> PersonSummary:
    person = await services.administration.person(person_id)
    if person is None:
        raise Refused(Code.PERSON_NOT_FOUND, "There is nobody with this id.", "Search for the name.")
    return person


def _require_authority(staff: Visitor, person: PersonSummary) -> None:
    """Nobody acts on themselves, and moderators not on other staff."""
    assert staff.person is not None
    if person.id == staff.id:
        raise Refused(Code.FORBIDDEN, "You cannot do this to yourself.", "Ask another operator, or use vigil admin.")
    if person.role and staff.person.role != Role.OPERATOR:
        raise Refused(Code.FORBIDDEN, "Moderators cannot do this to other staff.", "Ask an operator.")


@get("/api/admin/people", summary="Find people", tags=["administration"])
async def find_people(
    services: InjectedServices,
    moderator: Staff,
    search: Annotated[str, QueryParameter(max_length=100, description="A part of the name, or an id.")] = "",
    only: FromQuery[Literal["", "accounts", "guests", "staff", "sanctioned"]] = "",
    page: Page = 0,
) -> AdminPeople:
    """The newest first."""
    now = services.clock.now()
    found = await services.administration.people(search, only, now, page * PAGE, PAGE + 1)
    return AdminPeople([shown(each, now) for each in found[:PAGE]], len(found) > PAGE)


@get("/api/admin/people/{person:str}", summary="Show a person", tags=["administration"])
async def show_person(services: InjectedServices, moderator: Staff, person: FromPath[str]) -> AdminPersonPage:
    return await _page(services, person)


async def _page(services: Services, person_id: str) -> AdminPersonPage:
    administration = services.administration
    found = await _found(services, person_id)
    sanctions = await administration.sanctions_of(found.id)
    reports: list[Report] = await administration.reports(person=found.id)
    names = await names_of(services, {each.by for each in sanctions})
    return AdminPersonPage(
        shown(found, services.clock.now()),
        [
            AdminSanction(
                each.kind, each.reason, each.by, names.get(each.by, ""), each.created, each.until, each.lifted
            )
            for each in sanctions
        ],
        len(reports),
        await services.store.unfinished_tables_of(found.id),
    )


@put("/api/admin/people/{person:str}/role", summary="Grant or revoke a role", tags=["administration"])
async def set_role(
    services: InjectedServices, operator: Staff, person: FromPath[str], data: JSONBody[NewRole]
) -> AdminPersonPage:
    """Operators only. An empty role revokes."""
    found = await _found(services, person)
    _require_authority(operator, found)
    if found.is_guest:
        raise Refused(Code.NO_EFFECT, "A guest cannot have a role.", "They need an account first.")
    await services.administration.set_role(found.id, data.role, operator.id, data.reason, services.clock.now())
    return await _page(services, found.id)


@post(
    "/api/admin/people/{person:str}/{kind:str}",
    status_code=200,
    summary="Ban or mute somebody",
    tags=["administration"],
)
async def impose(
    services: InjectedServices,
    moderator: Staff,
    person: FromPath[str],
    kind: FromPath[SanctionKind],
    data: JSONBody[NewSanction],
) -> AdminPersonPage:
    """A `ban`: all sessions end at once, and all unfinished tables are left. A `mute`: nothing can be written in chats.

    Another sanction of the same kind replaces the one before.
    """
    found = await _found(services, person)
    _require_authority(moderator, found)
    until = None if data.hours is None else services.clock.now() + data.hours * HOUR
    if kind == SanctionKind.BAN:
        await services.moderation.ban(found.id, data.reason, until, moderator.id)
        services.presence.end_all_of(found.id, "You were banned.")
    else:
        await services.moderation.mute(found.id, data.reason, until, moderator.id)
    return await _page(services, found.id)


@post(
    "/api/admin/people/{person:str}/{kind:str}/lift",
    status_code=200,
    summary="Lift a ban or a mute",
    tags=["administration"],
)
async def lift(
    services: InjectedServices,
    moderator: Staff,
    person: FromPath[str],
    kind: FromPath[SanctionKind],
    data: JSONBody[Because],
) -> AdminPersonPage:
    found = await _found(services, person)
    _require_authority(moderator, found)
    if not await services.administration.lift(found.id, kind, moderator.id, data.reason, services.clock.now()):
        raise Refused(Code.NO_EFFECT, f"There is no {kind} to lift.", "It may have ended by itself.")
    return await _page(services, found.id)


class RecoveryCode(Struct, frozen=True):
    """It is shown once: give it to the person, who sets a new password with it."""

    code: str


@post("/api/admin/people/{person:str}/recovery-code", summary="Reset a password", tags=["administration"])
async def reset_password(
    services: InjectedServices, operator: Staff, person: FromPath[str], data: JSONBody[Because]
) -> RecoveryCode:
    """Operators only. The old password works until the code is used; then all sessions end."""
    found = await _found(services, person)
    _require_authority(operator, found)
    if found.is_guest:
        raise Refused(Code.NO_EFFECT, "A guest has no password.", "Only accounts have one.")
    return RecoveryCode(await services.recovery.add(found.id, operator.id, data.reason, services.clock.now()))


HANDLERS = [find_people, show_person, set_role, reset_password, impose, lift]
