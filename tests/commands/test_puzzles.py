"""`vigil puzzles make` and `check` as somebody at a terminal sees them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner, Result

from vigil.bots import AdvancedBot
from vigil.cards import LIBRARY
from vigil.cli import main
from vigil.engine.records import Record
from vigil.engine.setup import Setup, deal
from vigil.puzzles import load_puzzles
from vigil.puzzles.collection import origin_of, read_puzzles, write_puzzles
from vigil.puzzles.model import id_of


def vigil(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["puzzles", *map(str, arguments), "--processes", "1"], env={"COLUMNS": "100"})


def record_in(folder: Path, name: str, seed: int) -> None:
    game = deal(Setup(LIBRARY, 2, ["chronicle-of-the-godslayer"], honor_pool=6), seed)
    record = Record.of(game)
    bots = [AdvancedBot(1), AdvancedBot(2)]
    while (decision := game.decision) is not None:
        record.choose(game, bots[decision.seat].choose(game.view(decision.seat), decision))
    (folder / name).write_text(record.to_json())


def test_finished_games_are_searched_and_the_search_is_resumed(tmp_path: Path) -> None:
    games, out = tmp_path / "games", tmp_path / "mine.jsonl.xz"
    games.mkdir()
    for number in range(3):
        record_in(games, f"{number}.json", number)
    stopped = vigil("make", "--out", out, "--records", games, "--minutes", "0.00001")
    assert stopped.exit_code == 0, stopped.output
    assert len(read_puzzles(out)[0].searched) < 3
    assert "of 3 games" in vigil("make", "--out", out, "--records", games).output
    whole = read_puzzles(out)
    assert whole[0].searched == (0, 1, 2)
    vigil("make", "--out", tmp_path / "again.jsonl.xz", "--records", games)
    assert read_puzzles(tmp_path / "again.jsonl.xz")[1] == whole[1]
    other = vigil("make", "--out", out, "--records", games, "--seed", "5")
    assert other.exit_code == 2
    assert "was begun with other games, another seed" in other.output


def test_there_have_to_be_records(tmp_path: Path) -> None:
    result = vigil("make", "--out", tmp_path / "mine.jsonl.xz", "--records", tmp_path)
    assert result.exit_code == 2
    assert "There are no records in" in result.output


def test_check_finds_the_puzzle_with_a_swapped_answer(tmp_path: Path) -> None:
    good, bad = load_puzzles()[:2]
    step = bad.steps[0]
    worst = min(step.options, key=lambda option: option.chance).text
    bad = replace(bad, steps=(replace(step, accepted=(worst,)),))
    bad = replace(bad, id=id_of(bad))
    path, out = tmp_path / "two.jsonl.xz", tmp_path / "kept.jsonl.xz"
    write_puzzles(path, origin_of(), [good, bad])
    result = vigil("check", path, "--out", out)
    assert result.exit_code == 1
    assert "1 of 2 puzzles pass, 1 fail." in result.output
    assert f"{bad.id}: the first judge prefers another option" in result.output
    assert load_puzzles(out) == (good,)
