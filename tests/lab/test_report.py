"""Reports: what is counted, what is drawn, and that the page needs nothing but itself."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from vigil.cards import LIBRARY
from vigil.cli import main
from vigil.engine.setup import Setup
from vigil.lab import charts
from vigil.lab.book import PHASES
from vigil.lab.findings import OTHERS, WINNERS, Findings, Holding, Tallied, deciding, expectations, find
from vigil.lab.intervals import Estimate, mean, share, wilson_interval
from vigil.lab.matches import Match, play
from vigil.lab.report import make_page
from vigil.lab.studies import BadStudy, Study, StudyWriter
from vigil.lab.worth_findings import find_worth

RISE = Setup(LIBRARY, sets=["rise-of-vigil"], honor_pool=10)
SOLITAIRE = Setup(LIBRARY, 1, ["rise-of-vigil"], "solitaire", honor_pool=10)
TEAM = Setup(LIBRARY, 4, ["gift-of-the-elements", "war-of-shadows"], "team", honor_pool=10)
MATCH = Match(("random", "advanced"), RISE, games=6, seed=3, recorded=True)
VOID_TAGS = {"meta", "link", "input", "line", "circle", "path", "rect", "br"}


def write(folder: Path, match: Match = MATCH) -> Path:
    with StudyWriter(folder, match) as writer:
        for each in play(match):
            writer.add(each)
    return folder


def findings_of(folder: Path, match: Match = MATCH) -> Findings:
    return find(Study(write(folder, match)))


def vigil(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


class Checker(HTMLParser):
    """Every tag that is opened is closed again, and names are given once."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID_TAGS:
            self.open.append(tag)
        found = dict(attrs)
        self.names += [found["id"] or ""] if "id" in found else []
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID_TAGS:
            assert self.open.pop() == tag


# --- counting


def test_what_players_are_compared_with() -> None:
    games = [
        {"game": 0, "bots": ["good", "bad"], "winners": [0]},
        {"game": 1, "bots": ["bad", "good"], "winners": [1]},
        {"game": 2, "bots": ["good", "good"], "winners": [1]},
    ]
    expected = expectations(games)
    assert (expected[0, 0], expected[0, 1]) == (1.0, 0.0)
    assert expected[2, 0] == expected[2, 1] == 0.5


def test_a_card_is_measured_against_its_players() -> None:
    tallied = Tallied(offered=8)
    for won in (True, True, True, False):
        tallied.add(Holding(won, score=40 if won else 20, count=1, from_row=1, turns=5), expected=0.5)
    assert tallied.win_rate is not None
    assert tallied.lift is not None
    assert (tallied.win_rate.value, tallied.lift.value) == (0.75, 0.25)
    assert (tallied.win_rate.low, tallied.win_rate.high) == pytest.approx((0.301, 0.954), abs=0.001)
    assert tallied.pick_rate == share(4, 8)
    assert tallied.honor is not None
    assert (tallied.honor.value, tallied.usual_turn) == (35.0, 5.0)


def test_many_takes_of_one_player_are_not_many_observations() -> None:
    spread, lump = Tallied(), Tallied()
    for _ in range(10):
        spread.add(Holding(True, 10, count=1, from_row=1, turns=1), 0.5)
    lump.add(Holding(True, 10, count=10, from_row=10, turns=10), 0.5)
    assert spread.winners_share is not None
    assert lump.winners_share is not None
    assert spread.winners_share.low > lump.winners_share.low


def test_nothing_can_be_said_about_nothing() -> None:
    assert share(0, 0) is None
    assert mean(0, 0, 0) is None
    assert Tallied().lift is None


def test_findings_agree_with_the_games(tmp_path: Path) -> None:
    found = findings_of(tmp_path)
    assert (found.games, found.players, found.sets) == (6, 2, ["rise-of-vigil"])
    assert sum(each.value for each in found.order) == pytest.approx(1)
    assert len(found.lengths) == 6
    assert {bot.name for bot in found.bots} == {"random", "advanced"}
    assert found.honor[WINNERS][-1] > found.honor[OTHERS][-1]
    taken = sum(card.tallied.taken for card in found.cards)
    for groups in (found.sets_tallied, found.factions_tallied):
        assert sum(tallied.taken for tallied in groups.values()) == taken


