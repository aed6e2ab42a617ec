"""What bags add to the first layer of the network: worked out once, kept, and always the same."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.networks import chances, played, read, slow_chances, untaught
from tests.helpers.positions import SETS
from vigil.bots import bag_sums
from vigil.bots.bag_sums import BagSums
from vigil.bots.network import Floats, Network
from vigil.engine.setup import Setup


def test_a_bag_that_is_known_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    network = untaught(2)
    games = [played(3, SETS[:1], seed=seed) for seed in range(3)]
    first = chances(network, *games)
    monkeypatch.setattr(BagSums, "_work_out", None)
    assert (chances(network, *reversed(games)) == first[::-1]).all()


def test_what_was_seen_before_makes_no_difference() -> None:
    games = [played(2, SETS[:1], seed=5, turns=turns) for turns in range(4, 12)]
    fresh, experienced = untaught(6, card=40, hidden=48), untaught(6, card=40, hidden=48)
    for game in reversed(games):
        shuffled = game.copy()
        for player in shuffled.players:
            player.discard = player.discard[::-1]
        chances(experienced, shuffled)
    assert (chances(fresh, *games) == chances(experienced, *games)).all(), "not even in the last bit"


def test_equal_positions_are_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    network = untaught(2)
    one, two = (played(2, SETS[:1], seed=seed) for seed in range(2))
    evaluated: list[int] = []
    strengths = Network._strengths

    def counted(self: Network, setup: Setup, bags: Floats, numbers: Floats) -> Floats:
        evaluated.append(len(bags))
        return strengths(self, setup, bags, numbers)

    monkeypatch.setattr(Network, "_strengths", counted)
    found = chances(network, one, two, one, one, two)
    assert evaluated == [2]
    assert (found == found[[0, 1, 0, 0, 1]]).all()
    assert (found[0] != found[1]).any()


@pytest.mark.parametrize("most", [1, 20])
def test_when_there_is_no_room_all_bags_are_dropped(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bag_sums, "MOST_BAGS", most)
    network = untaught(4)
    for seed in range(6):
        games = [played(2, SETS[:1], seed=seed, turns=turns) for turns in (4, 12, 20)]
        slow = slow_chances(network, games[0].setup, read(*games))
        assert chances(network, *games) == pytest.approx(np.array(slow), abs=1e-5)


def test_the_key_of_a_bag_depends_on_its_cards_alone() -> None:
    game = played(2, SETS[:1], seed=1)
    other = game.copy()
    for player in other.players:
        player.discard, player.hand = player.discard[::-1], player.hand[::-1]
    other.row = other.row[::-1]
    assert read(other).keys == read(game).keys
    other.players[1].hand = other.players[1].hand[1:]
    changed = [one != two for one, two in zip(read(game).keys, read(other).keys, strict=True)]
    assert changed == [False, False, True, False, False]


def test_equal_positions_are_evaluated_once_and_all_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    network = untaught(3)
    games = [played(2, SETS[:1], seed=seed % 3, turns=6) for seed in range(7)]
    alone = np.concatenate([chances(network, game) for game in games])
    evaluated: list[int] = []
    strengths = Network._strengths

    def counted(self: Network, setup: Setup, rows: Floats, numbers: Floats) -> Floats:
        evaluated.append(len(rows))
        return strengths(self, setup, rows, numbers)

    monkeypatch.setattr(Network, "_strengths", counted)
    assert chances(network, *games) == pytest.approx(alone, abs=1e-6)
    assert evaluated == [3]


def test_many_positions_are_evaluated_as_few_are(monkeypatch: pytest.MonkeyPatch) -> None:
    network = untaught(3)
    games = [played(2, SETS[:1], seed=seed, turns=6) for seed in range(7)]
    together = chances(network, *games)
    monkeypatch.setattr("vigil.bots.network.AT_ONCE", 2)
    assert chances(network, *games) == pytest.approx(together, abs=1e-6)
