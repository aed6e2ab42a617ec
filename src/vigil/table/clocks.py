"""Clocks: none, per turn, per game with increment, days per turn.

Pure: the time is a number of seconds that is passed in. Every seat has a bank of seconds; the bank of the seat that has
to decide is spent, also when it answers a question in somebody else's turn. A clock per turn fills every bank anew
when a turn begins; a clock per game fills them once, and whoever ends a turn gains the increment.

    clocks = Clocks.of(PerGame(600, increment=10), players=2)
    clocks = clocks.passed_to(seat=0, turn=1, active=0, now=100.0)
    clocks.deadline()                   700.0
    clocks.left(0, now=160.0)           540.0
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from vigil.engine.errors import ImpossibleTable
from vigil.engine.terms import NOTHING

DAY: Final = 86_400
GRACE: Final = 30.0
"""Whoever comes back to a seat without any time has this much to look around."""


class Untimed(Struct, frozen=True, tag_field="kind", tag="none", forbid_unknown_fields=True):
    """Nobody is in a hurry."""


class PerTurn(Struct, frozen=True, tag_field="kind", tag="turn", forbid_unknown_fields=True):
    """So many seconds for the decisions of each turn."""

    seconds: int = 90

    def __post_init__(self) -> None:
        _check("A turn", "seconds", self.seconds, 10, DAY)


class PerGame(Struct, frozen=True, tag_field="kind", tag="game", forbid_unknown_fields=True):
    """So many seconds for the whole game, and some more after each own turn."""

    seconds: int = 900
    increment: int = 10

    def __post_init__(self) -> None:
        _check("A game", "seconds", self.seconds, 30, DAY)
        _check("An increment", "seconds", self.increment, 0, 3_600)


class DaysPerTurn(Struct, frozen=True, tag_field="kind", tag="days", forbid_unknown_fields=True):
    """For games that are played over weeks."""

    days: int = 3

    def __post_init__(self) -> None:
        _check("A turn", "days", self.days, 1, 30)


Clock = Untimed | PerTurn | PerGame | DaysPerTurn


def _check(what: str, unit: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ImpossibleTable(f"{what} of {value} {unit} cannot be played: choose {least} to {most}.")


def allowance(rule: Clock) -> float | None:
    """What a full bank holds; nothing where no time is counted."""
    if isinstance(rule, Untimed):
        return None
    return float(rule.days * DAY if isinstance(rule, DaysPerTurn) else rule.seconds)


class Clocks(Struct, frozen=True):
    """`banks` holds what each seat had left when its clock was last stopped. `seat` is whose clock runs, since when."""

    rule: Clock
    banks: tuple[float, ...]
    seat: int = NOTHING
    since: float = 0.0
    turn: int = 0
    active: int = NOTHING

    @staticmethod
    def of(rule: Clock, players: int) -> Clocks:
        return Clocks(rule, (allowance(rule) or 0.0,) * players)

    def left(self, seat: int, now: float) -> float | None:
        """How many seconds a seat has; nothing where no time is counted."""
        if isinstance(self.rule, Untimed):
            return None
        spent = max(0.0, now - self.since) if seat == self.seat else 0.0
        return max(0.0, self.banks[seat] - spent)

    def deadline(self) -> float | None:
        """When the running clock runs out."""
        if self.seat == NOTHING or isinstance(self.rule, Untimed):
            return None
        return self.since + self.banks[self.seat]

    def passed_to(self, seat: int, turn: int, active: int, now: float) -> Clocks:
        """Somebody has chosen: from now on `seat` has to decide (NOTHING: a bot, or nobody) in the turn of `active`."""
        full = allowance(self.rule)
        if full is None:
            return self
        banks = [self.left(each, now) or 0.0 for each in range(len(self.banks))]
        if turn != self.turn and not isinstance(self.rule, PerGame):
            banks = [full] * len(banks)
        elif turn > self.turn and isinstance(self.rule, PerGame) and self.active != NOTHING:
            banks[self.active] += self.rule.increment
        return Clocks(self.rule, tuple(banks), seat, now, turn, active)

    def welcomed(self, seat: int) -> Clocks:
        """Somebody comes back: not to an empty bank, or the clock would run out at once."""
        if isinstance(self.rule, Untimed):
            return self
        least = GRACE if isinstance(self.rule, PerGame) else allowance(self.rule) or 0.0
        banks = tuple(max(bank, least) if each == seat else bank for each, bank in enumerate(self.banks))
        return replace(self, banks=banks)
