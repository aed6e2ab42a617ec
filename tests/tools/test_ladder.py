"""`make ladder`: a small plan is really played, and the page says what is known and what is not."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.ladder import folder as folder_module
from tools.ladder.command import main, play, write
from tools.ladder.figures import Figures, one_sided
from tools.ladder.folder import Folder, SourcesChanged
from tools.ladder.page import BELOW, UNSURE, cell, page
from tools.ladder.picture import svg
from tools.ladder.plan import BOXES, SEED, TABLES, Fixture, Plan, Sizes, full_plan, quick_plan, usual_budget
from tools.ladder.profile import REST, group_of, profiled
from tools.ladder.record import BadRecord, Record
from tools.ladder.words import NOT_MEASURED, rating
from vigil.bots import BOTS
from vigil.engine.terms import SOLITAIRE
from vigil.lab.arena import TIMEOUT, Block, Mishap, Thinking
from vigil.lab.arena_results import Results
from vigil.lab.arena_run import ArenaFile, BadArenaFile
from vigil.lab.entrants import parse_entrant
from vigil.lab.intervals import Estimate
from vigil.lab.matches import Played

TWO = TABLES[0]
TINY = Plan(
    levels=("random", "player", "expert@4n"),
    champion="expert@5n",
    boxes=BOXES[:1],
    sizes=Sizes(simple=12, searching=4, slow=2),
    other_sizes=Sizes(simple=12, searching=4, slow=2),
    speed_sizes=Sizes(simple=2, searching=2, slow=2),
    headline_games=4,
)
FLOOR = TINY.meeting(TWO, ("player", "random"), BOXES[0])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything but what takes long: tables for more than two, and the scripts."""
    root = tmp_path_factory.mktemp("ladder")
    assert play(figures_in(root), 1, ["table/2", "solitaire/player", "seats/2", "speed/player"])
    write(root / "bots.md", figures_in(root))
    return root


def figures_in(root: Path, plan: Plan = TINY) -> Figures:
    """From the matches that were played there, and from a record if there is one."""
    folder = Folder(root)
    return Figures(plan, folder, Record(root / "bots.json", folder.state))


def unrecorded(played: Path, here: Path) -> Folder:
    """The matches that were played, and no record of them."""
    shutil.copytree(played, here, dirs_exist_ok=True)
    (here / "bots.json").unlink()
    return Folder(here)


def scores(folder: Folder, fixture: Fixture) -> list[float]:
    return [block.score(0) for block in folder.blocks(fixture)]


# --- the plan


def test_every_level_meets_the_one_below_at_every_table() -> None:
    plan = full_plan()
    names = [fixture.name for fixture in plan.fixtures()]
    assert len(names) == len(set(names))
    assert [parse_entrant(label)[0] for label in plan.levels] == list(BOTS)
    assert len(plan.pairs) == len(BOTS) - 1
    for table in TABLES:
        assert sum(name.startswith(f"{table.part}/") for name in names) == len(plan.pairs) * len(BOXES)
    assert [len(box.sets) for box in plan.boxes] == [1, 1, 1, 1, 4]
    assert plan.reference in plan.levels


def test_the_strongest_meet_in_a_thousand_games_with_the_time_in_their_name() -> None:
    plan = full_plan()
    assert plan.headline.bots == ("master@1s", "expert")
    assert plan.pairs[-1] == ("master@64n", "expert")
    assert plan.headline.blocks * 2 >= 1000
    assert plan.headline in list(plan.fixtures())
    assert [plan.meeting(TWO, plan.pairs[-1], box).blocks for box in BOXES] == [100] * 5


def test_slow_bots_play_fewer_games() -> None:
    plan = full_plan()
    blocks = [plan.meeting(TWO, pair, BOXES[1]).blocks for pair in plan.pairs]
    assert (blocks[0], blocks[-1]) == (1000, 100)
    assert blocks == sorted(blocks, reverse=True)
    assert [plan.meeting(TABLES[1], pair, BOXES[1]).games for pair in plan.pairs[-2:]] == [200, 100]
    assert plan.meeting(TABLES[2], plan.pairs[0], BOXES[1]).games == 2000
    assert plan.meeting(TABLES[2], plan.pairs[0], BOXES[1]).blocks == 500


