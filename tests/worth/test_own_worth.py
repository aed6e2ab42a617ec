"""The worth of the printed cards, as it comes with Vigil."""

from __future__ import annotations

from importlib import resources
from json import loads
from math import copysign

from click.testing import CliRunner

import vigil
from tools.card_worth.table import GROUPS, cards_of
from tools.make_web_cards import DATA
from tools.pages import DOCS
from vigil.cards import LIBRARY
from vigil.cli import main
from vigil.engine.terms import FROM_CENTER, FROM_SUPPLY
from vigil.lab.worth_sums import EFFECT, Cell, Sums
from vigil.worth.own import ALL, FILE, data


def test_every_card_that_can_be_taken_has_a_worth() -> None:
    for card in vigil.find_cards():
        takeable = card.raw.origin in (FROM_CENTER, FROM_SUPPLY) and card.kind != "event"
        assert not takeable or card.worth is not None, card
    assert vigil.card("Apprentice").worth is None


def test_every_center_card_was_forced_often_enough_to_say_something() -> None:
    for box in LIBRARY.sets.values():
        for card in box.cards:
            if card.is_event or card.kind == "treasure":
                continue
            worth = vigil.card(card.name).worth
            assert worth is not None, card
            assert worth.effect is not None, card
            assert worth.effect.games >= 300
            assert worth.effect.high - worth.effect.low < 12


def test_a_worth_reads_well() -> None:
    worth = vigil.card("Hedron Cannon").worth
    assert worth is not None
    assert worth.effect is not None
    assert repr(worth).startswith("<Worth of Hedron Cannon: forced +")
    assert repr(vigil.Measure(2.5, -0.04, 5.04, 1200)) == "<Measure +2.5 (0.0 to +5.0; 1,200 games)>"
    assert worth.effect.low < worth.effect.value < worth.effect.high
    assert worth.effect.is_sure
    assert {"2 players", "late", "all sets mixed"} <= set(worth.by)
    assert repr(vigil.Worth("Nothing", None, None, None, None, {})) == "<Worth of Nothing: not measured>"


def test_the_always_available_cards_have_a_worth_in_every_set() -> None:
    worth = vigil.card("Mystic").worth
    assert worth is not None
    assert {box.title for box in LIBRARY.sets.values()} <= set(worth.by)


def test_groups_add_up_to_the_whole() -> None:
    sheet = {
        Cell(EFFECT, "Mephit", "chronicle-of-the-godslayer", players, phase): Sums(40, 40.0, 4.0, 40.0, 4.0, 40.0)
        for players in (2, 3)
        for phase in ("early", "late")
    }
    sheet[Cell(EFFECT, "Mephit", "a+b", 2, "early")] = Sums(40, 40.0, -4.0, 40.0, -4.0, 40.0)
    found = cards_of(sheet)["Mephit"]
    assert set(found) == {ALL, "2 players", "3 players", "early", "late", "all sets mixed"} <= set(GROUPS)
    effect = {name: row[2] for name, row in found.items()}
    assert effect[ALL] is not None
    assert (effect[ALL][0], effect[ALL][1]) == (160, 10.0)
    assert effect["late"] is not None
    assert effect["late"][0] == 80
    assert effect["all sets mixed"] is not None
    assert copysign(1, effect["all sets mixed"][1]) == -1


def test_the_file_is_small_and_that_of_the_page() -> None:
    file = resources.files("vigil.worth").joinpath(FILE)
    assert len(file.read_bytes()) < 300_000
    page = loads((DATA / "worth.json").read_text(encoding="utf-8"))
    assert page == {"games": data()["games"], "cards": data()["cards"]}


def test_the_page_about_it_has_the_numbers_of_the_file() -> None:
    text = (DOCS / "card-worth.md").read_text(encoding="utf-8")
    assert f"{data()['forced']:,} forced decisions" in text
    for name in ("Hedron Cannon", "Mystic"):
        worth = vigil.card(name).worth
        assert worth is not None
        assert worth.effect is not None
        assert f"| {name} | {worth.effect.value:+.1f} ±" in text


def test_the_terminal_prints_it() -> None:
    output = CliRunner().invoke(main, ["cards", "hedron", "cannon"]).output
    worth = vigil.card("Hedron Cannon").worth
    assert worth is not None
    assert worth.effect is not None
    assert f"{worth.effect.value:+.1f} ±" in output
    assert "biased" in output
    assert "late" in output
    apprentice = CliRunner().invoke(main, ["cards", "apprentice", "--cost", "0"]).output
    assert "Apprentice" in apprentice
    assert "Worth in points" not in apprentice.split("Other cards")[0]
