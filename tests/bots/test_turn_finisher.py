"""The rest of a turn inside a thought: who plays it, how often the network is asked, and what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers.networks import played
from vigil.bots.card_values import quick_policy
from vigil.bots.network import Floats, Network, load_network
from vigil.bots.position_features import NUMBERS
from vigil.bots.search import MOST_LOOKS, TurnFinisher
from vigil.bots.weights import fitted_weights
from vigil.cards import LIBRARY
from vigil.engine.options import Decision, Option
from vigil.engine.rollout import play_turns
from vigil.engine.terms import ACQUIRE, END_TURN

if TYPE_CHECKING:
    from vigil.bots.position_features import PositionBatch
    from vigil.engine.setup import Setup
    from vigil.engine.state import GameState

SETS = list(LIBRARY.sets)


class Asked(Network):
    """Counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__(load_network().arrays)
        self.times = 0

    def chances(self, setup: Setup, reading: PositionBatch) -> Floats:
        self.times += 1
        return super().chances(setup, reading)


class Watched(TurnFinisher):
    """Remembers what was chosen where."""

    def __init__(self, seat: int, game: GameState, network: Network) -> None:
        super().__init__(seat, quick_policy(game.setup, fitted_weights(game.setup)), network)
        self.chosen: list[tuple[Decision, Option, Option]] = []
        self.other = self.policy.twin()

    def pick(self, game: GameState, decision: Decision) -> Option:
        found = super().pick(game, decision)
        self.other.begin()
        self.chosen.append((decision, self.other.pick(game, decision), found))
        return found


@pytest.mark.parametrize("sets", [*([name] for name in SETS), SETS])
def test_it_ends_the_turn_and_asks_a_few_times_at_the_most(sets: list[str]) -> None:
    changed = 0
    for seed in range(8):
        game = played(2, sets, seed=seed, turns=4 + 2 * seed).copy(quiet=True)
        network = Asked()
        finisher = Watched(game.turn.seat, game, network)
        finisher.begin()
        number = game.turn_number
        play_turns(game, finisher, 1)
        assert game.turn_number == number + 1 or game.over
        assert network.times <= MOST_LOOKS
        changed += sum(guess is not found for _, guess, found in finisher.chosen)
        assert all(found in decision.options for decision, _, found in finisher.chosen)
    assert changed, "otherwise it would be of no use"


def test_others_choose_by_the_quick_policy() -> None:
    game = played(2, SETS[:1], seed=3, turns=8).copy(quiet=True)
    network = Asked()
    finisher = Watched(1 - game.turn.seat, game, network)
    finisher.begin()
    play_turns(game, finisher, 1)
    assert network.times == 0
    assert all(guess is found for _, guess, found in finisher.chosen)


def test_what_is_routine_is_done_without_a_look() -> None:
    game = played(2, SETS[:1], seed=3, turns=8).copy(quiet=True)
    network = Asked()
    finisher = TurnFinisher(game.turn.seat, quick_policy(game.setup, fitted_weights(game.setup)), network)
    finisher.begin()
    assert game.decision is not None
    first = finisher.pick(game, game.decision)
    assert finisher.policy.is_routine(game.decision, first)
    assert network.times == 0


def test_a_network_that_likes_thin_decks_buys_nothing() -> None:
    """What the network says decides, not what the quick policy would have bought."""

    class Ascetic(Network):
        def chances(self, setup: Setup, reading: PositionBatch) -> Floats:
            found = super().chances(setup, reading)
            sizes = reading.numbers[1::NUMBERS]
            for place in range(reading.count):
                for seat in range(setup.players):
                    found[place, seat] = 1.0 - 0.1 * sizes[place * setup.players + seat]
            return found

    game = played(2, SETS[:1], seed=5, turns=6).copy(quiet=True)
    finisher = Watched(game.turn.seat, game, Ascetic(load_network().arrays))
    finisher.begin()
    play_turns(game, finisher, 1)
    looked = [(guess, found) for decision, guess, found in finisher.chosen if decision.is_turn]
    assert any(guess.verb == ACQUIRE and found.verb != ACQUIRE for guess, found in looked)
    assert looked[-1][1].verb == END_TURN
