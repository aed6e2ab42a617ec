"""Puzzles that are written down by hand, to play with."""

from __future__ import annotations

from typing import Any, Final

from vigil.puzzles import Difficulty, Puzzle, PuzzleOption, PuzzleStep
from vigil.puzzles.model import puzzle_id

GIVEN: Final[dict[str, Any]] = {
    "players": 2,
    "first": "p1",
    "turn": "p1",
    "row": ["Landtalker", "Mephit"],
    "center_deck": ["Arha Initiate", "Wolf Shaman"],
    "honor_pool": 20,
    "p1": {"runes": 5, "deck": ["Apprentice", "Militia"]},
    "p2": {"deck": ["Apprentice", "Apprentice", "Militia", "Mystic"]},
}


def _step(prompt: str, best: str, *others: str) -> PuzzleStep:
    options = (best, *others)
    chances = {text: 60.0 - 10 * place for place, text in enumerate(options)}
    in_order = sorted(options, key=("acquire Mystic", "acquire Heavy Infantry", "end turn").index)
    return PuzzleStep(
        prompt, tuple(PuzzleOption(text, chances[text], 0.5) for text in in_order), (best,), "It is good."
    )


def two_steps() -> Puzzle:
    """First Mystic, then Heavy Infantry. The other player has two cards in hand."""
    first = _step("Your turn.", "acquire Mystic", "acquire Heavy Infantry", "end turn")
    second = _step("Your turn.", "acquire Heavy Infantry", "end turn")
    steps = (first, second)
    sets = ("chronicle-of-the-godslayer",)
    return Puzzle(
        id=puzzle_id(sets, GIVEN, (0, 2), (), tuple(step.accepted for step in steps)),
        sets=sets,
        given=GIVEN,
        hidden_hands=(0, 2),
        when=(),
        seat=0,
        phase="middle",
        steps=steps,
        themes=("acquire", "two-steps"),
        difficulty=Difficulty(1500.0, 150.0),
        fooled=("player",),
    )
