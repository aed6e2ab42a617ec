"""The record of a game, for replays and for `vigil verify`. It contains everything that was hidden."""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps, loads

from msgspec.structs import asdict

from vigil.engine.records import Record, result_of

from .refusals import Code, Refused
from .table import Table, person_name


def record_of(table: Table, known: Mapping[str, str]) -> Record:
    """The whole game, with its seed; people are called by the names that are `known`."""
    if table.game is None or not table.is_over:
        raise Refused(Code.GAME_NOT_OVER, "The record contains every hidden card.", "Ask for it when the game is over.")
    return record_so_far(
        table, [person_name(seat, known) if seat.person else f"bot {seat.bot}" for seat in table.seats]
    )


def record_so_far(table: Table, names: list[str]) -> Record:
    """The record up to the present move. Its seed reveals every hidden card."""
    choices = [move.text for move in table.moves[1:]]
    result = result_of(table.playing) if table.playing.over else None
    setup = table.settings.setup().to_dict()
    return Record(setup, table.secret.seed, choices, names, result, table.rules, table.position)


def record_json(table: Table, known: Mapping[str, str]) -> str:
    """The record as a file, with the proof that the seed was settled before the first turn, or where it is from."""
    data = loads(record_of(table, known).to_json())
    if table.beginning is None:
        data["fairness"] = {"commitment": table.secret.commitment, "salt": table.secret.salt}
    else:
        data["fairness"] = {"known_from": asdict(table.beginning)}
    return dumps(data, indent=1)
