"""A puzzle at a table: what its solver sees, and nothing else.

    table = puzzle_table(puzzle)         at its first question; after the best first choice with `done=1`
    now = puzzle_now(puzzle)             as it is sent to the solver

The hidden cards are dealt by the puzzle itself, in some way: the solver's view is the same in every one of them.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from vigil.puzzles import Puzzle, deal

from .messages import TableNow
from .positions import EDITOR, Given, Position, table_of
from .projection import project
from .table import Table

OPPONENTS: Final = "master"
"""The level of those on the other seats: puzzles are taken from games of strong bots."""
YOU: Final = "You"


def puzzle_position(puzzle: Puzzle, done: int = 0) -> Position:
    """The position after the best choices of so many steps, to be played on: hidden cards are dealt in some way."""
    given = msgspec.convert(deal(puzzle), Given)
    return Position(list(puzzle.sets), given, [*puzzle.when, *(step.best.text for step in puzzle.steps[:done])])


def puzzle_table(puzzle: Puzzle, done: int = 0) -> Table:
    return table_of(puzzle_position(puzzle, done), puzzle.id, puzzle.seat, OPPONENTS)


def puzzle_now(puzzle: Puzzle, done: int = 0) -> TableNow:
    """The table as the solver sees it. What was chosen in the steps before is what is new there."""
    table = puzzle_table(puzzle, done)
    since = puzzle_table(puzzle, done - 1).number if done else 0
    now = project(table, EDITOR, since, {EDITOR: YOU}, 0.0, here=[EDITOR])
    # How the hidden cards were dealt here is nobody's business, and nothing is taken back.
    return replace(now, may_undo=False, undo_turns=[], commitment="", revealed=None)
