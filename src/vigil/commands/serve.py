"""`vigil serve`, `vigil backup` and `vigil restore`: the table server."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from vigil.extras import needed
from vigil.server.settings import Setting, all_settings, settings_from

from .output import warn_about_plain_engine

PURPOSE = "The table server"
EXTRA = "serve"


def _option(each: Setting) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    shown = "" if each.default in ("", ()) or each.default is False else f"  [default: {each.default}]"
    text = f"{each.description.replace('`', '')}{shown}"
    if isinstance(each.default, bool):
        return click.option(each.flag, is_flag=True, default=None, help=text)
    if isinstance(each.default, tuple):
        return click.option(each.flag, each.name, multiple=True, metavar="FILE", help=text)
    metavar = "|".join(each.choices) or ("TEXT" if isinstance(each.default, str) else "N")
    return click.option(each.flag, metavar=metavar, help=text)


def server_options(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """All settings as options, or those with these names."""

    def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
        for each in reversed([each for each in all_settings() if not names or each.name in names]):
            command = _option(each)(command)
        return command

    return with_options


@click.command()
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@server_options()
def serve(opens: bool, **given: Any) -> None:
    """Run a table server, for browsers and API clients.

    Without options only this machine can reach it, and its data is in a SQLite file in the data folder. Every option
    can also be set in the environment: --log-level is VIGIL_LOG_LEVEL. See docs/server.md.

    \b
      vigil serve --open
      vigil serve --lan
      vigil serve --set my_set.py
      vigil serve --database postgresql://vigil@db/vigil --workers 4 --public-url https://vigil.example
    """
    settings = settings_from(os.environ, **given)
    needed("uvicorn", EXTRA, PURPOSE)
    from vigil.server.serve import serve as run

    warn_about_plain_engine()

    def ready(addresses: list[str]) -> None:
        for address in addresses:
            click.echo(f"Vigil is served at {address}")
        click.echo("Press Ctrl-C to stop it. Games continue when it is started again.")
        if opens and has_screen():
            webbrowser.open(addresses[0])

    run(settings, ready)


def has_screen() -> bool:
    """Whether a graphical browser can be opened: without a screen, a text browser would take over the terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@server_options("database")
def backup(file: Path, database: str | None) -> None:
    """Write all data of a server to one file.

    The server may keep running. The file contains names, password hashes and the seeds of running games: protect it
    like the database itself. It can be restored to either kind of database.
    """
    settings = settings_from(os.environ, database=database)
    needed("sqlalchemy", EXTRA, PURPOSE)
    from vigil.storage.backup import write_backup

    count = write_backup(settings.database_url, file)
    click.echo(f"{file} holds {count} rows.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@server_options("database")
def restore(file: Path, database: str | None) -> None:
    """Fill an empty database from a backup.

    A database that is not empty is left alone. Stop the server first.
    """
    settings = settings_from(os.environ, database=database)
    needed("sqlalchemy", EXTRA, PURPOSE)
    from vigil.storage.backup import restore_backup

    count = restore_backup(settings.database_url, file)
    click.echo(f"{count} rows are restored from {file}.")
