"""The elementary moves: cards between zones, honor between the pool and the players."""

from __future__ import annotations

from .. import happenings, terms
from ..abilities import ON_ENTER
from ..state import GameState, PlayerState
from ..terms import NOTHING
from ..triggers import context_now, fire
from ..zones import replaced, sorted_with, without, without_index

# --- drawing


def draw(game: GameState, seat: int, count: int) -> None:
    """Draws cards, reshuffling the discard pile when the deck is empty. Stops when both are empty."""
    player = game.players[seat]
    deck = player.deck
    hand = list(player.hand)
    for _ in range(count):
        if not deck.cards and not reshuffle(game, seat):
            break
        known = deck.top_is_known()
        card = deck.take(game.chance.for_deck_of(seat))
        hand.append(card)
        if known:
            player.shown += (card,)
        game.seen += 1
        game.add_happening(happenings.DRAWS, seat, card, 1, terms.DECK_ZONE, terms.HAND_ZONE, audience=seat)
    hand.sort()
    player.hand = tuple(hand)


def reshuffle(game: GameState, seat: int) -> bool:
    """Shuffles the discard pile into a new deck. Returns False if the discard pile is empty.

    Called only when a card is needed and the deck is empty.
    """
    player = game.players[seat]
    if not player.discard:
        return False
    player.deck.renew(sorted(player.discard) if game.setup.duplicate else list(player.discard))
    player.discard = ()
    game.add_happening(happenings.SHUFFLES, seat, NOTHING, 0, terms.DISCARD_ZONE, terms.DECK_ZONE)
    return True


def reveal_into_hand(game: GameState, seat: int) -> int:
    """Reveals the top card of the deck to everybody and puts it into the hand. Returns NOTHING if there is none."""
    player = game.players[seat]
    if not player.deck.cards and not reshuffle(game, seat):
        return NOTHING
    card = player.deck.take(game.chance.for_deck_of(seat))
    player.hand = sorted_with(player.hand, card)
    player.shown += (card,)
    game.seen += 1
    game.add_happening(happenings.REVEALS, seat, card, 1, terms.DECK_ZONE, terms.HAND_ZONE)
    return card


def random_from_hand(game: GameState, seat: int) -> int:
    """Removes a random card from the hand and returns it, NOTHING if the hand is empty. Everybody sees the card."""
    player = game.players[seat]
    if not player.hand:
        return NOTHING
    card = player.hand[game.chance.below(len(player.hand))]
    leave_hand(player, card)
    game.seen += 1
    return card


# --- leaving a zone


def leave_hand(player: PlayerState, card: int) -> None:
    player.hand = without(player.hand, card)
    if player.shown and card in player.shown:
        player.shown = without(player.shown, card)


def leave(game: GameState, owner: int, card: int, zone: int) -> None:
    """Removes one copy of the card from a player's zone or from the void."""
    player = game.players[owner]
    if zone == terms.HAND_ZONE:
        leave_hand(player, card)
    elif zone == terms.DISCARD_ZONE:
        player.discard = without(player.discard, card)
    elif zone == terms.PLAYED_ZONE:
        player.played = without(player.played, card)
    elif zone == terms.CONSTRUCTS_ZONE:
        copies = [index for index, each in enumerate(player.constructs) if each == card]
        leave_play(game, owner, most_used(player, copies))
    elif zone == terms.TROPHIES_ZONE:
        player.trophies = without(player.trophies, card)
    elif zone == terms.DECK_ZONE:
        player.deck.remove(card)
    elif zone == terms.VOID_ZONE:
        game.void = without(game.void, card)
    else:
        raise ValueError(f"cards do not leave zone {zone} this way")


def most_used(player: PlayerState, copies: list[int]) -> int:
    """Of several copies of a construct, given by index, the one that has used the most abilities this turn."""
    return max(copies, key=lambda index: (player.uses[index].bit_count(), player.uses[index]))


def leave_play(game: GameState, owner: int, index: int) -> int:
    player = game.players[owner]
    card = player.constructs[index]
    player.constructs = without_index(player.constructs, index)
    player.uses = without_index(player.uses, index)
    for ability in game.cards[card].abilities:
        ability.left_play(game, owner)
    return card


