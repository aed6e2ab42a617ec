"""`vigil review`: what it prints and writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.helpers.reviewed import played, shortened
from vigil.cli import main
from vigil.review import Review


def vigil(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["review", *map(str, arguments)], env={"COLUMNS": "100"})


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(played().to_json(), encoding="utf-8")
    return path


def test_a_review_is_printed(game: Path) -> None:
    done = vigil(game, "--nodes", "16")
    assert done.exit_code == 0, done.output
    assert "Win chance of bot 1" in done.stdout
    assert "16 playouts a decision" in done.stdout


def test_a_page_and_json_are_written(game: Path, tmp_path: Path) -> None:
    page, data = tmp_path / "review.html", tmp_path / "review.json"
    done = vigil(game, "--nodes", "16", "--html", page, "--json", data)
    assert done.exit_code == 0, done.output
    assert str(page) in done.stdout.replace("\n", "")
    review = Review.from_json(data.read_text(encoding="utf-8"))
    pictures = page.read_text(encoding="utf-8").count("<svg")
    assert pictures == 1 + 6 * len(review.players), "the chart, and the bars of every account"


def test_json_can_be_printed(game: Path) -> None:
    assert Review.from_json(vigil(game, "--nodes", "16", "--json", "-").stdout).judge.nodes == 16


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--nodes", "3"], "Choose 16 to 65,536"),
        (["--quick", "--full"], "exclude each other"),
        (["--nodes", "16", "--html", "no/such/folder.html"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said(game: Path, arguments: list[str], message: str) -> None:
    done = vigil(game, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_game_in_progress_is_refused_and_an_abandoned_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "half.json"
    path.write_text(shortened(played(), 15).to_json(), encoding="utf-8")
    refused = vigil(path, "--nodes", "16")
    assert refused.exit_code == 2
    assert "games in progress are not reviewed" in refused.stderr
    assert "abandoned after 15 choices" in vigil(path, "--nodes", "16", "--abandoned").stdout


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada,", encoding="utf-8")
    done = vigil(path)
    assert done.exit_code == 2
    assert "not a record of Vigil" in done.stderr
