"""Games that look the same from one seat, with everything changed that the seat cannot see.

Written apart from the engine's own views and samples: those are what is to be judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from vigil.engine.chance import Chance
from vigil.engine.piles import Pile
from vigil.engine.snapshot import reopen
from vigil.engine.state import GameState


def redealt(game: GameState, seat: int, random: Random) -> GameState:
    """A copy that the seat cannot tell from the game."""
    twin = game.copy()
    redeal(twin, seat, random)
    reopen(twin)
    return twin


def redeal(game: GameState, seat: int, random: Random) -> None:
    """In the game itself: another future, and for every other player another hand of the same size."""
    game.chance = Chance(random.getrandbits(63))
    _mix(game.deck, random)
    game.void = tuple(_shuffled(game.void, random))
    for number, player in enumerate(game.players):
        player.discard = tuple(_shuffled(player.discard, random))
        if number != seat:
            player.hand = _exchange(player.hand, player.shown, player.deck, random)
        _mix(player.deck, random)


def _layers(pile: Pile) -> Iterator[tuple[int, int, bool]]:
    """From where to where each layer reaches, and whether everybody knows its cards: all that were laid are there."""
    starts = [(0, -1), *pile.layers]
    ends = [start for start, _ in pile.layers] + [len(pile.cards)]
    for (start, laid), end in zip(starts, ends, strict=True):
        yield start, end, end - start == laid


def _shuffled(cards: Sequence[int], random: Random) -> list[int]:
    """Several times as fast as `random.sample`, and games are dealt anew a hundred thousand times."""
    return sorted(cards, key=lambda _: random.random())


def _mix(pile: Pile, random: Random) -> None:
    """A layer is a bag: how its cards happen to be listed means nothing."""
    cards = pile.cards[:]
    for start, end, _ in _layers(pile):
        cards[start:end] = _shuffled(cards[start:end], random)
    _replace(pile, cards)


def _replace(pile: Pile, cards: list[int]) -> None:
    """Other cards in the same layers, in a list of the pile's own: copies of a game share theirs."""
    layers = pile.layers
    pile.renew(cards)
    pile.layers = layers


def _exchange(hand: tuple[int, ...], shown: tuple[int, ...], deck: Pile, random: Random) -> tuple[int, ...]:
    """The unseen cards of hand and deck change places. The new hand; the deck is changed."""
    held = list(hand)
    for card in shown:
        held.remove(card)
    places = [place for start, end, is_known in _layers(deck) if not is_known for place in range(start, end)]
    unseen = _shuffled([*held, *(deck.cards[place] for place in places)], random)
    cards = deck.cards[:]
    for place in places:
        cards[place] = unseen.pop()
    _replace(deck, cards)
    return tuple(sorted([*shown, *unseen]))
