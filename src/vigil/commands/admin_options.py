"""What the commands of `vigil admin` share: the group, the opened database, options and formats."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from vigil.custom_sets import load_sets
from vigil.extras import needed
from vigil.server.settings import ServerSettings, settings_from

from .serve import EXTRA, PURPOSE, server_options

if TYPE_CHECKING:
    from vigil.server.host import Host
    from vigil.server.moderation import Moderation
    from vigil.storage.administration import Administration, PersonSummary
    from vigil.storage.audit import AuditLog
    from vigil.storage.database import Database
    from vigil.storage.people import People
    from vigil.storage.retention import Retention

MINUTE: Final = 60.0
_UNITS: Final = {"m": MINUTE, "h": 60 * MINUTE, "d": 24 * 60 * MINUTE}

Command = Callable[..., Any]

reason_option = click.option("--reason", required=True, metavar="TEXT", help="The reason, for the audit log.")


@click.group()
def admin() -> None:
    """Administer a table server: commands that work on its database.

    The server may run meanwhile: it notices changes within a second. Every change goes into the audit log.
    """


class Opened:
    """The database of a server, with everything that works on it."""

    def __init__(self, settings: ServerSettings, host: Host) -> None:
        from vigil.server.moderation import Moderation
        from vigil.storage.audit import CLI, AuditLog
        from vigil.storage.people import People
        from vigil.storage.retention import Retention

        self.settings = settings
        self.host = host
        self.by = CLI
        self.database: Database = host.store.database
        self.moderation: Moderation = Moderation(host)
        self.administration: Administration = self.moderation.administration
        self.audit: AuditLog = AuditLog(self.database)
        self.people: People = People(self.database)
        self.retention: Retention = Retention(self.database)

    @property
    def now(self) -> float:
        return self.host.clock.now()

    async def person(self, text: str) -> PersonSummary:
        """Somebody by id, or by the name of an account."""
        found = await self.administration.person(text)
        if found is None:
            account = await self.people.called(text)
            found = await self.administration.person(account.id) if account is not None else None
        if found is None:
            raise click.ClickException(f'There is no account called "{text}", and nobody with this id.')
        return found


@asynccontextmanager
async def _opened(settings: ServerSettings) -> AsyncIterator[Opened]:
    from vigil.server.host import Host
    from vigil.storage.database import database_url
    from vigil.storage.store import Store

    url = database_url(settings.database_url)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise click.ClickException(f"There is no database {url.database}. Name the server's with --database.")
    store = await Store.open(settings.database_url)
    host = Host(store)
    try:
        yield Opened(settings, host)
    finally:
        await host.stop()
        await store.close()


def admin_command(*settings: str) -> Callable[[Callable[..., Awaitable[None]]], Command]:
    """A command that gets an `Opened`; it has the option --database, and those of these settings."""

    def decorated(work: Callable[..., Awaitable[None]]) -> Command:
        @server_options("database", *settings)
        @wraps(work)
        def command(*arguments: Any, **given: Any) -> None:
            chosen = {name: given.pop(name, None) for name in ("database", *settings)}
            found = settings_from(os.environ, **chosen)
            needed("sqlalchemy", EXTRA, PURPOSE)
            load_sets(found.sets)

            async def run() -> None:
                async with _opened(found) as opened:
                    await work(opened, *arguments, **given)

            asyncio.run(run())

        return command

    return decorated


def duration(text: str) -> float | None:
    """Seconds: `30m`, `12h` or `7d`; nothing for `forever`."""
    if text == "forever":
        return None
    found = re.fullmatch(r"(\d{1,6})([mhd])", text)
    if found is None or not int(found[1]):
        raise click.UsageError(f'"{text}" is no duration. Write 30m, 12h, 7d or forever.')
    return int(found[1]) * _UNITS[found[2]]


def when(time: float | None) -> str:
    return "" if time is None else f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d %H:%M}"


def plain(text: str) -> str:
    """What people wrote, without anything that a terminal would obey."""
    return "".join(each if each.isprintable() else " " for each in text)
