"""Puzzles: positions with one clearly best choice, which come with Vigil."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime

from vigil import puzzles as engine
from vigil.cards import LIBRARY
from vigil.engine.positions import build_position
from vigil.puzzles.model import PuzzleStep
from vigil.set_names import set_names

from .arguments import optional_whole, whole
from .decisions import Option
from .game import Game


class Puzzle:
    """A position, and which choice is best for the player who has to choose.

    Every win chance is in points from 0 to 100; docs/puzzles.md says how they were measured. Most puzzles have one
    step, some have two: then the second is asked after the best first choice.

    >>> import vigil
    >>> puzzle = vigil.find_puzzles(sets="rise")[0]
    >>> game = puzzle.start()
    >>> game.decision.seat == puzzle.seat
    True
    >>> [each.text for each in game.decision.options] == list(puzzle.chances())
    True
    >>> [puzzle.is_right(text) for text in puzzle.answers()]
    [True]
    >>> puzzle.reason()
    '...'
    """

    __slots__ = ("_puzzle",)

    def __init__(self, puzzle: engine.Puzzle) -> None:
        """Wraps a puzzle of the package `vigil.puzzles`."""
        self._puzzle = puzzle

    @property
    def id(self) -> str:
        """A short name, made from the position and its answer."""
        return self._puzzle.id

    @property
    def sets(self) -> list[str]:
        """The names of the sets."""
        return list(self._puzzle.sets)

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._puzzle.players

    @property
    def seat(self) -> int:
        """Who has to choose."""
        return self._puzzle.seat

    @property
    def steps(self) -> int:
        """How many choices have to be right, 1 or 2."""
        return len(self._puzzle.steps)

    @property
    def themes(self) -> list[str]:
        """What it is about: `banish`, `order-of-play`."""
        return list(self._puzzle.themes)

    @property
    def rating(self) -> float:
        """How difficult it is, on the scale of the players' ratings."""
        return self._puzzle.difficulty.rating

    @property
    def fooled(self) -> list[str]:
        """The bots that choose wrongly."""
        return list(self._puzzle.fooled)

    def start(self, seed: int = 0) -> Game:
        """A game at the position. What the solver cannot know is dealt by the seed."""
        given = engine.deal(self._puzzle, whole("seed", seed))
        game = Game(build_position(LIBRARY, self.sets, given), position=given)
        for choice in self._puzzle.when:
            game.choose(choice)
        return game

    def chances(self, step: int = 0) -> dict[str, float]:
        """The win chance with each option, in points."""
        return {each.text: each.chance for each in self._step(step).options}

    def answers(self, step: int = 0) -> list[str]:
        """The options that are right: one, or several that do the same."""
        return list(self._step(step).accepted)

    def reason(self, step: int = 0) -> str:
        """What speaks for the best option, in one sentence."""
        return self._step(step).reason

    def is_right(self, option: Option | str, step: int = 0) -> bool:
        """Whether the option, or its text, is right."""
        return engine.check(self._puzzle, whole("step", step), str(option)).is_right

    def _step(self, step: int) -> PuzzleStep:
        return engine.step_of(self._puzzle, whole("step", step))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self._puzzle.id == other._puzzle.id

    def __hash__(self) -> int:
        return hash(self._puzzle.id)

    def __repr__(self) -> str:
        return repr(self._puzzle)


def puzzle(id: str) -> Puzzle:
    """The puzzle with this id. Raises BadPuzzles if there is none.

    >>> import vigil
    >>> puzzle = vigil.find_puzzles()[0]
    >>> vigil.puzzle(puzzle.id) == puzzle
    True
    """
    return Puzzle(engine.puzzle_by_id(id))


def find_puzzles(sets: str | Iterable[str] = (), *, theme: str = "", players: int | None = None) -> list[Puzzle]:
    """All puzzles with exactly these sets, with the theme, for so many players; without arguments all there are.

    >>> import vigil
    >>> len(vigil.find_puzzles()) > len(vigil.find_puzzles(theme="constructs")) > 0
    True
    """
    found = engine.find_puzzles(set_names(sets), theme, optional_whole("players", players))
    return [Puzzle(each) for each in found]


def puzzle_of_the_day(day: date | None = None) -> Puzzle:
    """The puzzle of a day, by default of today (in UTC): the same for everybody with this version of Vigil.

    >>> import vigil
    >>> from datetime import date
    >>> vigil.puzzle_of_the_day(date(2026, 12, 24)) == vigil.puzzle_of_the_day(date(2026, 12, 25))
    False
    """
    return Puzzle(engine.puzzle_of_the_day(datetime.now(UTC).date() if day is None else day))
