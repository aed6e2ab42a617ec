"""Administration of everything but people: tables, reports, the audit log and invitations to register."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from litestar import Request, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from vigil.storage.administration import RegistrationInvitation
from vigil.storage.audit import Deed
from vigil.table.clocks import DAY
from vigil.table.refusals import Code, Refused
from vigil.table.table import Phase

from ..services import Services
from ..sessions import InjectedServices, Staff
from .admin_people import LONGEST_REASON, PAGE, Because, Page, Reason, names_of
from .game_lists import TableLine, table_line

LARGEST_NUMBER: Final = 2**31 - 1
"""No entry of the audit log has a larger one: it would not fit into its column."""


class AdminOverview(Struct, frozen=True):
    """What there is to do, and how the server is set up."""

    open_reports: int
    registration: str
    guest_days: int
    chat_days: int
    last_pruned: float | None


class AdminTables(Struct, frozen=True):
    tables: list[TableLine]
    more: bool


class AdminReport(Struct, frozen=True):
    """What somebody reported. Names are empty where a person is deleted."""

    id: str
    reporter: str
    reporter_name: str
    person: str
    person_name: str
    table: str
    text: str
    created: float
    resolved: float | None
    resolved_by_name: str
    resolution: str


class AdminReports(Struct, frozen=True):
    reports: list[AdminReport]
    more: bool


class Resolution(Struct, frozen=True, forbid_unknown_fields=True):
    """What was decided, for other moderators."""

    resolution: Reason


class AdminAuditEntry(Struct, frozen=True):
    """`by` is a person, `cli` or `server`. `target_name` is there where the target is a person."""

    number: int
    at: float
    by: str
    by_name: str
    action: str
    target: str
    target_name: str
    reason: str
    detail: dict[str, Any]


class AdminAudit(Struct, frozen=True):
    """The newest first; ask for those `before` the last number for more."""

    entries: list[AdminAuditEntry]
    more: bool


class AdminInvitation(Struct, frozen=True):
    id: str
    label: str
    by_name: str
    created: float
    expires: float
    used_by: str
    used_by_name: str


class AdminInvitations(Struct, frozen=True):
    invitations: list[AdminInvitation]
    more: bool


class NewRegistrationInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """`label` says whom it is for."""

    label: Annotated[str, Meta(min_length=1, max_length=80)]
    days: Annotated[int, Meta(ge=1, le=365)] = 14


class FreshInvitation(Struct, frozen=True):
    """The link is shown once."""

    invitation: AdminInvitation
    token: str
    link: str


@get("/api/admin/overview", summary="Show what there is to do", tags=["administration"])
async def overview(services: InjectedServices, moderator: Staff) -> AdminOverview:
    settings = services.settings
    pruned = await services.audit.last(Deed.PRUNE)
    return AdminOverview(
        await services.administration.open_reports(),
        settings.registration,
        settings.guest_days,
        settings.chat_days,
        None if pruned is None else pruned.at,
    )


# --- tables


@get("/api/admin/tables", summary="List tables", tags=["administration"])
async def list_tables(
    services: InjectedServices,
    moderator: Staff,
    phase: FromQuery[Literal["", "lobby", "playing", "finished", "ended"]] = "",
    person: Annotated[str, QueryParameter(max_length=32, description="The id of somebody who has a seat.")] = "",
    page: Page = 0,
) -> AdminTables:
    """The latest change first. Private ones too; what happens in a game is not shown."""
    chosen = Phase(phase) if phase else None
    found = await services.store.all_tables(chosen, person, page * PAGE, PAGE + 1)
    names = await names_of(services, {who for each in found for who in each.people()})
    return AdminTables([table_line(each, names, moderator.id) for each in found[:PAGE]], len(found) > PAGE)


@post("/api/admin/tables/{table_id:str}/close", status_code=204, summary="Close a table", tags=["administration"])
async def close_table(
    services: InjectedServices, moderator: Staff, table_id: FromPath[str], data: JSONBody[Because]
) -> None:
    """The game ends at once, without a result."""
    await services.moderation.close_table(table_id, data.reason, moderator.id)


# --- reports


@get("/api/admin/reports", summary="List reports", tags=["administration"])
async def list_reports(
    services: InjectedServices, moderator: Staff, resolved: FromQuery[bool] = False, page: Page = 0
) -> AdminReports:
    """Open ones, the oldest first; or resolved ones, the newest first."""
    found = await services.administration.reports(resolved, "", page * PAGE, PAGE + 1)
    people = {who for each in found for who in (each.reporter, each.person, each.resolved_by or "")}
    names = await names_of(services, people)
    reports = [
        AdminReport(
            each.id,
            each.reporter,
            names.get(each.reporter, ""),
            each.person,
            names.get(each.person, ""),
            each.table_id,
            each.text,
            each.created,
            each.resolved,
            names.get(each.resolved_by or "", each.resolved_by or ""),
            each.resolution or "",
        )
        for each in found[:PAGE]
    ]
    return AdminReports(reports, len(found) > PAGE)


@post("/api/admin/reports/{report:str}", status_code=204, summary="Resolve a report", tags=["administration"])
async def resolve_report(
    services: InjectedServices, moderator: Staff, report: FromPath[str], data: JSONBody[Resolution]
) -> None:
    if not await services.administration.resolve(report, moderator.id, data.resolution, services.clock.now()):
        raise Refused(Code.REPORT_NOT_FOUND, "There is no such open report.", "Somebody may have resolved it.")


# --- the audit log


@get("/api/admin/audit", summary="Show the audit log", tags=["administration"])
async def show_audit(
    services: InjectedServices,
    moderator: Staff,
    before: Annotated[
        int, QueryParameter(ge=0, le=LARGEST_NUMBER, description="Only entries with lower numbers; 0 for the newest.")
    ] = 0,
    target: Annotated[str, QueryParameter(max_length=32, description="Only entries about this id.")] = "",
) -> AdminAudit:
    found = await services.audit.entries(before, target, PAGE + 1)
    names = await names_of(services, {who for each in found for who in (each.by, each.target)})
    entries = [
        AdminAuditEntry(
            each.number,
            each.at,
            each.by,
            names.get(each.by, ""),
            each.action,
            each.target,
            names.get(each.target, ""),
            each.reason,
            each.detail,
        )
        for each in found[:PAGE]
    ]
    return AdminAudit(entries, len(found) > PAGE)


# --- invitations


def _invitation(each: RegistrationInvitation, names: dict[str, str]) -> AdminInvitation:
    by, used_by = names.get(each.by, each.by), names.get(each.used_by, "")
    return AdminInvitation(each.id, each.label, by, each.created, each.expires, each.used_by, used_by)


async def _names(services: Services, found: list[RegistrationInvitation]) -> dict[str, str]:
    return await names_of(services, {who for each in found for who in (each.by, each.used_by)})


@get("/api/admin/invitations", summary="List invitations to register", tags=["administration"])
async def list_invitations(services: InjectedServices, operator: Staff, page: Page = 0) -> AdminInvitations:
    """Operators only."""
    found = await services.administration.invitations(page * PAGE, PAGE + 1)
    names = await _names(services, found)
    return AdminInvitations([_invitation(each, names) for each in found[:PAGE]], len(found) > PAGE)


@post("/api/admin/invitations", summary="Invite somebody to register", tags=["administration"])
async def invite(
    request: Request[Any, Any, Any],
    services: InjectedServices,
    operator: Staff,
    data: JSONBody[NewRegistrationInvitation],
) -> FreshInvitation:
    """Operators only. One person can register with it, where registration is by invitation."""
    now = services.clock.now()
    token, made = await services.administration.invite(data.label, now + data.days * DAY, operator.id, now)
    base = services.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
    link = f"{base}/sign-up?invitation={token}"
    return FreshInvitation(_invitation(made, await _names(services, [made])), token, link)


@delete("/api/admin/invitations/{invitation:str}", summary="Revoke an invitation", tags=["administration"])
async def revoke_invitation(
    services: InjectedServices,
    operator: Staff,
    invitation: FromPath[str],
    reason: Annotated[str, QueryParameter(max_length=LONGEST_REASON)] = "",
) -> None:
    """Operators only. One that was used stays in the list."""
    if not await services.administration.revoke_invitation(invitation, operator.id, reason, services.clock.now()):
        raise Refused(Code.INVITATION_NOT_FOUND, "There is no such unused invitation.", "Somebody may have used it.")


HANDLERS = [
    overview,
    list_tables,
    close_table,
    list_reports,
    resolve_report,
    show_audit,
    list_invitations,
    invite,
    revoke_invitation,
]
