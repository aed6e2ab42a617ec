"""The center row: it is filled again before anybody decides anything, treasure slips under, events go to their zone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .. import happenings
from ..effect import Effect, procedure
from ..frames import NO_CONTEXT, Context, Frame
from ..terms import CENTER_DECK, EVENT, FROM_EVENT, NOTHING, ROW, VOID
from ..zones import replaced
from .moves import returned_side

if TYPE_CHECKING:
    from ..state import GameState


def flip(game: GameState) -> int:
    """The next card of the center deck; an empty one is made anew from the void. NOTHING if both are empty."""
    deck = game.deck
    if not deck.cards:
        if not game.void:
            return NOTHING
        deck.renew([returned_side(game, card) for card in game.void])
        game.void = ()
        game.add_happening(happenings.SHUFFLES, game.turn.seat, NOTHING, 0, VOID, CENTER_DECK)
    game.seen += 1
    return deck.take(game.chance)


def refill(game: GameState) -> None:
    """Every gap is filled, from the center deck (left) outward. Fates wait beneath everything that is pushed later."""
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
    """Gaps for which there was no card are filled as soon as there is one again, whatever brought it."""
    if NOTHING in game.row and not only_events_are_left(game):
        refill(game)


def _slide(game: GameState, gaps: list[int]) -> None:
    """In solitaire the cards slide to the right and the gaps open at the left; treasure travels with its card.

    Treasure whose card was banished stays in its gap, so the next card that enters lands on it.
    """
    taken = [slot for slot, card in enumerate(game.row) if card != NOTHING]
    order = gaps + taken
    game.under = tuple([game.under[slot] for slot in order])
    game.row = tuple([game.row[slot] for slot in order])


def fill(game: GameState, slot: int) -> None:
    """Cards are flipped until one stays in the slot."""
    cards = game.cards
    while True:
        number = flip(game)
        if number == NOTHING:
            return
        card = cards[number]
        if card.is_treasure:
            game.under = replaced(game.under, slot, (*game.under[slot], number))
            game.add_happening(happenings.ENTERS_ROW, NOTHING, number, 1, CENTER_DECK, ROW, slot)
        elif card.is_event:
            begin_event(game, number)
            if only_events_are_left(game):
                return
        else:
            game.row = replaced(game.row, slot, number)
            if game.records_happenings:
                game.happenings.append((happenings.ENTERS_ROW, NOTHING, number, 1, CENTER_DECK, ROW, slot, "", NOTHING))
            if card.fate:
                game.fates += ((number, len(game.under[slot])),)
            return


def only_events_are_left(game: GameState) -> bool:
    """Nothing can fill a slot: there is no card at all, or events would replace one another for ever."""
    cards = game.cards
    return not game.deck.cards and all(cards[each].is_event or cards[each].origin == FROM_EVENT for each in game.void)


def begin_event(game: GameState, number: int) -> None:
    """One event at a time: a new one sends the old one to the void."""
    if game.event != NOTHING:
        game.void += (game.event,)
    game.event = number
    game.add_happening(happenings.EVENT_BEGINS, NOTHING, number, 1, CENTER_DECK, EVENT)


def clear_slot(game: GameState, slot: int) -> int:
    """The card leaves the row; its treasure stays until somebody takes it."""
    card = game.row[slot]
    game.row = replaced(game.row, slot, NOTHING)
    return card


def take_from_row(game: GameState, seat: int, slot: int) -> None:
    """The card leaves the row. Whoever takes it takes the treasure under it too, into the discard pile."""
    clear_slot(game, slot)
    treasure = game.under[slot]
    if treasure:
        game.players[seat].discard += treasure
        game.under = replaced(game.under, slot, ())
        for card in treasure:
            game.add_happening(happenings.ACQUIRES, seat, card, 1, ROW)


def add_slot(game: GameState) -> None:
    """The row grows by one for the rest of the game."""
    game.row += (NOTHING,)
    game.under += ((),)
    game.add_happening(happenings.ROW_GROWS, NOTHING, amount=len(game.row))
    refill(game)


class ResolveFates(Effect):
    """The fates of the cards that came into the row, in the order in which they came; after rewards and triggers."""

    def do(self, game: GameState, context: Context) -> None:
        if game.fates:
            number, treasure = game.fates[0]
            game.fates = game.fates[1:]
            game.stack += (FATES,)
            card = game.cards[number]
            game.perform(Context(game.turn.seat, number, energy=game.turn.energy, count=treasure), card.fate)

    def phrase(self) -> str:
        return "resolve fates"


RESOLVE_FATES: Final = procedure("resolve fates", ResolveFates())
FATES: Final = Frame(RESOLVE_FATES, NO_CONTEXT)
_ONLY_FATES: Final[tuple[Frame, ...]] = (FATES,)
