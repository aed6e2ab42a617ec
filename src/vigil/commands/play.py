"""`vigil play` and `vigil replay`: the table in a terminal."""

from __future__ import annotations

from pathlib import Path

import click

from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.terminal.app import play_game
from vigil.terminal.replay import replay_record

from .options import BOTS_HELP, SEED_HELP, Table, chosen_bots, set_option, table_options


@click.command()
@table_options
@click.option(
    "--bots",
    "-b",
    metavar="NAMES",
    help=f"Your opponents: {BOTS_HELP}, separated by commas; or none.  [default: player in every other seat]",
)
@click.option("--seed", type=int, help=SEED_HELP)
@click.option(
    "--first", type=int, metavar="SEAT", help="The seat that takes the first turn, from 1.  [default: random]"
)
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Continue a saved game.")
def play(table: Table, bots: str | None, seed: int | None, first: int | None, resume: Path | None) -> None:
    """Play a game at the terminal.

    Against bots, with people who share the keyboard, or both: the bots take the last seats.

    \b
      vigil play
      vigil play --sets rise,war --players 3 --bots advanced,advanced
      vigil play --variant solitaire
    """
    setup = Setup(LIBRARY, first=None if first is None else first - 1, **table)
    opponents = ["player"] * (setup.players - 1) if bots is None else chosen_bots(bots)
    play_game(setup, opponents, seed, resume)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@set_option
@click.option("--follow", "-f", is_flag=True, help="Advance automatically, and follow a game in progress.")
def replay(file: Path, follow: bool) -> None:
    """Watch a recorded game again, step by step."""
    replay_record(file, follow)
