"""A puzzle as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from json import dumps
from typing import Any, Final

from vigil.engine.errors import VigilError


class BadPuzzles(VigilError):
    """A file of puzzles is damaged, foreign or of another version, or there is no such puzzle."""


THEMES: Final[dict[str, str]] = {
    "acquire": "The best choice acquires a card.",
    "attack": "The best choice costs the opponents something.",
    "banish": "The question is which own card to banish.",
    "constructs": "The best choice concerns a construct.",
    "day-and-night": "The best choice depends on day and night, or takes the card that makes it day or night.",
    "defeat": "The best choice defeats a monster.",
    "deny": "The best choice removes a card from the row that nobody then gets.",
    "draw": "The best choice draws cards.",
    "energy": "The best choice gives energy or depends on it.",
    "event": "The best choice uses the event.",
    "last-round": "The honor pool is empty: this is the last round.",
    "less-is-more": "The best choice is to do without something.",
    "order-of-play": "Something has to come first.",
    "payment": "The question is how to pay, or whether.",
    "points": "Late in the game, the best choice is the card with the most honor.",
    "team": "Two teams play.",
    "treasure": "The best choice takes treasure.",
    "two-steps": "Two choices have to be right.",
    "unite": "The best choice plays a card that unites with others.",
}
"""What puzzles are about, and what each theme means."""

EARLY: Final = "early"
MIDDLE: Final = "middle"
LATE: Final = "late"
PHASES: Final = (EARLY, MIDDLE, LATE)
"""More than two thirds of the honor pool are left; more than one third; less."""


@dataclass(frozen=True)
class PuzzleOption:
    """An option in the notation, with the win chance of the solver's seat in points from 0 to 100.

    `error` is the standard error of the difference to the best option; for the best option itself, of its win chance.
    """

    text: str
    chance: float
    error: float

    @property
    def reach(self) -> float:
        """Half of the 95 % interval."""
        return 1.96 * self.error


@dataclass(frozen=True)
class PuzzleStep:
    """A choice of the solver. `options` are all legal ones in the order in which the game offers them; `accepted` are
    the texts of those that solve the step, and `reason` says in a sentence what speaks for the best."""

    prompt: str
    options: tuple[PuzzleOption, ...]
    accepted: tuple[str, ...]
    reason: str

    @property
    def best(self) -> PuzzleOption:
        return max((each for each in self.options if each.text in self.accepted), key=lambda each: each.chance)

    @property
    def gap(self) -> float:
        """By how many points the best option is better than the best of those that are not accepted."""
        others = [each.chance for each in self.options if each.text not in self.accepted]
        return self.best.chance - max(others)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.options)


@dataclass(frozen=True)
class Difficulty:
    """The rating that the puzzle starts with, on the scale of the players' ratings, and its deviation (Glicko-2)."""

    rating: float
    deviation: float


@dataclass(frozen=True)
class Puzzle:
    """A position and what is best in it.

    `given` describes the position with the keys of `vigil.position`, as far as the solver may know it: decks are
    sorted, and the hands of the others are missing. `hidden_hands` has the number of cards in each hand, by seat:
    they are dealt at random from the deck of that player. It is 0 for `seat`, whose hand is known. `when` are choices
    that were made before, each in the notation: they do not depend on hidden cards.

    `fooled` are the bots that choose wrongly.
    """

    id: str
    sets: tuple[str, ...]
    given: Mapping[str, Any]
    hidden_hands: tuple[int, ...]
    when: tuple[str, ...]
    seat: int
    phase: str
    steps: tuple[PuzzleStep, ...]
    themes: tuple[str, ...]
    difficulty: Difficulty
    fooled: tuple[str, ...]

    @property
    def players(self) -> int:
        return int(self.given["players"])

    @property
    def variant(self) -> str:
        return str(self.given.get("variant", "standard"))

    @property
    def reason(self) -> str:
        """What speaks for the best first choice, in one sentence."""
        return self.steps[0].reason

    def __repr__(self) -> str:
        return f"<Puzzle {self.id}: {', '.join(self.sets)}, {self.players} players, rated {self.difficulty.rating:.0f}>"


def puzzle_id(
    sets: tuple[str, ...],
    given: Mapping[str, Any],
    hidden_hands: tuple[int, ...],
    when: tuple[str, ...],
    answers: tuple[tuple[str, ...], ...],
) -> str:
    """A short hash of the position and the answers. It does not depend on measured win chances."""
    content = dumps([sets, given, hidden_hands, when, answers], sort_keys=True, ensure_ascii=False)
    return blake2b(content.encode(), digest_size=5).hexdigest()


def id_of(puzzle: Puzzle) -> str:
    """The id that the content of the puzzle gives."""
    answers = tuple(step.accepted for step in puzzle.steps)
    return puzzle_id(puzzle.sets, puzzle.given, puzzle.hidden_hands, puzzle.when, answers)
