"""Taking cards: the procedure by which cards are acquired and monsters defeated, one at a time or several at once.

The order is that of ruling 36: the cards and their treasure leave their zones; triggers are collected; the row is
refilled; acquired cards are placed; rewards are given; triggers resolve; fates resolve last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import happenings
from ..abilities import ON_ACQUIRE, ON_DEFEAT
from ..capture import can_capture
from ..frames import Context, Frame, Taken
from ..light import light_for
from ..modifiers import CONSTRUCT_DISCOUNT, TREASURE_DISCOUNT
from ..terms import CENTER_DECK_ZONE, NOTHING, ROW_ZONE, SUPPLY_ZONE, VOID_ZONE
from ..triggers import triggered
from ..zones import added, without
from .empower import EMPOWER
from .moves import change_supply
from .placement import PLACE_ACQUIRED
from .rewards import give_rewards
from .row import refill, take_from_row

if TYPE_CHECKING:
    from ..state import GameState


def take(game: GameState, source: Context, taken: list[Taken]) -> None:
    """Takes the cards for the player of `source`. The caller has paid for them."""
    cards = game.cards
    seat = source.seat
    # Rewards, triggers and cards that arrive in a special place depend on the light at this moment.
    before = light_for(game, seat)
    light = before if any(cards[each.card].taking_reads_light for each in taken) else 0
    moment = Context(seat, taken[0].card, light, game.turn.energy, ancestors=source.ancestors)
    acquired: tuple[Taken, ...] = ()
    defeated: tuple[Taken, ...] = ()
    waiting: tuple[Frame, ...] = ()
    for each in taken:
        # The top of the stack resolves first, so the triggers of the first card must be above the others.
        if cards[each.card].is_monster:
            waiting = _defeat(game, seat, each, before) + waiting
            defeated += (each,)
        else:
            waiting = _acquire(game, seat, each, before) + waiting
            acquired += (each,)
    for each in defeated:
        _put_away_defeated(game, seat, each)
    refill(game)
    game.stack += waiting
    if acquired:
        PLACE_ACQUIRED.place(game, moment, acquired + defeated)
    else:
        give_rewards(game, moment, defeated)


def _acquire(game: GameState, seat: int, taken: Taken, light: int) -> tuple[Frame, ...]:
    """Moves an acquired card from its zone into transit. Returns the frames of the triggers, in stack order."""
    number, zone = taken.card, taken.zone
    card = game.cards[number]
    if zone == ROW_ZONE:
        take_from_row(game, seat, taken.slot)
    elif zone == SUPPLY_ZONE:
        change_supply(game, number, -1)
    if card.is_construct:
        game.turn.use_up(CONSTRUCT_DISCOUNT)
    game.turn.cards_taken += 1
    game.in_transit = added(game.in_transit, number)
    if game.records_happenings:
        receiver = seat if taken.receiver == NOTHING else taken.receiver
        game.happenings.append((happenings.ACQUIRES, seat, number, 1, zone, NOTHING, receiver, "", NOTHING))
    found = triggered(game, ON_ACQUIRE, number, zone, zone == ROW_ZONE, light)
    return (*found, Frame(EMPOWER, Context(seat, number))) if card.empower else found


def _defeat(game: GameState, seat: int, taken: Taken, light: int) -> tuple[Frame, ...]:
    """Removes a defeated monster from its zone. Returns the frames of the triggers, in stack order."""
    number, zone = taken.card, taken.zone
    turn = game.turn
    if zone == ROW_ZONE:
        if game.under[taken.slot]:
            turn.use_up(TREASURE_DISCOUNT)
        take_from_row(game, seat, taken.slot)
    elif zone == VOID_ZONE:
        game.void = without(game.void, number)
    turn.cards_taken += 1
    # A monster in the void is defeated as if it were in the row. The always-available monster is not in the row.
    in_row = zone != SUPPLY_ZONE
    if in_row:
        turn.row_defeats += 1
    if game.records_happenings:
        game.happenings.append((happenings.DEFEATS, seat, number, 1, zone, NOTHING, NOTHING, "", NOTHING))
    return triggered(game, ON_DEFEAT, number, zone, in_row, light)


def _put_away_defeated(game: GameState, seat: int, taken: Taken) -> None:
    """Puts a defeated monster into its zone, or into transit if the player decides on its place after the reward."""
    number = taken.card
    card = game.cards[number]
    if taken.zone == SUPPLY_ZONE:
        return
    if card.is_trophy:
        game.players[seat].trophies += (number,)
    elif taken.zone == VOID_ZONE:
        game.deck.put_underneath(number)
        game.add_happening(happenings.MOVES, seat, number, 1, VOID_ZONE, CENTER_DECK_ZONE)
    elif card.infest or taken.may_send or can_capture(game, seat):
        game.in_transit += (number,)
    else:
        game.void = added(game.void, number)
