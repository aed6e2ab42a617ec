"""Which puzzle somebody gets, and what an answer is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from random import Random
from typing import Final, NamedTuple

from vigil.puzzles import BadPuzzles, Puzzle, check, find_puzzles, puzzle_by_id
from vigil.ratings.glicko import Rating
from vigil.set_names import set_names
from vigil.storage.puzzles import PuzzleStanding
from vigil.table.refusals import Code, Refused

NEAREST: Final = 12
"""Of so many puzzles with a rating near somebody's own any may be the next one."""


class Judged(NamedTuple):
    """An answer: whether all choices were right, whether the try is over, and the choices that it took."""

    is_right: bool
    is_over: bool
    choices: Sequence[str]


def judged(puzzle: Puzzle, choices: Sequence[str], *, gives_up: bool) -> Judged:
    """The first wrong choice ends the try, and so does giving up; whatever is chosen after that does not matter."""
    if not choices and not gives_up:
        raise Refused(Code.INVALID_REQUEST, "Nothing was chosen.", "Send the choices so far, or give up.")
    for step, choice in enumerate(choices):
        if step == len(puzzle.steps):
            raise Refused(Code.INVALID_REQUEST, f"The puzzle has only {step} steps.", "Send a choice for each step.")
        try:
            verdict = check(puzzle, step, choice)
        except BadPuzzles as error:
            raise Refused(Code.ILLEGAL_CHOICE, str(error), "Choose one of the options.") from None
        if not verdict.is_right:
            return Judged(False, True, choices[: step + 1])
    return Judged(not gives_up, gives_up or len(choices) == len(puzzle.steps), choices)


def puzzle_called(name: str) -> Puzzle:
    try:
        return puzzle_by_id(name)
    except BadPuzzles as error:
        raise Refused(Code.PUZZLE_NOT_FOUND, str(error), "Ask for the next one.") from None


def found_puzzles(sets: str, theme: str) -> list[Puzzle]:
    """The puzzles with exactly these sets, named with `,` between them, and with this theme; empty for any."""
    return find_puzzles(set_names(sets) if sets else (), theme)


def day_at(now: float) -> date:
    """The day of the puzzle of the day: it begins at midnight UTC."""
    return datetime.fromtimestamp(now, UTC).date()


def start_rating(puzzle: Puzzle) -> Rating:
    """The rating of a puzzle that nobody has tried: it comes from the bots that fail."""
    return Rating(puzzle.difficulty.rating, puzzle.difficulty.deviation)


def next_puzzle(
    puzzles: Sequence[Puzzle],
    tried: Mapping[str, bool],
    known: Mapping[str, PuzzleStanding],
    own: Rating,
    after: str,
    chance: Random,
) -> Puzzle:
    """One that was not tried, else one that was not solved, with a rating near one's own; never the one just shown."""
    fresh = [puzzle for puzzle in puzzles if puzzle.id not in tried and puzzle.id != after]
    wanted = fresh or [puzzle for puzzle in puzzles if not tried.get(puzzle.id, True) and puzzle.id != after]
    if not wanted:
        hint = "Choose other sets or another theme."
        if not puzzles:
            raise Refused(Code.PUZZLE_NOT_FOUND, "There is no puzzle with these sets and this theme.", hint)
        raise Refused(Code.PUZZLE_NOT_FOUND, "You have solved all of these puzzles.", hint)

    def distance(puzzle: Puzzle) -> float:
        standing = known.get(puzzle.id)
        value = puzzle.difficulty.rating if standing is None else standing.rating.value
        return abs(value - own.value)

    return chance.choice(sorted(wanted, key=distance)[:NEAREST])
