"""Games of the daily deal: what a table knows about being one, and what its end means for the day.

table.daily                       the deal that is played there, if it is one
is_sealed(table, now)             while its day runs, nobody but its player sees anything of the table
attempt_after(table, entry)       the result of a scored attempt, if this entry has ended it in time
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from vigil.daily.days import end_of
from vigil.daily.deals import PERSON
from vigil.daily.references import result_of
from vigil.daily.results import DealResult

from .actions import SERVER, Entry
from .refusals import Code, Refused
from .table import Phase, Table

HINT: Final = "Practice attempts have all help, and so does every other game."


class EndedAttempt(Struct, frozen=True):
    """A scored attempt that ended before its day did."""

    table_id: str
    ended: float
    result: DealResult


def is_sealed(table: Table, now: float) -> bool:
    return table.daily is not None and now < end_of(table.daily.date)


def require_open(table: Table, person: str, now: float) -> None:
    """Whoever has not played the deal yet must not see how others meet it: only its player may look before the end."""
    if is_sealed(table, now) and not table.seats_of(person):
        raise Refused(
            Code.DAILY_DEAL_SEALED,
            "This deal is played until the end of the day (UTC): until then only its player sees the game.",
            "Play the deal yourself, or come back tomorrow.",
        )


def require_unsealed(table: Table, now: float) -> None:
    """Records, replays and reviews contain the seed, or cards that nobody has seen."""
    if is_sealed(table, now):
        raise Refused(
            Code.DAILY_DEAL_SEALED,
            "Others still play this deal: its seed, its record and its replay are shown when the day is over (UTC).",
            "Come back tomorrow.",
        )


def require_help(table: Table) -> None:
    """Nobody is helped in a scored attempt."""
    if table.daily is not None and table.daily.scored:
        raise Refused(Code.NOT_IN_SCORED_ATTEMPTS, "There is no help in a scored attempt at the daily deal.", HINT)


def attempt_after(table: Table, entry: Entry) -> EndedAttempt | None:
    """Nothing for practice, for games that the server has closed, and for those that ended when the day was over."""
    daily = table.daily
    if daily is None or not daily.scored or table.ended_by != entry.number or table.game is None:
        return None
    is_closed_by_server = table.phase == Phase.ENDED and entry.by == SERVER
    if is_closed_by_server or entry.at >= end_of(daily.date) or not table.seats[PERSON].person:
        return None
    return EndedAttempt(table.id, entry.at, result_of(table.playing))
