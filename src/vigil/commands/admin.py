"""`vigil admin`: what whoever runs a server does from the command line."""

from __future__ import annotations

import asyncio
import os

import click

from vigil.extras import needed
from vigil.server.settings import settings_from

from .serve import EXTRA, PURPOSE, server_options

SHOWN = 20
"""So many changed ratings are listed."""


@click.group()
def admin() -> None:
    """Administer a table server: commands that work on its database."""


@admin.command()
@server_options("database")
def rerate(database: str | None) -> None:
    """Compute all ratings again from the rated games, in the order in which they were rated.

    For changed formulas or bots' ratings; otherwise nothing changes. The server may go on meanwhile.

    \b
      vigil admin rerate
      vigil admin rerate --database postgresql://vigil@db/vigil
    """
    settings = settings_from(os.environ, database=database)
    needed("sqlalchemy", EXTRA, PURPOSE)
    for line in asyncio.run(_rerate(settings.database_url)):
        click.echo(line)


async def _rerate(url: str) -> list[str]:
    from vigil.storage.people import People
    from vigil.storage.rerating import Rerated, rerate
    from vigil.storage.store import Store

    store = await Store.open(url)
    try:
        found: Rerated = await rerate(store)
        names = await People(store.database).names({person for person, _ in found.ratings})
    finally:
        await store.close()
    lines = [f"Rated games: {found.games} ({found.games_before} before)."]
    is_same = not found.changed and not found.ratings
    lines.append("Nothing changed." if is_same else f"Changed: {found.changed} games, {len(found.ratings)} ratings.")
    for (person, pool), (before, after) in sorted(found.ratings.items())[:SHOWN]:
        values = [f"{each.rating.value:.1f}" if each is not None else "none" for each in (before, after)]
        lines.append(f"  {names.get(person, 'a deleted account')}, {pool}: {values[0]} -> {values[1]}")
    if len(found.ratings) > SHOWN:
        lines.append(f"  and {len(found.ratings) - SHOWN} more")
    return lines
