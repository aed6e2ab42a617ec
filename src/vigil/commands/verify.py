"""`vigil verify`: is a record true?"""

from __future__ import annotations

from pathlib import Path

import click

from vigil import LIBRARY
from vigil.custom_sets import require_sets
from vigil.engine.errors import BadRecord
from vigil.engine.records import Record
from vigil.engine.scoring import scores
from vigil.engine.state import Game
from vigil.engine.terms import seat_name


def read_record(path: Path) -> Record:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a record: it is not UTF-8 text.") from None
    try:
        return Record.from_json(text)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def verify_record(path: Path) -> None:
    record = read_record(path)
    require_sets(record.setup)
    try:
        game = record.verify(LIBRARY)
    except BadRecord as error:
        raise BadRecord(f"{path} is not true. {error}") from None
    count = len(record.choices)
    choices = "1 choice" if count == 1 else f"{count} choices"
    click.echo(f"{path} is true: {choices}, {game.turn_number} turns. {_outcome(record, game)}")


def _outcome(record: Record, game: Game) -> str:
    if not game.over:
        return "The game is not over yet."
    points = scores(game)
    who = [record.names[seat] if seat < len(record.names) else seat_name(seat) for seat in range(len(points))]
    winners = " and ".join(who[seat] for seat in game.winners) or "the Cult"
    return (
        f"{winners} won; scores: " + ", ".join(f"{name} {score}" for name, score in zip(who, points, strict=True)) + "."
    )
