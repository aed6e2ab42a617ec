"""`vigil train`: what it keeps, what it says, and how it ends."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.helpers.networks import untaught
from vigil.bots.network import Network, load_network
from vigil.cli import main
from vigil.lab.network_trials import Candidate, FittedBot, Trials
from vigil.lab.selfplay import SelfPlay, chunk_files
from vigil.lab.training import Lesson, Positions, Report

TINY = ["train", "--games", "1", "--lessons", "1", "--epochs", "3", "--reviews", "0"]
TINY += ["-n", "2", "--processes", "1", "--seed", "3"]
SMALL = ["--wide", "5", "--card", "6", "--hidden", "8", "--second", "4"]


def vigil(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], env={"COLUMNS": "100"})


@pytest.fixture
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games instead of hundreds."""
    monkeypatch.setattr("vigil.commands.train.SelfPlay", partial(SelfPlay, games=8))


@pytest.fixture
def lessons(monkeypatch: pytest.MonkeyPatch, short_chunks: None) -> list[Lesson]:
    """Nobody learns, so PyTorch is not needed: after each epoch there is another network. What was asked for."""
    asked: list[Lesson] = []

    def teach(positions: list[Positions], lesson: Lesson) -> Iterator[tuple[Report, Network]]:
        asked.append(lesson)
        sizes = (lesson.wide, lesson.card, lesson.hidden, lesson.second)
        for epoch in range(1, lesson.all_epochs + 1):
            yield Report(epoch, 1 / epoch, 2 / epoch), untaught(epoch, *sizes)

    monkeypatch.setitem(sys.modules, "torch", ModuleType("torch"))
    monkeypatch.setattr("vigil.commands.train.teach", teach)
    return asked


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[Trials]:
    """Nobody plays either: the candidates win the more blocks the later they come. What was asked for."""
    asked: list[Trials] = []

    def played(trials: Trials, workers: object) -> Iterator[tuple[int, float]]:
        asked.append(trials)
        for number in range(len(trials)):
            candidate, block = divmod(number, trials.blocks)
            yield candidate, 1.0 if block <= candidate else 0.0

    monkeypatch.setattr("vigil.commands.train.play_trials", played)
    return asked


# --- the whole way


def test_the_network_that_wins_most_is_kept(tmp_path: Path, lessons: list[Lesson], trials: list[Trials]) -> None:
    result = vigil(*TINY, *SMALL, "--lessons", "2", "-n", "9", "--folder", tmp_path)
    assert result.exit_code == 0, result.output
    assert [(each.wide, each.card, each.hidden, each.second) for each in lessons] == [(5, 6, 8, 4)] * 2
    assert [(each.epochs, each.reviews) for each in lessons] == [(3, 0)] * 2
    assert lessons[0].seed != lessons[1].seed
    names = [f"lesson-{lesson}-epoch-{epoch}.npz" for lesson in (1, 2) for epoch in (2, 3)]
    first, last = trials
    assert first.candidates == tuple(Candidate(tmp_path / name) for name in names)
    assert (first.opponent, first.blocks) == (FittedBot, 9)
    assert (last.candidates, last.opponent) == ((Candidate(tmp_path / names[-1]),), Candidate(None))
    assert first.seed != last.seed, "the deals of the end are fresh"
    assert (tmp_path / "network.npz").read_bytes() == (tmp_path / names[-1]).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [*names, "network.npz", *(path.name for path in chunk_files(tmp_path))]
    )


