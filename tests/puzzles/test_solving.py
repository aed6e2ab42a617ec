"""Playing puzzles: the game that a puzzle starts, and what answers are worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.helpers.puzzles import two_steps
from vigil.puzzles import BadPuzzles, Puzzle, check, deal, go_on, load_puzzles, start

PUZZLES = load_puzzles()
SOME = PUZZLES[:: max(1, len(PUZZLES) // 40)]


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_is_the_same_for_its_solver_in_every_deal(puzzle: Puzzle) -> None:
    games = [start(puzzle, seed) for seed in range(4)]
    assert len({game.view(puzzle.seat).to_bytes() for game in games}) == 1


def test_another_seed_deals_other_hands() -> None:
    puzzle = max(SOME, key=lambda each: sum(each.hidden_hands))
    hands = {tuple(player.hand for player in start(puzzle, seed).players) for seed in range(12)}
    assert len(hands) > 1
    assert len({each[puzzle.seat] for each in hands}) == 1


def test_every_puzzle_can_be_played_to_its_last_step() -> None:
    for puzzle in PUZZLES:
        game = start(puzzle, 1)
        assert game.decision is not None
        for step in range(len(puzzle.steps)):
            if step:
                go_on(puzzle, game)
            assert game.decision.seat == puzzle.seat
            assert tuple(game.decision.texts()) == puzzle.steps[step].texts


def test_hidden_hands_are_dealt_from_the_decks() -> None:
    puzzle = next(each for each in PUZZLES if any(each.hidden_hands))
    seat, count = next((seat, count) for seat, count in enumerate(puzzle.hidden_hands) if count)
    unseen = puzzle.given[f"p{seat + 1}"]["deck"]
    table = deal(puzzle, 3)[f"p{seat + 1}"]
    assert len(table["hand"]) == count
    assert sorted(table["hand"] + table["deck"]) == sorted(unseen)
    assert deal(puzzle, 3) == deal(puzzle, 3)


def test_the_best_answer_solves_and_another_loses() -> None:
    puzzle = next(each for each in PUZZLES if len(each.steps) == 1)
    step = puzzle.steps[0]
    right = check(puzzle, 0, step.accepted[0])
    assert (right.is_right, right.is_solved, right.loss < 1.01) == (True, True, True)
    for option in step.options:
        if option.text not in step.accepted:
            wrong = check(puzzle, 0, option.text)
            assert (wrong.is_right, wrong.is_solved) == (False, False)
            assert wrong.loss >= 6
            assert wrong.best == step.best


def test_two_steps_have_to_be_right() -> None:
    puzzle = two_steps()
    game = start(puzzle, 5)
    assert [len(player.hand) for player in game.players] == [0, 2]
    go_on(puzzle, game)
    assert game.decision is not None
    assert game.decision.texts() == ["acquire Heavy Infantry", "end turn"]
    first, second = puzzle.steps
    assert (check(puzzle, 0, first.best.text).is_right, check(puzzle, 0, first.best.text).is_solved) == (True, False)
    assert check(puzzle, 1, second.best.text).is_solved


def test_what_is_no_option_is_refused() -> None:
    puzzle = PUZZLES[0]
    with pytest.raises(BadPuzzles, match=f'"win the game" is not possible in puzzle {puzzle.id}. Possible is: '):
        check(puzzle, 0, "win the game")
    with pytest.raises(BadPuzzles, match=r"has no step 2: its last one is [01]\."):
        check(puzzle, 2, puzzle.steps[0].best.text)


def test_a_puzzle_of_other_cards_or_rules_is_refused() -> None:
    puzzle = PUZZLES[0]
    with pytest.raises(BadPuzzles, match="cannot be set up: There is no card"):
        start(replace(puzzle, given={**puzzle.given, "void": ["Mefit"]}))
    step = puzzle.steps[0]
    with pytest.raises(BadPuzzles, match="cannot be set up: It has other options under the present rules"):
        start(replace(puzzle, steps=(replace(step, options=step.options[:-1]),)))
    with pytest.raises(BadPuzzles, match="cannot be set up"):
        start(replace(puzzle, when=("win the game",)))
