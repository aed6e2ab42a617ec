"""Effects that mean every card ask nothing, and take each copy."""

from __future__ import annotations

import pytest

from tests.helpers.libraries import fresh_library
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, PLAY
from vigil.engine.vocabulary import (
    CENTER_ROW,
    EVERY_ONE,
    HAND,
    HERO,
    VOID,
    Acquire,
    Banish,
    CardSet,
    Discard,
    Draw,
    Effect,
    Gain,
    Hero,
    HonorOf,
    Runes,
)


def after_playing(effect: Effect) -> GameState:
    """A game in which everybody started with ten copies of Ash, one of which was played for the effect."""
    cards = [
        Hero("Ash", VOID, cost=Runes(1), honor=1, copies=1, play=[effect]),
        Hero("Ember", VOID, cost=Runes(1), honor=2, copies=20, play=[Draw(1)]),
    ]
    library = fresh_library()
    library.add_set(CardSet("own", "Own", cards, starting={"Ash": 10}, supply={}, standing=[]))
    game = deal(Setup(library, 2, ["own"]), seed=4)
    assert game.decision is not None
    game.choose(next(option for option in game.decision.options if option.verb == PLAY))
    assert game.decision.is_turn, "nothing was asked"
    return game


@pytest.mark.parametrize(
    ("effect", "hand", "discard", "void"),
    [
        (Discard(EVERY_ONE, then=[Draw(3)]), 3, 4, 0),
        (Banish(HAND | CENTER_ROW, count=EVERY_ONE), 0, 0, 10),
        (Acquire(HERO, CENTER_ROW, count=EVERY_ONE), 4, 6, 0),
    ],
    ids=["discard", "banish", "acquire"],
)
def test_every_one_is_every_copy(effect: Effect, hand: int, discard: int, void: int) -> None:
    game = after_playing(effect)
    player = game.players[game.turn.seat]
    assert (len(player.hand), len(player.discard), len(game.void)) == (hand, discard, void)
    assert NOTHING not in game.row


def test_the_value_of_cards_counts_each_of_them() -> None:
    game = after_playing(Gain(honor=HonorOf(HAND | CENTER_ROW)))
    row = sum(game.cards[card].honor for card in game.row)
    assert game.players[game.turn.seat].honor == 4 * 1 + row > 4
