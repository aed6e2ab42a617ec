"""`vigil replay`: a transcript through a pipe, step by step at a terminal."""

import builtins
import re
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.helpers.terminal import script_of_a_game
from vigil.cards import new_state
from vigil.engine.errors import BadRecord
from vigil.engine.records import Record
from vigil.engine.view import SPECTATOR
from vigil.terminal import game_files, replay
from vigil.terminal.replay import Replay, ReplayScreen, replay_record
from vigil.terminal.screen import Screen

TABLE: dict[str, Any] = {"sets": ["gift-of-the-elements"], "honor_pool": 4, "first": 0}


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    _, choices = script_of_a_game(5, **TABLE)
    path = tmp_path / "game.json"
    record = Record.of(new_state(seed=5, **TABLE), ["p1", "bot advanced"])
    record.choices = choices
    game_files.write(record, path)
    return path


def at_terminal(path: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    answers = iter(lines)
    monkeypatch.setattr(builtins, "input", lambda prompt: next(answers))
    console = Console(file=StringIO(), width=100, height=40, force_terminal=True, color_system=None, highlight=False)
    ReplayScreen(Replay(game_files.read(path)), Screen(console, StringIO(), is_live=True)).run()
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("follow", [False, True])
def test_a_pipe_gets_the_whole_transcript(
    finished: Path, follow: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO())
    replay_record(finished, follow)
    printed = capsys.readouterr().out
    for choice in game_files.read(finished).choices:
        assert choice in printed
    assert "p2 draws 5 cards." in printed
    assert "wins" in printed


def test_stepping_forwards_back_and_far(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choices = game_files.read(finished).choices
    printed = at_terminal(finished, ["", "b", "b", "3", "t", "card mystic", "c xyz", "hop", "9999", "q"], monkeypatch)
    pages = printed.split("\x1b[2J")
    assert choices[0] in pages[2]
    assert "the deal" in pages[3]
    assert "the deal" in pages[4]
    assert re.search(rf"\b3  p\d: {choices[2]}", pages[5])
    assert pages[5].splitlines()[0] != pages[6].splitlines()[0]
    assert "Gain 2 runes." in pages[6]
    assert "There is no card called" in pages[6]
    assert '"hop" is not a command' in pages[6]
    assert "wins" in pages[7]


def test_a_finished_game_shows_hands_and_an_unfinished_one_does_not(finished: Path) -> None:
    record = game_files.read(finished)
    assert Replay(record).view(0).me.hand
    record.choices = record.choices[:-1]
    assert Replay(record).view(0).seat == SPECTATOR
    assert all(player.hand is None for player in Replay(record).view(0).players)


def test_a_damaged_record_is_shown_as_far_as_it_goes(
    finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = game_files.read(finished)
    record.choices[5] = "acquire the moon"
    game_files.write(record, finished)
    monkeypatch.setattr(sys, "stdin", StringIO())
    replay_record(finished, False)
    printed = capsys.readouterr().out
    assert record.choices[4] in printed
    assert "Choice 6 is not legal" in printed


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="There is no file"):
        replay_record(tmp_path / "none.json", False)
    broken = tmp_path / "broken.json"
    broken.write_text("[]", encoding="utf-8")
    with pytest.raises(BadRecord, match="not a record of Vigil"):
        replay_record(broken, False)


def test_following_waits_for_more_and_goes_back_with_an_undo(
    finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = game_files.read(finished)
    choices = list(whole.choices)
    monkeypatch.setattr(sys, "stdin", StringIO())
    grown = iter([choices[:5], choices[:3], choices])

    def wait(seconds: float) -> None:
        whole.choices = next(grown)
        game_files.write(whole, finished)

    monkeypatch.setattr(replay, "sleep", wait)
    wait(0)
    replay_record(finished, True)
    printed = capsys.readouterr().out.splitlines()
    assert sum(line.split()[0:1] == ["5"] for line in printed if line.strip()) == 2
    assert sum(line.split()[0:1] == ["3"] for line in printed if line.strip()) == 1
    assert any("wins" in line for line in printed)
