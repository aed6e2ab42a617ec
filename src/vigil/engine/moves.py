"""The small steps of which everything is made: cards move between zones, honor between the pool and the players."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from . import happenings as tale
from .terms import (
    CONSTRUCTS,
    DECK,
    DISCARD,
    FROM_EVENT,
    FROM_START,
    FROM_SUPPLY,
    HAND,
    NOTHING,
    PLAYED,
    REMOVED,
    SUPPLY,
    TROPHIES,
    VOID,
)

if TYPE_CHECKING:
    from .state import Game, Player


# --- drawing


def draw(game: Game, seat: int, count: int) -> None:
    """As many as there are: an empty deck is made anew from the discard pile; without one the rest is lost."""
    player = game.players[seat]
    hand = player.hand
    for _ in range(count):
        if not player.deck.cards and not reshuffle(game, seat):
            return
        known = player.deck.layers and player.deck.top_is_known()
        card = player.deck.take(game.chance)
        insort(hand, card)
        if known:
            player.shown += (card,)
        game.seen += 1
        if game.tells:
            game.told.append((tale.DRAWS, seat, card, 1, DECK, HAND, NOTHING, "", seat))


def reshuffle(game: Game, seat: int) -> bool:
    """The discard pile becomes the deck. Only when a card is needed and the deck is empty."""
    player = game.players[seat]
    if not player.discard:
        return False
    player.deck.cards = player.discard
    player.deck.shuffle()
    player.discard = []
    if game.tells:
        game.told.append((tale.SHUFFLES, seat, NOTHING, 0, DISCARD, DECK, NOTHING, "", NOTHING))
    return True


def reveal_into_hand(game: Game, seat: int) -> int:
    """The top card of the deck is shown to everybody and goes to the hand. NOTHING if there is no card at all."""
    player = game.players[seat]
    if not player.deck.cards and not reshuffle(game, seat):
        return NOTHING
    card = player.deck.take(game.chance)
    insort(player.hand, card)
    player.shown += (card,)
    game.seen += 1
    game.tell(tale.REVEALS, seat, card, 1, DECK, HAND)
    return card


def random_from_hand(game: Game, seat: int) -> int:
    """A random card leaves the hand, shown to everybody: what each player owns is always known at this table."""
    player = game.players[seat]
    if not player.hand:
        return NOTHING
    card = player.hand[game.chance.below(len(player.hand))]
    leave_hand(player, card)
    game.seen += 1
    return card


# --- leaving a zone


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The same cards but for one copy of this one."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def leave_hand(player: Player, card: int) -> None:
    player.hand.remove(card)
    if player.shown and card in player.shown:
        player.shown = without(player.shown, card)


def leave(game: Game, owner: int, card: int, zone: int) -> None:
    """One copy of the card leaves a zone that belongs to a player, or the void."""
    player = game.players[owner]
    if zone == HAND:
        leave_hand(player, card)
    elif zone == DISCARD:
        player.discard.remove(card)
    elif zone == PLAYED:
        player.played.remove(card)
    elif zone == CONSTRUCTS:
        leave_play(game, owner, _least_used(player, card))
    elif zone == TROPHIES:
        player.trophies = without(player.trophies, card)
    elif zone == DECK:
        player.deck.remove(card)
    elif zone == VOID:
        game.void.remove(card)
    else:
        raise ValueError(f"cards do not leave zone {zone} this way")


def _least_used(player: Player, card: int) -> int:
    """Which of several equal constructs leaves: one whose abilities are used up rather than a fresh one."""
    found = [index for index, each in enumerate(player.constructs) if each == card]
    return max(found, key=lambda index: player.uses[index])


def leave_play(game: Game, owner: int, index: int) -> int:
    player = game.players[owner]
    card = player.constructs.pop(index)
    del player.uses[index]
    if game.cards[card].captures:
        release_captives(game, owner)
    return card


def release_captives(game: Game, owner: int) -> None:
    """Captured monsters do not stay in play without the one that holds them."""
    player = game.players[owner]
    cards = game.cards
    if any(cards[each].captures for each in player.constructs):
        return
    for index in range(len(player.constructs) - 1, -1, -1):
        if cards[player.constructs[index]].is_monster:
            card = player.constructs.pop(index)
            del player.uses[index]
            player.discard.append(card)
            game.tell(tale.DESTROYS, owner, card, 1, CONSTRUCTS, DISCARD)


# --- arriving in a zone


def put_away(game: Game, card: int) -> int:
    """Where a banished card goes: starting cards leave the game, always-available ones return, the rest to the void."""
    origin = game.cards[card].origin
    if origin == FROM_START:
        game.removed += (card,)
        return REMOVED
    if origin == FROM_SUPPLY:
        if card in game.setup.supply:
            game.supply[game.setup.supply.index(card)] += 1
        else:
            game.removed += (card,)
        return SUPPLY
    game.void.append(card)
    return VOID


def destroy(game: Game, owner: int, card: int) -> None:
    """A construct goes from play to its controller's discard pile."""
    player = game.players[owner]
    if card in player.constructs:
        leave(game, owner, card, CONSTRUCTS)
        player.discard.append(card)
        game.tell(tale.DESTROYS, owner, card, 1, CONSTRUCTS, DISCARD)


def to_hand(game: Game, seat: int, card: int) -> None:
    """Openly: everybody knows that the card is there."""
    player = game.players[seat]
    insort(player.hand, card)
    player.shown += (card,)


def discard_from_hand(game: Game, seat: int, card: int) -> None:
    player = game.players[seat]
    leave_hand(player, card)
    player.discard.append(card)
    game.tell(tale.DISCARDS, seat, card, 1, HAND, DISCARD)


# --- honor


def gain_honor(game: Game, seat: int, amount: int) -> None:
    """From the pool, and from the reserve when that is empty. The first time it is empty settles the end."""
    game.players[seat].honor += amount
    if game.tells:
        game.told.append((tale.GAINS, seat, NOTHING, amount, NOTHING, NOTHING, NOTHING, "honor", NOTHING))
    drain_pool(game, amount)


def drain_pool(game: Game, amount: int) -> None:
    pool = game.pool - amount
    if pool > 0:
        game.pool = pool
        return
    game.pool = 0
    if not game.ending and amount:
        game.ending = True
        game.tell(tale.LAST_ROUND, game.turn.seat)


def take_honor(game: Game, giver: int, taker: int, amount: int) -> None:
    """Tokens go from one player to another; whoever has too few gives what there is."""
    amount = min(amount, game.players[giver].honor)
    if amount:
        game.players[giver].honor -= amount
        game.players[taker].honor += amount
        game.tell(tale.LOSES_HONOR, giver, NOTHING, amount, other=taker)


def returned_side(game: Game, card: int) -> int:
    """What comes back when the void is shuffled: a transformed hero is an event again."""
    found = game.cards[card]
    if found.origin == FROM_EVENT:
        game.set_aside = without(game.set_aside, found.other_side)
        return found.other_side
    return card