def test_one_sits_among_many_and_a_team_against_a_team() -> None:
    pair = ("player", "random")
    lineups = [TINY.meeting(table, pair, BOXES[0]).contest.lineups() for table in TABLES]
    assert lineups[1] == [(0, 1, 1), (1, 1, 0), (1, 0, 1)]
    assert [lineup.count(0) for lineup in lineups[2]] == [1] * 4
    assert lineups[3] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert TINY.seats("player", 3).contest.lineups() == [(0, 0, 0)]


def test_a_quick_look_counts_nodes_so_that_it_never_waits() -> None:
    budgets = [usual_budget(label) for label in (*quick_plan().levels, quick_plan().champion)]
    assert all(budget is None or budget.seconds is None for budget in budgets)
    assert sum(fixture.games for fixture in quick_plan().fixtures()) < 1000


# --- playing


def test_what_was_not_played_is_no_number(played: Path) -> None:
    text = (played / "bots.md").read_text()
    [two] = [line for line in text.splitlines() if line.startswith("| player against random | 1")]
    assert two == "| player against random | 100.0 % (64.5–100.0), 6 blocks |"
    others = [line for line in text.splitlines() if line.startswith(f"| player against random | {NOT_MEASURED} |")]
    assert len(others) == len(TABLES) - 1
    assert "The profile is not measured." in text
    assert "Of 29 matches 6 have been played or begun" in " ".join(text.split())
    assert not list(played.glob("*/table/3/*"))


def test_the_page_names_the_state_the_seed_and_the_machine(played: Path) -> None:
    text = (played / "bots.md").read_text()
    assert f"seed {SEED}" in text
    assert f".ladder/{Folder(played).state}" in text
    assert f"  - {folder_module.machine()}: 6 matches" in text
    assert f"vigil arena expert@5n player --sets chronicle --seed {SEED} --blocks 2`" in text


def test_what_is_there_is_not_played_again(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = unrecorded(played, tmp_path)
    before = folder.file(FLOOR).read_bytes()
    monkeypatch.setattr("vigil.lab.arena.play_block", None)
    assert play(figures_in(tmp_path), 1, [FLOOR.name])
    assert "0 matches to play" in capsys.readouterr().out
    assert folder.file(FLOOR).read_bytes() == before


def test_an_interrupted_match_goes_on(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = unrecorded(played, tmp_path)
    whole = scores(folder, FLOOR)
    lines = folder.file(FLOOR).read_text().splitlines(keepends=True)
    folder.file(FLOOR).write_text("".join(lines[:-2]) + lines[-1][:40])
    assert "4 of 6 blocks" in cell(figures_in(tmp_path), TWO, FLOOR, Counter())
    play(figures_in(tmp_path), 1, [FLOOR.name])
    assert f"{FLOOR.name}, 2 blocks" in capsys.readouterr().out
    assert scores(folder, FLOOR) == whole


def test_a_match_from_another_machine_can_be_laid_into_the_folder(played: Path, tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert figures_in(tmp_path).won(FLOOR) is None
    folder.file(FLOOR).parent.mkdir(parents=True)
    shutil.copy(Folder(played).file(FLOOR), folder.file(FLOOR))
    assert figures_in(tmp_path).won(FLOOR) == figures_in(played).won(FLOOR)
    assert folder.machines(FLOOR) == []


def test_a_match_that_is_being_played_can_be_looked_at(played: Path) -> None:
    folder = Folder(played)
    with ArenaFile(folder.file(FLOOR), FLOOR.contest):
        assert len(folder.blocks(FLOOR)) == 6


def test_a_damaged_file_is_named_by_its_own_name(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    folder = Folder(tmp_path)
    folder.file(FLOOR).write_text("My diary\n")
    with pytest.raises(BadArenaFile, match=str(folder.file(FLOOR))):
        folder.blocks(FLOOR)


def test_nothing_is_played_by_sources_that_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = figures_in(tmp_path)
    monkeypatch.setattr(folder_module, "fingerprint", lambda parts, custom_sets: "another")
    with pytest.raises(SourcesChanged, match="have changed since this began"):
        play(figures, 1, [FLOOR.name])
    assert not figures.folder.path.exists()


def test_the_list_shows_what_is_there_and_plays_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "bots.md")
    assert main(["--list", "--only", "table/2/casual", "--folder", str(tmp_path), "--out", out]) == 0
    told = capsys.readouterr().out
    assert "table/2/casual-random-rise" in told
    assert "5 matches, about" in told
    assert not list(tmp_path.iterdir())


def test_the_page_can_be_written_before_anything_was_played(tmp_path: Path) -> None:
    out = tmp_path / "pages" / "bots.md"
    assert main(["--page", "--folder", str(tmp_path / "matches"), "--out", str(out)]) == 0
    assert all(f"| **{level}**: " in out.read_text() for level in full_plan().opponents)
    assert not out.with_suffix(".svg").exists()
    assert not (tmp_path / "matches").exists()


def test_who_stops_it_is_told_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Folder, "play", interrupted)
    out = tmp_path / "bots.md"
    assert main(["--only", FLOOR.part, "--folder", str(tmp_path), "--out", str(out), "--processes", "1"]) == 130
    assert "The same command goes on from here" in capsys.readouterr().out
    assert not out.exists()


def test_a_part_that_is_not_in_the_plan_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "chess", "--folder", str(tmp_path)]) == 1
    assert "No match of the plan has chess in its name" in capsys.readouterr().err


