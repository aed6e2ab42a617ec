"""A small collection of puzzles for the tests; one of them has two steps. What their options are worth is made up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from vigil.cards import LIBRARY
from vigil.engine.notation import parse
from vigil.engine.positions import build_position
from vigil.puzzles import Difficulty, Puzzle, PuzzleOption, PuzzleStep, collection
from vigil.puzzles.collection import Origin, read_puzzles, write_puzzles
from vigil.puzzles.model import puzzle_id
from vigil.puzzles.solving import dealt
from vigil.set_names import set_names

BEST: Final = 62.5
WORST: Final = 40.0
REASON: Final = "The monster would be gone before your next turn."
STARTING_DECK: Final = ["Apprentice"] * 8 + ["Militia"] * 2
ROW: Final = [
    "Arha Initiate",
    "Lifebound Initiate",
    "Mephit",
    "Seer of the Forked Path",
    "Void Initiate",
    "Wolf Shaman",
]
UNSEEN: Final = ["Ascetic of the Lidless Eye"] * 12
"""The center deck: nobody knows its order, and it does not matter."""


def monster() -> Puzzle:
    """Two runes and three power: the monster is best, and as good is a hero."""
    return _made("chronicle", {"runes": 2, "power": 3}, [["defeat Mephit", "acquire Seer of the Forked Path"]], 1450.0)


def two_steps() -> Puzzle:
    """First the monster, which then banishes a card of the row."""
    return _made("chronicle", {"runes": 1, "power": 3}, [["defeat Mephit"], ["choose Void Initiate"]], 1650.0)


def hand() -> Puzzle:
    """Of another set: which card is played first?"""
    return _made("rise", {"hand": ["Apprentice", "Darkwalker", "Militia"]}, [["play Darkwalker"]], 1300.0)


@contextmanager
def small_collection(folder: Path) -> Iterator[tuple[Puzzle, ...]]:
    """Vigil comes with these puzzles alone, read from a file like its own."""
    path = folder / "puzzles.jsonl.xz"
    write_puzzles(path, Origin(1, "made up", 1, "tests"), [monster(), two_steps(), hand()])
    found = read_puzzles(path)
    by_id = {puzzle.id: puzzle for puzzle in found[1]}
    with patch.object(collection, "_own", lambda: found), patch.object(collection, "_own_by_id", lambda: by_id):
        yield found[1]


def _made(sets: str, p1: dict[str, Any], answers: list[list[str]], rating: float) -> Puzzle:
    given = {
        "players": 2,
        "turn": "p1",
        "row": ROW if sets == "chronicle" else ["Darkwalker"] * 6,
        "center_deck": UNSEEN if sets == "chronicle" else ["Darkwalker"] * 6,
        "honor_pool": 20,
        "p1": {"deck": STARTING_DECK, **p1},
        "p2": {"deck": STARTING_DECK},
    }
    names, hidden = tuple(set_names(sets)), (0, 5)
    game = build_position(LIBRARY, list(names), dealt(given, hidden, "any"))
    steps = []
    for accepted in answers:
        assert game.decision is not None
        steps.append(_step(game.decision.texts(), accepted))
        game.choose(parse(game.decision, accepted[0]))
    themes = ("defeat", "two-steps") if len(steps) == 2 else ("order-of-play",) if "hand" in p1 else ("defeat",)
    name = puzzle_id(names, given, hidden, (), tuple(step.accepted for step in steps))
    difficulty = Difficulty(rating, 120.0)
    return Puzzle(name, names, given, hidden, (), 0, "middle", tuple(steps), themes, difficulty, ("player", "advanced"))


def _step(texts: list[str], accepted: list[str]) -> PuzzleStep:
    """The accepted ones lose nothing or little, the others more and more."""
    chances = {text: WORST - place for place, text in enumerate(texts)}
    chances |= {text: BEST - place / 2 for place, text in enumerate(accepted)}
    options = tuple(PuzzleOption(text, chances[text], 0.8) for text in texts)
    return PuzzleStep("Your turn.", options, tuple(accepted), REASON)