# --- arriving in a zone


def put_away(game: GameState, card: int) -> int:
    """Puts a banished card where it belongs and returns the zone.

    Starting cards leave the game, always-available cards return to the supply, all others go to the void.
    """
    origin = game.cards[card].origin
    if origin == terms.FROM_START:
        game.removed += (card,)
        return terms.REMOVED_ZONE
    if origin == terms.FROM_SUPPLY:
        if card in game.setup.supply:
            change_supply(game, card, 1)
        else:
            game.removed += (card,)
        return terms.SUPPLY_ZONE
    game.void += (card,)
    return terms.VOID_ZONE


def change_supply(game: GameState, card: int, change: int) -> None:
    pile = game.setup.supply.index(card)
    game.supply = replaced(game.supply, pile, game.supply[pile] + change)


def destroy(game: GameState, owner: int, card: int) -> None:
    """Moves a construct from play to its controller's discard pile."""
    player = game.players[owner]
    if card in player.constructs:
        leave(game, owner, card, terms.CONSTRUCTS_ZONE)
        player.discard += (card,)
        game.add_happening(happenings.DESTROYS, owner, card, 1, terms.CONSTRUCTS_ZONE, terms.DISCARD_ZONE)


def to_hand(game: GameState, seat: int, card: int) -> None:
    """Puts a card into the hand face up: everybody knows that it is there."""
    player = game.players[seat]
    player.hand = sorted_with(player.hand, card)
    player.shown += (card,)


def discard_from_hand(game: GameState, seat: int, card: int) -> None:
    player = game.players[seat]
    leave_hand(player, card)
    player.discard += (card,)
    game.add_happening(happenings.DISCARDS, seat, card, 1, terms.HAND_ZONE, terms.DISCARD_ZONE)


# --- honor


def gain_honor(game: GameState, seat: int, amount: int) -> None:
    """Gives the player honor from the pool, or from the reserve if it is empty. Emptying it starts the last round."""
    game.players[seat].honor += amount
    game.add_happening(happenings.GAINS, seat, NOTHING, amount, detail="honor")
    drain_pool(game, amount)


def drain_pool(game: GameState, amount: int) -> None:
    pool = game.pool - amount
    if pool > 0:
        game.pool = pool
        return
    game.pool = 0
    if not game.ending and amount:
        game.ending = True
        game.add_happening(happenings.LAST_ROUND, game.turn.seat)


def take_honor(game: GameState, giver: int, taker: int, amount: int) -> None:
    """Moves honor from one player to another, at most as much as the giver has."""
    amount = min(amount, game.players[giver].honor)
    if amount:
        game.players[giver].honor -= amount
        game.players[taker].honor += amount
        game.add_happening(happenings.LOSES_HONOR, giver, NOTHING, amount, other=taker)


def returned_side(game: GameState, card: int) -> int:
    """The card that returns when the void is reshuffled: a transformed hero becomes an event again."""
    found = game.cards[card]
    if found.origin == terms.FROM_EVENT:
        game.set_aside = without(game.set_aside, found.other_side)
        return found.other_side
    return card


# --- entering play: constructs that are played or acquired directly into play, and captured monsters


def enter_play(game: GameState, seat: int, number: int) -> None:
    """Puts a construct or a captured monster into play and resolves what that triggers."""
    put_into_play(game, seat, number)
    resolve_entering(game, seat, number)


def put_into_play(game: GameState, seat: int, number: int) -> None:
    player = game.players[seat]
    player.constructs += (number,)
    player.uses += (0,)
    game.turn.entered += (number,)


def resolve_entering(game: GameState, seat: int, number: int) -> None:
    """Resolves the construct's own effect and then the triggers of its entering play."""
    fire(game, ON_ENTER, number, terms.CONSTRUCTS_ZONE)
    card = game.cards[number]
    if card.is_construct and card.play:
        context = context_now(game, seat, number, card.play_reads_light)
        for effect in reversed(card.play):
            game.push(effect, context)