# --- the record


def test_the_record_alone_makes_the_same_page(played: Path, tmp_path: Path) -> None:
    shutil.copy(played / "bots.json", tmp_path)
    figures = figures_in(tmp_path)
    assert not figures.folder.path.exists()
    write(tmp_path / "bots.md", figures)
    for name in ("bots.md", "bots.svg", "bots.json"):
        assert (tmp_path / name).read_text() == (played / name).read_text()


def test_the_page_is_made_from_the_numbers_of_the_record(played: Path) -> None:
    assert figures_in(played).findings == Record(played / "bots.json", Folder(played).state).findings


def test_what_is_in_the_record_is_not_played_again(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(played / "bots.json", tmp_path)
    assert play(figures_in(tmp_path), 1, [FLOOR.name])
    assert "0 matches to play" in capsys.readouterr().out


def test_the_longer_part_of_a_match_counts(played: Path, tmp_path: Path) -> None:
    folder = unrecorded(played, tmp_path)
    lines = folder.file(FLOOR).read_text().splitlines(keepends=True)
    folder.file(FLOOR).write_text("".join(lines[:-2]))
    assert "4 of 6 blocks" in cell(figures_in(tmp_path), TWO, FLOOR, Counter())
    shutil.copy(played / "bots.json", tmp_path)
    assert "100.0 % (64.5–100.0), 6 blocks" in cell(figures_in(tmp_path), TWO, FLOOR, Counter())


def test_an_empty_page_does_not_take_the_place_of_one_of_other_sources(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "bots.json"
    record.write_text('{"sources": "others", "profile": null, "matches": {}}')
    given = ["--folder", str(tmp_path / "matches"), "--out", str(tmp_path / "bots.md")]
    assert main(["--page", *given]) == 1
    assert "measured with other sources" in " ".join(capsys.readouterr().err.split())
    assert "others" in record.read_text()
    assert main(["--list", *given]) == 0


def test_a_record_of_other_sources_says_nothing(played: Path) -> None:
    assert Record(played / "bots.json", Folder(played).state).findings
    assert not Record(played / "bots.json", "another").findings


@pytest.mark.parametrize("text", ["My diary", "[]", "{}", '{"sources": "%s", "matches": {"a": 1}}'])
def test_a_damaged_record_is_named(text: str, tmp_path: Path) -> None:
    state = Folder(tmp_path).state
    (tmp_path / "bots.json").write_text(text.replace("%s", state))
    with pytest.raises(BadRecord, match=r"bots\.json is damaged"):
        Record(tmp_path / "bots.json", state)


def test_a_match_that_a_mishap_spoiled_has_no_winner_and_is_recorded(tmp_path: Path) -> None:
    [block] = match(FLOOR, (0, 1))[FLOOR.name]
    spoiled = replace(block, mishap=Mishap(TIMEOUT, 0, "thought too long"))
    figures = RawHappening({FLOOR.name: [spoiled]})
    figures.record.path = tmp_path / "bots.json"
    figures.record.write(figures.findings, None)
    told = Record(tmp_path / "bots.json", "nothing").findings[FLOOR.name]
    assert told == figures.finding(FLOOR)
    assert (told.won, told.aside, told.mishaps) == (None, 1, {"player": {TIMEOUT: 1}})
    assert figures.mishaps == {"player": Counter({TIMEOUT: 1})}
    text = " ".join(page(figures, "bots.svg").split())
    assert "1 blocks were set aside (player: timeout in 1), in 2 games" in text


def test_the_page_of_the_project_has_a_record() -> None:
    """Somebody who only has the project can see what was measured, and go on from there."""
    docs = Path(__file__).parents[2] / "docs"
    state = json.loads((docs / "bots.json").read_text())["sources"]
    assert f".ladder/{state}" in (docs / "bots.md").read_text()
    assert Record(docs / "bots.json", state).findings.keys() <= {fixture.name for fixture in full_plan().fixtures()}


# --- figures, counted by hand


class RawHappening(Figures):
    """Matches that somebody made up."""

    def __init__(self, blocks: dict[str, list[Block]]) -> None:
        nowhere = Path("nowhere")
        super().__init__(TINY, Folder(nowhere), Record(nowhere / "bots.json", "nothing"))
        self.blocks = blocks

    def results(self, fixture: Fixture) -> Results:
        return Results(fixture.contest, self.blocks.get(fixture.name, []))


def match(fixture: Fixture, *winners: tuple[int, ...], turns: int = 20) -> dict[str, list[Block]]:
    """A block for each tuple: the seats that won its games, one after the other."""
    lineups = fixture.contest.lineups()
    blocks = []
    for number, seats in enumerate(winners):
        games = tuple(
            Played(
                place, lineup, 1, (seat,), (30, 20), 45 if fixture.variant == SOLITAIRE else None, turns, 100, False, 0
            )
            for place, (lineup, seat) in enumerate(zip(lineups, seats, strict=True))
        )
        blocks.append(Block(number, games, tuple(Thinking(100, 2.0, 0.5) for _ in fixture.bots), 4.0))
    return {fixture.name: blocks}


def test_cells_are_marked_by_what_they_miss() -> None:
    # The first entrant wins both games of a block with (0, 1), one with (0, 0), none with (1, 0).
    clear, even, mixed = [(0, 1)] * 6, [(0, 0)] * 6, [(0, 1), (0, 1), (0, 0), (0, 1), (1, 0), (0, 0)]
    told = [cell(RawHappening(match(FLOOR, *each)), TWO, FLOOR, Counter()) for each in (clear, even, mixed)]
    assert told[0] == "100.0 % (64.5–100.0), 6 blocks"
    assert told[1].endswith(BELOW)
    assert told[2].startswith("66.7 %")
    assert told[2].endswith(UNSURE)


def test_the_first_player_is_counted_from_whoever_began() -> None:
    mirror = TINY.seats("player", 2)
    finding = RawHappening(match(mirror, (1,), (1,), (1,), (0,))).finding(mirror)
    assert finding is not None
    assert [each.value for each in finding.places] == [0.75, 0.25]


def test_solitaire_counts_how_far_the_cult_is_ahead() -> None:
    alone = TINY.solitaire("player", BOXES[0])
    finding = RawHappening(match(alone, (0,), (0,))).finding(alone)
    assert finding is not None
    assert finding.ahead is not None
    assert finding.ahead.value == -15


def test_speed_is_that_of_one_process() -> None:
    mirror = TINY.speed("player")
    speed = RawHappening(match(mirror, (0,), (0,))).speed("player")
    assert speed is not None
    assert (speed.games_a_second, speed.decisions_a_game, speed.answer, speed.turn) == (0.25, 100, 0.02, 0.1)


def test_ratings_add_up_along_the_ladder() -> None:
    top = TINY.meeting(TWO, ("expert@4n", "player"), BOXES[0])
    three_of_four = [(0, 1), (0, 0)] * 20
    ratings = RawHappening(match(FLOOR, *three_of_four) | match(top, *three_of_four)).ratings[BOXES[0]]
    assert ratings["player"].value == 1500
    # 3 to 1 is 191 points.
    assert ratings["expert@4n"].value - 1500 == pytest.approx(191, abs=0.5)
    assert 1500 - ratings["random"].value == pytest.approx(191, abs=0.5)
    assert ratings["random"].low < ratings["random"].value < ratings["random"].high < 1500


def test_who_never_won_has_a_bound_and_no_rating() -> None:
    ratings = RawHappening(match(FLOOR, *[(0, 1)] * 20)).ratings[BOXES[0]]
    assert "expert@4n" not in ratings
    assert one_sided(ratings["random"]) == ratings["random"].high
    assert rating(ratings["random"]).startswith("below ")
    assert rating(Estimate(1600, 1550, 1650, 9)) == "1600 (1550 to 1650)"
    assert rating(None) == NOT_MEASURED


def test_a_page_of_nothing_has_no_numbers() -> None:
    text = page(RawHappening({}), "bots.svg")
    assert "bots.svg" not in text
    assert "The ratings are not measured." in text
    assert "This match is not measured." in text
    assert "(0.0–" not in text


# --- the picture and the profile


def test_the_picture_has_a_line_for_each_set_and_follows_the_dark() -> None:
    line = {"random": Estimate(700, 700, 900, 9), "player": Estimate(1500, 1500, 1500, 0)}
    lines = {box.title: line | {"expert": Estimate(1600.0 + place, 1550, 1650, 9)} for place, box in enumerate(BOXES)}
    drawn = svg(["random", "player", "expert"], lines)
    root = ElementTree.fromstring(drawn)
    words = [element.text for element in root.iter() if element.tag.endswith("}text")]
    assert {"random", "player", "expert", *lines} <= set(words)
    assert sum(element.get("class") == "way" for element in root.iter()) == len(BOXES)
    assert "prefers-color-scheme:dark" in drawn
    titles = [element.text for element in root.iter() if element.tag.endswith("}title")]
    assert titles[:3] == ["below 900", "1500", "1600 (1550 to 1650)"]


def test_the_picture_stands_beside_the_page(played: Path) -> None:
    assert "](bots.svg)" in (played / "bots.md").read_text()
    ElementTree.fromstring((played / "bots.svg").read_text())


@pytest.mark.parametrize(
    ("file", "function", "group"),
    [
        ("~", "<method 'copy' of 'GameState' objects>", "copying games and applying options"),
        ("/x/engine/state.py", "copy", "copying games and applying options"),
        ("~", "<method 'copy' of 'dict' objects>", None),
        ("~", "<built-in method vigil.engine.rollout.play_turns>", "playing on inside the engine"),
        ("/x/engine/rollout.py", "rollout", "playing on inside the engine"),
        ("~", "<method 'add' of 'PositionBatch' objects>", "reading positions for the network"),
        ("~", "<method 'finish' of 'TurnFinisher' objects>", "playing on inside the engine"),
        ("~", "<method 'sample' of 'SeatView' objects>", "dealing possible worlds"),
        ("/x/bots/network.py", "chances", "the network"),
        ("/x/bots/bag_sums.py", "numbers_of", "the network"),
    ],
)
def test_compiled_and_plain_functions_have_the_same_group(file: str, function: str, group: str | None) -> None:
    assert group_of(file, function) == group


@pytest.mark.parametrize("bot", ["expert@4n", "master@4n"])
def test_no_time_is_counted_twice(bot: str) -> None:
    """Master's search is asked by the engine in the middle of a game that it plays on."""
    shares = profiled(bot, BOXES[0], "some machine").shares
    assert sum(shares.values()) == pytest.approx(1)
    assert min(shares.values()) >= 0


def test_the_profile_accounts_for_all_of_the_time(tmp_path: Path) -> None:
    profile = profiled("expert@4n", BOXES[0], "some machine")
    assert sum(profile.shares.values()) == pytest.approx(1)
    assert list(profile.shares)[-1] == REST
    assert len(profile.shares) > 3
    folder = Folder(tmp_path)
    folder.keep(profile)
    assert folder.profile("expert@4n") == profile
    assert folder.profile("master@1s") is None