def test_what_is_said(tmp_path: Path, lessons: list[Lesson], trials: list[Trials]) -> None:
    lines = vigil(*TINY, *SMALL, "-n", "9", "--folder", tmp_path, "--out", tmp_path / "best.npz").stdout.splitlines()
    assert re.fullmatch(r"Learning from \d+ positions\.", lines[0])
    assert re.fullmatch(r"lesson 1 of 1, epoch 2 of 3: loss 0\.5000, 1\.0000 on other games, \d+ s", lines[2])
    assert lines[4] == "Against the quick policy alone, on the same 9 deals:"
    assert re.fullmatch(r"network +loss on other games +win rate +95 % interval *", lines[5])
    assert re.match(r"lesson-1-epoch-3\.npz +0\.6667 +22\.2 % +\d+\.\d to \d+\.\d %", lines[6])
    assert re.match(r"lesson-1-epoch-2\.npz +1\.0000 +11\.1 % ", lines[7])
    assert lines[8] == (
        f"The best one is in {tmp_path}/best.npz. "
        f"To play against it: VIGIL_NETWORK={tmp_path}/best.npz vigil play --bots master"
    )
    assert re.match(r"On 9 fresh deals it won 11\.1 % of the games against the network that comes with Vigil", lines[9])
    assert lines[10:] == ["The difference is not significant with so few deals."]


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([1.0] * 20, "It is better."),
        ([0.0] * 20, "It is worse."),
        ([0.5, 1.0, 0.0, 0.5] * 5, "The difference is not significant with so few deals."),
    ],
)
def test_the_verdict(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lessons: list[Lesson], scores: list[float], said: str
) -> None:
    monkeypatch.setattr(
        "vigil.commands.train.play_trials", lambda trials, workers: [(who, each) for who in (0, 1) for each in scores]
    )
    untaught(9).save(tmp_path / "other.npz")
    result = vigil(*TINY, *SMALL, "-n", "20", "--folder", tmp_path, "--against", tmp_path / "other.npz")
    assert f"of the games against the network in {tmp_path}/other.npz (" in result.stdout
    assert said in result.stdout


def test_where_no_network_is_known_the_quick_judgement_is_the_opponent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lessons: list[Lesson], trials: list[Trials]
) -> None:
    monkeypatch.setattr("vigil.bots.network.own_network", lambda file: load_network(tmp_path / "nowhere.npz"))
    result = vigil(*TINY, *SMALL, "--folder", tmp_path)
    assert "against the quick policy (" in result.stdout
    assert trials[-1].opponent is FittedBot


@pytest.mark.slow
def test_with_pytorch_everything_is_real(tmp_path: Path, short_chunks: None) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed; the extra `train` brings it")
    result = vigil(*TINY, *SMALL, "--games", "40", "--folder", tmp_path)
    assert result.exit_code == 0, result.output
    losses = [float(each) for each in re.findall(r": loss (\d\.\d+),", result.stdout)]
    assert len(losses) == 3
    assert losses[-1] < losses[0]
    assert len(chunk_files(tmp_path)) == 5
    assert load_network(tmp_path / "network.npz").arrays["card_out"].shape == (5, 6)
    assert "On 2 fresh deals it won" in result.stdout


def test_a_lesson_goes_on_from_a_network(tmp_path: Path, lessons: list[Lesson], trials: list[Trials]) -> None:
    untaught(4, wide=3).save(tmp_path / "old.npz")
    result = vigil(
        *TINY, *SMALL, "--epochs", "0", "--reviews", "1", "--start", tmp_path / "old.npz", "--folder", tmp_path
    )
    assert result.exit_code == 0, result.output
    (lesson,) = lessons
    assert lesson.start is not None
    assert lesson.start.arrays["card_out"].shape[0] == 3
    assert (lesson.epochs, lesson.reviews) == (0, 1)


def test_a_network_to_go_on_from_that_is_not_there(tmp_path: Path, lessons: list[Lesson]) -> None:
    result = vigil(*TINY, "--start", tmp_path / "old.npz", "--folder", tmp_path)
    assert result.exit_code == 2
    assert "There is no network file" in result.output
    assert not lessons


def test_an_empty_lesson_is_refused(tmp_path: Path, lessons: list[Lesson]) -> None:
    result = vigil(*TINY, "--epochs", "0", "--folder", tmp_path)
    assert result.exit_code == 2
    assert "nothing is learned" in result.output
    assert not lessons


# --- going on


def test_games_that_are_there_are_learned_from_and_not_played_again(
    tmp_path: Path, lessons: list[Lesson], trials: list[Trials]
) -> None:
    assert vigil(*TINY, *SMALL, "--games", "9", "--folder", tmp_path).exit_code == 0
    before = {path: path.stat().st_mtime_ns for path in chunk_files(tmp_path)}
    assert len(before) == 2
    result = vigil(*TINY, *SMALL, "--games", "17", "--folder", tmp_path)
    assert result.exit_code == 0
    after = {path: path.stat().st_mtime_ns for path in chunk_files(tmp_path)}
    assert len(after) == 3
    assert after.items() > before.items()