def test_a_game_that_is_a_repeat_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Two who are of one opinion leave nothing to chance.
    monkeypatch.setattr("vigil.bots.levels.OPINIONS", 0.0)
    twins = replace(MATCH, bots=("advanced", "advanced"), games=4)
    found = findings_of(tmp_path, twins)
    assert (found.games, found.repeats) == (2, 2)
    assert sum(bot.win_rate.count for bot in found.bots) == 4
    assert "2 games are left out" in make_page(found)


def test_the_surest_card_comes_first(tmp_path: Path) -> None:
    found = findings_of(tmp_path)
    for index, card in enumerate(found.cards[:2]):
        for _ in range(40):
            card.tallied.add(Holding(True, 30, 1, 1, 1), expected=0.5 - index / 4)
    assert [card.name for card in deciding(found)] == [found.cards[1].name, found.cards[0].name]


# --- drawing


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [(0.0, 1.0, [0, 0.2, 0.4, 0.6, 0.8, 1]), (3.0, 42.0, [0, 10, 20, 30, 40, 50]), (0.0, 0.0, [0, 0.2])],
)
def test_scales_have_round_numbers(low: float, high: float, ticks: list[float]) -> None:
    assert charts.Scale(low, high, 0, 100).ticks == pytest.approx(ticks)


def test_bins_lose_nothing() -> None:
    classes = charts.bins([3, 3, 4, 50, 51], most=5)
    assert sum(each.count for each in classes) == 5
    assert len(classes) <= 5
    assert charts.bins([7])[0].label == "7"


def test_names_in_a_scatter_do_not_cover_each_other() -> None:
    names = ("Mystic", "Temple Librarian", "Arha Initiate")
    here = [charts.Point(0.2, 0.9, "more", name, f"{name}: a note") for name in names]
    apart = charts.Point(0.3, 0.1, "less", "Cultist", "Cultist: a note")
    picture = charts.scatter("Cards", [*here, apart], 0.5, "pick rate", "win rate")
    assert picture.count("<title>") >= 4
    shown = re.findall(r'text-anchor="end">([A-Z][^<]+)</text>', picture)
    assert "Cultist" in shown
    # One to the left of the dots, one to their right where it fits, and none of the third.
    assert "Mystic" in shown
    assert ">Temple Librarian</text>" not in picture
    assert 'text-anchor="start">Arha Initiate</text>' in picture


def test_a_name_in_a_scatter_covers_no_dot() -> None:
    named = charts.Point(0.1, 0.9, "more", "Mystic", "Mystic: a note")
    close = charts.Point(0.14, 0.9, "even", "A name that is too long for its place", "a note")
    end = charts.Point(0.3, 0.5, "even", "Cultist", "a note")
    picture = charts.scatter("Cards", [named, close, end], 0.5, "pick rate", "win rate")
    (anchor,) = re.findall(r'text-anchor="(\w+)">Mystic<', picture)
    assert anchor == "end", "To the right is the other dot."


def test_a_shape_tells_what_a_colour_tells() -> None:
    kinds = [charts.kind_of(Estimate(0, low, high, 9), 0) for low, high in ((0.1, 0.3), (-0.3, -0.1), (-0.1, 0.1))]
    assert kinds == ["more", "less", "even"]
    assert charts.dot(1, 1, "more").startswith("<circle")
    assert charts.dot(1, 1, "less").startswith("<path")


# --- the page


@pytest.mark.parametrize(
    "match",
    [
        MATCH,
        replace(MATCH, bots=("advanced",), setup=SOLITAIRE, games=1),
        replace(MATCH, setup=TEAM, games=2),
        replace(MATCH, bots=("random",), games=1),
    ],
    ids=["two", "solitaire", "team", "one game"],
)
def test_the_page_is_whole_and_needs_nothing_else(tmp_path: Path, match: Match) -> None:
    page = make_page(findings_of(tmp_path, match))
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert len(checker.names) == len(set(checker.names))
    targets = {link.removeprefix("#") for link in checker.links if link != "data:,"}
    assert targets <= set(checker.names)
    assert not re.search(r"https?:|@import|url\(|\bnan\b|\binf\b", page)
    assert not re.search(r"\$[a-z]", page)


def test_the_page_tells_everything(tmp_path: Path) -> None:
    page = make_page(findings_of(tmp_path))
    for words in (
        "The first player won",
        "Length of games",
        "Honor over time",
        "Pick rate",
        "By faction",
        "Rise of Vigil",
    ):
        assert words in page
    assert page.count('role="img"') == page.count('class="chart"') >= 5
    assert page.count("aria-label=") >= page.count('role="img"')


