"""The result of a game that is over, as histories, statistics and ratings need it.

    result = result_after(table, entry)         nothing, unless this entry has ended the game

Who has won is what the rules say. Where a game ended because somebody left or ran out of time, that player has lost;
with two players, or two teams, the other side has won. A person whose seat a bot keeps at the end has lost, whatever
the bot did with it. Nobody wins or loses a game that its only player abandoned, or that was aborted in its first round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from vigil.engine.happenings import ACQUIRES
from vigil.engine.scoring import scores
from vigil.engine.terms import NOTHING, TEAM

from . import actions as do
from .actions import Entry
from .clocks import DaysPerTurn, Untimed
from .settings import TableSettings
from .table import Phase, Table


class Ending(StrEnum):
    """How a game ended: by the rules, because somebody left or ran out of time, or because it was given up."""

    FINISHED = "finished"
    LEFT = "left"
    TIMED_OUT = "timed_out"
    ABANDONED = "abandoned"


class Outcome(StrEnum):
    """What a game was for a player. `shared`: one person played several seats. `none`: nobody won or lost."""

    WON = "won"
    LOST = "lost"
    SHARED = "shared"
    NONE = "none"


class SeatResult(Struct, frozen=True):
    """`place` is 1 for the winner, and 0 where the game was not played to its end.

    A seat with a `person` and a `bot` is that of somebody who left. `acquired` counts cards by their names.
    """

    seat: int
    person: str
    bot: str
    score: int
    place: int
    outcome: Outcome
    acquired: dict[str, int]


class GameResult(Struct, frozen=True):
    """A `practice` game began in the middle of another one, or with a lesson, or was a practice attempt at a daily
    deal: it counts for nothing."""

    table_id: str
    ended: float
    ending: Ending
    settings: TableSettings
    turns: int
    practice: bool
    winners: list[int]
    left_by: int | None
    seats: list[SeatResult]

    @property
    def is_live(self) -> bool:
        return not isinstance(self.settings.clock, (Untimed, DaysPerTurn))

    def people(self) -> list[str]:
        """Everybody who had a seat, each of them once."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person))

    def outcome_of(self, person: str) -> Outcome:
        mine = [seat.outcome for seat in self.seats if seat.person == person]
        if len(mine) > 1 and Outcome.NONE not in mine:
            return Outcome.SHARED
        return mine[0]


def result_after(table: Table, entry: Entry) -> GameResult | None:
    """The result, if this entry has ended the game. A table that is closed before its game has begun has none."""
    return _result(table, entry) if table.ended_by == entry.number and table.game is not None else None


def result_of_journal(table: Table, entries: Iterable[Entry]) -> GameResult | None:
    """The result of a game that ended some time ago; `entries` led to the table."""
    return next((result_after(table, entry) for entry in entries if entry.number == table.ended_by), None)


def _result(table: Table, entry: Entry) -> GameResult:
    ending = _ending(table, entry)
    game = table.playing
    points = scores(game)
    winners = set(game.winners)
    acquired = _acquired(table)
    return GameResult(
        table.id,
        entry.at,
        ending,
        table.settings,
        game.turn_number,
        table.beginning is not None or (table.daily is not None and not table.daily.scored),
        sorted(winners),
        None if table.left_by == NOTHING else table.left_by,
        [
            SeatResult(
                place,
                seat.person,
                seat.bot,
                points[place],
                _place(table, points, winners, place) if ending == Ending.FINISHED else 0,
                _outcome(table, ending, winners, place),
                dict(acquired[place]),
            )
            for place, seat in enumerate(table.seats)
        ],
    )


def _ending(table: Table, entry: Entry) -> Ending:
    if table.phase == Phase.FINISHED:
        return Ending.FINISHED
    if table.is_aborted or table.left_by == NOTHING:
        return Ending.ABANDONED
    match entry.action:
        case do.Leave():
            return Ending.LEFT
        case do.Expire():
            return Ending.TIMED_OUT
        case _:
            return Ending.ABANDONED


def _place(table: Table, points: list[int], winners: set[int], seat: int) -> int:
    if seat in winners:
        return 1
    if table.settings.variant == TEAM:
        return 2
    better = sum(other in winners or points[other] > points[seat] for other in range(len(points)) if other != seat)
    # In solitaire it is the cult that is better.
    return 1 + max(better, 1)


def _outcome(table: Table, ending: Ending, winners: set[int], seat: int) -> Outcome:
    if ending == Ending.ABANDONED:
        return Outcome.NONE
    if ending == Ending.FINISHED:
        has_left = seat in table.forfeits or table.seats[seat].is_kept
        return Outcome.WON if seat in winners and not has_left else Outcome.LOST
    lost = {table.side(each) for each in (*table.forfeits, table.left_by)}
    if table.side(seat) in lost:
        return Outcome.LOST
    # Where several sides are left, none of them has won against the others.
    sides = {table.side(each) for each in range(len(table.seats))}
    return Outcome.WON if len(sides - lost) == 1 else Outcome.NONE


def _acquired(table: Table) -> list[Counter[str]]:
    """Which cards each seat has acquired, from what happened."""
    cards = table.playing.cards
    found: list[Counter[str]] = [Counter() for _ in table.seats]
    for move in table.moves:
        for kind, seat, card, *_ in move.told:
            if kind == ACQUIRES and seat != NOTHING and card != NOTHING:
                found[seat][cards[card].name] += 1
    return found
