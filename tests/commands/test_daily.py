"""`vigil daily`: played, resumed and compared at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from vigil.bots import make_bot
from vigil.cards import LIBRARY
from vigil.cli import main
from vigil.daily.deals import Kind, public_seed, setup_of
from vigil.engine.records import Record
from vigil.engine.setup import deal

DAY = "2026-11-18"


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A record of the solitaire deal, played to its end."""
    game = deal(setup_of(DAY, Kind.SOLITAIRE), public_seed(DAY, Kind.SOLITAIRE))
    record, bot = Record.of(game, ["p1"]), make_bot("player", 1)
    while game.decision is not None:
        record.choose(game, bot.choose(game.view(0), game.decision))
    path = tmp_path / "daily.json"
    path.write_text(record.to_json())
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["daily", *arguments])


def test_a_finished_deal_is_compared_with_bots(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vigil.daily.references.GAMES", 1)
    monkeypatch.setattr("vigil.daily.references.LEVELS", ("casual", "player", "advanced"))
    monkeypatch.setattr("vigil.commands.daily.LEVELS", ("casual", "player", "advanced"))
    said = run("solitaire", "--date", DAY, "--resume", str(finished))
    assert said.exit_code == 0, said.output
    assert "advanced" in said.output
    shared = said.output[said.output.index("Vigil daily deal") :]
    assert shared.splitlines()[0] == f"Vigil daily deal, {DAY}"
    assert "of 3 bot games" in shared
    assert not [card.name for card in LIBRARY.cards if card.name in shared]


def test_another_game_or_day_is_refused(finished: Path) -> None:
    for arguments in (("duel", "--date", DAY), ("solitaire", "--date", "2026-11-17")):
        said = run(*arguments, "--resume", str(finished))
        assert said.exit_code == 2
        assert "is not the" in said.output
    assert "is not a date" in run("--date", "tomorrow").output
    assert "solitaire" in run("chess").output


def test_the_deal_is_that_of_the_date(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    first, again = (CliRunner().invoke(main, ["daily", "--date", DAY], input="rules\nquit\n") for _ in range(2))
    assert first.exit_code == 0, first.output
    assert "saved" in first.output
    strip = [line for line in first.output.splitlines() if ".json" not in line]
    assert strip == [line for line in again.output.splitlines() if ".json" not in line]
