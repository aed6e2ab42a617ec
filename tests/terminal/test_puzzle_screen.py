"""`vigil puzzle`: a puzzle on the board of the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.helpers.puzzles import two_steps
from vigil.cli import main
from vigil.puzzles import Puzzle, load_puzzles
from vigil.terminal.puzzle_progress import BadProgress, progress_file, read_progress
from vigil.terminal.puzzle_screen import solve

ONE = next(puzzle for puzzle in load_puzzles() if len(puzzle.steps) == 1)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> object:
    def run(puzzles: Sequence[Puzzle], *lines: str) -> str:
        monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in lines)))
        solve(puzzles, seed=1, go_on_after=len(puzzles) > 1)
        return " ".join(capsys.readouterr().out.split())

    return run


def wrong_answer(puzzle: Puzzle) -> str:
    step = puzzle.steps[0]
    return next(option.text for option in step.options if option.text not in step.accepted)


def test_the_right_answer_is_explained_and_counted(typed) -> None:
    text = typed([ONE], ONE.steps[0].best.text)
    assert f"Puzzle {ONE.id}, rated {ONE.difficulty.rating:.0f}. You are p{ONE.seat + 1}." in text
    assert f"Right: {ONE.steps[0].best.text}." in text
    assert " ".join(ONE.reason.split()) in text
    assert f"{ONE.steps[0].best.chance:.1f}" in text
    assert "1 of 1 solved at the first try. Streak: 1, longest 1." in text
    assert read_progress().tried == {ONE.id: True}


def test_a_wrong_answer_says_what_it_loses_and_ends_the_streak(typed) -> None:
    typed([two_steps()], "acquire Mystic", "acquire Heavy Infantry")
    assert read_progress().streak == 1
    text = typed([ONE], wrong_answer(ONE))
    assert f"No: {wrong_answer(ONE)} loses" in text
    assert f"Best is {ONE.steps[0].best.text}." in text
    assert "1 of 2 solved at the first try. Streak: 0, longest 1." in text


def test_only_the_first_try_counts(typed) -> None:
    typed([ONE], wrong_answer(ONE))
    assert "You have tried this puzzle before" in typed([ONE], ONE.steps[0].best.text)
    assert read_progress().tried == {ONE.id: False}


def test_two_steps_are_asked_one_after_the_other(typed) -> None:
    text = typed([two_steps()], "1", "acquire heavy")
    assert "step 1 of 2" in text
    assert "step 2 of 2" in text
    assert "Right: acquire Mystic." in text
    assert "1 of 1 solved" in text
    assert "step 2 of 2" not in typed([two_steps()], "end turn")


def test_cards_and_piles_can_be_looked_up_and_puzzles_skipped(typed) -> None:
    text = typed([two_steps(), ONE], "card mystic", "deck", "void", "nonsense", "skip", "", "q")
    assert "Gain 2 runes." in text
    assert '"nonsense"' in text
    assert "Enter: next puzzle, q: quit" in text
    assert read_progress().tried == {}


def test_the_end_of_the_input_ends_the_puzzle(typed) -> None:
    typed([ONE])
    assert read_progress().tried == {}


def test_puzzles_that_were_not_tried_come_first(typed) -> None:
    typed([two_steps()], "end turn")
    assert f"Puzzle {ONE.id}" in typed([two_steps(), ONE], "q")


def test_a_damaged_file_is_left_alone(typed, data_home: Path) -> None:
    progress_file().parent.mkdir(parents=True)
    progress_file().write_text('{"format": "vigil puzzle progress 1", "tried": 7}')
    with pytest.raises(BadProgress, match=r"is damaged\. Move it away to begin anew"):
        typed([ONE], "q")
    assert progress_file().read_text().endswith("7}")
    progress_file().write_text('{"format": "vigil puzzle progress 9"}')
    with pytest.raises(BadProgress, match="another version"):
        read_progress()


# --- the command


def vigil(*arguments: str, typed: str = "q\n") -> Result:
    return CliRunner().invoke(main, ["puzzle", *arguments], input=typed, env={"COLUMNS": "80"})


def test_a_puzzle_is_asked_by_its_id() -> None:
    assert f"Puzzle {ONE.id}" in vigil(ONE.id).output


def test_the_puzzle_of_the_day_is_the_same_for_everybody() -> None:
    first = vigil("--daily").output
    assert "Puzzle " in first
    assert vigil("--daily").output == first


def test_puzzles_are_chosen_by_sets_theme_and_players() -> None:
    theme = ONE.themes[0]
    assert "Puzzle " in vigil("--theme", theme, "--players", str(ONE.players), "--sets", ",".join(ONE.sets)).output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["zzz"], 'There is no puzzle "zzz".'),
        (["--theme", "unit"], 'There is no theme "unit". Did you mean "unite"?'),
        (["--daily", ONE.id], "exclude each other"),
        (["--file", "nowhere.xz"], "There is no file nowhere.xz"),
        (["--sets", "rise,war", "--theme", "team", "--players", "3"], "There is no such puzzle"),
    ],
)
def test_what_cannot_be_asked(arguments: list[str], message: str) -> None:
    result = vigil(*arguments)
    assert result.exit_code == 2
    assert message in result.output
