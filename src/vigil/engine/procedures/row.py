"""The center row. It is refilled before the next decision; treasure goes under a card, events to their own zone."""

from __future__ import annotations

from typing import Final

from .. import happenings
from ..effect import Effect, procedure
from ..frames import NO_CONTEXT, Context, Frame
from ..light import light_for
from ..state import GameState
from ..terms import CENTER_DECK_ZONE, EVENT_ZONE, FROM_EVENT, NOTHING, ROW_ZONE, VOID_ZONE
from ..zones import replaced
from .moves import returned_side


def flip(game: GameState) -> int:
    """Takes the top card of the center deck, reshuffling the void if the deck is empty. NOTHING if both are empty."""
    deck = game.deck
    if not deck.cards:
        if not game.void:
            return NOTHING
        cards = [returned_side(game, card) for card in game.void]
        deck.renew(sorted(cards) if game.setup.duplicate else cards)
        game.void = ()
        game.add_happening(happenings.SHUFFLES, game.turn.seat, NOTHING, 0, VOID_ZONE, CENTER_DECK_ZONE)
    game.seen += 1
    return deck.take(game.chance.for_center_deck())


def refill(game: GameState) -> None:
    """Fills every empty slot, from the center deck (left) outward. Fates resolve after everything pushed later."""
    if FATES not in game.stack:
        game.stack = game.stack + _ONLY_FATES
    gaps = [slot for slot, card in enumerate(game.row) if card == NOTHING]
    if game.setup.solitaire and gaps:
        _slide(game, gaps)
        # Each card enters at the left end and moves on when the next one comes: the first ends furthest right.
        gaps = list(range(len(gaps) - 1, -1, -1))
    for slot in gaps:
        fill(game, slot)


def fill_late(game: GameState) -> None:
    """Fills slots that stayed empty for lack of cards, once there are cards again."""
    if NOTHING in game.row and not only_events_are_left(game):
        refill(game)


def _slide(game: GameState, gaps: list[int]) -> None:
    """Slides the cards of a solitaire row to the right, so that the empty slots are at the left.

    Treasure moves with its card. Treasure whose card was banished moves with the empty slot, under the card that
    fills it.
    """
    taken = [slot for slot, card in enumerate(game.row) if card != NOTHING]
    order = gaps + taken
    game.under = tuple([game.under[slot] for slot in order])
    game.row = tuple([game.row[slot] for slot in order])


def fill(game: GameState, slot: int) -> None:
    """Flips cards until one stays in the slot."""
    cards = game.cards
    while True:
        number = flip(game)
        if number == NOTHING:
            return
        card = cards[number]
        if card.is_treasure:
            game.under = replaced(game.under, slot, (*game.under[slot], number))
            game.add_happening(happenings.ENTERS_ROW, NOTHING, number, 1, CENTER_DECK_ZONE, ROW_ZONE, slot)
        elif card.is_event:
            begin_event(game, number)
            if only_events_are_left(game):
                return
        else:
            game.row = replaced(game.row, slot, number)
            game.add_happening(happenings.ENTERS_ROW, NOTHING, number, 1, CENTER_DECK_ZONE, ROW_ZONE, slot)
            if card.fate:
                game.fates += ((number, len(game.under[slot])),)
            return


def only_events_are_left(game: GameState) -> bool:
    """Whether nothing can fill a slot: there are no cards, or only events, which would replace each other forever."""
    cards = game.cards
    return not game.deck.cards and all(cards[each].is_event or cards[each].origin == FROM_EVENT for each in game.void)


def begin_event(game: GameState, number: int) -> None:
    """Makes this the current event. The previous one goes to the void."""
    if game.event != NOTHING:
        game.void += (game.event,)
    game.event = number
    game.add_happening(happenings.EVENT_BEGINS, NOTHING, number, 1, CENTER_DECK_ZONE, EVENT_ZONE)


def clear_slot(game: GameState, slot: int) -> int:
    """Removes the card from the row and returns it. The treasure under it stays."""
    card = game.row[slot]
    game.row = replaced(game.row, slot, NOTHING)
    return card


def take_from_row(game: GameState, seat: int, slots: list[int]) -> None:
    """Removes cards from the row, puts the treasure under them into the player's discard pile, and refills the row."""
    for slot in slots:
        clear_slot(game, slot)
        treasure = game.under[slot]
        if treasure:
            game.players[seat].discard += treasure
            game.under = replaced(game.under, slot, ())
            for card in treasure:
                game.add_happening(happenings.ACQUIRES, seat, card, 1, ROW_ZONE)
    refill(game)


def add_slot(game: GameState) -> None:
    """Adds a slot to the row for the rest of the game."""
    game.row += (NOTHING,)
    game.under += ((),)
    game.add_happening(happenings.ROW_GROWS, NOTHING, amount=len(game.row))
    refill(game)


class ResolveFates(Effect):
    """Resolves the fates of cards that entered the row, in the order they entered, after rewards and triggers."""

    def do(self, game: GameState, context: Context) -> None:
        if game.fates:
            number, treasure = game.fates[0]
            game.fates = game.fates[1:]
            game.stack += (FATES,)
            card = game.cards[number]
            seat = game.turn.seat
            light = light_for(game, seat) if card.fate_reads_light else 0
            game.perform(Context(seat, number, light, game.turn.energy, count=treasure), card.fate)

    def phrase(self) -> str:
        return "resolve fates"


RESOLVE_FATES: Final = procedure("resolve fates", ResolveFates())
FATES: Final = Frame(RESOLVE_FATES, NO_CONTEXT)
_ONLY_FATES: Final[tuple[Frame, ...]] = (FATES,)
