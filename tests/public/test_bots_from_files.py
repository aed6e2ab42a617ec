"""Bots of one's own, named by their file: in the library, in studies and in the arena."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import vigil
from vigil.cli import main
from vigil.lab.entrants import entrants
from vigil.learn import Games, table
from vigil.public.play import BadBot

BOTS = """
import vigil

class Spender(vigil.Bot):
    def choose(self, view, decision):
        return max(decision.options, key=lambda option: option.card.cost if option.card else 0)

def broken(view, decision):
    return 1 / 0
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_bot.py"
    path.write_text(BOTS)
    return path


def test_a_bot_from_a_file_plays(file: Path) -> None:
    result = vigil.play([f"{file}:Spender", "random"], sets="chronicle", seed=3)
    assert result.names == ["Spender", "random"]
    assert result.winners == [0]
    assert Games(table(), 2, opponents=f"{file}:Spender").num_envs == 2


def test_commands_take_it_too(file: Path) -> None:
    ran = CliRunner().invoke(main, ["simulate", "--bots", f"{file}:Spender,random", "--games", "2", "--processes", "1"])
    assert ran.exit_code == 0, ran.output
    assert "Spender" in ran.output
    [own, _] = entrants([f"{file}:Spender", "random"])
    assert own.make(3).name == f"{file}:Spender"


def test_its_errors_are_shown(file: Path) -> None:
    ran = CliRunner().invoke(main, ["arena", f"{file}:broken", "random", "--blocks", "1", "--processes", "1"])
    assert "ZeroDivisionError: division by zero (my_bot.py:9)" in ran.output


def test_what_is_not_there_is_named(file: Path, tmp_path: Path) -> None:
    with pytest.raises(vigil.UnknownName, match=r'no bot called "Spendr" in ".*"\. Did you mean "Spender"'):
        vigil.play([f"{file}:Spendr", "random"])
    with pytest.raises(vigil.UnknownName, match="There is no file"):
        vigil.bot(f"{tmp_path}/lost.py:Bot")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import nothing_like_this")
    with pytest.raises(BadBot, match="cannot be run: ModuleNotFoundError"):
        vigil.bot(f"{wrong}:Bot")
