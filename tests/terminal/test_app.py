"""`vigil play` as somebody uses it: whole games through a pipe, and what is typed in the middle of one."""

import builtins
import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.helpers.terminal import TABLES, from_position, named, play, script_of_a_game
from vigil.cards import LIBRARY, new_state
from vigil.engine.errors import VigilError
from vigil.engine.options import Decision, Option
from vigil.engine.records import Record
from vigil.engine.scoring import scores
from vigil.engine.setup import Setup
from vigil.engine.view import SeatView
from vigil.terminal import game_files
from vigil.terminal.app import TerminalTable, offer_unfinished, play_game
from vigil.terminal.screen import Screen
from vigil.terminal.session import Session, seat_labels
from vigil.terminal.signs import ASCII

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


class LastOptionBot:
    """Plays what it has and ends its turn; it sees views only."""

    notice = "It has lost its spectacles."
    manner = "Never looks up."
    takes_time = False

    def choose(self, view: SeatView, decision: Decision) -> Option:
        assert view.seat == decision.seat
        return decision.options[0] if decision.is_turn else decision.options[-1]


@pytest.fixture
def bots(monkeypatch: Patch) -> None:
    """A stand-in, so that these tests do not change when an opponent learns something."""
    monkeypatch.setattr("vigil.terminal.app.make_bot", lambda name, seed: LastOptionBot())


def the_record() -> Record:
    """The one game in the data folder."""
    (path,) = game_files.games_folder().glob("*.json")
    return game_files.read(path)


# --- whole games


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_a_whole_game_by_words_and_numbers(table: dict[str, Any], monkeypatch: Patch, capsys: Capture) -> None:
    table = {"variant": "standard", "honor_pool": 1, "first": 0} | table
    typed, choices = script_of_a_game(5, **table)
    play(monkeypatch, typed, seed=5, **table)
    record = the_record()
    assert record.choices == choices
    game = record.verify(LIBRARY)
    assert game.over
    printed = capsys.readouterr().out
    assert "vigil replay" in printed
    for seat, points in enumerate(scores(game)):
        assert re.search(rf"│ p{seat + 1}[^│]*│ +\d+ │ +\d+ │ +{points} │", printed)


@pytest.mark.usefixtures("bots")
def test_one_person_against_bots(monkeypatch: Patch, capsys: Capture) -> None:
    play(monkeypatch, ["a", "end", "y", "a"], players=3, bots=["casual", "casual"])
    printed = " ".join(capsys.readouterr().out.split())
    assert "p2 casual" in printed
    # Both say so, and one sentence is enough.
    assert printed.count("It has lost its spectacles.") == 1
    assert "p2 (casual): Never looks up." in printed
    assert re.search(r"p3 plays .*Apprentice", printed)
    record = the_record()
    assert record.names == ["p1", "bot casual", "bot casual"]
    assert "press Enter" not in printed


@pytest.mark.usefixtures("bots")
def test_bots_alone_play_to_the_end_and_are_told_of(monkeypatch: Patch, capsys: Capture) -> None:
    play(monkeypatch, [], bots=["casual", "player"], honor_pool=5)
    printed = capsys.readouterr().out
    assert "p1 plays" in printed
    assert "draws Apprentice" not in printed
    assert the_record().result is not None


