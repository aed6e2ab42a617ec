"""Playing a puzzle: a game at its position, and what an answer is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from vigil.cards import LIBRARY
from vigil.engine.errors import BadPosition, VigilError
from vigil.engine.notation import parse
from vigil.engine.positions import build_position
from vigil.engine.terms import seat_name

from .model import BadPuzzles, Puzzle, PuzzleOption, PuzzleStep

if TYPE_CHECKING:
    from vigil.engine.state import GameState


def deal(puzzle: Puzzle, seed: int = 0) -> dict[str, Any]:
    """The position of the puzzle as `vigil.position` takes it: what the solver may not know is dealt by the seed."""
    return dealt(puzzle.given, puzzle.hidden_hands, f"{puzzle.id} {seed}")


def dealt(given: Mapping[str, Any], hidden_hands: Sequence[int], seed: str) -> dict[str, Any]:
    """The position in which each hidden hand is dealt from the deck of its player, and all decks are shuffled."""
    random = Random(seed)
    found: dict[str, Any] = {**given, "shuffled": True, "seed": random.getrandbits(32)}
    for seat, count in enumerate(hidden_hands):
        if count:
            table = dict(found.get(seat_name(seat), {}))
            unseen = list(table.get("deck", []))
            random.shuffle(unseen)
            found[seat_name(seat)] = {**table, "hand": sorted(unseen[:count]), "deck": sorted(unseen[count:])}
    return found


def start(puzzle: Puzzle, seed: int = 0) -> GameState:
    """A game at the position of the puzzle. Its decision is the solver's first one.

    Another seed deals the hidden cards differently; what the solver sees is the same.
    """
    try:
        game = build_position(LIBRARY, list(puzzle.sets), deal(puzzle, seed))
        for choice in puzzle.when:
            if game.decision is None:
                raise BadPosition("The game is over before the solver chooses.")
            game.choose(parse(game.decision, choice))
        _check_question(puzzle, game, 0)
    except VigilError as error:
        raise BadPuzzles(f"Puzzle {puzzle.id} cannot be set up: {error}") from None
    return game


def go_on(puzzle: Puzzle, game: GameState) -> None:
    """Makes the best first choice of a puzzle with two steps in its game, which then asks for the second."""
    try:
        assert game.decision is not None
        game.choose(parse(game.decision, puzzle.steps[0].best.text))
        _check_question(puzzle, game, 1)
    except VigilError as error:
        raise BadPuzzles(f"Puzzle {puzzle.id} cannot be played: {error}") from None


def _check_question(puzzle: Puzzle, game: GameState, step: int) -> None:
    decision = game.decision
    if decision is None or decision.seat != puzzle.seat:
        raise BadPosition(f"{seat_name(puzzle.seat)} does not have to choose.")
    if tuple(decision.texts()) != puzzle.steps[step].texts:
        raise BadPosition("It has other options under the present rules.")


@dataclass(frozen=True)
class Verdict:
    """What an answer is worth. `loss` is in points of win chance; a puzzle is solved after the last step."""

    is_right: bool
    is_solved: bool
    answer: PuzzleOption
    best: PuzzleOption
    loss: float
    step: PuzzleStep

    @property
    def reason(self) -> str:
        return self.step.reason


def step_of(puzzle: Puzzle, step: int) -> PuzzleStep:
    """A step of the puzzle; the first is 0."""
    if not 0 <= step < len(puzzle.steps):
        raise BadPuzzles(f"Puzzle {puzzle.id} has no step {step}: its last one is {len(puzzle.steps) - 1}.")
    return puzzle.steps[step]


def check(puzzle: Puzzle, step: int, option: str) -> Verdict:
    """What this option is worth in that step, the first of which is 0. Raises BadPuzzles if it is not one of them."""
    asked = step_of(puzzle, step)
    answer = next((each for each in asked.options if each.text == option), None)
    if answer is None:
        raise BadPuzzles(f'"{option}" is not possible in puzzle {puzzle.id}. Possible is: {", ".join(asked.texts)}.')
    best = asked.best
    is_right = option in asked.accepted
    is_solved = is_right and step == len(puzzle.steps) - 1
    return Verdict(is_right, is_solved, answer, best, round(max(0.0, best.chance - answer.chance), 2), asked)
