"""The rest of a turn inside a thought: who plays it, how often the network is asked, and what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers.networks import played
from vigil.bots.card_values import quick_policy
from vigil.bots.network import Floats, Network, load_network
from vigil.bots.position_features import NUMBERS
from vigil.bots.turn_finisher import MOST_LOOKS, Playout, TurnFinisher
from vigil.bots.weights import fitted_weights
from vigil.cards import LIBRARY
from vigil.engine.rollout import play_turns
from vigil.engine.snapshot import snapshot

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


def finish(game: GameState, seat: int, network: Network) -> None:
    """Plays the turn in the game to its end."""
    policy = quick_policy(game.setup, fitted_weights(game.setup))
    TurnFinisher(seat, policy, network).finish([Playout(game, policy, [0.0], 0)], game.turn_number + 1)


def quickly(game: GameState) -> GameState:
    """A copy of the game in which the quick policy has played the turn."""
    twin = game.copy()
    play_turns(twin, quick_policy(game.setup, fitted_weights(game.setup)), 1)
    return twin


@pytest.mark.parametrize("sets", [*([name] for name in SETS), SETS])
def test_it_ends_the_turn_and_asks_a_few_times_at_the_most(sets: list[str]) -> None:
    changed = 0
    for seed in range(8):
        game = played(2, sets, seed=seed, turns=4 + 2 * seed).copy(quiet=True)
        network, number, otherwise = Asked(), game.turn_number, quickly(game)
        finish(game, game.turn.seat, network)
        assert game.turn_number == number + 1 or game.over
        assert network.times <= MOST_LOOKS
        changed += snapshot(game) != snapshot(otherwise)
    assert changed, "otherwise it would be of no use"


def test_games_that_are_finished_together_end_as_they_do_alone() -> None:
    games = [played(3, SETS, seed=seed, turns=4 + 2 * seed).copy(quiet=True) for seed in range(6)]
    seat = games[0].turn.seat
    games = [game for game in games if game.turn.seat == seat]
    together = [game.copy() for game in games]
    policy = quick_policy(games[0].setup, fitted_weights(games[0].setup))
    network = Asked()
    last = max(game.turn_number for game in games)
    for game in games:
        TurnFinisher(seat, policy, network).finish([Playout(game, policy.twin(), [0.0], 0)], last + 1)
    network.times = 0
    playouts = [Playout(game, policy.twin(), [0.0], 0) for game in together]
    TurnFinisher(seat, policy, network).finish(playouts, last + 1)
    assert network.times <= MOST_LOOKS, "the network sees the positions of all games at once"
    assert [snapshot(game) for game in together] == [snapshot(game) for game in games]


def test_others_choose_by_the_quick_policy() -> None:
    game = played(2, SETS[:1], seed=3, turns=8).copy(quiet=True)
    network, otherwise = Asked(), quickly(game)
    finish(game, 1 - game.turn.seat, network)
    assert network.times == 0
    assert snapshot(game) == snapshot(otherwise)


def test_what_is_routine_is_done_without_a_look() -> None:
    game = played(2, SETS[:1], seed=3, turns=8).copy(quiet=True)
    policy = quick_policy(game.setup, fitted_weights(game.setup))
    decision = game.decision
    assert decision is not None
    assert policy.is_routine(decision, policy.pick(game, decision))
    finisher = TurnFinisher(game.turn.seat, policy, Asked())
    look = finisher._next_look(Playout(game, policy, [0.0], 0), game.turn_number + 1)
    assert look is not None
    assert game.decision is not None
    assert game.decision is not decision
    assert not policy.is_routine(game.decision, look.usual)


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
    seat, otherwise = game.turn.seat, quickly(game)
    before = game.view(seat).me.owned()
    finish(game, seat, Ascetic(load_network().arrays))
    assert len(otherwise.view(seat).me.owned()) > len(before)
    assert len(game.view(seat).me.owned()) <= len(before)