def test_through_real_pipes_and_without_utf8(data_home: Path) -> None:
    code = (
        "from vigil.cards import LIBRARY; from vigil.engine.setup import Setup; "
        "from vigil.terminal.app import play_game; "
        "play_game(Setup(LIBRARY, sets=['war-of-shadows'], first=0), [], 3)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=b"\xff\xfe\na\n?\ndeck\nc vyrak\nend\ny\n\nlog\n",
        capture_output=True,
        check=True,
        timeout=30,
        env={"XDG_DATA_HOME": str(data_home), "PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    printed = done.stdout.decode("ascii")
    assert "p2, press Enter when nobody else is looking." in printed
    assert "vigil play --resume" in printed
    assert done.stderr == b""


# --- in the middle of a game


def test_looking_things_up_changes_nothing(monkeypatch: Patch, capsys: Capture) -> None:
    cards = ["card mystic", "c 1", "c arha", "c nosuchcard", "c"]
    rules = ["rules", "rules unite", "rules [/]"]
    play(monkeypatch, ["?", "help", *cards, *rules, "log", "log 3", "log x", "deck", "void", ""])
    printed = capsys.readouterr().out
    assert the_record().choices == []
    assert "take option 7" in printed
    assert "Gain 2 runes." in printed
    assert '"arha" could be Arha Initiate' in printed
    assert 'There is no card called "nosuchcard".' in printed
    assert "Which card?" in printed
    assert "The deal" in printed
    assert '"log x" is not a command' in printed
    assert "10 cards worth 0★; 5 left to draw" in printed
    assert "The void is empty." in printed
    assert "Play your hand" in printed
    assert "A Lifebound hero unites" in printed
    assert 'There is no rule about "[/]".' in printed


def test_wrong_input_is_answered_and_loses_nothing(monkeypatch: Patch, capsys: Capture) -> None:
    play(monkeypatch, ["99", "dance", "acquire Landtalker", "play Apprentice", "undo sideways", "save", "y"])
    printed = capsys.readouterr().out
    assert the_record().choices == ["play Apprentice"]
    for message in (
        "There is no option 99",
        '"dance" is not possible now',
        '"undo sideways" is not a command',
        "Which file?",
    ):
        assert message in printed


def test_strange_input_is_only_strange(monkeypatch: Patch, capsys: Capture) -> None:
    strange = [
        "9" * 5000,
        "--5",
        "-",
        "٣",
        "c " + "9" * 5000,
        "log " + "9" * 5000,
        "log -1",
        "save \0",
        "save ~nobody/x",
    ]
    strange += ["save " + "x" * 5000, "[bold]", ":smile:", "play " * 2000, "\x1b[2J", "\ud800", "c [/]", "undo " * 9]
    play(monkeypatch, strange)
    assert the_record().choices == []
    printed = capsys.readouterr().out
    assert "p1> [bold]" in printed
    assert ":smile:" in printed


def test_all_plain_cards_at_once_and_back_again(monkeypatch: Patch, capsys: Capture) -> None:
    play(monkeypatch, ["a", "undo", "undo all", "undo"])
    printed = capsys.readouterr().out
    assert the_record().choices == []
    assert "Taken back: play" in printed
    assert "There is no choice to take back." in printed
    assert re.search(r"Taken back: (play \w+, ){3}play \w+\.", printed)


def test_the_end_of_a_turn_is_asked_about_once(monkeypatch: Patch, capsys: Capture) -> None:
    play(monkeypatch, ["end", "n", "end", "end", "", "end", "yes", "", "end turn", "1"])
    printed = capsys.readouterr().out
    choices = the_record().choices
    assert choices[:2] == ["end turn", "end turn"]
    assert choices[2].startswith("play")
    assert printed.count("You could still play") == 3


def test_nothing_left_is_not_asked_about(tmp_path: Path, capsys: Capture) -> None:
    session = Session(from_position(["chronicle-of-the-godslayer"], {"players": 2}), {})
    screen = Screen(Console(highlight=False), StringIO("end\n"), is_live=False)
    TerminalTable(session, screen, tmp_path / "record.json").run()
    assert "You could still" not in capsys.readouterr().out
    assert session.record.choices == ["end turn"]


def test_saving_leaving_and_going_on(monkeypatch: Patch, capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    play(monkeypatch, ["play Apprentice", f"save {file}", "play Apprentice", "quit", "never read"])
    printed = capsys.readouterr().out
    assert f"vigil play --resume '{file}'" in printed.splitlines()
    assert game_files.read(file).choices == ["play Apprentice"]
    assert the_record().choices == ["play Apprentice"] * 2
    play(monkeypatch, ["end", "end"], resume=file)
    assert game_files.read(file).choices == ["play Apprentice", "end turn"]


@pytest.mark.usefixtures("bots")
def test_a_resumed_game_has_its_bots_again(monkeypatch: Patch, capsys: Capture) -> None:
    play(monkeypatch, ["play Apprentice"], bots=["casual"])
    (path,) = game_files.games_folder().glob("*.json")
    play(monkeypatch, ["end", "end"], resume=path)
    assert "p2 casual" in capsys.readouterr().out
    assert game_files.read(path).choices.count("end turn") == 2


def test_a_finished_game_that_is_resumed_shows_its_end(monkeypatch: Patch, capsys: Capture) -> None:
    table: dict[str, Any] = {"players": 1, "variant": "solitaire", "honor_pool": 2, "first": 0}
    typed, _ = script_of_a_game(5, **table)
    play(monkeypatch, typed, seed=5, **table)
    (path,) = game_files.games_folder().glob("*.json")
    capsys.readouterr()
    play(monkeypatch, [], resume=path)
    assert "the Cult" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"players": 9}, "A game is for 1 to 6 players, not for 9."),
        ({"sets": ["rise-of-vigyl"]}, 'Did you mean "rise-of-vigil"'),
        ({"variant": "chess"}, 'There is no variant "chess"'),
        ({"bots": ["a", "b", "c"]}, "3 bots cannot sit at a table with 2 seats"),
        ({"resume": Path("/nowhere/game.json")}, "There is no file"),
    ],
)
def test_impossible_tables_are_refused_politely(monkeypatch: Patch, table: dict[str, Any], message: str) -> None:
    with pytest.raises(VigilError, match=re.escape(message)):
        play(monkeypatch, [], **table)


