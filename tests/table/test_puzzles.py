"""What the solver of a puzzle sees, of those that come with Vigil."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from vigil.puzzles import Puzzle, load_puzzles, solving
from vigil.puzzles.solving import dealt
from vigil.table import puzzles
from vigil.table.puzzles import puzzle_now

SOME = load_puzzles()[:: max(1, len(load_puzzles()) // 40)]


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_the_table_asks_what_the_puzzle_asks(puzzle: Puzzle) -> None:
    for done, step in enumerate(puzzle.steps):
        now = puzzle_now(puzzle, done)
        assert now.your_seats == [puzzle.seat]
        (view,) = now.views
        assert view.decision is not None
        assert tuple(option.text for option in view.decision.options) == step.texts
        assert [player.hand is not None for player in view.board.players] == [
            seat == puzzle.seat for seat in range(puzzle.players)
        ]
        assert not now.may_undo


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_the_solver_sees_nothing_of_how_hidden_cards_are_dealt(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    for seed in range(3):

        def deal(puzzle: Puzzle, seed: int = seed) -> dict[str, Any]:
            return dealt(puzzle.given, puzzle.hidden_hands, str(seed))

        monkeypatch.setattr(puzzles, "deal", deal)
        seen.append(msgspec.json.encode(puzzle_now(puzzle)))
    assert seen[0] == seen[1] == seen[2]
    assert solving.deal(puzzle, 1) != solving.deal(puzzle, 2), "They were dealt differently."
