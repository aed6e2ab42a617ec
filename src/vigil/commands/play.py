"""`vigil play`, `vigil replay` and `vigil verify`: games in the terminal, and their records."""

from __future__ import annotations

from json import loads
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from vigil.cards import LIBRARY
from vigil.custom_sets import require_sets
from vigil.engine.errors import BadRecord
from vigil.engine.records import Record
from vigil.engine.scoring import scores
from vigil.engine.setup import Setup
from vigil.engine.state import GameState
from vigil.engine.terms import seat_name
from vigil.table.fairness import Secret
from vigil.terminal.app import play_game
from vigil.terminal.game_files import read as read_record
from vigil.terminal.game_files import write as write_record
from vigil.terminal.replay import replay_record

from .options import BOTS_HELP, SEED_HELP, Table, chosen_bots, set_option, table_options
from .output import counted, warn_about_plain_engine


@click.command()
@table_options
@click.option(
    "--bots",
    "-b",
    metavar="NAMES",
    help=f"Your opponents: {BOTS_HELP}, separated by commas; or none. master@5s thinks five seconds a turn.  "
    "[default: player in every other seat]",
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
      vigil play --bots master@5s
      vigil play --variant solitaire
    """
    setup = Setup(LIBRARY, first=None if first is None else first - 1, **table)
    opponents = ["player"] * (setup.players - 1) if bots is None else chosen_bots(bots)
    warn_about_plain_engine()
    play_game(setup, opponents, seed, resume)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@set_option
@click.option("--follow", "-f", is_flag=True, help="Advance automatically, and follow a game in progress.")
def replay(file: Path, follow: bool) -> None:
    """Replay a recorded game step by step.

    FOLDER:NUMBER is a game of a study: vigil replay study:17.
    """
    folder, colon, number = str(file).rpartition(":")
    if not colon or not number.isdigit() or file.exists():
        replay_record(file, follow)
        return
    from vigil.lab.studies import Study

    with TemporaryDirectory() as temporary:
        path = Path(temporary) / f"{Path(folder).name}-{number}.json"
        write_record(Study(Path(folder)).record(int(number)), path)
        replay_record(path, follow)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@set_option
def verify(file: Path) -> None:
    """Check a record by playing it again.

    Every choice must be legal, and the game must end as the record says.
    """
    record = read_record(file)
    require_sets(record.setup)
    try:
        game = record.verify(LIBRARY)
        fairness = _fairness(record, file)
    except BadRecord as error:
        raise BadRecord(f"{file} is not true. {error}") from None
    choices = counted(len(record.choices), "choice")
    click.echo(f"{file} is true: {choices}, {game.turn_number} turns. {_outcome(record, game)}{fairness}")


def _fairness(record: Record, file: Path) -> str:
    """Whether the seed is the one that a table server had settled beforehand; nothing where no server was involved."""
    promise = loads(file.read_text(encoding="utf-8")).get("fairness")
    if promise is None:
        return ""
    if isinstance(promise, dict) and "known_from" in promise:
        return "\nIts seed was known before it began, because it goes on from another game: nothing was promised."
    if not isinstance(promise, dict) or not all(isinstance(promise.get(key), str) for key in ("commitment", "salt")):
        raise BadRecord("What it says about its fairness cannot be read.")
    commitment = promise["commitment"]
    if Secret(record.seed, promise["salt"]).commitment != commitment:
        raise BadRecord("Its seed does not fit the commitment that it names: the shuffles were not settled beforehand.")
    return f"\nIts seed fits the commitment {commitment}: compare it with what the table showed before the first turn."


def _outcome(record: Record, game: GameState) -> str:
    if not game.over:
        return "The game is not over yet."
    points = scores(game)
    who = [record.names[seat] if seat < len(record.names) else seat_name(seat) for seat in range(len(points))]
    winners = " and ".join(who[seat] for seat in game.winners) or "the Cult"
    return f"{winners} won; scores: {', '.join(f'{name} {score}' for name, score in zip(who, points, strict=True))}."