def test_names_cannot_break_the_page(tmp_path: Path) -> None:
    found = findings_of(tmp_path)
    found.cards[0] = replace(found.cards[0], name="<script>alert(1)</script>", set_name='"><b>')
    page = make_page(found)
    assert "<script>alert" not in page
    assert '"><b>' not in page


# --- the command


def test_from_simulation_to_report(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    made = vigil("simulate", "--games", "4", "--honor-pool", "10", "--processes", "1", "--out", folder)
    assert f"vigil report {folder}" in made.stdout
    assert vigil("report", folder).stdout == (
        f"The report on 4 games is in {folder / 'report.html'}. Open it in a browser.\n"
    )
    vigil("report", folder, "--out", tmp_path / "elsewhere" / "page.html")
    assert (tmp_path / "elsewhere" / "page.html").read_bytes() == (folder / "report.html").read_bytes()


def test_the_screen_and_the_page_count_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vigil.bots.levels.OPINIONS", 0.0)
    twins = ("simulate", "--bots", "advanced,advanced", "--games", "6", "--honor-pool", "10", "--seed", "3")
    made = vigil(*twins, "--processes", "1", "--out", tmp_path / "study")
    assert "3 games are left out: the same bots played the same deal in the same way" in made.stdout
    assert re.search(r"^advanced +3 ", made.stdout, re.MULTILINE)
    assert made.stdout.count("6 games with seed 3") == 1
    assert "The report on 3 games" in vigil("report", tmp_path / "study").stdout


def test_chairs_at_one_table_are_one_observation(tmp_path: Path) -> None:
    found = findings_of(tmp_path, replace(MATCH, bots=("random", "random"), games=8))
    assert found.bots[0].win_rate.count == 16
    assert (found.bots[0].win_rate.low, found.bots[0].win_rate.high) == wilson_interval(4, 8)


def test_mistakes_are_answered(tmp_path: Path) -> None:
    nothing = vigil("report", tmp_path)
    assert nothing.exit_code == 2
    assert "contains no study" in nothing.stderr
    write(tmp_path / "study")
    (tmp_path / "file").write_text("")
    blocked = vigil("report", tmp_path / "study", "--out", tmp_path / "file" / "page.html")
    assert blocked.exit_code == 2
    assert "cannot be written" in blocked.stderr


def test_a_study_of_no_games(tmp_path: Path) -> None:
    with StudyWriter(tmp_path, MATCH):
        pass
    with pytest.raises(BadStudy, match="has no games"):
        find(Study(tmp_path))


# --- what cards are worth


def test_a_study_with_forced_and_judged_decisions_says_what_its_cards_are_worth(tmp_path: Path) -> None:
    match = replace(MATCH, games=2, worth=True)
    study = Study(write(tmp_path, match))
    rows = study.table("worth").to_pylist()
    assert {row["how"] for row in rows} == {"forced", "judged"}
    assert all(-1 <= row["value"] <= 1 and row["phase"] in PHASES for row in rows)
    once = [(row["game"], row["card"], row["how"]) for row in rows]
    assert len(set(once)) == len(once), "a card has one forced and one judged decision in a game"
    worth = find_worth(study, find(study), PHASES)
    mystic = next(each for each in worth if each.name == "Mystic")
    assert mystic.effect is not None
    assert mystic.effect.count == 2
    page = make_page(find(study), worth)
    checker = Checker()
    checker.feed(page)
    assert "card-worth" in checker.names
    assert "What a card is worth" in page
    assert "whoever is ahead can afford more" in page


def test_a_study_without_them_says_nothing_of_it(tmp_path: Path) -> None:
    study = Study(write(tmp_path))
    assert find_worth(study, find(study), PHASES) == []
    assert "What a card is worth" not in make_page(find(study))


def test_the_games_of_a_study_are_the_same_with_worth_and_without(tmp_path: Path) -> None:
    plain = Study(write(tmp_path / "plain", replace(MATCH, games=2)))
    measured = Study(write(tmp_path / "measured", replace(MATCH, games=2, worth=True)))
    assert plain.table("games") == measured.table("games")


def test_worth_needs_a_folder_and_is_for_all_games_or_none(tmp_path: Path) -> None:
    assert "--worth writes to a study" in vigil("simulate", "--worth").output
    write(tmp_path, replace(MATCH, games=2))
    with pytest.raises(BadStudy, match="--worth for all of its games or for none"):
        StudyWriter(tmp_path, replace(MATCH, worth=True))
