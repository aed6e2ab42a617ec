"""The kinds of decisions that the layout is checked with: nothing that a card asks is left out."""

from __future__ import annotations

from tests.helpers.question_kinds import ALL_SETS, SEATINGS, TURN, Seating, at_table, declared, kinds, met, sample


def test_the_scenarios_meet_every_question_that_a_declaration_asks() -> None:
    assert declared() - met() == set()


def test_every_kind_of_question_can_be_asked_at_a_full_table() -> None:
    possible = {each.kind for each in kinds() for seating in SEATINGS if at_table(each, seating)}
    assert {each.kind for each in kinds()} == possible


def test_a_full_table_has_a_row_and_boards() -> None:
    games = [position.game for each in kinds() if (position := at_table(each, Seating(6)))]
    assert len(games) > 100
    full = [game for game in games if sum(card >= 0 for card in game.row) >= 5 and game.players[3].constructs]
    assert len(full) > 0.8 * len(games)


def test_a_crowded_table_has_more_than_games_ever_have() -> None:
    positions = [found for each in kinds() if (found := at_table(each, Seating(6), crowded=True))]
    assert {each.kind.asks for each in positions} >= {TURN, "DestroyAllButOne", "Banish", "Discard", "Acquire"}
    for position in positions:
        assert all(len(player.constructs) >= 18 for player in position.game.players)


def test_the_sample_has_every_zone_every_number_of_players_and_every_set() -> None:
    zones = {zone for each in kinds() for zone in each.kind.zones}
    assert {zone for each in sample() for zone in each.kind.zones} == zones
    assert {each.seating for each in sample()} == set(SEATINGS)
    assert {name for each in sample() for name in each.game.setup.sets} == set(ALL_SETS)
    assert len(sample()) < 20
