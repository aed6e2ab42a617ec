"""Sums from which means and their intervals are made: those of several runs add up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from .intervals import NORMAL_95, Estimate

ACQUIRED: Final = "acquired"
"""How much more often than their share of the games those win who took the card."""
GAIN: Final = "gain"
"""What the judge sees in taking the card, compared with the best alternative."""
EFFECT: Final = "effect"
"""How much more often a player wins who is made to take the card than one who is made to leave it."""
HONOR: Final = "honor"
"""The same in the lead of the final score."""
MEASURES: Final = (ACQUIRED, GAIN, EFFECT, HONOR)


class Measured(NamedTuple):
    """What came of one card in one game.

    `value` is a difference in win chance: of the two arms for a `forced` decision, of the card and the best alternative
    for a `judged` one. `honor` is the difference of the two arms in the lead of the final score.
    """

    how: str
    seat: int
    turn: int
    card: int
    phase: str
    value: float
    honor: float


@dataclass
class Sums:
    """Of observations with weights: their number, and the sums of weights and values and of their products.

    An observation is one game. Usually its weight is 1; where several players took a card it is the number of them, and
    the value is what they won together, because their results depend on each other.
    """

    count: int = 0
    weight: float = 0.0
    total: float = 0.0
    weight_squares: float = 0.0
    products: float = 0.0
    squares: float = 0.0

    def add(self, value: float, weight: float = 1.0) -> None:
        self.count += 1
        self.weight += weight
        self.total += value
        self.weight_squares += weight * weight
        self.products += weight * value
        self.squares += value * value

    def join(self, other: Sums) -> None:
        self.count += other.count
        self.weight += other.weight
        self.total += other.total
        self.weight_squares += other.weight_squares
        self.products += other.products
        self.squares += other.squares

    @property
    def estimate(self) -> Estimate | None:
        """The mean by weight, with a normal interval; None of fewer than two observations."""
        if self.count < 2 or not self.weight:
            return None
        mean = self.total / self.weight
        spread = self.squares - 2 * mean * self.products + mean * mean * self.weight_squares
        error = sqrt(max(0.0, spread) * self.count / (self.count - 1)) / self.weight
        return Estimate(mean, mean - NORMAL_95 * error, mean + NORMAL_95 * error, self.count)


class Cell(NamedTuple):
    """What is summed up together."""

    measure: str
    card: str
    sets: str
    """The names of the sets of the game, joined by `+`."""
    players: int
    phase: str


Sheet = dict[Cell, Sums]


def add_to(sheet: Sheet, more: Sheet) -> None:
    for cell, sums in more.items():
        sheet.setdefault(cell, Sums()).join(sums)


def add_up(sheets: Iterable[Sheet]) -> Sheet:
    found: Sheet = {}
    for sheet in sheets:
        add_to(found, sheet)
    return found


def total(sheet: Sheet, fits: Callable[[Cell], bool]) -> Sums:
    """The sums of all cells that fit."""
    found = Sums()
    for cell, sums in sheet.items():
        if fits(cell):
            found.join(sums)
    return found
