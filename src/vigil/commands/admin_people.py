"""The commands of `vigil admin` about people: finding them, roles, bans and mutes, passwords, invitations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import click
from rich.text import Text

from .admin_options import Opened, admin, admin_command, duration, plain, reason_option, when
from .output import console, text_table

ROLES = ("moderator", "operator")
KINDS = ("ban", "mute")

person_argument = click.argument("person", metavar="NAME|ID")
length_option = click.option(
    "--for", "length", required=True, metavar="TIME", help="How long: 30m, 12h, 7d or forever."
)


def _end(time: float | None) -> str:
    from vigil.storage.administration import FOREVER

    return "no end" if time is None or time >= FOREVER else when(time)


@admin.command()
@click.argument("search", default="")
@click.option("--only", type=click.Choice(["accounts", "guests", "staff", "sanctioned"]), help="Only these people.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="The most people to list.")
@admin_command()
async def people(opened: Opened, search: str, only: str | None, limit: int) -> None:
    """List people, the newest first; with SEARCH those whose name contains it.

    \b
      vigil admin people ada
      vigil admin people --only sanctioned
    """
    found = await opened.administration.people(search, only or "", opened.now, limit=limit)
    headings = ("id", "name", "kind", "seen (UTC)", "banned until", "muted until")
    table = text_table(*headings, unwrapped=("id", "seen (UTC)"))
    for each in found:
        ends = [_end(end) if end and end > opened.now else "" for end in (each.banned_until, each.muted_until)]
        kind = str(each.role) or ("guest" if each.is_guest else "account")
        table.add_row(each.id, Text(plain(each.name)), kind, when(each.seen), *ends)
    console().print(table if found else "Nobody.")


@admin.command()
@person_argument
@admin_command()
async def person(opened: Opened, person: str) -> None:
    """Show a person: role, sanctions, open reports and unfinished tables."""
    found = await opened.person(person)
    kind = str(found.role) or ("guest" if found.is_guest else "account")
    click.echo(f"{plain(found.name)} ({found.id}), {kind}")
    click.echo(f"Created {when(found.created)}, last seen {when(found.seen)} UTC.")
    for each in await opened.administration.sanctions_of(found.id):
        lifted = f", lifted {when(each.lifted)}" if each.lifted is not None else ""
        click.echo(f"{each.kind} from {when(each.created)}, {_end(each.until)}{lifted}: {plain(each.reason)}")
    reports = await opened.administration.reports(person=found.id)
    tables = await opened.host.store.unfinished_tables_of(found.id)
    click.echo(f"Open reports: {len(reports)}. Unfinished tables: {', '.join(tables) or 'none'}.")


@admin.command()
@person_argument
@click.argument("role", type=click.Choice(ROLES))
@reason_option
@admin_command()
async def grant(opened: Opened, person: str, role: str, reason: str) -> None:
    """Give an account a role: moderator or operator.

    Moderators mute and ban, close tables and resolve reports. Operators also grant roles, reset passwords and invite.
    """
    await _set_role(opened, person, role, reason)


@admin.command()
@person_argument
@reason_option
@admin_command()
async def revoke(opened: Opened, person: str, reason: str) -> None:
    """Take an account's role away."""
    await _set_role(opened, person, "", reason)


async def _set_role(opened: Opened, text: str, role: str, reason: str) -> None:
    from vigil.storage.administration import Role

    found = await opened.person(text)
    if found.is_guest:
        raise click.ClickException(f"{found.name} is a guest: only accounts have roles.")
    await opened.administration.set_role(found.id, Role(role), opened.by, reason, opened.now)
    click.echo(f"{found.name} is {f'{role} now' if role else 'an ordinary account now'}.")


@admin.command()
@person_argument
@length_option
@reason_option
@admin_command("sets")
async def ban(opened: Opened, person: str, length: str, reason: str) -> None:
    """Ban a person: they cannot sign in or do anything, and leave all unfinished tables.

    \b
      vigil admin ban Mallory --for 7d --reason "Insults in the chat"
      vigil admin ban Mallory --for forever --reason "Again"
    """
    await _sanction(opened, opened.moderation.ban, person, length, reason, "banned")


@admin.command()
@person_argument
@length_option
@reason_option
@admin_command()
async def mute(opened: Opened, person: str, length: str, reason: str) -> None:
    """Mute a person: they cannot write in chats."""
    await _sanction(opened, opened.moderation.mute, person, length, reason, "muted")


async def _sanction(
    opened: Opened, sanction: Callable[..., Awaitable[None]], person: str, length: str, reason: str, done: str
) -> None:
    found, seconds = await opened.person(person), duration(length)
    until = None if seconds is None else opened.now + seconds
    await sanction(found.id, reason, until, opened.by)
    click.echo(f"{found.name} is {done}, {'permanently' if until is None else f'until {when(until)} UTC'}.")


@admin.command()
@person_argument
@click.argument("kind", type=click.Choice(KINDS))
@reason_option
@admin_command()
async def lift(opened: Opened, person: str, kind: str, reason: str) -> None:
    """Lift a ban or a mute before its end."""
    from vigil.storage.administration import SanctionKind

    found = await opened.person(person)
    if not await opened.administration.lift(found.id, SanctionKind(kind), opened.by, reason, opened.now):
        raise click.ClickException(f"{found.name} has no {kind} that could be lifted.")
    click.echo(f"The {kind} of {found.name} is lifted.")


@admin.command("reset-password")
@person_argument
@reason_option
@admin_command()
async def reset_password(opened: Opened, person: str, reason: str) -> None:
    """Print a recovery code, with which a person who has lost the password sets a new one.

    The old password works until the code is used.
    """
    from vigil.storage.recovery import RecoveryCodes

    found = await opened.person(person)
    if found.is_guest:
        raise click.ClickException(f"{found.name} is a guest, and has no password.")
    code = await RecoveryCodes(opened.database).add(found.id, opened.by, reason, opened.now)
    click.echo(code)


# --- invitations


@admin.command()
@click.argument("label")
@click.option("--days", type=click.IntRange(1, 365), default=14, show_default=True, help="How long it can be used.")
@admin_command("public_url")
async def invite(opened: Opened, label: str, days: int) -> None:
    """Make an invitation to register, for one person; LABEL says for whom."""
    seconds = duration(f"{days}d")
    assert seconds is not None
    token, _ = await opened.administration.invite(label, opened.now + seconds, opened.by, opened.now)
    base = opened.settings.public_url.rstrip("/")
    click.echo(f"{base}/sign-up?invitation={token}")
    if not base:
        click.echo("Put the address of the server before it, or name it with --public-url.", err=True)


@admin.command()
@admin_command()
async def invitations(opened: Opened) -> None:
    """List the invitations to register."""
    found = await opened.administration.invitations(limit=1_000)
    names = await opened.people.names(each.used_by for each in found)
    for each in found:
        state = f"used by {names.get(each.used_by, each.used_by)}" if each.used_by else f"until {when(each.expires)}"
        click.echo(f"{each.id}  {each.label}  {state}")
    if not found:
        click.echo("There are no invitations.")


@admin.command("revoke-invitation")
@click.argument("invitation", metavar="ID")
@reason_option
@admin_command()
async def revoke_invitation(opened: Opened, invitation: str, reason: str) -> None:
    """Revoke an invitation that nobody has used."""
    if not await opened.administration.revoke_invitation(invitation, opened.by, reason, opened.now):
        raise click.ClickException("There is no such unused invitation.")
    click.echo("The invitation is revoked.")
