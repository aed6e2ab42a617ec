"""A game in progress: choices, the way back, the record; and the files it is kept in."""

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from tests.helpers.terminal import from_position
from vigil.bots import make_bot
from vigil.cards import LIBRARY, new_state
from vigil.engine.errors import BadRecord
from vigil.engine.notation import parse
from vigil.engine.records import Record
from vigil.engine.snapshot import checksum
from vigil.messages import Reader
from vigil.terminal import game_files
from vigil.terminal.log import turns
from vigil.terminal.session import NoUndo, Session, bot_name, seat_labels


def begin(seed: int = 7, players: int = 2, sets: tuple[str, ...] = ("chronicle-of-the-godslayer",)) -> Session:
    return Session(Record.of(new_state(players, sets, seed=seed, first=0), seat_labels(players, [])), {})


def choose(session: Session, *texts: str) -> None:
    for text in texts:
        assert session.game.decision is not None
        session.choose(parse(session.game.decision, text))


def test_a_bot_with_a_budget_takes_its_seat() -> None:
    names = seat_labels(2, ["master@5s"])
    session = Session(Record.of(new_state(2, seed=7, first=0), names), {1: make_bot("master@5s")})
    assert session.about[1] == "master@5s"
    assert session.table.seats[1].bot == "master"


def test_undo_goes_back_choice_by_choice() -> None:
    session = begin()
    before = checksum(session.game)
    choose(session, "play Apprentice", "play Apprentice")
    assert session.undo(0) == "play Apprentice"
    assert session.record.choices == ["play Apprentice"]
    assert session.undo(0) == "play Apprentice"
    assert checksum(session.game) == before
    with pytest.raises(NoUndo, match="There is no choice to take back"):
        session.undo(0)


def test_what_was_undone_is_not_in_the_log_and_can_be_done_again() -> None:
    session = begin()
    choose(session, "play Apprentice")
    after = checksum(session.game)
    session.undo(0)
    assert session.news(0) == []
    choose(session, "play Apprentice")
    assert checksum(session.game) == after
    assert session.news(0) == ["You play Apprentice."]
    assert checksum(session.record.replay(LIBRARY)) == after


def test_undo_ends_where_something_new_was_seen() -> None:
    given = {"row": ["Mephit"] * 6, "center_deck": ["Samael's Trickster"], "p1": {"hand": ["Apprentice"], "power": 9}}
    session = Session(from_position(["chronicle-of-the-godslayer"], given), {})
    choose(session, "play Apprentice", "defeat Mephit")
    with pytest.raises(NoUndo, match='"defeat Mephit" revealed something hidden'):
        session.undo(0)


def test_undo_ends_where_somebody_else_acts() -> None:
    session = begin()
    choose(session, "end turn")
    with pytest.raises(NoUndo, match="The last choice was p1's"):
        session.undo(1)
    choose(session, "play Apprentice")
    with pytest.raises(NoUndo, match="The last choice was p2's"):
        session.undo(0)
    assert session.undo(1) == "play Apprentice"


def test_a_resumed_game_is_the_same_and_still_tells_its_story() -> None:
    session = begin()
    choose(session, "play Apprentice", "end turn", "play Apprentice")
    again = Session(Record.from_json(session.record.to_json()), {})
    assert checksum(again.game) == checksum(session.game)
    assert turns(again.table, Reader(0), 9) == turns(session.table, Reader(0), 9)
    with pytest.raises(NoUndo, match="before the game was resumed"):
        again.undo(1)
    choose(again, "end turn")
    assert again.record.choices == ["play Apprentice", "end turn", "play Apprentice", "end turn"]


def test_the_record_says_who_sits_where() -> None:
    assert seat_labels(3, ["advanced"]) == ["p1", "p2", "bot advanced"]
    assert [bot_name(label) for label in ("p1", "bot advanced")] == ["", "advanced"]


# --- files


def test_games_lie_in_the_data_folder(data_home: Path) -> None:
    now = datetime(2030, 1, 2, 3, 4, 5)
    path = game_files.new_game_file(now)
    assert path == data_home / "vigil" / "games" / "2030-01-02-030405.json"
    game_files.write(begin().record, path)
    assert game_files.new_game_file(now).name == "2030-01-02-030405-2.json"
    assert list(path.parent.iterdir()) == [path]


def test_without_xdg_the_folder_is_the_usual_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for unusable in ("", "relative/folder"):
        monkeypatch.setenv("XDG_DATA_HOME", unusable)
        assert game_files.data_folder() == Path.home() / ".local" / "share" / "vigil"


def test_the_last_unfinished_game_is_found_and_a_finished_one_ends_the_search() -> None:
    assert game_files.last_unfinished() is None
    session = begin()
    choose(session, "play Apprentice")
    left = game_files.games_folder() / "left.json"
    game_files.write(session.record, left)
    found = game_files.last_unfinished()
    assert found is not None
    assert found[0] == left
    finished = game_files.games_folder() / "finished.json"
    game_files.write(replace(session.record, result={"over": True}), finished)
    os.utime(left, (1, 1))
    assert game_files.last_unfinished() is None


def test_a_damaged_game_is_not_offered() -> None:
    game_files.games_folder().mkdir(parents=True)
    (game_files.games_folder() / "broken.json").write_text("{", encoding="utf-8")
    assert game_files.last_unfinished() is None


def test_saving_replaces_a_record_but_no_other_file(tmp_path: Path) -> None:
    record = begin().record
    mine = tmp_path / "mine.json"
    assert game_files.save_as(record, str(mine)) == mine
    assert game_files.save_as(record, str(mine)) == mine
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary", encoding="utf-8")
    with pytest.raises(game_files.NotSaved, match="is not a record of Vigil"):
        game_files.save_as(record, str(diary))
    assert diary.read_text(encoding="utf-8") == "dear diary"
    with pytest.raises(game_files.NotSaved, match="is a folder"):
        game_files.save_as(record, str(tmp_path))
    with pytest.raises(game_files.NotSaved, match="could not be saved"):
        game_files.save_as(record, str(diary / "below.json"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "There is no file"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b"hello", "not JSON"),
        (b"{}", "not a record of Vigil"),
    ],
)
def test_files_that_are_no_records_are_named(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "game.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadRecord, match=message):
        game_files.read(path)
    with pytest.raises(BadRecord, match="is a folder"):
        game_files.read(tmp_path)
