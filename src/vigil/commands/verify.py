"""`vigil verify`: is a record true?"""

from __future__ import annotations

from json import loads
from pathlib import Path

import click

from vigil.cards import LIBRARY
from vigil.custom_sets import require_sets
from vigil.engine.errors import BadRecord
from vigil.engine.records import Record
from vigil.engine.scoring import scores
from vigil.engine.state import GameState
from vigil.engine.terms import seat_name
from vigil.table.fairness import Secret
from vigil.terminal.game_files import read as read_record

from .options import set_option
from .output import counted


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@set_option
def verify(file: Path) -> None:
    """Play a record again and say whether it is true.

    Every choice must be possible, and the end must be the one that the record claims.
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
    return (
        f"{winners} won; scores: " + ", ".join(f"{name} {score}" for name, score in zip(who, points, strict=True)) + "."
    )
