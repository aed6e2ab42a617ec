"""Positions that somebody has set up: what is wrong with them, and the table that shows them."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.journals import ADA, BEN, play_on, started
from tests.helpers.random_tables import TABLES, random_table
from vigil.engine.errors import BadPosition, VigilError
from vigil.engine.positions import PLAYER_LISTS, PLAYER_NUMBERS, TABLE_KEYS
from vigil.public import positions as library
from vigil.scenarios import loads
from vigil.table.positions import (
    EDITOR,
    MOST_PROBLEMS,
    Given,
    PlayerGiven,
    Position,
    file_of,
    moment_of,
    notes_on,
    position_of,
    problems_of,
    read_scenario,
    table_at,
)
from vigil.table.projection import project
from vigil.table.refusals import Refused

MEPHIT = Position(
    ["chronicle"],
    Given(
        row=["Mephit", "Landtalker / Energy Shard"],
        center_deck=["Wolf Shaman"],
        p1=PlayerGiven(hand=["Heavy Infantry"], power=1),
        p2=PlayerGiven(honor=3),
    ),
    ["play Heavy Infantry", "defeat Mephit"],
)


def test_a_position_is_a_table_where_one_person_has_all_seats() -> None:
    table = table_at(MEPHIT)
    now = project(table, EDITOR, 0, {EDITOR: EDITOR}, 0.0)
    assert (now.your_seats, now.may_undo, [seat.name for seat in now.seats]) == ([0, 1], True, ["p1", "p2"])
    assert now.views[0].decision is not None
    assert now.views[0].decision.card == "Mephit"
    assert now.views[0].board.players[1].honor == 3


def test_the_keys_are_those_of_scenarios_and_of_the_library() -> None:
    seats = {f"p{number}" for number in range(1, 7)}
    assert set(Given.__struct_fields__) == {*TABLE_KEYS, *seats} == set(library.Given.__annotations__) - {"names"}
    assert set(PlayerGiven.__struct_fields__) == {*PLAYER_LISTS, *PLAYER_NUMBERS}
    assert set(PlayerGiven.__struct_fields__) == set(library.PlayerGiven.__annotations__)


def test_so_many_problems_and_no_more() -> None:
    wrong = Given(void=[f"nothing {number}" for number in range(900)])
    assert len(problems_of(Position(["chronicle"], wrong))) == MOST_PROBLEMS


def test_all_problems_are_found_at_once() -> None:
    wrong = Given(
        row=["Mephitt", "Landtalker"],
        turn="p3",
        supply={"Mephit": 2},
        p1=PlayerGiven(constructs=["Apprentice"], hand=["Mystik", "Mystic"]),
    )
    found = {(each.key, each.text) for each in problems_of(Position(["chronicle"], wrong))}
    assert found == {
        ("row", 'There is no card called "Mephitt". Did you mean "Mephit"?'),
        ("turn", '"p3" is not a player. The players are p1 to p2.'),
        ("supply", '"Mephit" is not an always-available card.'),
        ("p1.hand", 'There is no card called "Mystik". Did you mean "Mystic"?'),
        ("p1.constructs", '"Apprentice" is a hero, so it cannot be in p1.constructs.'),
    }


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (Position(["nowhere"]), 'There is no set called "nowhere".'),
        (Position(["chronicle"], Given(players=6)), "6 players need at least two sets."),
        (Position(["chronicle"], when=["play Mystic"]), 'Step 1 is not possible: "play Mystic" is not possible now.'),
        (Position(["chronicle"], Given(variant="chess")), '"chess"'),
    ],
)
def test_a_problem_of_the_whole(position: Position, message: str) -> None:
    (problem,) = problems_of(position)
    assert message in problem.text
    with pytest.raises(VigilError):
        table_at(position)


def test_no_step_follows_the_end_of_the_game() -> None:
    over = Given(honor_pool=0, first="p2")
    with pytest.raises(BadPosition, match="after the end of the game"):
        table_at(Position(["chronicle"], over, ["end turn", "end turn", "end turn"]))


def test_what_could_not_be_is_noted_and_can_be_played() -> None:
    odd = Position(
        ["chronicle"],
        Given(row=["Mephit", "Landtalker"], void=["Arha Templar"] * 9, honor_pool=0, p2=PlayerGiven(runes=2)),
    )
    assert problems_of(odd) == []
    texts = [each.text for each in notes_on(odd)]
    assert "It is p1's turn: p2's runes will not count." in texts
    assert "The honor pool is empty: this is the last round." in texts
    assert any(text.startswith("The position has 9 copies of Arha Templar") for text in texts)


def test_a_file_has_the_same_position() -> None:
    (scenario,) = loads(file_of(MEPHIT, "Mephit"), "mephit.toml")
    read = read_scenario(scenario)
    assert (read.title, read.failures, read.position.when) == ("Mephit", [], list(MEPHIT.when))
    assert table_at(read.position).playing.view(0).to_bytes() == table_at(MEPHIT).playing.view(0).to_bytes()


@pytest.mark.parametrize("settings", TABLES, ids=lambda each: f"{each.sets[0]}-{each.players}-{each.variant}")
def test_moments_of_any_game_are_positions(settings: object) -> None:
    table = random_table(settings, 4, 100)  # type: ignore[arg-type]
    for person in (ADA, "somebody else"):
        assert table_at(position_of(moment_of(table, person=person))).playing.decision is not None


def test_a_running_game_is_described_as_each_person_sees_it() -> None:
    played = started()
    play_on(played, 31)
    hands = [played.table.playing.players[seat].hand for seat in (0, 1)]
    for seat, person in enumerate((ADA, BEN)):
        described = table_at(position_of(moment_of(played.table, person=person))).playing
        assert described.players[seat].hand == hands[seat]
        assert described.view(seat).row == played.table.playing.row


def test_a_step_that_is_not_there() -> None:
    played = started()
    play_on(played)
    assert moment_of(played.table, 40).is_exact
    with pytest.raises(Refused, match="There is no step 9999"):
        moment_of(played.table, 9_999)


def test_random_is_not_used_for_what_is_dealt_at_random() -> None:
    """The same moment gives the same file: nothing is learned by asking twice."""
    table = random_table(TABLES[0], Random(3).randrange(100), 60)
    assert moment_of(table, person=ADA) == moment_of(table, person=ADA)
