"""The command `vigil`: finds the commands of `vigil.commands`, and turns errors into messages."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import click

from vigil._compiled import ENGINE
from vigil._version import __version__
from vigil.commands import INTERRUPTED
from vigil.custom_sets import blamed
from vigil.engine.errors import VigilError
from vigil.one_thread import use_one_thread

MISTAKE: Final = 2

COMMANDS: Final = {
    "admin": "admin",
    "arena": "arena",
    "backup": "serve",
    "book": "book",
    "cards": "cards",
    "compile": "compile",
    "daily": "daily",
    "play": "play",
    "puzzle": "puzzles",
    "puzzles": "puzzles",
    "replay": "play",
    "report": "simulate",
    "restore": "serve",
    "review": "review",
    "rules": "cards",
    "scenario": "scenario",
    "serve": "serve",
    "sets": "cards",
    "simulate": "simulate",
    "train": "train",
    "tune": "tune",
    "verify": "play",
}
"""Every command, and the module of `vigil.commands` that defines it. A module is imported when its command is used."""


class Vigil(click.Group):
    """Loads commands on demand, and turns exceptions into messages and exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"vigil.commands.{COMMANDS[name]}"), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        use_one_thread()
        try:
            return super().invoke(ctx)
        except click.UsageError:
            raise
        except (VigilError, click.ClickException) as error:
            message = error.message if isinstance(error, click.ClickException) else str(error)
            click.echo(f"vigil: {message}", err=True)
            ctx.exit(MISTAKE)
        except (KeyboardInterrupt, click.Abort):
            click.echo("", err=True)
            ctx.exit(INTERRUPTED)
        except Exception as error:
            # An error in Vigil gets a traceback; an error in a custom set gets a message about the set.
            blame = blamed(error)
            if blame is None:
                raise
            click.echo(f"vigil: {blame}", err=True)
            ctx.exit(MISTAKE)


@click.group(cls=Vigil, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="vigil", message=f"%(prog)s %(version)s ({ENGINE} engine)")
def main() -> None:
    """A computer table for the Ascension deckbuilding game.

    Play at the terminal or in the browser, look up cards and rules, and let bots play each other.
    """
