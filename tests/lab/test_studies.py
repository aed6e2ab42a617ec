"""Studies: what is written down, and that writing it down changes nothing."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from vigil.cards import LIBRARY
from vigil.cli import main
from vigil.commands import simulate
from vigil.engine.errors import VigilError
from vigil.engine.scoring import scores
from vigil.engine.setup import Setup
from vigil.extras import MissingExtra, needed
from vigil.lab.matches import Match, Played, play, play_game
from vigil.lab.studies import CARDS, DECISIONS, GAMES, OFFERS, TABLES, TURNS, BadStudy, Study, StudyWriter
from vigil.lab.workers import LocalWorkers
from vigil.learn import Encoding

RISE = Setup(LIBRARY, sets=["rise-of-vigil"], honor_pool=10)
SOLITAIRE = Setup(LIBRARY, 1, ["rise-of-vigil"], "solitaire", honor_pool=10)
TEAM = Setup(LIBRARY, 4, ["gift-of-the-elements", "war-of-shadows"], "team", honor_pool=10)
MATCH = Match(("random", "advanced"), RISE, games=4, seed=3, recorded=True)


def outcome(played: Played) -> Played:
    return replace(played, data=None)


def write(folder: Path, match: Match = MATCH, processes: int = 1) -> list[Played]:
    with LocalWorkers(processes) as workers:
        played = list(play(match, workers))
    with StudyWriter(folder, match) as writer:
        for each in played:
            writer.add(each)
    return played


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    return list(Study(folder).table(table).to_pylist())


def test_recording_does_not_change_the_games() -> None:
    plain = [outcome(each) for each in play(replace(MATCH, recorded=False))]
    assert plain == [outcome(each) for each in play(MATCH)]


def test_the_files_do_not_depend_on_the_processes(tmp_path: Path) -> None:
    write(tmp_path / "alone", processes=1)
    write(tmp_path / "together", processes=2)
    for table in TABLES:
        name = f"{table}.parquet"
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "together" / name).read_bytes()


def test_a_row_for_every_game(tmp_path: Path) -> None:
    played = write(tmp_path)
    games = rows(tmp_path, GAMES)
    assert [row["game"] for row in games] == [0, 1, 2, 3]
    assert [tuple(row["scores"]) for row in games] == [each.scores for each in played]
    assert [tuple(row["winners"]) for row in games] == [each.winners for each in played]
    assert games[1]["bots"] == games[1]["lineup"] == ["advanced", "random"]
    assert (games[0]["sets"], games[0]["honor_pool"], games[0]["cult"]) == (["rise-of-vigil"], 10, None)


def test_a_row_for_every_turn(tmp_path: Path) -> None:
    played = write(tmp_path)
    turns = rows(tmp_path, TURNS)
    for each in played:
        mine = [row for row in turns if row["game"] == each.number]
        assert [row["turn"] for row in mine] == list(range(1, each.turns + 1))
        assert mine[0]["seat"] == each.first
        last = {row["seat"]: row["score"] for row in mine}
        # Nobody loses or gains anything in a turn of the other's in these games, so the last turns tell the result.
        assert tuple(last[seat] for seat in range(2)) == each.scores
    assert all(row["honor"] <= row["score"] and row["cards"] > 5 for row in turns)


def test_a_row_for_every_card_taken(tmp_path: Path) -> None:
    played = write(tmp_path)
    cards = rows(tmp_path, CARDS)
    for row in cards:
        game = played[row["game"]]
        card = LIBRARY.card(row["card"])
        assert row["won"] == (row["seat"] in game.winners)
        assert row["score"] == game.scores[row["seat"]]
        assert row["score_share"] == pytest.approx(row["score"] / sum(game.scores))
        assert (row["taking"] == "defeated") == card.is_monster
        assert 1 <= row["turn"] <= game.turns
    assert {row["source"] for row in cards} >= {"row", "supply"}


def test_only_what_was_offered_is_taken(tmp_path: Path) -> None:
    write(tmp_path)
    offered = {(row["game"], row["card"]): row["times"] for row in rows(tmp_path, OFFERS)}
    taken = Counter(
        (row["game"], row["card"])
        for row in rows(tmp_path, CARDS)
        if row["source"] == "row" and row["kind"] != "treasure"
    )
    assert taken
    assert all(offered[which] >= count for which, count in taken.items())


@pytest.mark.parametrize(
    "match",
    [replace(MATCH, bots=("advanced",), setup=SOLITAIRE, games=2), replace(MATCH, setup=TEAM, games=1)],
    ids=["solitaire", "team"],
)
def test_other_tables(tmp_path: Path, match: Match) -> None:
    write(tmp_path, match)
    games = rows(tmp_path, GAMES)
    assert (games[0]["cult"] is None) == (match.setup.team)
    assert {row["seat"] for row in rows(tmp_path, CARDS)} <= set(range(match.setup.players))


# --- mistakes


def test_what_there_is_stays_readable_when_somebody_stops(tmp_path: Path) -> None:
    def stopped() -> None:
        with StudyWriter(tmp_path, MATCH) as writer:
            writer.add(play_game(MATCH, 0))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert len(rows(tmp_path, GAMES)) == 1


def test_ctrl_c_leaves_a_study_of_what_was_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stopped(*arguments: Any) -> Any:
        yield from islice(play(*arguments), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "play", stopped)
    assert not simulate.play_match(MATCH, LocalWorkers(), tmp_path)
    assert [row["game"] for row in rows(tmp_path, GAMES)] == [0, 1, 2]


def test_an_old_study_is_not_overwritten(tmp_path: Path) -> None:
    write(tmp_path)
    with pytest.raises(BadStudy, match="already contains a study with 4 games of this match"):
        StudyWriter(tmp_path, MATCH)
    for other in (replace(MATCH, seed=4), replace(MATCH, setup=TEAM), replace(MATCH, bots=("advanced", "random"))):
        with pytest.raises(BadStudy, match="contains a study of another match"):
            StudyWriter(tmp_path, other)


def test_a_study_that_was_stopped_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "whole", replace(MATCH, games=6))
    write(tmp_path / "parts", replace(MATCH, games=2))
    assert simulate.play_match(replace(MATCH, games=6), LocalWorkers(2), tmp_path / "parts")
    for table in TABLES:
        assert rows(tmp_path / "parts", table) == rows(tmp_path / "whole", table)


def test_games_that_went_the_same_way_are_marked(tmp_path: Path) -> None:
    def first_option(view: Any, decision: Any) -> Any:
        return decision.options[0]

    write(tmp_path, Match((first_option, first_option), RISE, games=4, seed=1, recorded=True))
    games = rows(tmp_path, GAMES)
    repeats = {game["game"]: game["repeats"] for game in games if game["repeats"] is not None}
    assert repeats == {1: 0, 3: 2}
    for number, first in repeats.items():
        same = ("deal", "bots", "scores", "turns", "decisions")
        assert all(games[number][key] == games[first][key] for key in same)
        assert games[first]["repeats"] is None


def test_decisions_are_kept_where_they_are_asked_for(tmp_path: Path) -> None:
    write(tmp_path / "without")
    assert not (tmp_path / "without" / "decisions.parquet").exists()
    [first, *_] = write(tmp_path / "with", replace(MATCH, decisions=True))
    found = [row for row in rows(tmp_path / "with", DECISIONS) if row["game"] == 0]
    assert len(found) == first.decisions
    encoding = Encoding(RISE)
    record = Study(tmp_path / "with").record(0)
    assert [row["option"] for row in found] == record.choices
    for row in found:
        assert row["action"] in row["legal"]
        assert len(row["observation"]) == encoding.size
        assert row["won"] == (row["seat"] in first.winners)


def test_a_bot_that_searches_says_what_it_found(tmp_path: Path) -> None:
    write(tmp_path, Match(("expert",), SOLITAIRE, games=1, seed=1, recorded=True, decisions=True))
    found = [row for row in rows(tmp_path, DECISIONS) if any(value is not None for value in row["values"])]
    assert found
    assert all(len(row["values"]) == len(row["legal"]) for row in found)


def test_every_game_can_be_replayed(tmp_path: Path) -> None:
    [*_, last] = write(tmp_path)
    game = Study(tmp_path).record(3).verify(LIBRARY)
    assert tuple(scores(game)) == last.scores
    ran = CliRunner().invoke(main, ["replay", f"{tmp_path}:3"])
    assert ran.exit_code == 0, ran.output
    assert ran.output.endswith("wins.\n")
    with pytest.raises(BadStudy, match="has no game 9: choose 0 to 3"):
        Study(tmp_path).record(9)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadStudy, match="cannot be written"):
        StudyWriter(tmp_path / "file", MATCH)


def test_games_without_data_make_no_study(tmp_path: Path) -> None:
    with StudyWriter(tmp_path, MATCH) as writer, pytest.raises(BadStudy, match="recorded"):
        writer.add(play_game(replace(MATCH, recorded=False), 0))


def test_a_seed_that_no_table_holds(tmp_path: Path) -> None:
    with pytest.raises(BadStudy, match="at most 18 digits"):
        StudyWriter(tmp_path, replace(MATCH, seed=2**70))


def test_a_folder_without_a_study(tmp_path: Path) -> None:
    with pytest.raises(BadStudy, match=r"contains no study .*games\.parquet.* vigil simulate --out"):
        Study(tmp_path)


def test_a_damaged_study(tmp_path: Path) -> None:
    for table in TABLES:
        (tmp_path / f"{table}.parquet").write_text("not a table")
    with pytest.raises(BadStudy, match="damaged"):
        Study(tmp_path).table(GAMES)


def test_a_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"A study needs pyarrow, .* pip install -e '\.\[lab\]'") as caught:
        StudyWriter(tmp_path / "new", MATCH)
    assert isinstance(caught.value, VigilError)
    assert not (tmp_path / "new").exists()
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtra, match="A report needs pyarrow"):
        needed("pyarrow.parquet", "lab", "A report")


def test_every_column_is_explained() -> None:
    text = (Path(__file__).parents[2] / "docs" / "studies.md").read_text(encoding="utf-8")
    for table, columns in TABLES.items():
        part = text.split(f"## {table}.parquet")[1].split("##")[0]
        assert set(re.findall(r"`([a-z_]+)`", part)) >= set(columns)
