"""`hint` during a game: what a strong player would do at a glance, and why."""

from __future__ import annotations

import builtins
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tests.helpers.terminal import from_position, play
from vigil.cards import new_state
from vigil.engine.options import Decision, Option
from vigil.engine.records import Record
from vigil.engine.view import SeatView
from vigil.terminal.app import TerminalTable
from vigil.terminal.screen import Screen
from vigil.terminal.session import Session, seat_labels

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def test_a_hint_names_an_option_and_the_reason(monkeypatch: Patch, capsys: Capture) -> None:
    play(monkeypatch, ["hint", "h", "play Apprentice"], seed=7)
    printed = capsys.readouterr().out
    said = "1 play Apprentice\nApprentice: 1 rune, which brings Void Initiate within reach.\n"
    assert printed.count(said) == 2
    assert f"p1> h\n{said}p1> play Apprentice" in printed


def test_a_hint_answers_questions_too(capsys: Capture, tmp_path: Path) -> None:
    mine = {"hand": ["Void Initiate"], "discard": ["Apprentice"], "deck": ["Landtalker"] * 9}
    session = Session(from_position(["chronicle-of-the-godslayer"], {"p1": mine}), {})
    screen = Screen(Console(highlight=False), StringIO("play Void Initiate\nhint\n"), is_live=False)
    TerminalTable(session, screen, tmp_path / "game.json").run()
    printed = " ".join(capsys.readouterr().out.split())
    said = "Apprentice: 1 rune a play is below average and slows your deck of 11 cards down."
    assert f"1 choose Apprentice {said}" in printed


def test_the_help_tells_of_it(monkeypatch: Patch, capsys: Capture) -> None:
    play(monkeypatch, ["?"])
    assert "hint, h" in capsys.readouterr().out


class Follower:
    """Asks for a hint, and does what it says."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.asked = 0

    def answer(self, prompt: str) -> str:
        assert isinstance(self.console.file, StringIO)
        shown = self.console.file.getvalue()
        self.console.file.seek(0)
        self.console.file.truncate()
        if "(y ends it)" in shown:
            return "y"
        hint = re.match(r"\x1b\[1m(\d+) .*\n.*\.\n$", shown)
        if hint:
            return hint[1]
        self.asked += 1
        return "hint"


class Idler:
    """Does nothing at all."""

    notice = ""
    manner = ""
    takes_time = True

    def choose(self, view: SeatView, decision: Decision) -> Option:
        return decision.options[-1]


def test_hints_can_be_followed_through_a_whole_game(monkeypatch: Patch, tmp_path: Path) -> None:
    console = Console(file=StringIO(), width=200, height=50, force_terminal=True, highlight=False)
    follower = Follower(console)
    monkeypatch.setattr(builtins, "input", follower.answer)
    game = new_state(seed=7, first=0, honor_pool=12)
    session = Session(Record.of(game, seat_labels(2, ["random"])), {1: Idler()})
    TerminalTable(session, Screen(console, StringIO(), is_live=True), tmp_path / "game.json").run()
    assert session.game.winners == (0,)
    assert follower.asked > 20
    assert "p2 is thinking" in console.file.getvalue()  # type: ignore[attr-defined]
