"""The commands of `vigil admin` about tables, reports, the audit log, old data and ratings."""

from __future__ import annotations

import json

import click
from rich.text import Text

from .admin_options import Opened, admin, admin_command, plain, reason_option, when
from .output import console, text_table

PHASES = ("lobby", "playing", "finished", "ended")
LISTED = 50
SHOWN_RATINGS = 20


@admin.command()
@click.option("--phase", type=click.Choice(PHASES), help="Only tables in this phase.")
@click.option("--person", metavar="NAME|ID", help="Only tables where this person has a seat.")
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=LISTED, show_default=True, help="The most tables to list."
)
@admin_command()
async def tables(opened: Opened, phase: str | None, person: str | None, limit: int) -> None:
    """List tables, the latest change first."""
    from vigil.table.table import Phase

    seated = (await opened.person(person)).id if person else ""
    found = await opened.host.store.all_tables(Phase(phase) if phase else None, seated, 0, limit)
    names = await opened.people.names({who for each in found for who in each.people()})
    table = text_table("id", "phase", "changed (UTC)", "sets", "seats", unwrapped=("id", "changed (UTC)"))
    for each in found:
        seats = ", ".join(names.get(seat.person, "") or seat.bot or "open" for seat in each.seats)
        table.add_row(each.id, str(each.phase), when(each.changed), ", ".join(each.settings.sets), Text(plain(seats)))
    console().print(table if found else "There are no such tables.")


@admin.command()
@click.argument("table")
@reason_option
@admin_command("sets")
async def close(opened: Opened, table: str, reason: str) -> None:
    """Close a table: its game ends at once, without a result."""
    await opened.moderation.close_table(table, reason, opened.by)
    click.echo(f"The table {table} is closed.")


@admin.command()
@click.option("--resolved", is_flag=True, help="List resolved reports, the newest first.")
@admin_command()
async def reports(opened: Opened, resolved: bool) -> None:
    """List what players have reported: open reports, the oldest first."""
    found = await opened.administration.reports(resolved, limit=LISTED)
    names = await opened.people.names({who for each in found for who in (each.reporter, each.person)})
    for each in found:
        reporter, reported = (names.get(who, "a deleted person") for who in (each.reporter, each.person))
        place = f" at table {each.table_id}" if each.table_id else ""
        click.echo(f"{each.id}  {when(each.created)}  {reporter} reports {reported}{place}: {plain(each.text)}")
        if each.resolved is not None:
            click.echo(f"    resolved {when(each.resolved)}: {plain(each.resolution or '')}")
    if not found:
        click.echo("There are no reports.")


@admin.command()
@click.argument("report", metavar="ID")
@click.option("--resolution", required=True, metavar="TEXT", help="What was decided.")
@admin_command()
async def resolve(opened: Opened, report: str, resolution: str) -> None:
    """Resolve a report."""
    if not await opened.administration.resolve(report, opened.by, resolution, opened.now):
        raise click.ClickException("There is no such open report.")
    click.echo("The report is resolved.")


@admin.command()
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=LISTED, show_default=True, help="The most entries to show."
)
@admin_command()
async def audit(opened: Opened, limit: int) -> None:
    """Show the audit log: who did what to whom, when and why; the newest first."""
    found = await opened.audit.entries(limit=limit)
    names = await opened.people.names({who for each in found for who in (each.by, each.target)})
    for each in found:
        target = names.get(each.target, each.target)
        detail = json.dumps({key: value for key, value in each.detail.items() if value not in (None, "")})
        parts = [str(each.number), when(each.at), names.get(each.by, each.by), each.action, target, each.reason]
        click.echo(plain("  ".join(filter(None, [*parts, detail if detail != "{}" else ""]))))


@admin.command()
@click.option("--dry-run", is_flag=True, help="Only show how much would be removed.")
@admin_command("guest_days", "chat_days", "sets")
async def prune(opened: Opened, dry_run: bool) -> None:
    """Remove old guests and old chat now, as the server does once a day.

    Without options it follows VIGIL_GUEST_DAYS and VIGIL_CHAT_DAYS; 0 keeps everything. docs/administration.md says
    exactly what is removed.
    """
    days = (opened.settings.guest_days, opened.settings.chat_days)
    if dry_run:
        guests = len(await opened.retention.old_guests(days[0], opened.now))
        texts = len(await opened.retention.old_texts(days[1], opened.now))
        click.echo(f"Guests to be deleted: {guests}. Chat texts to be removed: {texts}.")
        return
    pruned = await opened.retention.prune(*days, opened.by, opened.now, opened.moderation.leave_tables)
    click.echo(f"Deleted guests: {pruned.guests}. Removed chat texts: {pruned.texts}.")


@admin.command()
@admin_command("sets")
async def rerate(opened: Opened) -> None:
    """Compute all ratings again from the rated games, in the order in which they were rated.

    Needed when the formulas or the ratings of bots have changed; otherwise nothing changes.
    """
    from vigil.storage.rerating import rerate as run

    found = await run(opened.host.store, opened.by, opened.now)
    names = await opened.people.names({person for person, _ in found.ratings})
    click.echo(f"Rated games: {found.games} ({found.games_before} before).")
    if found.is_same:
        click.echo("Nothing changed.")
        return
    click.echo(f"Changed: {found.changed} games, {len(found.ratings)} ratings.")
    for (person, pool), (before, after) in sorted(found.ratings.items())[:SHOWN_RATINGS]:
        was, now = (f"{each.rating.value:.1f}" if each is not None else "none" for each in (before, after))
        click.echo(f"  {plain(names.get(person, 'a deleted account'))}, {pool}: {was} -> {now}")
    if len(found.ratings) > SHOWN_RATINGS:
        click.echo(f"  and {len(found.ratings) - SHOWN_RATINGS} more")