def test_a_game_that_cannot_be_saved_says_so(monkeypatch: Patch, capsys: Capture, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    play(monkeypatch, ["play Apprentice", "play Apprentice"])
    printed = " ".join(capsys.readouterr().out.split())
    assert printed.count("Save it elsewhere with: save FILE") == 1
    assert printed.endswith(
        f"The game could not be saved to {game_files.games_folder()}" + printed.rpartition("games")[2]
    )


# --- at a live terminal


class Keyboard:
    """Lines for `input`, and what was on the screen when each was asked for."""

    def __init__(self, monkeypatch: Patch, screen: Console, lines: list[str | type[BaseException]]) -> None:
        self.lines: Iterator[str | type[BaseException]] = iter(lines)
        self.console = screen
        self.moments: list[str] = []
        monkeypatch.setattr(builtins, "input", self.answer)

    def answer(self, prompt: str) -> str:
        assert isinstance(self.console.file, StringIO)
        self.moments.append(self.console.file.getvalue() + prompt)
        self.console.file.seek(0)
        self.console.file.truncate()
        line = next(self.lines, EOFError)
        if isinstance(line, str):
            return line
        raise line


def live_table(monkeypatch: Patch, lines: list[str | type[BaseException]], path: Path) -> Keyboard:
    console = Console(file=StringIO(), width=80, height=24, force_terminal=True, highlight=False)
    keyboard = Keyboard(monkeypatch, console, lines)
    session = Session(Record.of(new_state(seed=7, first=0), seat_labels(2, [])), {})
    TerminalTable(session, Screen(console, StringIO(), is_live=True), path).run()
    keyboard.moments.append(console.file.getvalue())  # type: ignore[attr-defined]
    return keyboard


CLEAR = "\x1b[H\x1b[2J"
WIPE = f"{CLEAR}\x1b[3J"


def test_the_screen_is_empty_before_another_player_looks(monkeypatch: Patch, tmp_path: Path) -> None:
    keyboard = live_table(monkeypatch, ["", "end", "end", ""], tmp_path / "game.json")
    first, _, _, handing_over, theirs = keyboard.moments[:5]
    assert first == f"{WIPE}p1, press Enter when nobody else is looking. "
    assert handing_over == f"{WIPE}p2, press Enter when nobody else is looking. "
    assert theirs.startswith(CLEAR)
    assert not theirs.startswith(WIPE)
    assert "p2" in theirs


@pytest.mark.parametrize("leaving", [EOFError, KeyboardInterrupt])
def test_ctrl_d_and_ctrl_c_save_and_leave(monkeypatch: Patch, tmp_path: Path, leaving: type[BaseException]) -> None:
    path = tmp_path / "game.json"
    keyboard = live_table(monkeypatch, ["", "play Apprentice", leaving], path)
    assert "The game is saved. Continue it with:\nvigil play --resume" in keyboard.moments[-1]
    assert game_files.read(path).choices == ["play Apprentice"]


def test_the_last_game_is_offered(monkeypatch: Patch) -> None:
    console = Console(file=StringIO(), force_terminal=True)
    screen = Screen(console, StringIO(), is_live=True)
    assert offer_unfinished(screen) is None
    record = Record.of(new_state(seed=7), ["p1", "p2"])
    record.choices.append("play Apprentice")
    path = game_files.games_folder() / "left.json"
    game_files.write(record, path)
    Keyboard(monkeypatch, console, ["", "y", "n"])
    assert offer_unfinished(screen) == path
    assert offer_unfinished(screen) == path
    assert offer_unfinished(screen) is None
    assert offer_unfinished(Screen(console, StringIO(), is_live=False)) is None


def test_leaving_at_the_offer_begins_no_game(monkeypatch: Patch) -> None:
    def leave(screen: Screen) -> Path | None:
        raise EOFError

    monkeypatch.setattr("vigil.terminal.app.offer_unfinished", leave)
    play_game(Setup(LIBRARY, sets=["rise-of-vigil"]), [])
    assert not game_files.games_folder().exists()


def test_a_terminal_without_utf8_gets_ascii() -> None:
    stream = TextIOWrapper(BytesIO(), encoding="latin-1")
    assert Screen(Console(file=stream), StringIO(), is_live=False).signs is ASCII


@pytest.mark.parametrize("name", LIBRARY.sets)
def test_nothing_that_can_be_looked_at_needs_utf8(name: str, tmp_path: Path) -> None:
    stream = TextIOWrapper(BytesIO(), encoding="ascii", errors="strict")
    lines = [
        "a",
        "?",
        "hint",
        "deck",
        "void",
        "log",
        *(f"card {card.name}" for card in LIBRARY.sets[name].cards),
        "end",
        "y",
        "",
    ]
    session = Session(Record.of(new_state(sets=[name], seed=4), seat_labels(2, [])), {}, ASCII)
    screen = Screen(Console(file=stream, width=80, highlight=False), StringIO("\n".join(lines)), is_live=False)
    TerminalTable(session, screen, tmp_path / "game.json").run()
    stream.flush()
    assert session.record.choices[-1] == "end turn"
