"""The command of `vigil admin` about ratings."""

from __future__ import annotations

import click

from .admin_options import Opened, admin_command, plain

LISTED = 20
"""So many changed ratings are listed."""


@click.command()
@admin_command("sets")
async def rerate(opened: Opened) -> None:
    """Compute all ratings again from the rated games, in the order in which they were rated.

    Needed when the formulas or the ratings of bots have changed; otherwise nothing changes.
    """
    from vigil.storage.audit import CLI
    from vigil.storage.rerating import rerate as run

    found = await run(opened.host.store, CLI, opened.now)
    names = await opened.people.names({person for person, _ in found.ratings})
    click.echo(f"Rated games: {found.games} ({found.games_before} before).")
    if found.is_same:
        click.echo("Nothing changed.")
        return
    click.echo(f"Changed: {found.changed} games, {len(found.ratings)} ratings.")
    for (person, pool), (before, after) in sorted(found.ratings.items())[:LISTED]:
        was, now = (f"{each.rating.value:.1f}" if each is not None else "none" for each in (before, after))
        click.echo(f"  {plain(names.get(person, 'a deleted account'))}, {pool}: {was} -> {now}")
    if len(found.ratings) > LISTED:
        click.echo(f"  and {len(found.ratings) - LISTED} more")


COMMANDS = (rerate,)
