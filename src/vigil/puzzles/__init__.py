"""Puzzles: positions with one clearly best choice, which come with Vigil or are read from a file.

    puzzle = puzzle_of_the_day(date.today())    also load_puzzles, puzzle_by_id, find_puzzles
    game = start(puzzle, seed=1)                the solver has to choose; hidden cards are dealt by the seed
    verdict = check(puzzle, 0, "defeat Mephit")

docs/puzzles.md says how they are made. Making and verifying them is the lab's work (`vigil.lab.puzzle_mining`).
"""

from .collection import find_puzzles, load_puzzles, puzzle_by_id, puzzle_of_the_day
from .model import THEMES, BadPuzzles, Difficulty, Puzzle, PuzzleOption, PuzzleStep
from .solving import Verdict, check, deal, go_on, start, step_of

__all__ = [
    "THEMES",
    "BadPuzzles",
    "Difficulty",
    "Puzzle",
    "PuzzleOption",
    "PuzzleStep",
    "Verdict",
    "check",
    "deal",
    "find_puzzles",
    "go_on",
    "load_puzzles",
    "puzzle_by_id",
    "puzzle_of_the_day",
    "start",
    "step_of",
]
