"""What the network reads of a position: everything that everybody knows, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.midgame import table
from tests.helpers.networks import bags, chances, played, read, shuffled_bags, untaught
from tests.helpers.positions import SETS, positions
from vigil.bots.position_features import DISCARDED, IN_PLAY, IN_ROW, NUMBERS, OWNED, TROPHY, UNDER_ROW, ZONES
from vigil.cards import LIBRARY, new_state
from vigil.engine.state import GameState


def what_is_read(game: GameState) -> tuple[list[list[int]], list[float]]:
    reading = read(game)
    return bags(reading), reading.numbers


def named(bag: list[int]) -> list[tuple[int, str]]:
    """Where each card of the bag lies, and its name."""
    places = [divmod(place, len(LIBRARY.cards)) for place in bag]
    return [(zone, LIBRARY.cards[card].name) for zone, card in places if zone < ZONES]


def test_a_deal_reads_the_same_for_both_but_for_who_begins() -> None:
    game = new_state(2, ["chronicle-of-the-godslayer"], seed=8, first=1)
    found, numbers = what_is_read(game)
    start = [(OWNED, "Apprentice")] * 8 + [(OWNED, "Militia")] * 2
    assert [named(bag) for bag in found[:4]] == [start, [], start, []]
    assert sorted(named(found[4])) == sorted((IN_ROW, LIBRARY.cards[card].name) for card in game.row)
    pool = 60 / 30
    assert numbers[:NUMBERS] == pytest.approx([0, 10 / 20, 1 / 2, 1 / 2, pool, 1 / 30, 0, 0, 2 / 4, 0, 0])
    assert numbers[NUMBERS:] == pytest.approx([0, 10 / 20, 0, 0, pool, 1 / 30, 0, 0, 2 / 4, 0, 0])


def test_hand_deck_and_played_cards_are_one_bag_and_what_lies_open_another() -> None:
    game = table(
        row=["Mephit"],
        p1={
            "hand": ["Mystic"],
            "deck": ["Heavy Infantry"],
            "discard": ["Landtalker"],
            "constructs": ["The All-Seeing Eye"],
            "honor": 4,
        },
    )
    owned, before, *_, middle = [named(bag) for bag in what_is_read(game)[0]]
    assert {(OWNED, "Mystic"), (OWNED, "Heavy Infantry"), (OWNED, "Landtalker")} == set(owned)
    assert set(before) == {(DISCARDED, "Landtalker"), (IN_PLAY, "The All-Seeing Eye")}
    assert (IN_ROW, "Mephit") in middle
    on_cards = sum(LIBRARY.card(name).honor for _, name in [*owned, (IN_PLAY, "The All-Seeing Eye")])
    assert read(game).numbers[0] == pytest.approx((4 + on_cards) / 30)


def test_every_zone_is_met() -> None:
    met = {zone for each in positions() for bag in what_is_read(each.game)[0] for zone, _ in named(bag)}
    assert met == set(range(ZONES))
    assert {TROPHY, UNDER_ROW} < met


def test_a_game_and_the_games_sampled_from_any_view_of_it_read_the_same() -> None:
    for number, each in enumerate(positions()[::5]):
        truth = what_is_read(each.game)
        for seat in range(len(each.game.players)):
            assert what_is_read(each.game.view(seat).sample(number)) == truth, f"{each.story}, seen from {seat}"


def test_what_is_hidden_is_not_read() -> None:
    for number, each in enumerate(positions()):
        assert what_is_read(each.twin(number).game) == what_is_read(each.game), each.story


def test_what_is_owned_is_read() -> None:
    """The tests above would not notice a reading that sees nothing at all."""
    game = played(3, SETS, seed=4)
    other = game.copy()
    mystic, infantry = LIBRARY.card("Mystic").number, LIBRARY.card("Heavy Infantry").number
    other.players[2].discard += (mystic,)
    another = game.copy()
    another.players[2].discard += (infantry,)
    found = [what_is_read(each) for each in (game, other, another)]
    assert found[0][0][4] != found[1][0][4] != found[2][0][4]
    assert [bag for place, bag in enumerate(found[0][0]) if place not in (4, 5)] == [
        bag for place, bag in enumerate(found[1][0]) if place not in (4, 5)
    ]


def test_the_order_of_cards_in_a_bag_means_nothing_to_the_network() -> None:
    games = [played(4, SETS, seed=seed) for seed in range(5)]
    reading = read(*games)
    mixed = shuffled_bags(reading, Random(1))
    assert mixed.places != reading.places
    network = untaught(2)
    again = network.chances(games[0].setup, mixed)
    assert again == pytest.approx(chances(network, *games), abs=1e-5)