@pytest.mark.parametrize("step", ["play_chunks", "teach", "play_trials"])
def test_ctrl_c_leaves_the_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lessons: list[Lesson], trials: list[Trials], step: str
) -> None:
    def interrupted(*_: Any) -> Iterator[Any]:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"vigil.commands.train.{step}", interrupted)
    result = vigil(*TINY, *SMALL, "--folder", tmp_path)
    assert result.exit_code == 130
    assert result.stdout.endswith(f"Stopped. The games are in {tmp_path}. The same command resumes from there.\n")
    assert len(chunk_files(tmp_path)) == (0 if step == "play_chunks" else 1)
    assert not (tmp_path / "network.npz").exists()


# --- mistakes


def mistake(*arguments: str | Path) -> str:
    """What is said about a mistake: one line, before anything is played."""
    result = vigil(*TINY, *arguments)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1), result.output
    return result.stderr.removeprefix("vigil: ").strip()


def test_without_pytorch_nothing_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert mistake("--folder", tmp_path / "training") == (
        "Training a network needs torch, which is not installed. "
        f"In your clone of Vigil, run: {sys.executable} -m pip install -e '.[train]'"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_none(tmp_path: Path, lessons: list[Lesson]) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary")
    said = mistake("--folder", tmp_path / "diary.txt")
    assert said == f"{tmp_path}/diary.txt cannot be used as the folder: File exists."
    said = mistake("--folder", tmp_path / "diary.txt" / "games")
    assert said == f"{tmp_path}/diary.txt/games cannot be used as the folder: Not a directory."


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("diary.txt", "diary.txt exists and is not a network. Choose another name with --out."),
        ("games", "games exists and is not a network."),
        ("nowhere/network.npz", "nowhere is not a writable folder."),
    ],
)
def test_a_place_where_no_network_can_go(tmp_path: Path, lessons: list[Lesson], out: str, said: str) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary")
    assert said in mistake("--folder", tmp_path / "games", "--out", tmp_path / out)
    assert (tmp_path / "diary.txt").read_text() == "Dear diary"
    assert chunk_files(tmp_path / "games") == []


def test_an_opponent_that_is_none(tmp_path: Path, lessons: list[Lesson]) -> None:
    said = mistake("--folder", tmp_path / "games", "--against", tmp_path / "nowhere.npz")
    assert said == f'There is no network file "{tmp_path}/nowhere.npz". `vigil train` makes one.'
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lessons: list[Lesson], trials: list[Trials]
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Network, "save", full)
    result = vigil(*TINY, *SMALL, "--folder", tmp_path)
    assert result.exit_code == 2
    assert result.stderr == f"vigil: {tmp_path}/lesson-1-epoch-2.npz cannot be written: No space left on device.\n"
    assert [path.name for path in tmp_path.iterdir()] == [path.name for path in chunk_files(tmp_path)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing option '--folder'"),
        (["--folder", "x", "--games", "0"], "0 is not in the range x>=1"),
        (["--folder", "x", "-n", "1"], "1 is not in the range x>=2"),
    ],
)
def test_mistakes_of_usage(arguments: list[str], said: str) -> None:
    result = vigil(*TINY, *arguments)
    assert (result.exit_code, said in result.stderr) == (2, True)


def test_players_who_look_ahead_go_by_the_network_that_has_to_be_beaten(
    tmp_path: Path, lessons: list[Lesson], trials: list[Trials]
) -> None:
    untaught(1).save(tmp_path / "other.npz")
    result = vigil(*TINY, *SMALL, "--nodes", "2", "--folder", tmp_path, "--against", tmp_path / "other.npz")
    assert result.exit_code == 0, result.output
    by_other = [path.read_bytes() for path in chunk_files(tmp_path)]
    vigil(*TINY, *SMALL, "--nodes", "2", "--folder", tmp_path / "own")
    by_own = [path.read_bytes() for path in chunk_files(tmp_path / "own")]
    assert len(by_other) == len(by_own) == 1
    assert by_other != by_own
